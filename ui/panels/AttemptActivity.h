// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/parse/Diagnostic.h"
#include "core/store/AttemptRecord.h"
#include "core/store/FailedSteps.h"
#include "core/store/RunningTime.h"
#include "ui/models/AttemptFeed.h"

#include <QHash>
#include <QSet>
#include <QString>

#include <optional>

namespace torchmason {

// What an attempt is doing, from its record and what was told last: one answer for its header, the window's
// title and the rail. A percentage belongs to the stage that told it and goes with it.
class AttemptActivity {
public:
    void setRecord(const AttemptRecord& record, bool live);
    // The attempt cannot be read any more, so its state is unknown.
    void lose() { m_live = false; }
    // Not taken where something else than the build tells it.
    void setProgress(const ReportedProgress& told);

    // Steps that have ended, and what happened: a step that failed is told long before the stage is over.
    void addSteps(const QVector<EdgeRecord>& edges);
    void addEvents(const QVector<AttemptEvent>& events);
    void addSamples(const QVector<Sample>& samples); // the oldest first

    // Of the build that this attempt goes on with: what was done then is done, and ninja counts the rest
    // only.
    void setStepsBefore(const StepsBefore& steps) { m_before = steps; }

    const AttemptRecord& record() const { return m_record; }
    bool isLive() const { return m_live; }
    const std::optional<ReportedProgress>& progress() const { return m_progress; }
    // Whether the stage that told the figures is still at work.
    bool isCompiling() const;
    // Whether ninja is still making its own build file: its count is not the build's yet.
    bool isPreparing() const;
    // Steps of the last progress, or of the record where none was told; with those of the attempts before it,
    // which are all until ninja counts the build.
    qint64 done() const;
    qint64 total() const;
    int failed() const; // in this attempt; they are not done
    QVector<EdgeRecord> failedSteps() const { return m_failed.steps(); }
    std::optional<EdgeRecord> firstFailed() const { return m_failed.first(); }
    // Whether it ended well, and ninja had nothing to do.
    bool foundAllBuilt() const;
    int percent() const; // of done() and total(); -1 unless it compiles, and where nothing is counted yet
    // Whether a step has failed, and what ran beside it is still at work.
    bool isFailing() const;
    // The same when nothing is at work any more, and the log is still searched for why.
    bool isFindingCause() const;
    // Whether something runs, or has not begun yet; not while the log is read at the end of a stage.
    bool isAtWork() const;
    // How long it has been at work; the search for a cause is not counted, as its record will not.
    Milliseconds ran(qint64 now) const;
    // How long ago progress() was told, by the clock of ran(); 0 where none was.
    Milliseconds sinceTold(qint64 now) const;
    // Whether it was asked to stop, by whomever.
    bool isStopping() const { return m_live && m_stops; }
    // Of the tools, in all logs until now: "0 errors, 12 warnings"; empty where they were not counted.
    QString messages() const;
    // Of the tools, as far as they were told one by one, and how many there are.
    const QVector<LogError>& errors() const { return m_errors; }
    DiagnosticCount messageCount() const; // no first error
    // The stage whose log has them: the first with errors, else the first with warnings; empty without any.
    QString stageOfMessages() const;
    // "Compiling", "Failing", "Finding the cause", "Installing", "Verify failed".
    QString headline() const;
    // The same with the percentage: "Compiling 45 %".
    QString words() const;
    QStringList possibleWords() const; // of an attempt that goes on

private:
    // nullopt: its log was not read yet.
    std::optional<DiagnosticCount> messagesOf(const StageResult& stage) const;
    const StageResult* buildingStage() const; // nullptr: none
    qint64 counted() const; // by ninja; 0 while it prepares
    qint64 doneBefore() const;

    AttemptRecord m_record;
    StepsBefore m_before;
    bool m_live = false;
    bool m_stops = false;
    FailedSteps m_failed;
    QSet<QString> m_ended; // stages whose last command has ended
    std::optional<qint64> m_lastEnd; // of a command; UTC milliseconds
    RunningTime m_running;
    QVector<LogError> m_errors;
    QHash<QString, DiagnosticCount> m_messages; // by stage, of those that run
    std::optional<ReportedProgress> m_progress;
};

}
