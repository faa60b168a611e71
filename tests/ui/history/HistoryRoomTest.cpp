// SPDX-License-Identifier: GPL-3.0-or-later
// Room for the parts of the history, also with large letters.
#include "tests/support/PseudoTranslator.h"
#include "tests/ui/history/HistoryHarness.h"
#include "ui/charts/TrendChart.h"
#include "ui/frame/NavigationBar.h"
#include "ui/history/DiskUseDialog.h"
#include "ui/history/HistoryModel.h"
#include "ui/history/NotesDialog.h"
#include "ui/widgets/Banner.h"
#include "ui/widgets/CollapsibleSection.h"
#include "ui/widgets/Theme.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QHeaderView>
#include <QImage>
#include <QLineEdit>
#include <QMenu>
#include <QProxyStyle>
#include <QPushButton>
#include <QScopeGuard>
#include <QScrollArea>
#include <QScrollBar>
#include <QSet>
#include <QStyleOptionComboBox>
#include <QTimer>

using namespace torchmason;

// Where cells of more than one line are cut.
class CellStyle : public QProxyStyle {
    Q_OBJECT

public:
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
        const QWidget* widget) const override
    {
        const auto* cell = qstyleoption_cast<const QStyleOptionViewItem*>(option);
        if (element == CE_ItemViewItem && cell && cell->features & QStyleOptionViewItem::WrapText)
            cut << cell->textElideMode;
        QProxyStyle::drawControl(element, option, painter, widget);
    }

    mutable QSet<Qt::TextElideMode> cut;
};

class HistoryRoomTest : public QObject, private HistoryHarness {
    Q_OBJECT

private:
    static constexpr QSize smallest { 1024 - 110, 640 }; // of the page in the smallest window

    static QFont large()
    {
        QFont font = QApplication::font();
        font.setPointSize(14);
        return font;
    }
    void showTrend(HistoryPage& page)
    {
        for (int i = 0; i < 3; ++i) {
            FakeAttempt attempt(store(), "Tour", 5);
            attempt.end(AttemptState::Succeeded, 10 + i);
        }
        page.refresh();
        page.show();
        QTRY_COMPARE(tableOf(page)->model()->rowCount(), 3);
        tableOf(page)->selectRow(0);
        findIn<CollapsibleSection>(page, "historyTrend")->setOpen(true);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
    }
    // Of one line.
    static int rowsIn(const QTableView& table)
    {
        return table.viewport()->height() / (table.fontMetrics().height() + spacing::group);
    }
    // Whole, inside the page and beside each other.
    static QStringList cutIn(const HistoryPage& page)
    {
        const QWidget* content = findIn<QScrollArea>(page, "historyScroll")->widget();
        QVector<std::pair<QString, QRect>> shown;
        QStringList cut;
        for (const QWidget* part : content->findChildren<QWidget*>()) {
            const bool isPart = qobject_cast<const QAbstractButton*>(part)
                || qobject_cast<const QComboBox*>(part) || qobject_cast<const TrendChart*>(part)
                || qobject_cast<const QTableView*>(part);
            if (!isPart || !part->isVisible() || part->objectName().isEmpty())
                continue;
            if (part->width() < part->minimumSizeHint().width()
                || part->height() < part->minimumSizeHint().height())
                cut << part->objectName() + " is small";
            const QRect place(part->mapTo(content, QPoint()), part->size());
            if (!content->rect().contains(place))
                cut << part->objectName() + " is outside";
            for (const auto& [name, other] : std::as_const(shown)) {
                if (place.intersects(other))
                    cut << part->objectName() + " is over " + name;
            }
            shown.append({ part->objectName(), place });
        }
        return cut;
    }
    static int topOf(const HistoryPage& page, const char* button)
    {
        return findIn<QPushButton>(page, button)->mapTo(&page, QPoint()).y();
    }
    static int roomOf(QComboBox& box)
    {
        QStyleOptionComboBox option;
        option.initFrom(&box);
        option.frame = box.hasFrame();
        return box.style()
            ->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, &box)
            .width();
    }

