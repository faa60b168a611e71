// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/LiteralScanner.h"
#include "core/findings/Rule.h"

#include <QHash>
#include <QSet>
#include <QStringList>
#include <QVector>

#include <vector>

namespace torchmason {

// All rules, made ready for matching. Immutable once it is shared, so that several matchers may use it.
class RuleSet {
public:
    // One thing to look for, found by one of its literals.
    struct Target {
        int rule = -1; // index into rules(), or -1
        int signature = -1; // index into that rule's signatures
        int marker = -1; // index into markers(), or -1
    };

    // Takes over rules and markers of a pack. Ids that are there already, and names of markers that are not
    // defined when compile() runs, become problems.
    void add(const RulePack& pack, const QString& where);
    void addProblem(const QString& problem) { m_problems << problem; }
    void compile();

    const QVector<Rule>& rules() const { return m_rules; }
    const QVector<Marker>& markers() const { return m_markers; }
    // Sentences about packs or rules that were left out.
    const QStringList& problems() const { return m_problems; }
    const Rule* rule(const QString& id) const;
    const WordLists& words() const { return m_words; }
    // All that localised tools say and ASCII cannot write; tells in which code page a log is.
    const QStringList& localWords() const { return m_localWords; }
    int ruleIndex(const QString& id) const { return m_ruleIndex.value(id, -1); }
    int markerIndex(const QString& id) const { return m_markerIndex.value(id, -1); }
    // Markers of which every line counts, not the first alone: a signature asks for them nearby.
    const QSet<int>& nearMarkers() const { return m_nearMarkers; }

    const LiteralScanner& scanner() const { return m_scanner; }
    const std::vector<Target>& targets() const { return m_targets; }
    // The targets that a literal of the scanner belongs to.
    const std::vector<int>& targetsOf(int literal) const { return m_literalTargets[size_t(literal)]; }
    // Compiled by the first match, under a lock of its own: most are never needed for a log.
    const QRegularExpression& expressionOf(const Target& target) const;

private:
    void addTarget(const Target& target, const QVector<QByteArray>& literals, QVector<QByteArray>& all,
        QHash<QByteArray, int>& known);
    void collectLocalWords();
    bool hasKnownMarkers(const Rule& rule) const;

    QVector<Rule> m_rules;
    QVector<Marker> m_markers;
    WordLists m_words;
    QStringList m_localWords;
    QStringList m_problems;
    QHash<QString, int> m_ruleIndex;
    QHash<QString, int> m_markerIndex;
    QSet<int> m_nearMarkers;
    LiteralScanner m_scanner;
    std::vector<Target> m_targets;
    std::vector<std::vector<int>> m_literalTargets;
};

}
