// SPDX-License-Identifier: GPL-3.0-or-later
// How columns and lines of the list share its room.
#include "tests/support/PseudoTranslator.h"
#include "tests/ui/history/HistoryHarness.h"
#include "ui/history/HistoryModel.h"
#include "ui/widgets/Theme.h"

#include <QAction>
#include <QApplication>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QProxyStyle>
#include <QPushButton>
#include <QScopeGuard>
#include <QScrollBar>
#include <QSet>
#include <QTimer>

using namespace torchmason;

// Where names are cut.
class CellStyle : public QProxyStyle {
    Q_OBJECT

public:
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
        const QWidget* widget) const override
    {
        const auto* cell = qstyleoption_cast<const QStyleOptionViewItem*>(option);
        if (element == CE_ItemViewItem && cell && cell->index.column() == HistoryModel::Profile)
            cut << cell->textElideMode;
        QProxyStyle::drawControl(element, option, painter, widget);
    }

    mutable QSet<Qt::TextElideMode> cut;
};

class HistoryColumnsTest : public QObject, private HistoryHarness {
    Q_OBJECT

private slots:
    void init() { m_home = freshHome(); }

    // In the smallest window, and when an attempt has longer words while one looks.
    void outcomeAndTimesAreWhole()
    {
        FakeAttempt attempt(store(), QString("A long name ").repeated(9), 3);
        HistoryPage page;
        page.findChild<QTimer*>("historyLiveTimer")->setInterval(20);
        page.resize(smallest);
        page.show();
        const QTableView* table = tableOf(page);
        const auto textOf
            = [table](int column) { return table->model()->index(0, column).data().toString(); };
        const auto isWhole = [&](int column) {
            return table->columnWidth(column) > table->fontMetrics().horizontalAdvance(textOf(column));
        };
        QTRY_COMPARE(table->model()->rowCount(), 1);
        attempt.end(AttemptState::Failed, 44'444'444);
        QTRY_VERIFY2(textOf(HistoryModel::Duration).contains("12345 h"), qPrintable(textOf(4)));
        for (const int column : { HistoryModel::Outcome, HistoryModel::Started, HistoryModel::Duration })
            QTRY_VERIFY2(isWhole(column), qPrintable(textOf(column)));
    }

    // Beside results that are cut anyway.
    void headingsNamesAndTimesAreWhole()
    {
        const QString name = "Tour of a sample project";
        for (int i = 0; i < 10; ++i) {
            FakeAttempt attempt(store(), name, 300);
            attempt.record().firstFinding = QString("Old object files ").repeated(9);
            if (i == 5)
                attempt.record().imported = ImportNote { 1, 0, {}, {}, "build.log" };
            attempt.end(AttemptState::Failed, 3);
        }
        HistoryPage page;
        page.resize(smallest);
        page.show();
        auto* table = tableOf(page);
        QTRY_COMPARE(table->model()->rowCount(), 10);
        const QFontMetrics letters = table->fontMetrics();
        QTRY_VERIFY(table->columnWidth(HistoryModel::Profile) > letters.horizontalAdvance(name));
        for (int row = 0; row < 10; ++row) {
            const QString started = table->model()->index(row, HistoryModel::Started).data().toString();
            QVERIFY2(table->columnWidth(HistoryModel::Started) > letters.horizontalAdvance(started),
                qPrintable(started));
        }
        const auto* header = table->horizontalHeader();
        QVERIFY(table->columnWidth(HistoryModel::Duration)
            >= header->fontMetrics().horizontalAdvance("Duration") + spacing::inner);
        table->sortByColumn(HistoryModel::Duration, Qt::DescendingOrder);
        QTRY_VERIFY(
            table->columnWidth(HistoryModel::Duration) >= header->sectionSizeHint(HistoryModel::Duration));
        QCOMPARE(header->length(), table->viewport()->width());
    }

    // Where results are cut, the width of names is that of nine of ten.
    void oneLongNameTakesNoRoomFromResults()
    {
        for (int i = 0; i < 10; ++i) {
            const QString name = i == 4 ? "A question from the forum, 4711, with a long name.log" : "Tour";
            FakeAttempt attempt(store(), name, 300);
            attempt.record().firstFinding = QString("Old object files ").repeated(9);
            attempt.end(AttemptState::Failed, 3);
        }
        HistoryPage page;
        page.resize(smallest);
        page.show();
        const auto* table = tableOf(page);
        const int letter = table->fontMetrics().averageCharWidth();
        QTRY_COMPARE(table->model()->rowCount(), 10);
        QTRY_VERIFY(table->columnWidth(HistoryModel::Profile) <= 12 * letter);
        page.resize(3000, 640);
        QTRY_VERIFY(table->columnWidth(HistoryModel::Profile) > 30 * letter);
    }

