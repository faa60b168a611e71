// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/detect/HostFacts.h"

#include <QMap>
#include <QObject>

#include <memory>

namespace torchmason {

// Paths that the user chose instead of what was found, and the folders whose disks matter.
struct DetectionWishes {
    QMap<QString, QString> overrides; // "nvcc", "python", "cmake", "ninja", "git", "cxx" -> path
    QString sourceFolder;
    QString buildFolder;
    // Interpreters and C++ compilers that flags name: looked at besides those that are found.
    QStringList pythons = {};
    QStringList compilers = {};
};

// Runs all probes at once, each with a time limit, off the caller's thread. Facts come in as probes
// answer; a probe that hangs or prints garbage becomes an UnknownFact.
class Detection : public QObject {
    Q_OBJECT

public:
    explicit Detection(QObject* parent = nullptr);
    ~Detection() override; // waits for nothing; late answers are dropped

    void start(const DetectionWishes& wishes = {});
    bool isRunning() const;

signals:
    // `facts` holds everything known so far; `probe` is the one that just answered.
    void probeFinished(const QString& probe, const torchmason::HostFacts& facts);
    void finished(const torchmason::HostFacts& facts);

private:
    struct State;
    std::shared_ptr<State> m_state;
};

// The same, waiting for all probes; for the command line.
HostFacts detectHost(const DetectionWishes& wishes = {});

}
