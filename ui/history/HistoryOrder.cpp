// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/history/HistoryOrder.h"

#include "ui/history/HistoryModel.h"

#include <algorithm>

namespace torchmason {

namespace {

// Either a value or a text, as all of its column: thousands of QVariants take long to compare.
struct Sorted {
    int number = 0;
    qint64 value = 0;
    QString text;

    bool operator<(const Sorted& other) const
    {
        return value != other.value ? value < other.value : text < other.text;
    }
};

QVector<Sorted> sorted(const HistoryModel& model, const QVector<int>& modelRows, const HistoryOrder& wanted)
{
    QVector<Sorted> rows;
    rows.reserve(modelRows.size());
    for (const int row : modelRows) {
        const int number = model.attempt(row).number;
        const int from = wanted.grouping == Grouping::Threads
            ? model.rowOf(model.groups().newestOf(number)).value_or(row)
            : row;
        const QVariant key = model.index(from, wanted.column).data(HistoryModel::SortRole);
        const bool isText = key.typeId() == QMetaType::QString;
        rows.append({ number, isText ? 0 : key.toLongLong(), isText ? key.toString() : QString() });
    }
    std::stable_sort(rows.begin(), rows.end(), [&wanted](const Sorted& one, const Sorted& other) {
        return wanted.order == Qt::AscendingOrder ? one < other : other < one;
    });
    return rows;
}

struct Bucket {
    int oldest = 0;
    bool isAlone = false;
    QVector<int> numbers;
};

QVector<Bucket> buckets(const QVector<Sorted>& rows, const HistoryGroups& groups, Grouping grouping)
{
    QVector<Bucket> found;
    QHash<int, qsizetype> places; // by their oldest
    for (const Sorted& row : rows) {
        const int oldest = groups.oldestOf(row.number, grouping);
        const auto place = places.constFind(oldest);
        if (place != places.constEnd()) {
            found[*place].numbers << row.number;
            continue;
        }
        places.insert(oldest, found.size());
        const bool isAlone = grouping == Grouping::Threads && groups.newestOf(oldest) == oldest;
        found.append({ oldest, isAlone, { row.number } });
    }
    return found;
}

}

QVector<HistoryRow> orderedRows(
    const HistoryModel& model, const QVector<int>& modelRows, const HistoryOrder& wanted)
{
    const QVector<Sorted> rows = sorted(model, modelRows, wanted);
    QVector<HistoryRow> ordered;
    if (wanted.grouping == Grouping::None) {
        for (const Sorted& row : rows)
            ordered.append({ row.number, false });
        return ordered;
    }
    bool isAfterAlone = false;
    for (const Bucket& bucket : buckets(rows, model.groups(), wanted.grouping)) {
        if (!bucket.isAlone || !isAfterAlone)
            ordered.append({ bucket.oldest, true });
        isAfterAlone = bucket.isAlone;
        for (const int number : bucket.numbers)
            ordered.append({ number, false });
    }
    return ordered;
}

}
