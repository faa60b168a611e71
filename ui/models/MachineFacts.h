// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/detect/Detection.h"
#include "ui/models/Background.h"

#include <QObject>

#include <memory>

namespace torchmason {

// The facts of this machine for all pages. A new detection keeps the old facts until new ones arrive. Paths
// that the user chose are kept in the settings.
class MachineFacts : public QObject {
    Q_OBJECT

public:
    explicit MachineFacts(QObject* parent = nullptr);
    ~MachineFacts() override;

    void look();
    bool isLooking() const { return m_looking; }
    // Whether all probes have answered at least once.
    bool isComplete() const { return m_complete; }
    const HostFacts& facts() const { return m_facts; }
    // Facts from elsewhere (the file of another machine, a test); nothing is detected.
    void setFacts(const HostFacts& facts);
    bool isOwn() const { return !m_given; } // the facts are of this machine
    // Replaces earlier results of the same trials.
    void addTrials(const QVector<TrialFacts>& trials);

    QString overridePath(const QString& key) const { return m_wishes.overrides.value(key); }
    const QMap<QString, QString>& overrides() const { return m_wishes.overrides; }
    // An empty path removes the override. Starts a detection.
    void setOverridePath(const QString& key, const QString& path);
    // The folders whose disks are part of the facts; new folders are asked at once.
    void setFolders(const QString& sourceFolder, const QString& buildFolder);
    // Interpreters and compilers that flags name. A program that was not part of the last detection starts a
    // new one. Programs of the last detection stay known, so that ranking and detection cannot start each
    // other forever.
    void setNamedPrograms(const QStringList& pythons, const QStringList& compilers);
    // Reads what earlier builds took; there may be more of them now.
    void readBuilds();

signals:
    void changed(); // some probe answered, or looking began
    void finished(); // all probes answered
    void buildsRead(); // and they are others than before

private:
    void planChange();
    void setKnown(const HostFacts& facts);
    void takeFacts(const HostFacts& facts);
    void lookAtDisks();

    bool lacksNamedPrograms() const;

    QStringList folders() const { return { m_wishes.sourceFolder, m_wishes.buildFolder }; }
    QStringList namedPrograms() const { return m_wishes.pythons + m_wishes.compilers; }

    DetectionWishes m_wishes;
    QStringList m_askedFolders; // of the last question about disks
    QStringList m_askedPrograms; // of the last detection
    HostFacts m_facts;
    QHash<QString, BuiltFolder> m_builtFolders; // no detection finds them
    LatestQuery m_buildsQuery { this, LatestQuery::Order::OneByOne };
    QVector<TrialFacts> m_trialsSince; // that were done while it looks
    bool m_looking = false;
    bool m_complete = false;
    bool m_changeIsPlanned = false;
    bool m_given = false; // set by setFacts()
    std::unique_ptr<Detection> m_detection;
};

}
