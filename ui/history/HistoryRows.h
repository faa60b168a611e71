// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/AttemptFilter.h"
#include "core/history/ThreadGraph.h"
#include "ui/history/GroupHeads.h"
#include "ui/history/HistoryOrder.h"

#include <QAbstractTableModel>
#include <QHash>
#include <QSet>

namespace torchmason {

// The rows of the history: the attempts that a filter leaves, in their order, and heads of groups, which
// nobody can select. Words are looked for in the cells; of which attempts something else holds them (flags,
// findings, versions) is looked up elsewhere. Rows that stay keep their selection.
class HistoryRows : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Role {
        GraphRole = Qt::UserRole + 100, // a ThreadRow
        HeadRole, // a GroupHead; invalid: the row is an attempt
    };

    explicit HistoryRows(HistoryModel* model, QObject* parent = nullptr);

    // `text` must stand in a cell as it is.
    void setFilter(const AttemptFilter& filter, const QString& text);
    // Folders of attempts that hold the words, whatever their cells hold, and where: said in the row, unless
    // the cells do. Notes may be cut or hidden.
    void acceptToo(const QHash<QString, QString>& found);
    void setGrouping(Grouping grouping);

    int attemptCount() const; // without heads
    bool isNoted() const; // one of all attempts, also of those that the filter leaves out
    const AttemptSummary* attemptAt(const QModelIndex& index) const; // nullptr: a head, or nothing
    QModelIndex indexOf(int number) const; // invalid: not shown
    QModelIndex firstAttempt() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

private:
    bool accepts(int modelRow) const;
    bool hasText(int modelRow, bool alsoNotes = true) const;
    QString foundIn(int modelRow) const;
    void arrange();
    void makeHeads(const QVector<HistoryRow>& rows);
    void makeGraph(const QVector<HistoryRow>& rows);
    void removeOthers(const QVector<HistoryRow>& wanted);
    void reorder(const QVector<HistoryRow>& wanted);
    void putInOrder(const QVector<HistoryRow>& order);
    void insertMissing(const QVector<HistoryRow>& wanted);
    QVariant headData(const HistoryRow& head, int column, int role) const;
    QString toldOutcome(const QModelIndex& index, int number) const;

    HistoryModel* m_model;
    QVector<HistoryRow> m_rows;
    QHash<int, GroupHead> m_heads; // by the numbers of their rows
    QHash<int, ThreadRow> m_graph; // of threads, by number
    HistoryOrder m_order;
    AttemptFilter m_filter; // without its words
    QString m_text;
    QHash<QString, QString> m_found;
};

}

Q_DECLARE_METATYPE(torchmason::GroupHead)
