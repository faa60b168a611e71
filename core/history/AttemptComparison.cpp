// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/AttemptComparison.h"

#include "core/base/Core.h"
#include "core/config/BuildChoice.h"
#include "core/history/ComparedValueList.h"
#include "core/knowledge/OptionCatalogue.h"

#include <QHash>

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace torchmason {

namespace {

struct Extremes {
    double least = 0;
    double most = 0;
    double floor = 0;
    int count = 0;

    bool differ() const { return count > 1 && !isByChance(least, most, floor); }
};

Extremes extremesOf(const QVector<ComparedValue>& values)
{
    Extremes found;
    for (const ComparedValue& value : values) {
        if (!value.amount)
            continue;
        found.least = found.count == 0 ? *value.amount : std::min(found.least, *value.amount);
        found.most = found.count == 0 ? *value.amount : std::max(found.most, *value.amount);
        found.floor = value.floor;
        ++found.count;
    }
    return found;
}

// Of amounts, as people see them: two that are shown alike are no difference to tell of.
bool hasSeveralTexts(const QVector<ComparedValue>& values)
{
    std::optional<QString> first;
    return std::any_of(values.begin(), values.end(), [&first](const ComparedValue& value) {
        if (!value.amount)
            return false;
        first = first.value_or(value.value);
        return value.value != *first;
    });
}

QString detailOf(const Extremes& extremes)
{
    if (!extremes.differ() || extremes.least <= 0)
        return {};
    return Core::tr("The largest is %1 times the smallest.")
        .arg(QString::number(extremes.most / extremes.least, 'f', 1));
}

// A log tells little of what was asked for, and of the machine nearly nothing: what it does not tell is
// unknown, and no difference. That it names no cause is one.
bool tellsByAbsence(const ComparedAttempt& attempt, const ComparedRow& row)
{
    return !isOfLog(attempt.record) || row.group == QLatin1String("finding")
        || row.name == QLatin1String("cause") || row.name == QLatin1String("error");
}

ComparedRow rowOf(const QVector<ComparedValue>& values, const QVector<ComparedAttempt>& attempts)
{
    ComparedRow row;
    for (const ComparedValue& value : values) {
        if (row.group.isEmpty() && !value.group.isEmpty()) {
            row.group = value.group;
            row.name = value.name;
            row.label = value.label;
        }
        row.values << value.value;
        row.plain << value.plain();
        row.notes << value.note;
    }
    std::optional<QString> first;
    for (qsizetype column = 0; column < values.size(); ++column) {
        if (values[column].group.isEmpty() && !tellsByAbsence(attempts[column], row))
            continue;
        const QString identity = values[column].identity();
        row.differs = row.differs || (first && identity != *first);
        first = first.value_or(identity);
    }
    const Extremes extremes = extremesOf(values);
    row.differs = row.differs || extremes.differ();
    row.differsByChance = !row.differs && hasSeveralTexts(values);
    row.detail = detailOf(extremes);
    return row;
}

// What a flag is where nobody set it. It differs all the same: the machine may have decided otherwise. A log
// does not tell what was set.
void addDefaults(ComparedRow& row, const QVector<ComparedAttempt>& attempts)
{
    if (row.group != QLatin1String("flag") || !row.values.contains(QString()))
        return;
    const auto catalogue = OptionCatalogue::load();
    const OptionInfo* option = catalogue ? catalogue->option(row.name) : nullptr;
    for (qsizetype column = 0; option && column < attempts.size(); ++column) {
        const AttemptRecord& record = attempts[column].record;
        if (!row.values[column].isEmpty() || isOfLog(record))
            continue;
        row.values[column] = OptionCatalogue::defaultFor(*option, platformOf(record.request));
        row.plain[column] = row.values[column];
        if (!row.values[column].isEmpty())
            row.notes[column] = valueOriginId(ValueOrigin::Default);
    }
}

}

QString comparedNoteText(const QString& note)
{
    if (note == QLatin1String(fromBuildFolder))
        return Core::tr("build folder");
    const auto origin = valueOriginFromId(note);
    return origin ? originText(*origin) : note;
}

QVector<ComparedRow> compareAttempts(const QVector<ComparedAttempt>& attempts)
{
    QVector<QVector<ComparedValue>> table;
    QHash<std::pair<QString, QString>, qsizetype> places; // by group and name
    for (qsizetype column = 0; column < attempts.size(); ++column) {
        for (const ComparedValue& value : comparedValues(attempts[column])) {
            const std::pair key(value.group, value.name);
            const qsizetype place = places.value(key, table.size());
            places.insert(key, place);
            if (place == table.size())
                table.append(QVector<ComparedValue>(attempts.size()));
            table[place][column] = value;
        }
    }
    QVector<ComparedRow> rows;
    std::transform(table.begin(), table.end(), std::back_inserter(rows),
        [&attempts](const QVector<ComparedValue>& values) {
            ComparedRow row = rowOf(values, attempts);
            addDefaults(row, attempts);
            return row;
        });
    const QStringList groups = comparedGroups();
    std::stable_sort(rows.begin(), rows.end(), [&groups](const ComparedRow& one, const ComparedRow& other) {
        return groups.indexOf(one.group) < groups.indexOf(other.group);
    });
    return rows;
}

QVector<ComparedRow> differencesOf(const QVector<ComparedRow>& rows)
{
    QVector<ComparedRow> differences;
    std::copy_if(rows.begin(), rows.end(), std::back_inserter(differences),
        [](const ComparedRow& row) { return row.differs; });
    return differences;
}

QString chanceText(const QVector<ComparedRow>& rows)
{
    QStringList labels;
    for (const ComparedRow& row : rows) {
        if (row.differsByChance)
            labels << row.label;
    }
    if (labels.isEmpty())
        return {};
    return Core::tr("Nearly the same, and so not shown: %1. Even between builds with the same settings, such "
                    "small differences come by chance.")
        .arg(labels.join(QStringLiteral(", ")));
}

}
