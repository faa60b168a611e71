// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/detect/Detection.h"

#include <QObject>

#include <memory>

namespace torchmason {

// What is known about this machine at the moment, for all pages. Looking again keeps the old facts until
// new ones come. Paths that the user chose are remembered in the settings.
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
    // Facts that were read elsewhere (another machine's file, a test); nothing is looked for.
    void setFacts(const HostFacts& facts);
    bool isOwn() const { return !m_given; } // the facts are this machine's
    // What was tried out just now, in place of what was known of the same before.
    void addTrials(const QVector<TrialFacts>& trials);

    QString overridePath(const QString& key) const { return m_wishes.overrides.value(key); }
    const QMap<QString, QString>& overrides() const { return m_wishes.overrides; }
    // An empty path takes the override back. Looks again at once.
    void setOverridePath(const QString& key, const QString& path);
    // The folders whose disks matter; where they are others than before, those disks are asked again.
    void setFolders(const QString& sourceFolder, const QString& buildFolder);
    // Interpreters and compilers that flags name. Where one of them was not asked for yet, all is looked at
    // again; what was looked at stays known, so that a ranking that follows the facts cannot go round in
    // circles.
    void setNamedPrograms(const QStringList& pythons, const QStringList& compilers);

signals:
    void changed(); // some probe answered, or looking began
    void finished(); // all probes answered

private:
    void takeFacts(const HostFacts& facts);
    void lookAtDisks();

    bool lacksNamedPrograms() const;

    QStringList folders() const { return { m_wishes.sourceFolder, m_wishes.buildFolder }; }
    QStringList namedPrograms() const { return m_wishes.pythons + m_wishes.compilers; }

    DetectionWishes m_wishes;
    QStringList m_askedFolders; // those whose disks were asked last
    QStringList m_askedPrograms; // those that the last look was told of
    HostFacts m_facts;
    bool m_looking = false;
    bool m_complete = false;
    bool m_given = false; // the facts are another machine's
    std::unique_ptr<Detection> m_detection;
};

}
