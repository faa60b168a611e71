// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/pictures/Page.h"
#include "ui/history/ComparedCurves.h"
#include "ui/history/HistoryPage.h"
#include "ui/widgets/CollapsibleSection.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QItemSelectionModel>
#include <QLabel>
#include <QLineEdit>
#include <QTabWidget>
#include <QTreeWidget>

namespace torchmason {

namespace {

QAbstractItemView* openHistory(Studio& studio)
{
    studio.window().openPlace(NavigationBar::History);
    auto* page = studio.findChild<HistoryPage>();
    auto* table = page->findChild<QAbstractItemView*>("historyTable");
    studio.waitFor("the list of attempts", [&] { return table->model()->rowCount() > 0; });
    return table;
}

QImage history(Studio& studio)
{
    openHistory(studio);
    return studio.picture();
}

QImage emptyHistory(Studio& studio)
{
    studio.window().openPlace(NavigationBar::History);
    studio.waitToSee("historyEmpty");
    return studio.picture();
}

QImage grouped(Studio& studio, int grouping)
{
    openHistory(studio);
    studio.find<QComboBox>("historyGroup")->setCurrentIndex(grouping);
    return studio.picture();
}

QImage filtered(Studio& studio, const char* words)
{
    openHistory(studio);
    studio.find<QLineEdit>("historyFilter")->setText(QLatin1String(words));
    return studio.picture();
}

// Of the profile that was built most often.
QImage trend(Studio& studio)
{
    QAbstractItemView* table = openHistory(studio);
    table->setCurrentIndex(table->model()->index(std::min(6, table->model()->rowCount() - 1), 0));
    studio.find<CollapsibleSection>("historyTrend")->setOpen(true);
    return studio.picture();
}

// The newest two that were built here and are over.
void compareNewest(Studio& studio)
{
    QAbstractItemView* table = openHistory(studio);
    const QModelIndex first = table->model()->index(0, 0);
    const int rows = std::min(2, table->model()->rowCount());
    table->selectionModel()->select({ first, first.siblingAtRow(rows - 1) },
        QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    studio.click("historyCompare");
    auto* state = studio.window().findChild<QLabel*>("comparisonState");
    const QString comparing = state->text();
    studio.waitFor("the comparison", [&] { return state->text() != comparing || state->isHidden(); });
}

QImage compared(Studio& studio, int tab)
{
    compareNewest(studio);
    studio.find<QTabWidget>("comparisonTabs")->setCurrentIndex(tab);
    return studio.picture();
}

// With a line as a whole, where there is one.
QImage comparedLogs(Studio& studio)
{
    compared(studio, 3);
    auto* logs = studio.find<QTreeWidget>("comparisonLogs");
    if (QTreeWidgetItem* first = logs->topLevelItem(0); first && first->childCount() > 1)
        logs->setCurrentItem(first->child(1));
    return studio.picture();
}

QImage dialogOf(Studio& studio, const char* button)
{
    openHistory(studio);
    studio.click(button);
    QWidget* dialog = studio.dialog();
    return studio.picture(dialog);
}

}

QVector<Page> historyPages()
{
    return {
        { "history", Shelf::Many, history },
        { "history-empty", Shelf::Empty, emptyHistory },
        { "history-one", Shelf::One, history },
        { "history-running", Shelf::Running, history },
        { "history-waiting", Shelf::Waiting, history },
        { "history-strange", Shelf::Strange, history },
        { "history-odd", Shelf::Odd, history },
        { "history-trend", Shelf::Many, trend },
        { "history-threads", Shelf::Many, [](Studio& studio) { return grouped(studio, 1); } },
        { "history-trees", Shelf::Many, [](Studio& studio) { return grouped(studio, 2); } },
        { "history-found", Shelf::Many, [](Studio& studio) { return filtered(studio, "distributed"); } },
        { "history-nothing-found", Shelf::Many, [](Studio& studio) { return filtered(studio, "xyzzy"); } },
        { "history-notes", Shelf::Many, [](Studio& studio) { return dialogOf(studio, "historyNote"); } },
        { "history-room", Shelf::Many, [](Studio& studio) { return dialogOf(studio, "historyRoom"); } },
        { "compare", Shelf::Many, [](Studio& studio) { return compared(studio, 0); } },
        { "compare-steps", Shelf::Many, [](Studio& studio) { return compared(studio, 1); } },
        { "compare-curves", Shelf::Many, [](Studio& studio) { return compared(studio, 2); } },
        { "compare-logs", Shelf::Many, comparedLogs },
    };
}

}
