// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/StepComparison.h"

#include "core/base/Core.h"
#include "core/history/ComparedValues.h"

#include <QHash>
#include <QMap>

#include <algorithm>
#include <numeric>

namespace torchmason {

namespace {

QVector<ComparedStep> stepsOf(const QVector<QVector<EdgeRecord>>& attempts)
{
    QVector<ComparedStep> steps;
    QHash<QString, qsizetype> places;
    for (qsizetype column = 0; column < attempts.size(); ++column) {
        for (const EdgeRecord& edge : finishedSteps(attempts[column])) {
            auto place = places.find(edge.output);
            if (place == places.end()) {
                place = places.insert(edge.output, steps.size());
                steps.append({ edge.output, edgeKind(edge),
                    QVector<std::optional<Milliseconds>>(attempts.size()), Milliseconds(0) });
            }
            steps[*place].times[column] = Milliseconds(std::max<qint64>(0, edge.end - edge.start));
        }
    }
    return steps;
}

QVector<ComparedKind> kindsOf(
    const QVector<ComparedStep>& steps, const QVector<QVector<EdgeRecord>>& attempts)
{
    QMap<EdgeKind, ComparedKind> kinds;
    const auto named = [&](EdgeKind kind) -> ComparedKind& {
        if (!kinds.contains(kind))
            kinds.insert(kind,
                { kind, QVector<int>(attempts.size()), QVector<Milliseconds>(attempts.size()),
                    QVector<int>(attempts.size()) });
        return kinds[kind];
    };
    for (const ComparedStep& step : steps) {
        ComparedKind& kind = named(step.kind);
        for (qsizetype column = 0; column < attempts.size(); ++column) {
            if (!step.times[column])
                continue;
            ++kind.counts[column];
            kind.times[column] += *step.times[column];
        }
    }
    for (qsizetype column = 0; column < attempts.size(); ++column) {
        for (const EdgeRecord& edge : attempts[column]) {
            if (edge.failed)
                ++named(edgeKind(edge)).failed[column];
        }
    }
    return kinds.values();
}

enum class Times { OfOne, Alike, Different };

Times measure(ComparedStep& step)
{
    int count = 0;
    Milliseconds least { 0 };
    Milliseconds most { 0 };
    for (const auto& time : step.times) {
        if (!time)
            continue;
        least = count == 0 ? *time : std::min(least, *time);
        most = std::max(most, *time);
        ++count;
    }
    step.difference = count < 2 ? most : most - least;
    const auto seconds = [](Milliseconds time) { return double(time.count()) / 1000; };
    return count < 2                                              ? Times::OfOne
        : isByChance(seconds(least), seconds(most), leastSeconds) ? Times::Alike
                                                                  : Times::Different;
}

}

StepComparison compareSteps(const QVector<QVector<EdgeRecord>>& attempts)
{
    StepComparison comparison;
    QVector<ComparedStep> steps = stepsOf(attempts);
    comparison.kinds = kindsOf(steps, attempts);
    for (ComparedStep& step : steps) {
        const Times times = measure(step);
        if (times == Times::Alike)
            ++comparison.alike;
        else
            (times == Times::OfOne ? comparison.alone : comparison.steps).append(std::move(step));
    }
    for (QVector<ComparedStep>* list : { &comparison.steps, &comparison.alone })
        std::stable_sort(list->begin(), list->end(), [](const ComparedStep& one, const ComparedStep& other) {
            return one.difference > other.difference;
        });
    return comparison;
}

QString kindText(const ComparedKind& kind, qsizetype column)
{
    QStringList parts;
    if (const int count = kind.counts[column]; count > 0)
        parts << Core::tr("%L1 in %2").arg(count).arg(formatDuration(kind.times[column]));
    if (const int failed = kind.failed[column]; failed > 0)
        parts << (parts.isEmpty() ? Core::tr("%L1 failed") : Core::tr("%L1 more failed")).arg(failed);
    return parts.join(QStringLiteral(", "));
}

QString alikeText(const StepComparison& comparison)
{
    return comparison.alike > 0 && comparison.steps.isEmpty()
        ? Core::tr("No step's times differ by more than chance (a tenth, at least one second).")
        : QString();
}

QStringList shortOutputs(const QVector<ComparedStep>& steps)
{
    constexpr qsizetype mostParts = 32; // then the whole output
    QStringList names(steps.size());
    QVector<qsizetype> open(steps.size()); // those whose name is not known yet
    std::iota(open.begin(), open.end(), 0);
    for (qsizetype parts = 1; !open.isEmpty(); ++parts) {
        QHash<QString, QString> outputs; // by their end: the one that has it, empty where several do
        for (const qsizetype i : std::as_const(open)) {
            const QString& output = steps[i].output;
            names[i] = parts > mostParts ? output : output.section(u'/', -parts);
            const auto known = outputs.find(names[i]);
            if (known == outputs.end())
                outputs.insert(names[i], output);
            else if (*known != output)
                known->clear();
        }
        open.removeIf(
            [&](qsizetype i) { return names[i] == steps[i].output || !outputs.value(names[i]).isEmpty(); });
    }
    return names;
}

}
