// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Core.h"
#include "core/history/FixOutcome.h"
#include "core/history/PatternParts.h"

#include <QSet>

#include <algorithm>

namespace torchmason {

namespace {

constexpr qsizetype mostValues = 3; // of one setting that are named

// Attempts with one finding, and those that got past the stage where it came.
struct Sides {
    TreeAttempts with;
    TreeAttempts without;
};

struct Separator {
    QString with; // "TORCH_CUDA_ARCH_LIST=8.9"
    QString without; // "TORCH_CUDA_ARCH_LIST=12.0", of several values "... or ..."
    bool isOwn = false;
};

Sides sidesOf(const TreeAttempts& tree, const QString& rule)
{
    Sides sides;
    QSet<QString> stages;
    for (const TreeAttempt& attempt : tree) {
        if (attempt.record->state != AttemptState::Failed || attempt.record->firstFindingRule != rule)
            continue;
        sides.with.append(attempt);
        stages.insert(failedStage(*attempt.record));
    }
    for (const TreeAttempt& attempt : tree) {
        const bool gotPast = attempt.record->firstFindingRule != rule
            && std::all_of(stages.begin(), stages.end(),
                [&attempt](const QString& stage) { return passed(*attempt.record, stage); });
        if (gotPast)
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
    names.remove(QStringLiteral("Release")); // stands in the environment
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
        return AttemptFeature { name + QLatin1Char(' ') + shortText(value), value, false };
    };
}

// Where all with the finding share a value that none of the others has.
std::optional<Separator> separatorOf(const Sides& sides, const Look& look)
{
    Separator separator;
    QString key;
    for (const TreeAttempt& attempt : sides.with) {
        const auto feature = look(attempt);
        if (!feature || (!separator.with.isEmpty() && feature->key != key))
            return std::nullopt;
        separator.with = feature->text;
        separator.isOwn = separator.isOwn || feature->isOwn;
        key = feature->key;
    }
    QStringList others;
    for (const TreeAttempt& attempt : sides.without) {
        const auto feature = look(attempt);
        if (!feature || feature->key == key)
            return std::nullopt;
        separator.isOwn = separator.isOwn || feature->isOwn;
        if (!others.contains(feature->text))
            others << feature->text;
    }
    separator.without = others.join(Core::tr(" or "));
    return separator;
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

// "USE_DISTRIBUTED=ON or USE_DISTRIBUTED=OFF", where the finding came with each of them.
QStringList variedValues(const TreeAttempts& attempts)
{
    QStringList varied;
    const auto add = [&](const Look& look) {
        QStringList keys;
        QStringList texts;
        for (const TreeAttempt& attempt : attempts) {
            const auto feature = look(attempt);
            if (feature && !keys.contains(feature->key)) {
                keys << feature->key;
                texts << feature->text;
            }
        }
        if (texts.size() > 1)
            varied << texts.mid(0, mostValues).join(Core::tr(" or "));
    };
    const QMap<QString, QString> names = settingNames({ attempts, {} });
    for (auto name = names.begin(); name != names.end(); ++name)
        add(lookAtSetting(name.key(), *name));
    for (const QString& name : attempts.first().environment.keys())
        add(lookAtEnvironment(name));
    return varied;
}

QString countSentence(const Sides& sides)
{
    const QString title = shortText(sides.with.last().record->firstFinding);
    const qsizetype came = sides.with.size() + sides.without.size();
    if (sides.without.isEmpty())
        return Core::tr("\"%1\" ended all %2 attempts that got that far: %3.")
            .arg(title, QString::number(came), attemptsText(numbersOf(sides.with)));
    return Core::tr("\"%1\" ended %2 of the %3 attempts that got that far: %4.")
        .arg(title, QString::number(sides.with.size()), QString::number(came),
            attemptsText(numbersOf(sides.with)));
}

void putSeparated(const Sides& sides, AttemptPattern& pattern)
{
    const QString past = attemptsText(numbersOf(sides.without));
    QStringList with;
    QStringList without;
    for (const Separator& separator : separators(sides)) {
        with << separator.with;
        without << separator.without;
        pattern.values
            << Core::tr("%1, and %2 in those that got past it").arg(separator.with, separator.without);
    }
    pattern.kind = with.isEmpty() ? PatternKind::FindingRepeats : PatternKind::FindingSeparated;
    pattern.sentence += QLatin1Char(' ')
        + (with.isEmpty()
                ? Core::tr("No single setting, tool or driver explains why %1 got past it.").arg(past)
                : Core::tr("All of these had %1; what got past it (%2) had %3.")
                      .arg(listText(with), past, listText(without)));
}

void putStaying(const Sides& sides, AttemptPattern& pattern)
{
    pattern.kind = PatternKind::FindingStays;
    pattern.values = variedValues(sides.with);
    pattern.sentence += QLatin1Char(' ')
        + (pattern.values.isEmpty() ? Core::tr("Nothing that is known was changed between them.")
                                    : Core::tr("It came with each of these: %1.")
                                          .arg(listText(pattern.values, QStringLiteral("; "))));
}

}

QVector<AttemptPattern> findingPatterns(const TreeAttempts& tree)
{
    QStringList rules;
    for (const TreeAttempt& attempt : tree) {
        const QString& rule = attempt.record->firstFindingRule;
        if (!rule.isEmpty() && !rules.contains(rule))
            rules << rule;
    }
    QVector<AttemptPattern> patterns;
    for (const QString& rule : std::as_const(rules)) {
        const Sides sides = sidesOf(tree, rule);
        if (sides.with.size() < 2)
            continue;
        AttemptPattern pattern;
        pattern.rule = rule;
        pattern.attempts = numbersOf(sides.with);
        pattern.others = numbersOf(sides.without);
        pattern.sentence = countSentence(sides);
        if (sides.without.isEmpty())
            putStaying(sides, pattern);
        else
            putSeparated(sides, pattern);
        patterns.append(pattern);
    }
    return patterns;
}

}
