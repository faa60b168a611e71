// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/RunningEdgesModel.h"

#include "core/history/EdgeTimeline.h"
#include "ui/models/StepSeries.h"
#include "ui/text/CellAlignment.h"
#include "ui/text/TipText.h"

#include <algorithm>

namespace torchmason {

namespace {

QString ageText(Milliseconds age)
{
    return formatDuration(std::chrono::floor<std::chrono::seconds>(age));
}

// As the tables of steps say it; "C" stands as it is.
QString languageText(const QString& language)
{
    return language == QLatin1String("link") ? kindWord(EdgeKind::Link)
        : language == QLatin1String("other") ? kindWord(EdgeKind::Other)
                                             : language;
}

// What is expected is a guess until steps of the same target have ended.
QString memoryText(const RunningEdge& edge)
{
    if (!edge.memory)
        return QStringLiteral("–");
    return edge.expected && *edge.expected >= *edge.memory
        ? RunningEdgesModel::tr("%1 of about %2").arg(formatBytes(*edge.memory), formatBytes(*edge.expected))
        : formatBytes(*edge.memory);
}

}

void RunningEdgesModel::setSample(const Sample& sample)
{
    QVector<RunningEdge> running = sample.running;
    running.removeIf([&sample](const RunningEdge& edge) {
        return waitsForFreeJob(edge, sample) && isHeldBack(edge, sample); // they have rows with the reason
    });
    std::stable_sort(running.begin(), running.end(),
        [](const RunningEdge& a, const RunningEdge& b) { return a.age > b.age; });
    const auto waiting = std::stable_partition(running.begin(), running.end(),
        [&sample](const RunningEdge& edge) { return !waitsForFreeJob(edge, sample); });
    m_working = int(waiting - running.begin());
    const QVector<HeldBackEdge> heldBack = sample.gate ? sample.gate->heldBack : QVector<HeldBackEdge>();
    const int before = rowCount();
    const int after = int(running.size() + heldBack.size());
    if (after > before)
        beginInsertRows({}, before, after - 1);
    else if (after < before)
        beginRemoveRows({}, after, before - 1);
    m_running = std::move(running);
    m_heldBack = heldBack;
    if (after > before)
        endInsertRows();
    else if (after < before)
        endRemoveRows();
    if (after > 0)
        emit dataChanged(index(0, 0), index(after - 1, ColumnCount - 1));
}

int RunningEdgesModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_running.size() + m_heldBack.size());
}

int RunningEdgesModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString RunningEdgesModel::text(int row, int column) const
{
    const bool runs = row < m_running.size();
    const RunningEdge edge = m_running.value(row);
    const HeldBackEdge held = m_heldBack.value(row - m_running.size());
    switch (column) {
    case Output:
        return runs ? edge.output : held.output.isEmpty() ? tr("a command") : held.output;
    case Language:
        return languageText(runs ? edge.language : held.language);
    case State:
        return !runs          ? tr("held back: %1").arg(held.reason)
            : row < m_working ? tr("running")
                              : tr("waits for a free job");
    case Age:
        return ageText(runs ? edge.age : held.waited);
    case Memory:
        return !runs          ? tr("needs about %1").arg(formatBytes(held.expected))
            : row < m_working ? memoryText(edge)
                              : QString();
    default:
        return {};
    }
}

QString RunningEdgesModel::toolTip(int row) const
{
    if (row < m_running.size())
        return tr("%1\nprocess %2").arg(m_running[row].output).arg(m_running[row].pid);
    const HeldBackEdge& edge = m_heldBack[row - m_running.size()];
    return tr("%1\nheld back: %2").arg(edge.output, edge.reason);
}

QVariant RunningEdgesModel::data(const QModelIndex& index, int role) const
{
    const int row = index.row();
    if (row < 0 || row >= rowCount())
        return {};
    if (role == Qt::DisplayRole)
        return text(row, index.column());
    if (role == Qt::ToolTipRole)
        return tipText(toolTip(row));
    if (role == Qt::TextAlignmentRole)
        return int(index.column() >= Age ? numberAlignment : wordAlignment);
    if (role == MemoryShareRole && index.column() == Memory && row < m_running.size()) {
        const RunningEdge& edge = m_running[row];
        if (edge.memory && edge.expected && *edge.expected > 0)
            return std::min(1.0, double(*edge.memory) / double(*edge.expected));
    }
    return {};
}

QVariant RunningEdgesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int(section >= Age ? numberAlignment : wordAlignment);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole) // a heading may be cut
        return {};
    if (role == Qt::ToolTipRole && section == Memory)
        return tipText(
            tr("Memory that each has for itself, with what it started. What several of them share, such as "
               "the compiler's own program, is counted once, in \"this build\"."));
    const QString names[] = { tr("Step"), tr("Kind"), tr("State"), tr("Age"), tr("Memory") };
    return names[section];
}

}
