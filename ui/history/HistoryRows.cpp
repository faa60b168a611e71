// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/history/HistoryRows.h"

#include "ui/history/HistoryModel.h"
#include "ui/history/StepText.h"

namespace torchmason {

HistoryRows::HistoryRows(HistoryModel* model, QObject* parent)
    : QSortFilterProxyModel(parent)
    , m_model(model)
{
    const auto forget = [this] { m_graph.clear(); };
    connect(this, &QAbstractItemModel::rowsInserted, this, forget);
    connect(this, &QAbstractItemModel::rowsRemoved, this, forget);
    connect(this, &QAbstractItemModel::dataChanged, this, forget);
    setSourceModel(model);
    setSortRole(HistoryModel::SortRole);
    setFilterKeyColumn(-1);
    setFilterCaseSensitivity(Qt::CaseInsensitive);
}

void HistoryRows::setFilter(const AttemptFilter& filter, const QString& text)
{
    m_filter = filter;
    m_filter.words.clear();
    m_folders.clear();
    setFilterFixedString(text); // filters anew, also where it is the same
}

void HistoryRows::acceptToo(const QSet<QString>& folders)
{
    m_folders = folders;
    invalidateFilter();
}

void HistoryRows::setThreaded(bool threaded)
{
    m_isThreaded = threaded;
    invalidate();
}

int HistoryRows::numberAt(int sourceRow) const
{
    return m_model->attempt(sourceRow).number;
}

// While rows come, it may not be there yet.
QModelIndex HistoryRows::newestOf(const QModelIndex& source) const
{
    return source.siblingAtRow(
        m_model->rowOf(m_model->threads().newestOf(numberAt(source.row()))).value_or(source.row()));
}

bool HistoryRows::lessThan(const QModelIndex& left, const QModelIndex& right) const
{
    if (!m_isThreaded)
        return QSortFilterProxyModel::lessThan(left, right);
    const int thread = m_model->threads().newestOf(numberAt(left.row()));
    const int otherThread = m_model->threads().newestOf(numberAt(right.row()));
    if (thread == otherThread) // the newest on top in either order
        return sortOrder() == Qt::AscendingOrder ? numberAt(left.row()) > numberAt(right.row())
                                                 : numberAt(left.row()) < numberAt(right.row());
    const QModelIndex newest = newestOf(left);
    const QModelIndex otherNewest = newestOf(right);
    if (QSortFilterProxyModel::lessThan(newest, otherNewest))
        return true;
    return !QSortFilterProxyModel::lessThan(otherNewest, newest) && thread < otherThread;
}

void HistoryRows::drawGraph() const
{
    QSet<int> shown;
    for (int row = 0; row < rowCount(); ++row)
        shown.insert(numberAt(mapToSource(index(row, 0)).row()));
    for (const Lineage& lineage : m_model->threads().lineages()) {
        const QVector<ThreadRow> rows = threadRows(lineage, shown);
        qsizetype place = rows.size();
        for (const LineageStep& step : lineage.steps) {
            if (shown.contains(step.number))
                m_graph.insert(step.number, rows[--place]);
        }
    }
}

QVariant HistoryRows::data(const QModelIndex& index, int role) const
{
    if (!m_isThreaded || (role != GraphRole && role != Qt::AccessibleTextRole))
        return QSortFilterProxyModel::data(index, role);
    const int number = numberAt(mapToSource(index).row());
    if (role == GraphRole) {
        if (m_graph.isEmpty())
            drawGraph();
        return QVariant::fromValue(m_graph.value(number));
    }
    // The cell that a screen reader comes to first.
    return index.column() == HistoryModel::Outcome
        ? tr("%1, %2").arg(index.data().toString(), stepSentence(m_model->threads().stepOf(number)))
        : QSortFilterProxyModel::data(index, role);
}

bool HistoryRows::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    const AttemptSummary& attempt = m_model->attempt(row);
    return m_filter.accepts(attempt)
        && (QSortFilterProxyModel::filterAcceptsRow(row, parent) || m_folders.contains(attempt.folder));
}

}
