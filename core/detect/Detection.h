// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/detect/HostFacts.h"

#include <QMap>
#include <QObject>

#include <functional>
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

// Runs all probes at once, each on a thread of its own. Facts come in as probes answer; a probe that hangs or
// prints garbage becomes an UnknownFact. One object looks once.
class Detection : public QObject {
    Q_OBJECT

public:
    explicit Detection(QObject* parent = nullptr);
    ~Detection() override; // waits for nothing; late answers are dropped

    void start(const DetectionWishes& wishes = {});

signals:
    // `facts` holds everything known so far; `probe` is the one that just answered.
    void probeFinished(const QString& probe, const torchmason::HostFacts& facts);
    void finished(const torchmason::HostFacts& facts);

private:
    struct Round;
    void take(qsizetype probe, const std::function<void(HostFacts&)>& change);
    void giveUp();

    std::unique_ptr<Round> m_round;
};

// The same, waiting for all probes; for the command line.
HostFacts detectHost(const DetectionWishes& wishes = {});

}
