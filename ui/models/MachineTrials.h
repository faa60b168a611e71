// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/detect/TrialFacts.h"

#include <QObject>

#include <memory>

namespace torchmason {

class BuildDraft;
class TrialSession;

// Tries out, when asked, what the prepared build would be made with. The answers become part of the
// machine's facts at the end; until then they stand here, one after the other.
class MachineTrials : public QObject {
    Q_OBJECT

public:
    // The one of this draft, whichever page asks; it lives as long as the draft.
    static MachineTrials& of(BuildDraft& draft);
    ~MachineTrials() override;

    void start();
    void stop();
    bool isRunning() const { return m_session != nullptr; }
    bool isStopping() const;
    // Another machine's programs cannot be run here.
    bool canStart() const;
    // Of the round that runs; a state that is empty is still to come.
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