private slots:
    void init() { m_home = freshHome(); }

    void nothingIsCutWithLargeLetters()
    {
        const QFont usual = QApplication::font();
        const auto back = qScopeGuard([&usual] { QApplication::setFont(usual); });
        QApplication::setFont(large());
        QWidget window; // without a layout, so that the page may be too small
        HistoryPage page(&window);
        window.resize(1100, 700);
        page.resize(smallest);
        window.show();
        showTrend(page);
        QCOMPARE(cutIn(page), QStringList());
        const auto* scroll = findIn<QScrollArea>(page, "historyScroll");
        QVERIFY(scroll->widget()->width() <= scroll->viewport()->width()); // only heights scroll
        QCOMPARE(scroll->verticalScrollBar()->maximum(),
            scroll->widget()->height() - scroll->viewport()->height());
        page.resize(smallest.width(), 300);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
        QVERIFY(scroll->verticalScrollBar()->maximum() > 0);
        QCOMPARE(cutIn(page), QStringList());
    }

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

    // Another language has longer words: headings are cut, and what stands below them is not.
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
        for (int row = 2; row < rowsIn(*table) * 2 / 3; ++row)
            add("short", {});
        page.refresh();
        QTRY_VERIFY(table->model()->rowCount() > 2);
        const int last = table->model()->rowCount() - 1;
        QTRY_VERIFY(linesOf(last) > 1);
        QCOMPARE(linesOf(0), 1);
        QTRY_COMPARE(table->verticalScrollBar()->maximum(), 0);
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

    // Where the letters are large in the smallest window.
    void theListHasTheRoomOfALowPage()
    {
        const QFont usual = QApplication::font();
        const auto back = qScopeGuard([&usual] { QApplication::setFont(usual); });
        FakeAttempt attempt(store(), "Tour", 300);
        attempt.packWheel(m_home->filePath("dist"), "torch-2.7.1-cp311-cp311-linux_x86_64.whl", "wheel");
        attempt.end(AttemptState::Succeeded, 10);
        HistoryPage page;
        page.resize(smallest);
        page.show();
        auto* table = tableOf(page);
        QTRY_COMPARE(table->model()->rowCount(), 1);
        table->selectRow(0);
        const auto* detail = findIn<QWidget>(page, "historyDetail");
        QTRY_VERIFY(detail->isVisible());
        QApplication::setFont(large());
        QTRY_VERIFY(!detail->isVisible());
        QTRY_VERIFY2(rowsIn(*table) >= 6, qPrintable(QString::number(rowsIn(*table))));
        QCOMPARE(findIn<QScrollArea>(page, "historyScroll")->verticalScrollBar()->maximum(), 0);
        page.resize(smallest.width(), 1200);
        QTRY_VERIFY(detail->isVisible());
    }

    // In the smallest window, with a selected wheel, the trend, and two lines above the list.
    void thePageWithItsTrendDoesNotScroll()
    {
        HistoryPage page;
        page.resize(1024 - 80, 700 - 19); // beside the rail and below the menus
        for (int i = 0; i < 3; ++i) {
            FakeAttempt attempt(store(), "Tour", 300);
            attempt.packWheel(m_home->filePath("dist"), "torch-2.7.1-cp311-cp311-linux_x86_64.whl", "wheel");
            attempt.end(AttemptState::Succeeded, 10 + i);
        }
        page.show();
        const auto* table = tableOf(page);
        QTRY_COMPARE(table->model()->rowCount(), 3);
        auto* notice = findIn<Banner>(page, "historyNotice");
        notice->setMessage(Tone::Neutral, QString("two lines ").repeated(20));
        notice->show();
        findIn<CollapsibleSection>(page, "historyTrend")->setOpen(true);
        tableOf(page)->selectRow(0);
        QTRY_VERIFY(findIn<QWidget>(page, "historyDetail")->isVisible());
        QVERIFY(findIn<QWidget>(page, "historyTrendChart")->isVisible());
        QTRY_COMPARE(findIn<QScrollArea>(page, "historyScroll")->verticalScrollBar()->maximum(), 0);
        QVERIFY2(cutIn(page).isEmpty(), qPrintable(cutIn(page).join(u'\n')));
        QVERIFY(rowsIn(*table) >= 4);
    }

    // As if it neither wrapped nor scrolled.
    void thereIsOneLineOfButtonsWhereThereIsRoom()
    {
        HistoryPage page;
        showTrend(page);
        page.resize(page.sizeHint().expandedTo({ 1200, 900 }));
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
        QCOMPARE(cutIn(page), QStringList());
        const auto* scroll = findIn<QScrollArea>(page, "historyScroll");
        QCOMPARE(scroll->verticalScrollBar()->maximum(), 0);
        QCOMPARE(scroll->horizontalScrollBar()->maximum(), 0);
        QCOMPARE(topOf(page, "historyColumns"), topOf(page, "historyCompare"));
        QCOMPARE(topOf(page, "historyImport"), topOf(page, "historyOpen"));
    }

    void tabGoesAsOneReads()
    {
        const HistoryPage page;
        const QStringList names { "historyGroup", "historyOpen", "historyExport", "historyImport",
            "historyFilter", "historyOutcome", "historyProfile", "historyTag", "historyCompare",
            "historyAgain", "historyNote", "historyDelete", "historyRoom", "historyColumns" };
        QStringList order;
        for (const QWidget* part = page.nextInFocusChain(); part != &page; part = part->nextInFocusChain()) {
            if (names.contains(part->objectName()))
                order << part->objectName();
        }
        QCOMPARE(order, names);
    }

    void filtersHaveRoomForTheirWords()
    {
        HistoryPage page;
        page.resize(page.sizeHint().expandedTo({ 1200, 700 }));
        page.show();
        auto* outcome = findIn<QComboBox>(page, "historyOutcome");
        for (int i = 0; i < outcome->count(); ++i) {
            const int wanted = outcome->fontMetrics().horizontalAdvance(outcome->itemText(i));
            QVERIFY2(roomOf(*outcome) >= wanted, qPrintable(outcome->itemText(i)));
        }
        // Names of profiles and tags are of any length; these say what is not chosen.
        for (const char* name : { "historyProfile", "historyTag" }) {
            auto* box = findIn<QComboBox>(page, name);
            QVERIFY2(roomOf(*box) >= box->fontMetrics().horizontalAdvance(box->itemText(0)), name);
        }
    }

    // Where a window is as narrow as at 150 %, the choices stand below the words.
    void theWordsOfTheFilterHaveTheirRoom()
    {
        HistoryPage page;
        page.resize(580, 420);
        page.show();
        const auto* words = findIn<QLineEdit>(page, "historyFilter");
        const auto* outcome = findIn<QComboBox>(page, "historyOutcome");
        QTRY_VERIFY(words->width() >= 24 * words->fontMetrics().averageCharWidth());
        QTRY_VERIFY(outcome->y() > words->geometry().bottom());
        QTRY_COMPARE(cutIn(page), QStringList());
        const auto* scroll = findIn<QScrollArea>(page, "historyScroll");
        QTRY_VERIFY(scroll->widget()->width() <= scroll->viewport()->width()); // only heights scroll
        page.resize(1600, 700);
        QTRY_VERIFY(words->geometry().right() < outcome->x());
        QTRY_COMPARE(words->geometry().center().y(), outcome->geometry().center().y());
    }

    void dialogsGrowWithTheLetters()
    {
        const QFont usual = QApplication::font();
        const auto back = qScopeGuard([&usual] { QApplication::setFont(usual); });
        const auto sizes = [] {
            const NotesDialog notes(1, {});
            const DiskUseDialog room;
            return QVector<QSize> { notes.size(), room.size() };
        };
        const QVector<QSize> before = sizes();
        QFont twice = usual;
        twice.setPointSizeF(usual.pointSizeF() * 2);
        QApplication::setFont(twice);
        const QVector<QSize> after = sizes();
        for (qsizetype i = 0; i < before.size(); ++i) {
            QVERIFY(after[i].width() > before[i].width() * 3 / 2);
            QVERIFY(after[i].height() > before[i].height() * 3 / 2);
        }
    }

    // The word in the rail keeps its distance from the end of its button, whatever the letters.
    void theRailHasRoomBelowItsWords()
    {
        const NavigationBar rail;
        auto* button = findIn<QWidget>(rail, "railHistory");
        for (const int points : { 9, 14, 20 }) {
            QFont font = button->font();
            font.setPointSize(points);
            button->setFont(font);
            button->resize(button->sizeHint());
            const QImage picture = button->grab().toImage();
            int below = 0;
            for (int y = picture.height() - 1; y >= 0 && below < spacing::inner; --y, ++below) {
                for (int x = 1; x < picture.width(); ++x)
                    QVERIFY2(picture.pixel(x, y) == picture.pixel(0, y), qPrintable(QString::number(below)));
            }
            QCOMPARE(below, int(spacing::inner));
        }
    }
};

QTEST_MAIN(HistoryRoomTest)
#include "HistoryRoomTest.moc"
