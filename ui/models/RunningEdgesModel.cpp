// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/RunningEdgesModel.h"

#include <algorithm>

namespace torchmason {

void RunningEdgesModel::setEdges(QVector<RunningEdge> edges)
{
    std::stable_sort(
        edges.begin(), edges.end(), [](const RunningEdge& a, const RunningEdge& b) { return a.age > b.age; });
    const int before = int(m_edges.size());
    const int after = int(edges.size());
    if (after > before)
        beginInsertRows({}, before, after - 1);
    else if (after < before)
        beginRemoveRows({}, after, before - 1);
    m_edges = std::move(edges);
    if (after > before)
        endInsertRows();
    else if (after < before)
        endRemoveRows();
    if (!m_edges.isEmpty())
        emit dataChanged(index(0, 0), index(after - 1, ColumnCount - 1));
}

int RunningEdgesModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_edges.size());
}
int RunningEdgesModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant RunningEdgesModel::data(const QModelIndex& index, int role) const
{
    if (index.row() < 0 || index.row() >= m_edges.size())
        return {};
    const RunningEdge& edge = m_edges[index.row()];
    if (role == Qt::ToolTipRole)
        return tr("%1\nprocess %2").arg(edge.output).arg(edge.pid);
    if (role == Qt::TextAlignmentRole)
        return int((index.column() >= Age ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case Output:
        return edge.output;
    case Language:
        return edge.language;
    case Age:
        return formatClock(edge.age).mid(edge.age.count() < 3'600'000 ? 3 : 0);
    case Memory:
        return edge.memory ? formatBytes(*edge.memory) : QStringLiteral("–");
    default:
        return {};
    }
}

QVariant RunningEdgesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((section >= Age ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    const QString names[] = { tr("Running now"), tr("Language"), tr("Age"), tr("Memory") };
    return names[section];
}

}
