// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/AttemptFilter.h"
#include "core/history/ThreadGraph.h"

#include <QHash>
#include <QSet>
#include <QSortFilterProxyModel>
#include <QString>

namespace torchmason {

class HistoryModel;

// The rows of the history that a filter leaves. Words are looked for in the cells; of which attempts
// something else holds them (flags, findings, versions) is looked up elsewhere.
class HistoryRows : public QSortFilterProxyModel {
    Q_OBJECT

public:
    enum Role {
        GraphRole = Qt::UserRole + 100, // a ThreadRow
    };

    explicit HistoryRows(HistoryModel* model, QObject* parent = nullptr);

    // `text` must stand in a cell as it is.
    void setFilter(const AttemptFilter& filter, const QString& text);
    // Folders of attempts that hold the words, whatever their cells hold.
    void acceptToo(const QSet<QString>& folders);
    // Attempts that go on with each other stand together, the newest on top. What is sorted then are threads,
    // by their newest attempt.
    void setThreaded(bool threaded);

    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

protected:
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    int numberAt(int sourceRow) const;
    QModelIndex newestOf(const QModelIndex& source) const;
    void drawGraph() const;

    HistoryModel* m_model;
    AttemptFilter m_filter; // without its words
    QSet<QString> m_folders;
    bool m_isThreaded = false;
    mutable QHash<int, ThreadRow> m_graph; // of the attempts that are shown; empty: to be made
};

}
