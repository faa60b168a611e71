// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/AttemptPatterns.h"

#include "core/base/Core.h"
#include "core/history/FixOutcome.h"
#include "core/history/Lineage.h"
#include "core/history/PatternParts.h"

#include <algorithm>

namespace torchmason {

namespace {

// An older program has not written what the build folder had.
bool hasConfigured(const AttemptRecord& record)
{
    return std::any_of(record.stages.begin(), record.stages.end(), [](const StageResult& stage) {
        return stage.hasBegun()
            && (stage.id == stageKindId(StageKind::Configure) || stage.id == stageKindId(StageKind::Compile));
    });
}

QMap<QString, TreeAttempts> treesOf(const QVector<AttemptSummary>& attempts)
{
    QMap<QString, TreeAttempts> trees;
    for (const AttemptSummary& attempt : attempts) {
        const AttemptRecord& record = attempt.record;
        if (attempt.error.isEmpty() && !record.imported && hasEnded(record.state))
            trees[sourceTreeOf(record) + u'\n' + record.request.targets.join(u' ')].append(
                { attempt.number, &record, {}, {} });
    }
    trees.removeIf([](const auto& tree) { return tree.value().size() < 2; });
    for (TreeAttempts& tree : trees) {
        std::sort(tree.begin(), tree.end(),
            [](const TreeAttempt& one, const TreeAttempt& other) { return one.number < other.number; });
        const bool foldersAreKnown = std::all_of(tree.begin(), tree.end(), [](const TreeAttempt& attempt) {
            return attempt.record->folderSwitches || !hasConfigured(*attempt.record);
        });
        for (TreeAttempt& attempt : tree) {
            attempt.settings
                = foldersAreKnown ? settingsWithFolder(*attempt.record) : settingsOf(attempt.record->request);
            attempt.environment = environmentOf(*attempt.record);
        }
    }
    return trees;
}

QStringList changedSettings(const TreeAttempt& before, const TreeAttempt& after)
{
    QMap<QString, QString> usual;
    for (const TreeAttempt& attempt : { before, after }) {
        const auto& values = attempt.settings.values;
        for (auto value = values.begin(); value != values.end(); ++value)
            usual.insert(value.key(), value->usual);
    }
    QStringList names;
    for (auto name = usual.begin(); name != usual.end(); ++name) {
        if (featureOf(before.settings, name.key(), *name).key
            != featureOf(after.settings, name.key(), *name).key)
            names << settingName(name.key());
    }
    return names;
}

// An attempt that ended well with the new value clears it.
bool hasWorked(const TreeAttempts& tree, const EnvironmentChange& change, const QString& stage)
{
    return std::any_of(tree.begin(), tree.end(), [&](const TreeAttempt& attempt) {
        return passed(*attempt.record, stage) && attempt.environment.value(change.name) == change.after;
    });
}

std::optional<AttemptPattern> environmentPattern(
    const TreeAttempts& tree, const TreeAttempt& good, const TreeAttempt& bad)
{
    const QString stage = failedStage(*bad.record);
    if (!passed(*good.record, stage))
        return std::nullopt;
    AttemptPattern pattern;
    pattern.kind = PatternKind::EnvironmentChanged;
    pattern.attempts = { bad.number };
    pattern.others = { good.number };
    pattern.rule = bad.record->firstFindingRule;
    for (const EnvironmentChange& change : environmentChanges(good.environment, bad.environment)) {
        if (!hasWorked(tree, change, stage))
            pattern.values << Core::tr("%1 (%2 before, then %3)")
                                  .arg(shortText(change.name), shortText(change.before),
                                      shortText(change.after));
    }
    if (pattern.values.isEmpty())
        return std::nullopt;
    pattern.sentence
        = Core::tr("Attempt %1 succeeded, and attempt %2, the next one of the same tree, failed. What "
                   "changed in between: %3.")
              .arg(QString::number(good.number), QString::number(bad.number), listText(pattern.values));
    if (const QStringList settings = changedSettings(good, bad); !settings.isEmpty())
        pattern.sentence += QLatin1Char(' ') + Core::tr("Settings changed, too: %1.").arg(listText(settings));
    return pattern;
}

bool isAbout(const FixOutcome& one, const FixOutcome& other)
{
    return one.rule == other.rule && one.fix == other.fix;
}

QString fixSentence(const QVector<FixOutcome>& outcomes, const QVector<int>& helped)
{
    const QString fix = shortText(outcomes.first().fix);
    const QString finding = shortText(outcomes.last().finding);
    QVector<int> applied;
    for (const FixOutcome& outcome : outcomes)
        applied << outcome.attempt;
    const QString attempts = attemptsText(applied);
    if (helped.isEmpty())
        return outcomes.size() == 1 ? Core::tr(
                   "The fix \"%1\" for \"%2\" did not help: after it (%3) the same finding occurred again.")
                                          .arg(fix, finding, attempts)
                                    : Core::tr("The fix \"%1\" for \"%2\" never helped: after it (%3) the "
                                               "same finding occurred again each time.")
                                          .arg(fix, finding, attempts);
    if (helped.size() == outcomes.size())
        return Core::tr("The fix \"%1\" for \"%2\" helped: after it (%3) the finding did not occur again.")
            .arg(fix, finding, attempts);
    return Core::tr("The fix \"%1\" for \"%2\" helped in %3 of %4 attempts: %5.")
        .arg(fix, finding, QString::number(helped.size()), QString::number(outcomes.size()),
            attemptsText(helped));
}

QVector<AttemptPattern> fixPatterns(QVector<FixOutcome> all)
{
    all.removeIf([](const FixOutcome& outcome) { return outcome.result == FixResult::Unknown; });
    QVector<AttemptPattern> patterns;
    while (!all.isEmpty()) {
        const FixOutcome first = all.first();
        QVector<FixOutcome> same;
        QVector<int> helped;
        AttemptPattern pattern;
        for (const FixOutcome& outcome : std::as_const(all)) {
            if (!isAbout(outcome, first))
                continue;
            same.append(outcome);
            pattern.attempts << outcome.attempt;
            if (outcome.result == FixResult::Helped)
                helped << outcome.attempt;
        }
        pattern.kind = helped.isEmpty() ? PatternKind::FixWithoutHelp : PatternKind::FixHelped;
        pattern.rule = first.rule;
        pattern.values = QStringList { shortText(first.fix) };
        pattern.sentence = fixSentence(same, helped);
        patterns.append(pattern);
        all.removeIf([&first](const FixOutcome& outcome) { return isAbout(outcome, first); });
    }
    return patterns;
}

// That nothing explains who got past a finding is not true where a fix for it got some past.
void leaveOutExplained(QVector<AttemptPattern>& patterns, const QVector<FixOutcome>& outcomes)
{
    QMap<QString, QVector<int>> helped;
    for (const FixOutcome& outcome : outcomes) {
        if (outcome.result == FixResult::Helped)
            helped[outcome.rule] << outcome.decidedBy;
    }
    patterns.removeIf([&helped](const AttemptPattern& pattern) {
        const QVector<int> byFix = helped.value(pattern.rule);
        return pattern.kind == PatternKind::FindingRepeats
            && std::any_of(pattern.others.begin(), pattern.others.end(),
                [&byFix](int attempt) { return byFix.contains(attempt); });
    });
}

}

QString patternKindId(PatternKind kind)
{
    switch (kind) {
    case PatternKind::FindingSeparated:
        return QStringLiteral("finding-separated");
    case PatternKind::EnvironmentChanged:
        return QStringLiteral("environment-changed");
    case PatternKind::FixWithoutHelp:
        return QStringLiteral("fix-without-help");
    case PatternKind::FixHelped:
        return QStringLiteral("fix-helped");
    case PatternKind::FindingStays:
        return QStringLiteral("finding-stays");
    case PatternKind::FindingRepeats:
        return QStringLiteral("finding-repeats");
    case PatternKind::BuildSlower:
        break;
    }
    return QStringLiteral("build-slower");
}

// Of each tree only the last change: those before it are history.
QVector<AttemptPattern> environmentPatterns(const TreeAttempts& tree)
{
    const TreeAttempt* bad = nullptr; // the first failure behind the success that may come next
    for (auto attempt = tree.rbegin(); attempt != tree.rend(); ++attempt) {
        if (attempt->record->state == AttemptState::Failed) {
            bad = &*attempt;
        } else if (attempt->record->state == AttemptState::Succeeded && bad) {
            if (const auto pattern = environmentPattern(tree, *attempt, *bad))
                return { *pattern };
            bad = nullptr;
        }
    }
    return {};
}

QVector<AttemptPattern> attemptPatterns(const QVector<AttemptSummary>& attempts)
{
    const QVector<FixOutcome> outcomes = fixOutcomes(attempts);
    QVector<AttemptPattern> patterns = fixPatterns(outcomes);
    for (const TreeAttempts& tree : treesOf(attempts))
        patterns += findingPatterns(tree) + environmentPatterns(tree) + slowerPatterns(tree);
    leaveOutExplained(patterns, outcomes);
    std::stable_sort(
        patterns.begin(), patterns.end(), [](const AttemptPattern& one, const AttemptPattern& other) {
            return one.kind != other.kind ? one.kind < other.kind
                                          : one.attempts.last() > other.attempts.last();
        });
    return patterns;
}

Json toJson(const AttemptPattern& pattern)
{
    Json json = { { "kind", toJson(patternKindId(pattern.kind)) }, { "sentence", toJson(pattern.sentence) },
        { "attempts", Json::array() }, { "others", Json::array() } };
    for (const int number : pattern.attempts)
        json["attempts"].push_back(number);
    for (const int number : pattern.others)
        json["others"].push_back(number);
    if (!pattern.rule.isEmpty())
        json["rule"] = toJson(pattern.rule);
    json["values"] = toJson(pattern.values);
    return json;
}

}