    // And the other way round: one long result takes none from names.
    void oneLongResultTakesNoRoomFromNames()
    {
        const QString name = "A question from a forum.log";
        for (int i = 0; i < 10; ++i) {
            FakeAttempt attempt(store(), i == 4 ? name : "Tour", 300);
            attempt.record().firstFinding = i == 7 ? QString("Old object files ").repeated(12) : "No memory";
            attempt.end(AttemptState::Failed, 3);
        }
        HistoryPage page;
        page.resize(1300, 640);
        page.show();
        const auto* table = tableOf(page);
        QTRY_COMPARE(table->model()->rowCount(), 10);
        QTRY_COMPARE_GE(
            table->columnWidth(HistoryModel::Profile), table->fontMetrics().horizontalAdvance(name));
        QVERIFY(table->columnWidth(HistoryModel::FirstFinding) < table->fontMetrics().horizontalAdvance(
                    QString("Old object files ").repeated(12))); // it is cut anyway
    }

    // Two letters of a note say nothing.
    void notesHaveTheirShareBesideLongResults()
    {
        for (int i = 0; i < 3; ++i) {
            FakeAttempt attempt(store(), "Tour", 300);
            attempt.record().firstFinding = QString("Old object files ").repeated(9);
            attempt.end(AttemptState::Failed, 3);
            QVERIFY(writeNotes(attempt.folder(), { "The folder was configured before", { "good" } }).ok());
        }
        HistoryPage page;
        page.resize(smallest);
        page.show();
        const auto* table = tableOf(page);
        QTRY_COMPARE(table->model()->rowCount(), 3);
        const auto width = [table](int column) { return table->columnWidth(column); };
        const auto shared = [&] {
            return width(HistoryModel::Profile) + width(HistoryModel::FirstFinding)
                + width(HistoryModel::Notes);
        };
        QTRY_VERIFY(width(HistoryModel::Notes) > shared() / 5);
        QVERIFY(width(HistoryModel::FirstFinding) >= 36 * table->fontMetrics().averageCharWidth());
    }

