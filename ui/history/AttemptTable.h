// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/RowTable.h"

#include <QHash>
#include <QSet>

class QMenu;

namespace torchmason {

struct GroupHead;

// The table of the history. Columns of few words are as wide as these and their headings, long headings only
// where there is room; names of profiles and results share the rest, results first, and where that is too
// little, figures give way. Names, results and notes that are still too long go on in further lines of their
// rows, where all such rows have room for that and all rows stay in sight. What the user drags stays until
// letters have another size. Heads of groups (HistoryRows::HeadRole) go over all columns.
class AttemptTable : public RowTable {
    Q_OBJECT

public:
    explicit AttemptTable(QWidget* parent = nullptr);

    void setModel(QAbstractItemModel* model) override;
    // When there are other rows.
    void fitColumns();
    // The column that draws how attempts go on with each other; hidden before.
    void showThreads(bool shown);
    // Which columns are shown; kept in the settings. The menu belongs to `parent`.
    QMenu* columnsMenu(QWidget* parent);
    int sizeHintForColumn(int column) const override;

signals:
    // The headings of those that are hidden for lack of room, though they have something to show.
    void columnsGaveWay(const QStringList& headings);

protected:
    QModelIndex moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) override;
    void paintEvent(QPaintEvent* event) override;
    void dataChanged(
        const QModelIndex& topLeft, const QModelIndex& bottomRight, const QList<int>& roles = {}) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void takeLetters();
    int heightOf(int lines) const;
    void paintHead(QPainter& painter, const QRect& row, const GroupHead& head) const;
    int neededWidth(int column) const; // with the heading
    int headingWidth(int column) const;
    int leastOf(int column) const;
    int leastHeading(int column) const;
    int wholeWidth(int column) const;
    int usualWidth(int column) const;
    int widthOfMost(int column) const;
    int measured(QHash<int, int>& known, int column, int (AttemptTable::*measure)(int) const) const;
    int timeWidth() const;
    int leastWidth(int column) const;
    int leastRoom(int column) const;
    int widthFor(int column) const;
    bool isTight() const;
    bool isNoted() const;
    bool isWanted(int column) const;
    QString headingOf(int column) const;
    void letColumnsGiveWay();
    void giveRoomToHeadings(const int* rooms);
    void setGivenWay(const QSet<int>& columns);
    void shareRoom();
    void keepResults();
    int shownWidth(int column) const;
    int linesOf(int row) const;
    void fitRows();
    void widenColumns();
    void hideColumn(int column, bool hidden);
    void showColumn(int column, bool shown);
    void keepDragged(int column);

    QStringList m_headingsGone; // as they were told
    QSet<int> m_givenWay; // columns that are hidden, though they were not switched off
    int m_spare = 0; // behind what each has at least
    bool m_isTight = false; // there is not all that each column needs
    bool m_headingsAreWhole = false; // also long ones, where it is tight
    // Widths in pixels, by column.
    struct Measured {
        QHash<int, int> wholes;
        QHash<int, int> usual;
    };
    Measured* m_measured = nullptr; // while columns are fitted
    bool m_isFitting = false;
    bool m_isDragged = false;
};

}
