// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/RuleSet.h"

#include "core/base/AppPaths.h"
#include "core/base/CannotRead.h"
#include "core/base/Log.h"
#include "core/base/RegularFile.h"
#include "core/findings/FailureMatcher.h"
#include "core/findings/Rule.h"

#include <QDir>

// Resources of a static library must be asked for, outside of any namespace.
static void initRuleResources()
{
    Q_INIT_RESOURCE(rules);
}

namespace torchmason {

namespace {

void addPack(RuleSet& rules, const QString& path)
{
    RegularFile file(path);
    if (!file.openDocument()) {
        rules.addProblem(cannotRead(path, file).message);
        return;
    }
    const RulePackReading reading = readRulePack(file.readAll(), path, rules.words());
    for (const QString& problem : reading.problems)
        rules.addProblem(problem);
    rules.add(reading.pack, path);
}

void addFolder(RuleSet& rules, const QString& folder)
{
    const QDir packs(folder);
    for (const QString& name : packs.entryList({ QStringLiteral("*.json") }, QDir::Files, QDir::Name))
        addPack(rules, packs.filePath(name));
}

}

void RuleSet::add(const RulePack& pack, const QString& where)
{
    for (auto list = pack.words.begin(); list != pack.words.end(); ++list) {
        if (!m_words.contains(list.key()))
            m_words.insert(list.key(), list.value());
    }
    for (const Marker& marker : pack.markers) {
        if (m_markerIndex.contains(marker.id)) {
            addProblem(QStringLiteral("%1: the marker \"%2\" is there already; this one is left out.")
                           .arg(where, marker.id));
            continue;
        }
        m_markerIndex.insert(marker.id, int(m_markers.size()));
        m_markers.append(marker);
    }
    for (const Rule& rule : pack.rules) {
        if (m_ruleIndex.contains(rule.id)) {
            addProblem(QStringLiteral("%1: the rule \"%2\" is there already; this one is left out.")
                           .arg(where, rule.id));
            continue;
        }
        m_ruleIndex.insert(rule.id, int(m_rules.size()));
        m_rules.append(rule);
    }
}

const Rule* RuleSet::rule(const QString& id) const
{
    const int index = ruleIndex(id);
    return index < 0 ? nullptr : &m_rules[index];
}

void RuleSet::collectLocalWords()
{
    m_localWords.clear();
    for (const QStringList& list : m_words) {
        for (const QString& word : list) {
            if (word.toUtf8().size() != word.size())
                m_localWords << word;
        }
    }
    m_localWords.removeDuplicates();
}

bool RuleSet::hasKnownMarkers(const Rule& rule) const
{
    for (const Signature& signature : rule.signatures) {
        for (const QString& marker : signature.when + signature.unless) {
            if (!m_markerIndex.contains(marker))
                return false;
        }
    }
    return true;
}

void RuleSet::addTarget(const Target& target, const QVector<QByteArray>& literals, QVector<QByteArray>& all,
    QHash<QByteArray, int>& known)
{
    m_targets.push_back(target);
    for (const QByteArray& literal : literals) {
        const QByteArray key = literal.toLower();
        int index = known.value(key, -1);
        if (index < 0) {
            index = int(all.size());
            known.insert(key, index);
            all.append(key);
            m_literalTargets.emplace_back();
        }
        m_literalTargets[size_t(index)].push_back(int(m_targets.size()) - 1);
    }
}

void RuleSet::compile()
{
    QVector<QByteArray> literals;
    QHash<QByteArray, int> known;
    for (int i = 0; i < m_markers.size(); ++i)
        addTarget({ -1, -1, i }, m_markers[i].literals, literals, known);
    for (int i = 0; i < m_rules.size(); ++i) {
        if (!hasKnownMarkers(m_rules[i])) {
            addProblem(QStringLiteral("The rule \"%1\" names a marker that no pack defines; it is left out.")
                           .arg(m_rules[i].id));
            continue;
        }
        for (int s = 0; s < m_rules[i].signatures.size(); ++s) {
            const Signature& signature = m_rules[i].signatures[s];
            addTarget({ i, s, -1 }, signature.literals, literals, known);
            for (const QString& marker : signature.within > 0 ? signature.when : QStringList())
                m_nearMarkers.insert(m_markerIndex.value(marker));
        }
    }
    m_scanner = LiteralScanner(literals);
    collectLocalWords();
}

const QRegularExpression& RuleSet::expressionOf(const Target& target) const
{
    return target.marker >= 0 ? m_markers[target.marker].expression
                              : m_rules[target.rule].signatures[target.signature].expression;
}

// The shipped packs come first, so that a user's pack can add rules but not replace ours.
std::shared_ptr<const RuleSet> loadRules()
{
    initRuleResources();
    const auto rules = std::make_shared<RuleSet>();
    addFolder(*rules, QStringLiteral(":/torchmason/rules"));
    addFolder(*rules, AppPaths::userRulesFolder());
    rules->compile();
    for (const QString& problem : rules->problems())
        log::warning("findings", problem);
    return rules;
}

}
