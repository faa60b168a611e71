// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/findings/FailureMatcher.h"
#include "core/parse/LogMessages.h"
#include "core/process/LineSplitter.h"
#include "core/process/LogTail.h"
#include "core/progress/ProgressTracker.h"
#include "core/store/AttemptLines.h"

#include <memory>
#include <optional>

namespace torchmason {

// One stage's log on its way from bytes to figures and findings. Passive: the owner calls readMore() now
// and then, and finish() when no process writes to the log any more.
class BuildLog {
public:
    BuildLog(QString stage, const QString& path, std::shared_ptr<const RuleSet> rules);

    // Reads at most a few MB; true where there may be more at once. A log that was cut or removed fails
    // once; after that nothing is read any more.
    Result<bool> readMore();
    // Reads to the end and decides the findings. `failed`: whether the stage ended badly.
    Result<void> finish(bool failed);

    const QString& stage() const { return m_stage; }
    qint64 offset() const { return m_tail.offset(); }
    qint64 lines() const { return m_splitter.lines(); }
    QVector<Finding> findings() const { return m_matcher.findings(); }
    // As FailureMatcher::problem().
    QString problem() const { return m_matcher.problem(); }
    // Of the nvcc that the log names; empty where it names none.
    LogFacts facts() const { return factsOf(m_matcher); }
    // Times are milliseconds since the attempt began.
    RemainingTime& remaining() { return m_tracker.remaining(); }
    void addEdge(const EdgeRecord& edge) { m_tracker.addEdge(edge); }
    void setWaiting(qint64 count) { m_tracker.setWaiting(count); }
    // What is due: at most four a second.
    std::optional<BuildProgress> takeProgress(qint64 now);
    // The last figures, whether due or not.
    std::optional<BuildProgress> lastProgress(qint64 now);
    // Complete after finish().
    const DiagnosticCount& diagnostics() const { return m_messages.count(); }
    QVector<LogError> takeErrors() { return m_messages.takeErrors(); }
    QStringList takeFailures() { return m_messages.takeFailures(); }
    QStringList takeLinked() { return m_messages.takeLinked(); }

private:
    void take(const SplitLine& line);
    void trackStatus(qint64 now);

    QString m_stage;
    LogTail m_tail;
    LineSplitter m_splitter;
    LogMessages m_messages;
    FailureMatcher m_matcher;
    ProgressTracker m_tracker;
    bool m_lost = false;
};

}
