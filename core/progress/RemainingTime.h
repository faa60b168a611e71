// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/progress/BuildFile.h"
#include "core/progress/BuildSchedule.h"
#include "core/progress/StepTimes.h"

#include <QSet>

#include <functional>
#include <optional>
#include <utility>

namespace torchmason {

struct TimeRange {
    Milliseconds low { 0 };
    Milliseconds high { 0 };
};

// How long a build will still take, as a range with its reason, or nothing while too little is known. What
// is left is played on as many jobs as there are, with the times of earlier builds; without the dependencies
// the work is divided by the jobs; and a build of which nothing is known is between "as fast as until now"
// and "the last tenth takes as long as all before", which large PyTorch builds do.
class RemainingTime {
public:
    // Times of an earlier build, by output; `from` says which: "attempt 12".
    void setHistory(EdgeTimes times, const QString& from = {});
    // Asked once for each count of ninja, and then for the times of builds elsewhere, where this folder's own
    // do not know most of what is left. May take a moment: it reads files.
    void setLook(std::function<StepsLeft()> look) { m_look = std::move(look); }
    void setEarlier(std::function<QVector<TimedBuild>()> earlier) { m_earlier = std::move(earlier); }
    // Whether a compiler cache may have some steps; it may where nobody says.
    void setCached(bool isCached) { m_times.setCached(isCached); }
    // How many compilers at a time; 0: not known, as many as were seen. May change while the build runs.
    void setJobs(int jobs);

    // Edges and ninja's own clock; a build that counts anew (ninja made its build file again) starts afresh.
    void setProgress(qint64 done, qint64 total, qint64 now, qint64 running = 0);
    // An edge that ended, for the measure against history.
    void addEdge(const EdgeRecord& edge);
    // What runs at the moment `now`.
    void setRunning(const QVector<RunningEdge>& edges, qint64 now);

    // The machine slept, or everything stood still: no step took that long.
    void addPause(qint64 from, qint64 to);

    // nullopt, too, where everything should have ended long ago.
    std::optional<TimeRange> range(qint64 now) const;
    // Why, in a few words: "91 CUDA steps left, 3 at a time; times from attempt 12". Goes with range().
    QString reason() const;
    // Whether ninja is still making its own build file, so that its count is not the build's.
    bool isPreparing() const { return m_isPreparing; }
    // Of the whole build, whatever is there already; nullopt where no build file tells.
    std::optional<qint64> stepsInAll() const;

private:
    // What is left at one moment.
    struct Left {
        double milliseconds = 0; // until the end
        double longestWay = 0; // through steps that wait for one another
        double longestStep = 0;
        double known = 0; // share of the work that was timed before
        double tabled = 0; // share of it that only the shipped table knows
        double compiled = 0; // share of it that a compiler cache may have
        double unseen
            = 0; // share of it of which nothing has been compiled yet (what a cache answered is none)
        QHash<QString, int> steps; // by language
        QHash<QString, double> work;
    };

    void startAfresh(qint64 now);
    void takeSteps();
    void addEarlier();
    QString addBuilds(const QVector<TimedBuild>& builds);
    int jobsAtATime() const;
    void count(Left& left, const QString& output, const QString& language, double milliseconds) const;
    double age(const QString& output, qint64 now) const;
    qint64 worked(qint64 from, qint64 to) const;
    std::optional<Left> fromGraph(qint64 now) const;
    std::optional<Left> fromHistory(qint64 now) const;
    void reckon(qint64 now, qint64 since) const;
    QString stepsText() const;
    TimeRange fromRate(qint64 elapsed) const;
    TimeRange around(const Left& left) const;
    QString basisText() const;

    StepTimes m_times;
    QString m_from;
    std::function<StepsLeft()> m_look;
    std::function<QVector<TimedBuild>()> m_earlier; // the newest first
    int m_jobs = 0;
    StepsLeft m_steps;
    QHash<QString, int> m_nodes; // by output
    QSet<QString> m_ended; // outputs of this count
    QHash<QString, qint64> m_running; // output -> when it began
    qint64 m_start = 0;
    qint64 m_firstSeen = 0; // when we learned that it began
    qint64 m_done = 0;
    qint64 m_total = 0;
    qint64 m_mostRunning = 0;
    QVector<std::pair<qint64, qint64>> m_pauses;
    qint64 m_lastChange = 0;
    bool m_isStarted = false;
    bool m_isPreparing = false;
    bool m_askedEarlier = false;
    // The last answer: it is made anew when something has ended, and not more often than every two seconds.
    mutable std::optional<Left> m_left;
    mutable qint64 m_leftAt = 0;
    mutable qint64 m_leftDone = -1;
};

}
