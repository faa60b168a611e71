// SPDX-License-Identifier: GPL-3.0-or-later
// Room for the parts of the history, also with large letters.
#include "tests/ui/history/HistoryHarness.h"
#include "ui/charts/TrendChart.h"
#include "ui/frame/NavigationBar.h"
#include "ui/history/DiskUseDialog.h"
#include "ui/history/NotesDialog.h"
#include "ui/widgets/Banner.h"
#include "ui/widgets/CollapsibleSection.h"
#include "ui/widgets/Theme.h"

#include <QApplication>
#include <QComboBox>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScopeGuard>
#include <QScrollArea>
#include <QScrollBar>
#include <QStyleOptionComboBox>
#include <QToolButton>

#include <algorithm>

using namespace torchmason;

class HistoryRoomTest : public QObject, private HistoryHarness {
    Q_OBJECT

private:
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

    // Where the letters are large in the smallest window.
    void theListHasTheRoomOfALowPage()
    {
        const QFont usual = QApplication::font();
        const auto back = qScopeGuard([&usual] { QApplication::setFont(usual); });
        for (int i = 0; i < 12; ++i) {
            FakeAttempt attempt(store(), i < 11 ? "Tour" : "Zebra", 300);
            attempt.packWheel(m_home->filePath("dist"), "torch-2.7.1-cp311-cp311-linux_x86_64.whl", "wheel");
            attempt.end(AttemptState::Succeeded, 10);
        }
        HistoryPage page;
        page.resize(smallest);
        page.show();
        auto* table = tableOf(page);
        QTRY_COMPARE(table->model()->rowCount(), 12);
        table->selectRow(0);
        const auto* detail = findIn<QWidget>(page, "historyDetail");
        QTRY_VERIFY(detail->isVisible());
        QApplication::setFont(large());
        QTRY_VERIFY(!detail->isVisible());
        QTRY_VERIFY2(rowsIn(*table) >= 6, qPrintable(QString::number(rowsIn(*table))));
        QCOMPARE(findIn<QScrollArea>(page, "historyScroll")->verticalScrollBar()->maximum(), 0);
        // Few rows leave room below them.
        auto* words = findIn<QLineEdit>(page, "historyFilter");
        page.resize(smallest.width(), 33 * page.fontMetrics().lineSpacing());
        QCoreApplication::processEvents();
        QVERIFY(!detail->isVisible());
        const int actions = topOf(page, "historyNote");
        words->setText("Zebra");
        QTRY_COMPARE(table->model()->rowCount(), 1);
        QTRY_VERIFY(detail->isVisible());
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
        QCOMPARE(topOf(page, "historyNote"), actions);
        QTRY_COMPARE(table->verticalScrollBar()->maximum(), 0);
        for (int lines = 33; lines >= 22; --lines) { // what is shown below them makes no page scroll
            page.resize(smallest.width(), lines * page.fontMetrics().lineSpacing());
            QCoreApplication::processEvents();
            QTRY_VERIFY2(!detail->isVisible()
                    || findIn<QScrollArea>(page, "historyScroll")->verticalScrollBar()->maximum() == 0,
                qPrintable(QString::number(lines)));
        }
        words->setText({});
        QTRY_VERIFY(!detail->isVisible());
        page.resize(smallest.width(), 1200);
        QTRY_VERIFY(detail->isVisible());
    }

    // In the line of the buttons it takes no height from the list.
    void aLowPageThatIsWideKeepsItsTitle()
    {
        const QFont usual = QApplication::font();
        const auto back = qScopeGuard([&usual] { QApplication::setFont(usual); });
        QApplication::setFont(large());
        HistoryPage page;
        page.resize(2000, 600);
        page.show();
        const auto labels = page.findChildren<QLabel*>();
        const auto title = std::find_if(
            labels.begin(), labels.end(), [](const QLabel* label) { return label->text() == "History"; });
        QVERIFY(title != labels.end());
        QTRY_VERIFY((*title)->isVisible());
        page.resize(page.minimumSizeHint().expandedTo({ 500, 600 }));
        QTRY_VERIFY(!(*title)->isVisible());
        page.resize(2000, 600);
        QTRY_VERIFY((*title)->isVisible());
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

    // With large letters in the smallest window: the bar of the page would stand beside that of the list.
    void anOpenTrendHasTheRoomOfWhatAttemptsSayTogether()
    {
        const QFont usual = QApplication::font();
        const auto back = qScopeGuard([&usual] { QApplication::setFont(usual); });
        QApplication::setFont(large());
        for (int i = 0; i < 11; ++i) {
            FakeAttempt attempt(store(), "Tour", 300);
            if (i < 2)
                attempt.addFindings({ FakeAttempt::missingWork(3) });
            attempt.end(i < 2 ? AttemptState::Failed : AttemptState::Succeeded, 10 + i);
        }
        HistoryPage page;
        page.resize(1024 - 114, 700 - 28); // beside the rail and below the menus
        page.show();
        auto* table = tableOf(page);
        QTRY_COMPARE(table->model()->rowCount(), 11);
        table->selectRow(0);
        const auto* patterns = findIn<Banner>(page, "historyPatterns");
        QTRY_VERIFY(patterns->isVisible());
        const auto topOf = [&page](const QWidget* part) { return part->mapTo(&page, QPoint()).y(); };
        QTRY_COMPARE_GE(topOf(patterns), topOf(table) + table->height()); // rows stay when there is more
        auto* toggle = findIn<QToolButton>(page, "historyTrendToggle");
        toggle->click();
        QTRY_VERIFY(findIn<QWidget>(page, "historyTrendChart")->isVisible());
        QVERIFY(!patterns->isVisible());
        QTRY_COMPARE(findIn<QScrollArea>(page, "historyScroll")->verticalScrollBar()->maximum(), 0);
        QTRY_VERIFY2(cutIn(page).isEmpty(), qPrintable(cutIn(page).join(u'\n')));
        QTRY_VERIFY(table->verticalScrollBar()->maximum() > 0);
        toggle->click();
        QTRY_VERIFY(patterns->isVisible());
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
