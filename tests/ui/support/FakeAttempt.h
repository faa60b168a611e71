// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptStore.h"
#include "core/store/AttemptWriter.h"

#include <QByteArray>
#include <QString>

#include <functional>
#include <memory>
#include <optional>

namespace torchmason {

// Plays the runner: writes an attempt folder that looks like a real build's, step by step, without
// building anything. Times of the record and of samples are minutes in the past, so that a picture of it
// looks the same every day; events have the time of now.
class FakeAttempt {
public:
    // `minutesAgo`: when it began.
    FakeAttempt(const AttemptStore& store, const QString& profileName, int minutesAgo);

    QString folder() const { return m_folder; }
    AttemptRecord& record() { return m_record; }
    void write(); // attempt.json as it stands now

    void startStage(const QString& id);
    void endStage(const QString& id, StageState state, int seconds, int exitCode = 0);
    void addLog(const QString& stage, const QByteArray& bytes);
    void add(const Sample& sample);
    void add(const EdgeRecord& edge);
    // One sample a second from..to; memory rises and falls as compilers come and go. `totalLog` is the
    // size that the log of the stage reaches at the end.
    void addSamples(int from, int to, int cores, const QString& stage, qint64 totalLog, int runningEdges);
    // Has the time of now, or of goTo(); addSamples() counts from the beginning of the attempt, minutes ago.
    void addProgress(
        qint64 done, qint64 total, qint64 running, bool preparing = false, std::optional<qint64> inAll = {});
    // What is told from now on, events and beginnings of stages, has the time of this second of the attempt.
    void goTo(int second) { m_second = second; }
    // Steps of a compile stage as ninja and the runner tell them: lines, edges, progress, samples, in which
    // those run that have not ended.
    struct Compiling {
        int from = 0; // seconds
        int to = 0;
        int steps = 0; // that end meanwhile
        int total = 0;
        int jobs = 16;
    };
    void compile(const Compiling& work);
    qint64 linesOf(const QString& stage) const; // of its log
    // Of its log until now; `told`: those errors that are told of one by one.
    void addMessages(const QString& stage, int errors, int warnings, const QVector<LogError>& told = {});
    // Makes a wheel as the wheel stage does: a file in `folder`, its line in the log, and from there into the
    // record. Answers its path.
    QString packWheel(const QString& folder, const QString& name, const QByteArray& content);
    void endCommand(const QString& stage); // its log is still being read
    void askToStop(); // it goes on until end()
    void addFindings(const QVector<Finding>& findings);
    // Ends the attempt. Interrupted leaves it as a dead runner does.
    void end(AttemptState state, int seconds);

    // Ninja's lines [from+1/total] .. [to/total].
    static QByteArray ninjaLines(int from, int to, int total);
    static Finding missingWork(qint64 line);

private:
    using RunningIn = std::function<QVector<RunningEdge>(int second)>;
    void addSamples(
        int from, int to, int cores, const QString& stage, qint64 totalLog, const RunningIn& running);
    qint64 now() const;
    void tellProgress(BuildProgress progress, Milliseconds low, Milliseconds high);
    void tell(const char* type, const QString& stage, const Json& data = {});

    QString m_folder;
    AttemptRecord m_record;
    std::unique_ptr<AttemptWriter> m_writer;
    std::optional<int> m_second; // goTo()
};

}
