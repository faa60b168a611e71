// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/history/HistoryRows.h"

#include "ui/history/HistoryModel.h"
#include "ui/history/StepText.h"
#include "ui/text/TipText.h"

#include <algorithm>
#include <functional>
#include <iterator>

namespace torchmason {

HistoryRows::HistoryRows(HistoryModel* model, QObject* parent)
    : QAbstractTableModel(parent)
    , m_model(model)
    , m_order { HistoryModel::Number, Qt::DescendingOrder, Grouping::None }
{
    connect(model, &HistoryModel::attemptsChanged, this, &HistoryRows::arrange);
    connect(model, &QAbstractItemModel::dataChanged, this,
        [this](const QModelIndex& from, const QModelIndex& to) {
            if (!m_rows.isEmpty())
                emit dataChanged(index(0, from.column()), index(rowCount() - 1, to.column()));
        });
    arrange();
}

void HistoryRows::setFilter(const AttemptFilter& filter, const QString& text)
{
    m_filter = filter;
    m_filter.words.clear();
    m_text = text;
    m_found.clear();
    arrange();
}

void HistoryRows::acceptToo(const QHash<QString, QString>& found)
{
    m_found = found;
    arrange();
}

void HistoryRows::setGrouping(Grouping grouping)
{
    m_order.grouping = grouping;
    arrange();
}

void HistoryRows::sort(int column, Qt::SortOrder order)
{
    m_order.column = std::max(0, column); // -1: the header has no arrow
    m_order.order = order;
    arrange();
}

bool HistoryRows::hasText(int modelRow, bool alsoNotes) const
{
    if (m_text.isEmpty())
        return true;
    for (int column = 0; column < columnCount(); ++column) {
        if (column == HistoryModel::Notes && !alsoNotes)
            continue;
        if (m_model->index(modelRow, column).data().toString().contains(m_text, Qt::CaseInsensitive))
            return true;
    }
    // Also what an icon says.
    const QVariant spoken = m_model->index(modelRow, HistoryModel::Profile).data(Qt::AccessibleTextRole);
    return spoken.toString().contains(m_text, Qt::CaseInsensitive);
}

bool HistoryRows::accepts(int modelRow) const
{
    const AttemptSummary& attempt = m_model->attempt(modelRow);
    return m_filter.accepts(attempt) && (hasText(modelRow) || m_found.contains(attempt.folder));
}

// Empty where the cells show it.
QString HistoryRows::foundIn(int modelRow) const
{
    const auto found = m_found.constFind(m_model->attempt(modelRow).folder);
    return found == m_found.constEnd() || hasText(modelRow, false) ? QString() : *found;
}

// What goes, moves and comes is told apart, so that views keep what is selected and where they stand.
void HistoryRows::arrange()
{
    QVector<int> accepted;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        if (accepts(row))
            accepted << row;
    }
    const QVector<HistoryRow> wanted = orderedRows(*m_model, accepted, m_order);
    makeHeads(wanted);
    makeGraph(wanted);
    removeOthers(wanted);
    reorder(wanted);
    insertMissing(wanted);
    if (!m_rows.isEmpty()) // heads, lines, where the words were found
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

void HistoryRows::makeHeads(const QVector<HistoryRow>& rows)
{
    m_heads.clear();
    for (qsizetype row = 0; row < rows.size();) {
        const HistoryRow first = rows[row++];
        if (!first.isHead)
            continue;
        QVector<int> below;
        for (; row < rows.size() && !rows[row].isHead; ++row)
            below << rows[row].number;
        m_heads.insert(first.number, groupHead(*m_model, m_order.grouping, below));
    }
}

void HistoryRows::makeGraph(const QVector<HistoryRow>& rows)
{
    m_graph.clear();
    if (m_order.grouping != Grouping::Threads)
        return;
    QSet<int> shown;
    for (const HistoryRow& row : rows) {
        if (!row.isHead)
            shown.insert(row.number);
    }
    for (const Lineage& lineage : m_model->groups().lineages()) {
        const QVector<ThreadRow> drawn = threadRows(lineage, shown);
        qsizetype place = drawn.size();
        for (const LineageStep& step : lineage.steps) {
            if (shown.contains(step.number))
                m_graph.insert(step.number, drawn[--place]);
        }
    }
}

namespace {

constexpr int fewRuns = 50;

// How many runs of neighbours there are of which this holds.
template <typename Holds> int countRuns(const QVector<HistoryRow>& rows, Holds holds)
{
    int runs = 0;
    bool held = false;
    for (const HistoryRow& row : rows) {
        const bool is = holds(row);
        runs += is && !held ? 1 : 0;
        held = is;
    }
    return runs;
}

QSet<qint64> keysOf(const QVector<HistoryRow>& rows)
{
    QSet<qint64> keys;
    for (const HistoryRow& row : rows)
        keys.insert(row.key());
    return keys;
}

}

// Each run of rows is told to the view, which counts all its rows anew: of thousands that are scattered,
// those that go stand behind the others first.
void HistoryRows::removeOthers(const QVector<HistoryRow>& wanted)
{
    const QSet<qint64> keys = keysOf(wanted);
    const auto stays = [&keys](const HistoryRow& row) { return keys.contains(row.key()); };
    if (countRuns(m_rows, std::not_fn(stays)) > fewRuns) {
        QVector<HistoryRow> order = m_rows;
        std::stable_partition(order.begin(), order.end(), stays);
        putInOrder(order);
    }
    for (qsizetype last = m_rows.size() - 1; last >= 0; --last) {
        if (keys.contains(m_rows[last].key()))
            continue;
        qsizetype first = last;
        while (first > 0 && !keys.contains(m_rows[first - 1].key()))
            --first;
        beginRemoveRows({}, int(first), int(last));
        m_rows.remove(first, last - first + 1);
        endRemoveRows();
        last = first;
    }
}

void HistoryRows::reorder(const QVector<HistoryRow>& wanted)
{
    const QSet<qint64> known = keysOf(m_rows);
    QVector<HistoryRow> kept;
    std::copy_if(wanted.begin(), wanted.end(), std::back_inserter(kept),
        [&known](const HistoryRow& row) { return known.contains(row.key()); });
    putInOrder(kept);
}

// The same rows in this order.
void HistoryRows::putInOrder(const QVector<HistoryRow>& order)
{
    if (order == m_rows)
        return;
    QHash<qint64, int> places;
    for (const HistoryRow& row : order)
        places.insert(row.key(), int(places.size()));
    emit layoutAboutToBeChanged({}, VerticalSortHint);
    const QModelIndexList before = persistentIndexList();
    QModelIndexList after;
    for (const QModelIndex& one : before)
        after << index(places.value(m_rows[one.row()].key()), one.column());
    m_rows = order;
    changePersistentIndexList(before, after);
    emit layoutChanged({}, VerticalSortHint);
}

void HistoryRows::insertMissing(const QVector<HistoryRow>& wanted)
{
    const QSet<qint64> known = keysOf(m_rows);
    const auto isMissing = [&known](const HistoryRow& row) { return !known.contains(row.key()); };
    if (countRuns(wanted, isMissing) > fewRuns) {
        QVector<HistoryRow> missing;
        std::copy_if(wanted.begin(), wanted.end(), std::back_inserter(missing), isMissing);
        beginInsertRows({}, int(m_rows.size()), int(m_rows.size() + missing.size()) - 1);
        m_rows += missing;
        endInsertRows();
        return putInOrder(wanted);
    }
    for (qsizetype first = 0; first < wanted.size(); ++first) {
        qsizetype end = first;
        while (end < wanted.size() && !known.contains(wanted[end].key()))
            ++end;
        if (end == first)
            continue;
        beginInsertRows({}, int(first), int(end) - 1);
        m_rows = m_rows.mid(0, first) + wanted.mid(first, end - first) + m_rows.mid(first);
        endInsertRows();
        first = end;
    }
}

int HistoryRows::attemptCount() const
{
    return int(m_rows.size() - m_heads.size());
}

bool HistoryRows::isNoted() const
{
    const QVector<AttemptSummary>& all = m_model->attempts();
    return std::any_of(all.begin(), all.end(), [](const AttemptSummary& attempt) {
        return !attempt.notes.isEmpty() || !attempt.notesProblem.isEmpty();
    });
}

const AttemptSummary* HistoryRows::attemptAt(const QModelIndex& index) const
{
    if (!index.isValid() || m_rows[index.row()].isHead)
        return nullptr;
    const auto row = m_model->rowOf(m_rows[index.row()].number);
    return row ? &m_model->attempt(*row) : nullptr;
}

QModelIndex HistoryRows::indexOf(int number) const
{
    const qsizetype row = m_rows.indexOf(HistoryRow { number, false });
    return row < 0 ? QModelIndex() : index(int(row), 0);
}

QModelIndex HistoryRows::firstAttempt() const
{
    return index(!m_rows.isEmpty() && m_rows.first().isHead ? 1 : 0, 0);
}

int HistoryRows::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int HistoryRows::columnCount(const QModelIndex& parent) const
{
    return m_model->columnCount(parent);
}

QVariant HistoryRows::headerData(int section, Qt::Orientation orientation, int role) const
{
    return m_model->headerData(section, orientation, role);
}

// The arrow keys pass over what is not enabled, and selecting all leaves it out.
Qt::ItemFlags HistoryRows::flags(const QModelIndex& index) const
{
    return index.isValid() && m_rows[index.row()].isHead ? Qt::NoItemFlags
                                                         : QAbstractTableModel::flags(index);
}

QVariant HistoryRows::headData(const HistoryRow& head, int column, int role) const
{
    const GroupHead words = m_heads.value(head.number);
    if (role == HeadRole)
        return QVariant::fromValue(words);
    if (role == Qt::ToolTipRole)
        return tipText(words.sentence());
    return role == Qt::AccessibleTextRole && column == 0 ? QVariant(words.sentence()) : QVariant();
}

// The cell that a screen reader comes to first.
QString HistoryRows::toldOutcome(const QModelIndex& index, int number) const
{
    QString told = tr("%1, %2").arg(index.data().toString(), stepSentence(m_model->groups().stepOf(number)));
    const HistoryRow above = index.row() > 0 ? m_rows[index.row() - 1] : HistoryRow();
    return above.isHead ? tr("%1; first of %2").arg(told, m_heads.value(above.number).sentence()) : told;
}

QVariant HistoryRows::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= m_rows.size())
        return {};
    const HistoryRow& row = m_rows[index.row()];
    if (row.isHead)
        return headData(row, index.column(), role);
    const auto place = m_model->rowOf(row.number);
    if (!place || role == HeadRole)
        return {};
    if (role == GraphRole)
        return QVariant::fromValue(m_graph.value(row.number));
    if (role == Qt::AccessibleTextRole && index.column() == HistoryModel::Outcome
        && m_order.grouping != Grouping::None)
        return toldOutcome(index, row.number);
    const QVariant own = m_model->index(*place, index.column()).data(role);
    const bool isResult = role == Qt::DisplayRole && index.column() == HistoryModel::FirstFinding;
    const QString found = isResult || role == Qt::ToolTipRole ? foundIn(*place) : QString();
    if (found.isEmpty())
        return own;
    const QString rest = own.toString();
    return isResult ? QVariant(rest.isEmpty() ? found : tr("%1 \u00b7 %2").arg(found, rest))
                    : QVariant(rest.isEmpty() ? tipText(found) : tipText(found) + u'\n' + rest);
}

}
