// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Core.h"
#include "core/estimate/EarlierBuild.h"
#include "core/history/FixOutcome.h"
#include "core/history/PatternParts.h"
#include "core/store/FailedSteps.h"
#include "core/store/StageStanding.h"

#include <algorithm>

namespace torchmason {

namespace {

constexpr double muchSlower = 1.25;
constexpr Milliseconds worthTelling { 60'000 };
constexpr qsizetype mostCompared = 3;
constexpr double sameSteps = 0.1; // by how much the number of steps may differ
constexpr double sameShare = 0.1; // the same of what came out of a cache

const StageResult* compileOf(const AttemptRecord& record)
{
    return stageNamed(record.stages, stageKindId(StageKind::Compile));
}

// A build that compiled everything itself.
bool isWhole(const AttemptRecord& record)
{
    const StageResult* compile = compileOf(record);
    return record.state == AttemptState::Succeeded && compile && compile->state == StageState::Succeeded
        && compile->duration && stepsDone(record).value_or(0) > 0
        && (!baseOf(record) || record.request.clean);
}

bool isComparable(const AttemptRecord& one, const AttemptRecord& other)
{
    const auto steps = double(stepsDone(one).value_or(0));
    return isWhole(other) && std::abs(double(*stepsDone(other)) - steps) <= sameSteps * steps
        && differingOptions(one.request, other.request).isEmpty();
}

std::optional<double> cachedShare(const AttemptRecord& record)
{
    const auto& use = compileOf(record)->cache;
    const qint64 asked = use ? use->hits + use->misses : 0;
    return asked > 0 ? std::optional(double(use->hits) / double(asked)) : std::nullopt;
}

// What may be why, a clause each.
QStringList reasons(const TreeAttempt& before, const TreeAttempt& slow)
{
    QStringList clauses;
    const auto was = cachedShare(*before.record);
    const auto is = cachedShare(*slow.record);
    if (was && is && std::abs(*was - *is) > sameShare)
        clauses << Core::tr("compilations from a cache (%1 % before, then %2 %)")
                       .arg(qRound(*was * 100))
                       .arg(qRound(*is * 100));
    for (const char* name : { "Number of jobs", "Memory limit", "Memory gate" }) {
        const QString key = QLatin1String(name);
        const QString usual = before.settings.values.value(key, slow.settings.values.value(key)).usual;
        const AttemptFeature one = featureOf(before.settings, key, usual);
        const AttemptFeature other = featureOf(slow.settings, key, usual);
        if (one.key != other.key)
            clauses << Core::tr("%1 (before: %2)").arg(other.text, one.text);
    }
    for (const EnvironmentChange& change : environmentChanges(before.environment, slow.environment))
        clauses << Core::tr("%1 (%2 before, then %3)")
                       .arg(shortText(change.name), shortText(change.before), shortText(change.after));
    return clauses;
}

}

// Only the newest whole build of the tree: what was slow once is history.
QVector<AttemptPattern> slowerPatterns(const TreeAttempts& tree)
{
    const auto newest = std::find_if(
        tree.rbegin(), tree.rend(), [](const TreeAttempt& attempt) { return isWhole(*attempt.record); });
    if (newest == tree.rend())
        return {};
    TreeAttempts compared; // the newest first
    for (auto other = newest + 1; other != tree.rend() && compared.size() < mostCompared; ++other) {
        if (isComparable(*newest->record, *other->record))
            compared.append(*other);
    }
    if (compared.isEmpty())
        return {};
    QVector<Milliseconds> times;
    for (const TreeAttempt& attempt : std::as_const(compared))
        times << *compileOf(*attempt.record)->duration;
    std::sort(times.begin(), times.end());
    const Milliseconds middle = times.at(times.size() / 2);
    const Milliseconds now = *compileOf(*newest->record)->duration;
    const double factor = double(now.count()) / double(std::max<qint64>(1, middle.count()));
    if (factor < muchSlower || now - middle < worthTelling)
        return {};
    AttemptPattern pattern;
    pattern.kind = PatternKind::BuildSlower;
    pattern.attempts = { newest->number };
    pattern.others = numbersOf(compared);
    std::reverse(pattern.others.begin(), pattern.others.end());
    pattern.values = reasons(compared.first(), *newest);
    pattern.sentence
        = Core::tr("Attempt %1 compiled for %2, %3 times as long as before (%4: %5).")
              .arg(QString::number(newest->number), formatDuration(now), QString::number(factor, 'f', 1),
                  attemptsText(pattern.others), formatDuration(middle));
    pattern.sentence += QLatin1Char(' ')
        + (pattern.values.isEmpty()
                ? Core::tr("Nothing that is known has changed since attempt %1.").arg(compared.first().number)
                : Core::tr("What changed since attempt %1: %2.")
                      .arg(QString::number(compared.first().number), listText(pattern.values)));
    return { pattern };
}

}
