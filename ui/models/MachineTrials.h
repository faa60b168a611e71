// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/detect/TrialFacts.h"

#include <QObject>

#include <memory>

namespace torchmason {

class BuildDraft;
class TrialSession;

// Runs trials of the programs that the prepared build would use. Results are listed here one after the other,
// and at the end become part of the facts of the machine.
class MachineTrials : public QObject {
    Q_OBJECT

public:
    // The trials of this draft, created on the first call; the draft owns them.
    static MachineTrials& of(BuildDraft& draft);
    ~MachineTrials() override;

    void start();
    void stop();
    bool isRunning() const { return m_session != nullptr; }
    bool isStopping() const;
    // False while one runs, and for the facts of another machine.
    bool canStart() const;
    // Of the running round; an empty state means that the trial has not ended.
    const QVector<TrialFacts>& trials() const { return m_trials; }
    int done() const;
    // Why nothing could be tried; empty where it could.
    const QString& trouble() const { return m_trouble; }

signals:
    void changed();

private:
    explicit MachineTrials(BuildDraft& draft);
    void finish(const QVector<TrialFacts>& results, const QString& trouble);

    BuildDraft& m_draft;
    std::unique_ptr<TrialSession> m_session;
    QVector<TrialFacts> m_trials;
    QString m_trouble;
};

}
