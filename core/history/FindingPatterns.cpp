// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Core.h"
#include "core/history/FixOutcome.h"
#include "core/history/PatternParts.h"

#include <algorithm>
#include <cstdlib>

namespace torchmason {

namespace {

constexpr qsizetype mostValues = 3; // of one setting that are named

// One rule may find things in several stages: these have different causes.
struct FoundIn {
    QString rule;
    QString stage;

    bool operator==(const FoundIn&) const = default;
};

FoundIn foundIn(const AttemptRecord& record)
{
    return { record.firstFindingRule, failedStage(record) };
}

bool endedByFinding(const AttemptRecord& record)
{
    return record.state == AttemptState::Failed && !record.firstFindingRule.isEmpty();
}

// Attempts that one finding ended in one stage, and those that got past that stage.
struct Sides {
    TreeAttempts with;
    TreeAttempts without;
};

struct Separator {
    QString with; // "TORCH_CUDA_ARCH_LIST=8.9", of several values "... or ..."
    QString without;
    bool isOwn = false;
};

Sides sidesOf(const TreeAttempts& tree, const FoundIn& found)
{
    Sides sides;
    for (const TreeAttempt& attempt : tree) {
        if (endedByFinding(*attempt.record) && foundIn(*attempt.record) == found)
            sides.with.append(attempt);
        else if (passed(*attempt.record, found.stage))
            sides.without.append(attempt);
    }
    return sides;
}

// The names of all settings with what each is where a request leaves it out.
QMap<QString, QString> settingNames(const Sides& sides)
{
    QMap<QString, QString> names;
    for (const TreeAttempts& side : { sides.with, sides.without }) {
        for (const TreeAttempt& attempt : side) {
            const auto& values = attempt.settings.values;
            for (auto value = values.begin(); value != values.end(); ++value)
                names.insert(value.key(), value->usual);
        }
    }
    names.remove(QStringLiteral("Source folder")); // the same for all
    for (const char* name : { "Git tag", "Debian suite" }) // stand in the environment
        names.remove(QLatin1String(name));
    return names;
}

// How one thing was in an attempt; nullopt: not known.
using Look = std::function<std::optional<AttemptFeature>(const TreeAttempt&)>;

Look lookAtSetting(const QString& name, const QString& usual)
{
    return [name, usual](const TreeAttempt& attempt) { return featureOf(attempt.settings, name, usual); };
}

Look lookAtEnvironment(const QString& name)
{
    return [name](const TreeAttempt& attempt) -> std::optional<AttemptFeature> {
        const QString value = attempt.environment.value(name);
        if (value.isEmpty())
            return std::nullopt;
        return AttemptFeature { name + QLatin1Char(' ') + shortText(value), value, false, shortText(value) };
    };
}

// How a thing was in some attempts, each value once; nullopt where one of them does not tell.
std::optional<QVector<AttemptFeature>> valuesIn(const TreeAttempts& attempts, const Look& look)
{
    QVector<AttemptFeature> values;
    for (const TreeAttempt& attempt : attempts) {
        const auto feature = look(attempt);
        if (!feature)
            return std::nullopt;
        const auto isSame = [&feature](const AttemptFeature& value) { return value.key == feature->key; };
        const auto known = std::find_if(values.begin(), values.end(), isSame);
        if (known == values.end())
            values.append(*feature);
        else
            known->isOwn = known->isOwn || feature->isOwn;
    }
    return values;
}

bool areApart(const QVector<AttemptFeature>& with, const QVector<AttemptFeature>& without)
{
    return std::none_of(with.begin(), with.end(), [&without](const AttemptFeature& one) {
        return std::any_of(without.begin(), without.end(),
            [&one](const AttemptFeature& other) { return one.key == other.key; });
    });
}

QString textOf(const QVector<AttemptFeature>& values)
{
    QStringList texts;
    for (const AttemptFeature& value : values)
        texts << value.text;
    return texts.join(Core::tr(" or "));
}

// Where no value of those with the finding is among the others'. Several such values may be chance, so they
// count only where the user has set them and the others, two at least, agree.
std::optional<Separator> separatorOf(const Sides& sides, const Look& look)
{
    const auto with = valuesIn(sides.with, look);
    const auto without = with ? valuesIn(sides.without, look) : std::nullopt;
    if (!without || !areApart(*with, *without))
        return std::nullopt;
    const auto isOwn = [](const AttemptFeature& value) { return value.isOwn; };
    const bool counts = with->size() == 1
        || (without->size() == 1 && sides.without.size() > 1
            && std::all_of(with->begin(), with->end(), isOwn));
    if (!counts)
        return std::nullopt;
    return Separator { textOf(*with), textOf(*without),
        std::any_of(with->begin(), with->end(), isOwn)
            || std::any_of(without->begin(), without->end(), isOwn) };
}

QVector<Separator> separators(const Sides& sides)
{
    QVector<Separator> all;
    const auto add = [&](const Look& look) {
        if (const auto separator = separatorOf(sides, look))
            all.append(*separator);
    };
    const QMap<QString, QString> names = settingNames(sides);
    for (auto name = names.begin(); name != names.end(); ++name)
        add(lookAtSetting(name.key(), *name));
    // What the user or a fix has set is told first: the rest may follow from it.
    std::stable_sort(all.begin(), all.end(),
        [](const Separator& one, const Separator& other) { return one.isOwn && !other.isOwn; });
    for (const QString& name : sides.with.first().environment.keys())
        add(lookAtEnvironment(name));
    return all;
}

// "USE_DISTRIBUTED (ON or OFF)", where the finding came with each of them.
QStringList variedValues(const TreeAttempts& attempts)
{
    QStringList varied;
    const auto add = [&](const QString& name, const Look& look) {
        QStringList keys;
        QStringList values;
        for (const TreeAttempt& attempt : attempts) {
            const auto feature = look(attempt);
            if (feature && !keys.contains(feature->key)) {
                keys << feature->key;
                values << feature->value;
            }
        }
        if (values.size() > 1)
            varied << QStringLiteral("%1 (%2)").arg(name, values.mid(0, mostValues).join(Core::tr(" or ")));
    };
    const QMap<QString, QString> names = settingNames({ attempts, {} });
    for (auto name = names.begin(); name != names.end(); ++name)
        add(settingName(name.key()), lookAtSetting(name.key(), *name));
    for (const QString& name : attempts.first().environment.keys())
        add(name, lookAtEnvironment(name));
    return varied;
}

// One rule may have found different things.
QString titlesOf(const TreeAttempts& attempts)
{
    QStringList titles;
    for (const TreeAttempt& attempt : attempts)
        titles << QStringLiteral("\"%1\"").arg(shortText(shownData(attempt.record->firstFinding)));
    titles.removeDuplicates();
    return listText(titles);
}

// Not how many got that far: one that failed later in the same stage did, too, and no record tells which.
QString endedSentence(const Sides& sides)
{
    const QString titles = titlesOf(sides.with);
    const QString attempts = attemptsText(numbersOf(sides.with));
    return (sides.without.isEmpty()
            ? Core::tr("%1 ended %2, and no attempt with the same source folder and targets "
                       "completed the stage where it occurred.")
            : Core::tr("%1 ended %2."))
        .arg(titles, attempts);
}

// Of those that got past, the one nearest to the last that did not: least lies between the two.
void putToCompare(const Sides& sides, AttemptPattern& pattern)
{
    const int with = sides.with.last().number;
    const auto nearest = std::min_element(
        sides.without.begin(), sides.without.end(), [with](const TreeAttempt& one, const TreeAttempt& other) {
            return std::abs(one.number - with) < std::abs(other.number - with);
        });
    pattern.toCompare = { std::min(with, nearest->number), std::max(with, nearest->number) };
    pattern.sentence += QLatin1Char(' ')
        + Core::tr("Attempt %1 completed the same stage; compare it with attempt %2 to see what differs.")
              .arg(nearest->number)
              .arg(with);
}

void putSeparated(const Sides& sides, AttemptPattern& pattern)
{
    QStringList with;
    QStringList without;
    for (const Separator& separator : separators(sides)) {
        with << separator.with;
        without << separator.without;
        pattern.values << Core::tr("%1, and %2 in those that completed the same stage")
                              .arg(separator.with, separator.without);
    }
    pattern.kind = with.isEmpty() ? PatternKind::FindingRepeats : PatternKind::FindingSeparated;
    if (with.isEmpty())
        return putToCompare(sides, pattern);
    pattern.sentence += QLatin1Char(' ')
        + Core::tr("All of these had %1; what completed the same stage (%2) had %3.")
              .arg(listText(with), attemptsText(numbersOf(sides.without)), listText(without));
}

void putStaying(const Sides& sides, AttemptPattern& pattern)
{
    pattern.kind = PatternKind::FindingStays;
    pattern.values = variedValues(sides.with);
    pattern.sentence += QLatin1Char(' ')
        + (pattern.values.isEmpty()
                ? Core::tr("Nothing that is known was changed between them.")
                : Core::tr("It occurred again although this was changed: %1.").arg(listText(pattern.values)));
}

}

QVector<AttemptPattern> findingPatterns(const TreeAttempts& tree)
{
    QVector<FoundIn> all;
    for (const TreeAttempt& attempt : tree) {
        if (endedByFinding(*attempt.record) && !all.contains(foundIn(*attempt.record)))
            all << foundIn(*attempt.record);
    }
    QVector<AttemptPattern> patterns;
    for (const FoundIn& found : std::as_const(all)) {
        const Sides sides = sidesOf(tree, found);
        if (sides.with.size() < 2)
            continue;
        AttemptPattern pattern;
        pattern.rule = found.rule;
        pattern.attempts = numbersOf(sides.with);
        pattern.others = numbersOf(sides.without);
        pattern.sentence = endedSentence(sides);
        if (sides.without.isEmpty())
            putStaying(sides, pattern);
        else
            putSeparated(sides, pattern);
        patterns.append(pattern);
    }
    return patterns;
}

}
