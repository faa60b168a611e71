// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/progress/CacheHits.h"
#include "core/progress/NinjaLogReader.h"

#include <QHash>
#include <QSet>
#include <QString>
#include <QVector>

namespace torchmason {

// Not a linker, a generator or what else a build runs.
bool isCompilation(const QString& language);

// How long a step of a build is expected to take: as long as the last time, corrected by how much faster or
// slower this build runs; where it was never built, as the table of measured edges has it or by what is known
// of its kind, corrected by what its neighbours and its language took until now.
class StepTimes {
public:
    // What an expectation rests on, the surest first.
    enum class Basis { Timed, Tabled, Language };

    // Times of an earlier build, by output. What is there already stays. Where a compiler cache had much of
    // that build, what looks like a hit is left out.
    void addHistory(const EdgeTimes& times);
    // Where no compiler cache stands before the compilers, a step that was fast is a fast step.
    void setCached(bool isCached) { m_isCached = isCached; }
    // A step that ended now. What came out of a compiler cache is no measure for the rest.
    void learn(const QString& output, const QString& language, qint64 milliseconds);
    void forget(); // what was learned; history stays

    double expected(const QString& output, const QString& language) const; // milliseconds
    Basis basis(const QString& output, const QString& language) const;
    bool isTimed(const QString& output) const { return m_history.contains(output); }
    const EdgeTimes& history() const { return m_history; }
    bool hasCachedHistory() const { return !m_cachedBefore.isEmpty(); }
    // Milliseconds of steps that ended in this build: all, and those that history knows.
    double worked() const { return m_worked; }
    double workedKnown() const { return m_workedKnown; }
    const CacheHits& cacheHits() const { return m_cacheHits; }
    // What remains of the work, 0 to 1, where the cache has all of the rest that it may have: until a step of
    // this build tells, as much as the last time.
    double leftAtBest() const;
    bool hasLearned(const QString& language) const { return m_new.has(language); }

private:
    // How many milliseconds of evidence weigh as much as what is believed without it.
    struct Doubt {
        double all;
        double narrower; // of a language against all, of a folder against its language
    };

    struct Learned {
        QString output;
        QString language;
        double actual; // milliseconds
    };

    // What steps took against what was expected of them: all compilers, by language, by language and folder.
    class Comparison {
    public:
        void add(const QString& output, const QString& language, double actual, double expected);
        double ratio(const QString& output, const QString& language, double first, const Doubt& doubt) const;
        bool has(const QString& language) const { return m_sums.contains(language); }

    private:
        struct Sum {
            double actual = 0;
            double expected = 0;
        };
        QHash<QString, Sum> m_sums;
    };

    // Seconds that a step of this kind takes on an ordinary machine: only the proportions count. 0: the table
    // does not know it.
    double tabled(const QString& output, const QString& language) const;
    double firstGuess(const QString& output, const QString& language) const;
    double guess(const QString& output, const QString& language) const;
    bool wasHit(const QString& output, double took, double expected);
    bool isMuchCached(const EdgeTimes& times) const;
    bool makesDoubtful(const Learned& step);
    void doubtHistory();
    void weigh(const QString& output, const QString& language, double actual);

    static constexpr Doubt doubtOfHistory { 10'000, 20'000 };
    static constexpr Doubt doubtOfGuesses { 500, 10'000 };

    EdgeTimes m_history;
    QSet<QString> m_cachedBefore; // what was left out of history
    CacheHits m_hitsBefore;
    QVector<Learned> m_learned; // until history is doubted
    double m_farLonger = 0; // steps that took far longer than history says; the last ones count
    bool m_isDoubted = false; // much of history is hits
    mutable QHash<QString, double> m_tabled; // asked for all that is left, again and again
    Comparison m_scale; // history against the first guesses
    Comparison m_known;
    Comparison m_new;
    CacheHits m_cacheHits;
    bool m_isCached = true; // or not known
    double m_worked = 0;
    double m_workedKnown = 0;
};

}
