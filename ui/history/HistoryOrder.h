// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/history/HistoryGroups.h"

#include <Qt>

namespace torchmason {

class HistoryModel;

// A row of the history as it is shown.
struct HistoryRow {
    int number = 0; // of the attempt; of a head, one of its group that stays the same while attempts come
    bool isHead = false;

    qint64 key() const { return qint64(number) * 2 + isHead; } // one row has it
    bool operator==(const HistoryRow&) const = default;
};

struct HistoryOrder {
    int column = 0;
    Qt::SortOrder order = Qt::DescendingOrder;
    Grouping grouping = Grouping::None;
};

// These rows of the model, which are newest first. What is alike stays so. Groups stand where their first row
// would: of a thread all attempts are sorted as its newest one, so that they keep their order. Threads of one
// attempt that stand together share a head.
QVector<HistoryRow> orderedRows(
    const HistoryModel& model, const QVector<int>& modelRows, const HistoryOrder& wanted);

}