    // Another language has longer words: headings have the room of these and no more while there is any, and
    // what stands below them is whole.
    void longHeadingsTakeNoRoom()
    {
        PseudoTranslator translator;
        QCoreApplication::installTranslator(&translator);
        const auto english = qScopeGuard([&] { QCoreApplication::removeTranslator(&translator); });
        for (int i = 0; i < 3; ++i) {
            FakeAttempt attempt(store(), "RTX 50, Linux", 90'000 + i);
            attempt.record().peakMemory = 18 * gibibyte;
            attempt.record().firstFinding = QString("Old object files ").repeated(6);
            attempt.end(AttemptState::Failed, 4000);
        }
        HistoryPage page;
        page.resize(1150, 700);
        page.show();
        const QTableView* table = tableOf(page);
        QTRY_COMPARE(table->model()->rowCount(), 3);
        const QHeaderView* header = table->horizontalHeader();
        QTRY_VERIFY(
            table->columnWidth(HistoryModel::PeakMemory) < header->sectionSizeHint(HistoryModel::PeakMemory));
        QCOMPARE(header->textElideMode(), Qt::ElideRight);
        for (int column = 0; column < HistoryModel::ColumnCount; ++column) {
            const QString text = table->model()->index(0, column).data().toString();
            if (column != HistoryModel::FirstFinding && !table->isColumnHidden(column))
                QVERIFY2(table->columnWidth(column) > table->fontMetrics().horizontalAdvance(text),
                    qPrintable(text));
            QVERIFY(
                !table->model()->headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString().isEmpty());
            const QString heading = table->model()->headerData(column, Qt::Horizontal).toString().trimmed();
            if (!table->isColumnHidden(column))
                QVERIFY2(table->columnWidth(column)
                        >= header->fontMetrics().horizontalAdvance(heading) + spacing::inner,
                    qPrintable(heading));
        }
        QCOMPARE(header->length(), table->viewport()->width()); // nothing scrolls
    }

    // With large letters in a narrow window: what came of an attempt is read first, and nothing scrolls.
    void figuresGiveWayToResults()
    {
        const QFont usual = QApplication::font();
        const auto back = qScopeGuard([&usual] { QApplication::setFont(usual); });
        QApplication::setFont(large());
        FakeAttempt attempt(store(), QString("A long name ").repeated(9), 300);
        attempt.record().peakMemory = 18 * gibibyte;
        attempt.record().firstFinding = QString("Old object files ").repeated(6);
        attempt.end(AttemptState::Failed, 4000);
        HistoryPage page;
        page.resize(780, 640);
        page.show();
        const QTableView* table = tableOf(page);
        QTRY_COMPARE(table->model()->rowCount(), 1);
        QTRY_VERIFY(table->isColumnHidden(HistoryModel::PeakMemory));
        QTRY_COMPARE(table->horizontalHeader()->length(), table->viewport()->width());
        const int result = table->columnWidth(HistoryModel::FirstFinding);
        QVERIFY(result >= 28 * table->fontMetrics().averageCharWidth());
        QVERIFY(result > table->columnWidth(HistoryModel::Profile));
        const auto* action = findIn<QAction>(page, "column-peakMemory");
        QVERIFY(action->isChecked()); // nobody has switched it off
        emit findIn<QPushButton>(page, "historyColumns")->menu()->aboutToShow();
        QVERIFY2(action->text().contains("no room"), qPrintable(action->text()));
        const auto* columns = findIn<QPushButton>(page, "historyColumns"); // in sight as well
        QVERIFY2(columns->text().endsWith(" hidden)"), qPrintable(columns->text()));
        QVERIFY2(columns->toolTip().contains("Memory"), qPrintable(columns->toolTip()));
        page.resize(1500, 640);
        QTRY_VERIFY(!table->isColumnHidden(HistoryModel::PeakMemory));
        page.resize(2500, 640);
        QTRY_COMPARE(columns->text(), "Columns");
        QTRY_COMPARE(columns->width(), columns->sizeHint().width()); // as wide as these words again
    }

    // With large letters: what they do not need is for results.
    void numbersTakeNoRoomFromResults()
    {
        const QFont usual = QApplication::font();
        const auto back = qScopeGuard([&usual] { QApplication::setFont(usual); });
        QApplication::setFont(large());
        for (int i = 0; i < 3; ++i) {
            FakeAttempt attempt(store(), "Tour", 300);
            attempt.record().firstFinding = QString("Old object files ").repeated(9);
            attempt.end(AttemptState::Failed, 3);
        }
        HistoryPage page;
        page.resize(smallest);
        page.show();
        const auto* table = tableOf(page);
        QTRY_COMPARE(table->model()->rowCount(), 3);
        const QFontMetrics letters = table->fontMetrics();
        QTRY_VERIFY(table->columnWidth(HistoryModel::Number) < 9 * letters.averageCharWidth());
        QCOMPARE_GT(table->columnWidth(HistoryModel::Number), letters.horizontalAdvance("3"));
        QCOMPARE_GE(table->columnWidth(HistoryModel::Number),
            table->horizontalHeader()->fontMetrics().horizontalAdvance("No.") + spacing::inner);
        // Results are no slivers, however narrow the list is.
        page.resize(300, 640);
        QTRY_COMPARE_GE(table->columnWidth(HistoryModel::FirstFinding), 9 * letters.averageCharWidth());
        page.resize(2500, 640);
        QTRY_COMPARE(table->horizontalHeader()->length(), table->viewport()->width());
    }

    // Above a blank list nothing is cut that a further line would hold.
    void longNamesAndResultsHaveFurtherLinesWhereThereIsRoom()
    {
        const QString name = QString("a part of a name ").repeated(5);
        const auto addAttempt = [&] { FakeAttempt(store(), name, 300).end(AttemptState::Succeeded, 10); };
        addAttempt();
        HistoryPage page;
        page.resize(smallest);
        page.show();
        const auto* table = tableOf(page);
        QTRY_COMPARE(table->model()->rowCount(), 1);
        const int line = table->fontMetrics().height() + spacing::group;
        QTRY_VERIFY(table->rowHeight(0) > line);
        page.resize(2500, 640);
        QTRY_COMPARE(table->rowHeight(0), line);
        page.resize(smallest);
        QTRY_VERIFY(table->rowHeight(0) > line);
        for (int i = 0; i < 30; ++i)
            addAttempt();
        page.refresh();
        QTRY_COMPARE(table->model()->rowCount(), 31);
        QTRY_COMPARE(table->rowHeight(0), line);
    }

    // Also where not all rows have the room for one more, and notes as well.
    void eachRowHasTheLinesThatItNeeds()
    {
        const auto add = [&](const QString& finding, const QString& note) {
            FakeAttempt attempt(store(), "Tour", 300);
            attempt.record().firstFinding = finding;
            attempt.end(AttemptState::Failed, 3);
            if (!note.isEmpty())
                QVERIFY(writeNotes(attempt.folder(), { note, {} }).ok());
        };
        const QString words = QString("several words ").repeated(30);
        add(words, {});
        add("short", words);
        HistoryPage page;
        page.resize(smallest);
        page.show();
        const auto* table = tableOf(page);
        const int line = table->fontMetrics().height() + spacing::group;
        const auto linesOf = [&](int row) {
            return 1 + (table->rowHeight(row) - line) / table->fontMetrics().lineSpacing();
        };
        QTRY_COMPARE(table->model()->rowCount(), 2);
        QTRY_COMPARE(linesOf(0), 3);
        QTRY_COMPARE(linesOf(1), 3);
        const int rows = rowsIn(*table) * 2 / 3;
        for (int row = 2; row < rows; ++row)
            add("short", {});
        page.refresh();
        QTRY_COMPARE(table->model()->rowCount(), rows);
        QTRY_VERIFY(linesOf(rows - 1) > 1);
        QTRY_COMPARE(linesOf(0), 1);
        QTRY_COMPARE(table->verticalScrollBar()->maximum(), 0);
    }

    // Where further lines would be for some of them only, all have one, and are cut at the end.
    void rowsThatAreAlikeLookAlike()
    {
        const QString name = QString("a part of a name ").repeated(9);
        const auto addAttempt = [&] { FakeAttempt(store(), name, 300).end(AttemptState::Succeeded, 10); };
        addAttempt();
        CellStyle style;
        HistoryPage page;
        page.resize(smallest);
        page.show();
        auto* table = tableOf(page);
        QTRY_COMPARE(table->model()->rowCount(), 1);
        const int line = table->fontMetrics().height() + spacing::group;
        QTRY_VERIFY(table->rowHeight(0) > line);
        const int rows = rowsIn(*table) * 4 / 5;
        for (int row = 1; row < rows; ++row)
            addAttempt();
        page.refresh();
        QTRY_COMPARE(table->model()->rowCount(), rows);
        QTRY_COMPARE(table->rowHeight(0), line);
        QCOMPARE(table->rowHeight(rows - 1), line);
        QTRY_VERIFY(table->viewport()->height() - rows * line > table->fontMetrics().lineSpacing());
        QCOMPARE(table->rowHeight(0), line);
        table->setStyle(&style);
        table->grab();
        QCOMPARE(style.cut, (QSet<Qt::TextElideMode> { Qt::ElideRight }));
    }

    // Once the filter is cleared, columns are as wide as what it had left out.
    void outcomesAreWholeAfterAFilter()
    {
        FakeAttempt(store(), "Tour", 5).end(AttemptState::Succeeded, 10);
        FakeAttempt(store(), "Tour", 5).end(AttemptState::Failed, 10);
        HistoryPage page;
        page.resize(1500, 800);
        page.show();
        auto* table = tableOf(page);
        const auto widthOf = [table](int column) { return table->columnWidth(column); };
        QTRY_COMPARE(table->model()->rowCount(), 2);
        const int whole = widthOf(HistoryModel::Outcome);
        auto* words = findIn<QLineEdit>(page, "historyFilter");
        words->setText("failed");
        QTRY_COMPARE(table->model()->rowCount(), 1);
        QTRY_VERIFY(widthOf(HistoryModel::Outcome) < whole);
        words->clear();
        QTRY_COMPARE(table->model()->rowCount(), 2);
        QTRY_COMPARE(widthOf(HistoryModel::Outcome), whole);
    }

    // However narrow the page is: "yesterday, 0..." is no time.
    void theTimeOfTheNewestAttemptIsWhole()
    {
        for (int i = 0; i < 12; ++i) {
            FakeAttempt attempt(store(), "Tour", i == 11 ? 55 : 2);
            attempt.record().peakMemory = 18 * gibibyte;
            attempt.record().firstFinding = QString("Old object files ").repeated(9);
            attempt.end(AttemptState::Failed, 3);
        }
        HistoryPage page;
        page.resize(1100, 640);
        page.show();
        auto* table = tableOf(page);
        QTRY_COMPARE(table->model()->rowCount(), 12);
        const QModelIndex newest = table->model()->index(0, HistoryModel::Started);
        for (int width = 1100; width > 500; width -= 4) {
            page.resize(width, 640);
            if (!table->isColumnHidden(HistoryModel::Started))
                QCOMPARE_GE(
                    table->columnWidth(HistoryModel::Started), table->sizeHintForIndex(newest).width());
        }
    }

    // At its end, as results are: not also in the middle of its last line.
    void whatHasASecondLineIsCutOnce()
    {
        FakeAttempt(store(), QString("a part of a name ").repeated(9), 300).end(AttemptState::Succeeded, 10);
        CellStyle style;
        HistoryPage page;
        page.resize(smallest);
        page.show();
        auto* table = tableOf(page);
        QTRY_COMPARE(table->model()->rowCount(), 1);
        QTRY_VERIFY(table->rowHeight(0) > table->fontMetrics().height() + spacing::group);
        table->setStyle(&style);
        table->grab();
        QCOMPARE(style.cut, (QSet<Qt::TextElideMode> { Qt::ElideRight }));
    }
};

QTEST_MAIN(HistoryColumnsTest)
#include "HistoryColumnsTest.moc"
