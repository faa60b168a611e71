// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QFontMetrics>
#include <QHash>
#include <QSet>
#include <QStringList>
#include <QTreeView>

namespace torchmason {

class FlagDelegate;
class FlagFilter;
class FlagModel;

// The tree of flags. Groups that come are open, and an entry that comes or goes moves neither the current
// row nor what is on screen, though the model makes all its rows anew. Return edits
// the value. A flag that is to fix has a mark before its name.
class FlagTable : public QTreeView {
    Q_OBJECT

public:
    FlagTable(FlagModel& model, FlagFilter& filter, QWidget* parent = nullptr);

    void unfold();
    // Makes a row current and brings it into sight.
    void select(const QModelIndex& index);
    // Also columns that have no room: then it scrolls sideways.
    void showAllColumns(bool all);

signals:
    // After every fit: the headings of those that are hidden for lack of room.
    void columnsGaveWay(const QStringList& headings);

protected:
    void drawBranches(QPainter* painter, const QRect& blank, const QModelIndex& index) const override;
    bool edit(const QModelIndex& index, EditTrigger trigger, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    static constexpr int starWidth = 28; // pixels, at least

    void setUpColumns();
    struct Letters { // made once for many cells
        QFontMetrics usual;
        QFontMetrics bold;
    };
    // Widths in pixels: what the user's own need in one line, nine of ten texts of the scope, all of the
    // scope, all.
    struct Texts {
        int ofUser = 0; // values only
        int usual = 0;
        int inScope = 0;
        int ofAll = 0;
    };
    int switchWidth(const QFontMetrics& letters, int text) const; // pixels
    int neededBy(const QModelIndex& cell, const Letters& both) const; // pixels
    Texts textsOf(int column) const;
    int wrappedNames(); // pixels
    int shownIn(int column) const;
    int headingWidth(int column) const;
    int longestName() const; // pixels
    int leastWidth(int column) const;
    using Widths = QHash<int, int>; // of a column, pixels
    Widths widthsIn(int room, const QSet<int>& hidden) const;
    int roomOfColumns() const; // pixels
    void fitColumns();
    void arrangeColumns();
    void tellHidden(const QSet<int>& hidden);
    void fitRows();
    bool allRowsFit() const;
    void narrow(Widths& widths, int beyond) const;
    void shareBlanks(Widths& widths) const;
    void takeWidths(const Widths& widths);
    void planFit(bool otherRows);
    bool needsOtherWidths() const;
    void addFavouriteAction();
    void toggleFavourite(const QModelIndex& index);
    void unfoldGroup(int row);
    void keepPlace();
    void returnToPlace();

    FlagModel& m_model;
    FlagFilter& m_filter;
    FlagDelegate* m_delegate = nullptr;
    QString m_keptName; // the current flag
    QStringList m_keptFolded; // groups
    int m_keptScroll = 0;
    QHash<int, Texts> m_fitted; // to which the widths were fitted
    struct {
        QStringList names;
        QFont font;
        int width = 0;
    } m_wrapped; // the last ones, as they were measured
    int m_leastName = 0; // in which names are whole in three lines
    bool m_isFitting = false;
    bool m_fitIsPlanned = false;
    bool m_hasOtherRows = false; // since the last fit
    bool m_showsAll = false; // columns
    bool m_widthsAreChosen = false; // with the mouse
};

}
