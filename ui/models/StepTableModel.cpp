// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/StepTableModel.h"

#include "ui/text/CellAlignment.h"
#include "ui/text/TipText.h"

namespace torchmason {

void StepTableModel::append(const QVector<EdgeRecord>& edges)
{
    if (edges.isEmpty())
        return;
    beginInsertRows({}, int(m_edges.size()), int(m_edges.size() + edges.size()) - 1);
    m_edges += edges;
    endInsertRows();
}

void StepTableModel::clear()
{
    beginResetModel();
    m_edges.clear();
    endResetModel();
}

int StepTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_edges.size());
}

int StepTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString StepTableModel::text(const EdgeRecord& edge, int column) const
{
    switch (column) {
    case Output:
        return edge.output;
    case Kind:
        return kindWord(edge);
    case Started:
        return knowsStart(edge) ? formatClock(Milliseconds(edge.start)) : QStringLiteral("–");
    case Duration:
        return knowsStart(edge) ? formatDuration(Milliseconds(edge.end - edge.start)) : QStringLiteral("–");
    case Memory:
        return edge.peakMemory ? formatBytes(*edge.peakMemory) : QStringLiteral("–");
    default:
        return edge.failed ? tr("failed") : tr("done");
    }
}

QVariant StepTableModel::sortValue(const EdgeRecord& edge, int column) const
{
    switch (column) {
    case Started:
        return edge.start;
    case Duration:
        return edge.end - edge.start;
    case Memory:
        return edge.peakMemory.value_or(0);
    default:
        return text(edge, column);
    }
}

QVariant StepTableModel::data(const QModelIndex& index, int role) const
{
    if (index.row() < 0 || index.row() >= m_edges.size())
        return {};
    const EdgeRecord& edge = m_edges[index.row()];
    const bool isNumber = index.column() >= Started && index.column() <= Memory;
    if (role == Qt::DisplayRole)
        return text(edge, index.column());
    if (role == SortRole)
        return sortValue(edge, index.column());
    if (role == Qt::ToolTipRole && index.column() == Output)
        return tipText(edge.output);
    const bool isOfStart = index.column() == Started || index.column() == Duration;
    if (role == Qt::ToolTipRole && isOfStart && !knowsStart(edge))
        return tr("start unknown, ended at %1").arg(formatClock(Milliseconds(edge.end)));
    if (role == Qt::TextAlignmentRole)
        return int(isNumber ? numberAlignment : wordAlignment);
    return {};
}

QVariant StepTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int(section >= Started && section <= Memory ? numberAlignment : wordAlignment);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole) // a heading may be cut
        return {};
    const QChar apart(0x2009); // a thin space: from the next one, at the end of the values
    const QString names[] = { tr("Step"), tr("Kind"), tr("Started after"), tr("Duration"),
        tr("Peak memory") + apart, tr("State") };
    return names[section];
}

}
