// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptStore.h"
#include "ui/history/HistoryGroups.h"

#include <QAbstractTableModel>
#include <QHash>
#include <QVector>

namespace torchmason {

// All attempts as a table. SortRole holds plain values, FolderRole the attempt's folder.
class HistoryModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column {
        Outcome,
        Number,
        Profile,
        Started,
        Duration,
        FirstFinding, // or what was made
        PeakMemory,
        Notes, // tags, then the first words of the note
        Thread, // what it did about the attempt that it goes on with
        ColumnCount,
    };
    enum Role {
        SortRole = Qt::UserRole,
        FolderRole,
        ReadableRole, // whether the attempt can be opened
        TimeShareRole, // its duration against the longest of all, 0 to 1
        MarkRole, // of the outcome
    };

    using QAbstractTableModel::QAbstractTableModel;

    // Rows that stay keep their place, so that selection and scroll position do.
    void setAttempts(const QVector<AttemptSummary>& attempts);
    // The same where the groups, which take a moment, were made elsewhere.
    void setAttempts(const QVector<AttemptSummary>& attempts, const HistoryGroups& groups);
    // Newer readings of attempts that are in the table; others are passed over.
    void updateAttempts(const QVector<AttemptSummary>& attempts);
    // Times that are told from now ("3 min ago") have moved on.
    void timePassed();
    const AttemptRecord& record(int row) const { return m_attempts[row].record; }
    const QVector<AttemptSummary>& attempts() const { return m_attempts; }
    const AttemptSummary& attempt(int row) const { return m_attempts[row]; }
    const HistoryGroups& groups() const { return m_groups; }
    std::optional<int> rowOf(int number) const;
    // Numbers of the attempts that were not over when they were read.
    QVector<int> liveNumbers() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

signals:
    // After rows and cells have: how attempts are sorted, filtered and grouped may be another way now.
    void attemptsChanged();

private:
    void merge(const QVector<AttemptSummary>& attempts);
    void findLongest();
    void put(int row, const AttemptSummary& attempt);
    QVariant text(const AttemptSummary& attempt, int column) const;
    QString stoppedText(const AttemptRecord& record) const;
    QString whenText(qint64 time) const;
    QVariant sortValue(const AttemptSummary& attempt, int column) const;
    QVariant toolTip(const AttemptSummary& attempt, int column) const;

    // How times were told on one day.
    struct Day {
        qint64 begin = 0; // UTC milliseconds, as all of these
        qint64 end = 0;
        QHash<qint64, QString> texts; // by time
    };

    QVector<AttemptSummary> m_attempts;
    mutable Day m_today;
    HistoryGroups m_groups;
    Milliseconds m_longest { 0 };
};

// "5 minutes ago", "yesterday, 14:05", "12 March". Both in UTC milliseconds.
QString relativeTime(qint64 time, qint64 now);

}
