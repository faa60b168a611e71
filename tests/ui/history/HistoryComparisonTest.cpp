// SPDX-License-Identifier: GPL-3.0-or-later
// Attempts side by side in the history.
#include "tests/ui/history/HistoryHarness.h"
#include "ui/frame/MainWindow.h"
#include "ui/history/ComparedCurves.h"
#include "ui/models/Background.h"

#include <QAction>
#include <QCheckBox>
#include <QLabel>
#include <QPushButton>
#include <QSet>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTreeWidget>

using namespace torchmason;

class HistoryComparisonTest : public QObject, private HistoryHarness {
    Q_OBJECT

private:
    // Two attempts in which one step took so many milliseconds.
    void compareTwo(HistoryPage& page, const QString& output, const QVector<int>& milliseconds)
    {
        for (const int end : milliseconds) {
            FakeAttempt attempt(store(), "Tour", 3);
            EdgeRecord edge;
            edge.output = output;
            edge.end = end;
            attempt.add(edge);
            attempt.end(AttemptState::Succeeded, 20);
        }
        page.show();
        QTRY_COMPARE(tableOf(page)->model()->rowCount(), 2);
        page.compare({ 1, 2 });
    }

private slots:
    void init() { m_home = freshHome(); }

    void twoAreCompared()
    {
        makeTwo();
        HistoryPage page;
        page.resize(1000, 600);
        page.show();
        page.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&page));
        auto* table = tableOf(page);
        QTRY_COMPARE(table->model()->rowCount(), 2);
        auto* compare = findIn<QPushButton>(page, "historyCompare");
        QVERIFY(!compare->isEnabled()); // one is selected
        table->selectAll();
        QVERIFY(compare->isEnabled());
        QTest::mouseClick(compare, Qt::LeftButton);
        auto* tree = findIn<QTreeWidget>(page, "comparisonTable");
        QTRY_VERIFY(tree->topLevelItemCount() > 0);
        QVERIFY(tree->isVisible() && !table->isVisible() && !compare->isVisible());
        const QStringList rows = rowsOf(*tree);
        QVERIFY2(!rows.filter("USE_CUDA|ON").filter("|OFF").isEmpty(), qPrintable(rows.join('\n')));
        const auto isBold = [tree](const char* name) {
            const auto found = tree->findItems(QLatin1String(name), Qt::MatchExactly | Qt::MatchRecursive);
            return found.size() == 1 && found.first()->font(1).bold();
        };
        QVERIFY(!isBold("USE_CUDA")); // all of them differ
        QVERIFY2(
            !rows.filter("How it ended|Outcome|failed|succeeded").isEmpty(), qPrintable(rows.join('\n')));
        findIn<QCheckBox>(page, "comparisonEverything")->setChecked(true);
        QVERIFY(rowsOf(*tree).size() > rows.size());
        QVERIFY(isBold("USE_CUDA") && !isBold("Source comes from"));
        QVERIFY(!rowsOf(*tree).filter("Stages|Compile|").isEmpty()); // by their titles
        QTest::mouseClick(findIn<QPushButton>(page, "comparisonBack"), Qt::LeftButton);
        QVERIFY(table->isVisible());
        QVERIFY(compare->isVisible());
    }

    void thoseThatABoxNamesAreCompared()
    {
        for (int i = 0; i < 3; ++i) {
            FakeAttempt attempt(store(), "Tour", 300);
            attempt.startStage("compile");
            if (i < 2)
                attempt.addFindings({ FakeAttempt::missingWork(3) });
            attempt.endStage("compile", i < 2 ? StageState::Failed : StageState::Succeeded, 9);
            attempt.end(i < 2 ? AttemptState::Failed : AttemptState::Succeeded, 10);
        }
        HistoryPage page;
        page.resize(1000, 600);
        page.show();
        const auto* box = findIn<QWidget>(page, "historyPatterns");
        QTRY_VERIFY2(box->isVisible(), qPrintable(box->accessibleName()));
        QVERIFY2(
            box->accessibleName().contains("compare it with attempt 2"), qPrintable(box->accessibleName()));
        auto* compare = findIn<QPushButton>(page, "historyPatternsCompare");
        QCOMPARE(compare->text(), "Compare 2 and 3");
        QVERIFY(compare->focusPolicy() & Qt::TabFocus);
        QTest::keyClick(compare, Qt::Key_Space);
        QTRY_COMPARE(page.comparison(), "Attempts 2 and 3 compared");
        QVERIFY(!box->isVisible());
    }

    void whatWasDeletedMeanwhileIsSaid()
    {
        makeTwo();
        HistoryPage page;
        page.show();
        QTRY_COMPARE(tableOf(page)->model()->rowCount(), 2);
        page.compare({ 2, 99 });
        QTRY_VERIFY(findIn<QWidget>(page, "historyNotice")->isVisible());
        QVERIFY(page.comparison().isEmpty());
    }

    // As the name of a finding in the smallest window.
    void longCellsHaveFourLines()
    {
        for (const char* word : { "one value ", "another value " }) {
            FakeAttempt attempt(store(), "Tour", 3);
            attempt.record().request.configuration.setFlag(
                { "TORCH_CUDA_ARCH_LIST", QString(word).repeated(90), {} });
            attempt.end(AttemptState::Succeeded, 10);
        }
        HistoryPage page;
        page.resize(1000, 600);
        page.show();
        QTRY_COMPARE(tableOf(page)->model()->rowCount(), 2);
        page.compare({ 1, 2 });
        const auto* tree = findIn<QTreeWidget>(page, "comparisonTable");
        QTRY_COMPARE(
            tree->findItems("TORCH_CUDA_ARCH_LIST", Qt::MatchExactly | Qt::MatchRecursive).size(), 1);
        const auto* row
            = tree->findItems("TORCH_CUDA_ARCH_LIST", Qt::MatchExactly | Qt::MatchRecursive).first();
        QTRY_COMPARE(tree->visualItemRect(row).height() / tree->fontMetrics().lineSpacing(), 4);
    }

    // Memory, cores and steps over time, with the same figures in a table and in words.
    void curvesLieOverEachOther()
    {
        makeTwo();
        FakeAttempt third(store(), "Tour", 2);
        third.addSamples(0, 20, 4, "compile", 1000, 2);
        for (const int second : { 3, 9, 15 }) {
            EdgeRecord edge;
            edge.output = QStringLiteral("o%1.o").arg(second);
            edge.start = 2000;
            edge.end = second * 1000;
            third.add(edge);
        }
        third.end(AttemptState::Succeeded, 20);
        HistoryPage page;
        page.resize(1000, 600);
        page.show();
        auto* table = tableOf(page);
        QTRY_COMPARE(table->model()->rowCount(), 3);
        table->selectAll();
        QTest::mouseClick(findIn<QPushButton>(page, "historyCompare"), Qt::LeftButton);
        auto* tabs = findIn<QTabWidget>(page, "comparisonTabs");
        auto* curves = findIn<ComparedCurves>(page, "comparedCurves");
        auto* values = findIn<QTreeWidget>(page, "comparedValues");
        QTRY_COMPARE(values->topLevelItemCount(), 3);
        QVERIFY(!curves->isVisible());
        tabs->setCurrentWidget(curves);
        QVERIFY(curves->isVisible() && !findIn<QCheckBox>(page, "comparisonEverything")->isVisible());
        const auto row = [&values](const QString& name) {
            const QTreeWidgetItem* item = values->findItems(name, Qt::MatchExactly).value(0);
            return QStringList({ item->text(1), item->text(2), item->text(3) });
        };
        QCOMPARE(row("2"), QStringList({ "–", "–", "–" }));
        QCOMPARE(row("3").last(), "3");
        QVERIFY(row("1").first().contains("GB") && row("1").last() == "–");
        QVERIFY(findIn<QLabel>(page, "comparedUnknown")->text().contains("attempt 2."));
        const QString words = curves->accessibleDescription();
        QVERIFY2(words.contains("Attempt 1: memory at most " + row("1").first()), qPrintable(words));
        QVERIFY2(words.contains("Attempt 2: memory and cores were not measured."), qPrintable(words));
        // The cursor goes to the beginning, where no step has ended, and to the end.
        QTest::keyClick(values, Qt::Key_Home);
        QCOMPARE(row("3").last(), "–");
        QTest::keyClick(values, Qt::Key_End);
        QCOMPARE(row("3").last(), "3");
        QCOMPARE(row("1"), QStringList({ "–", "–", "–" })); // it was over before
        QTest::keyClick(values, Qt::Key_Left);
        QVERIFY(row("3").first().contains("GB"));
        const QImage before = curves->grab().toImage();
        values->setCurrentItem(values->topLevelItem(2)); // stands out
        QTRY_VERIFY(curves->grab().toImage() != before);
        // The next comparison begins with what differs.
        QCOMPARE(page.comparison(), "Attempts 1, 2 and 3 compared");
        QTest::keyClick(values, Qt::Key_Escape);
        QVERIFY(table->isVisible());
        QCOMPARE(page.comparison(), QString());
        QTest::mouseClick(findIn<QPushButton>(page, "historyCompare"), Qt::LeftButton);
        QCOMPARE(tabs->currentIndex(), 0);
    }

    // Where it is missed: in the list of differences, unless all is shown.
    void whatIsLeftOutAsChanceIsNamed()
    {
        for (const int seconds : { 100, 104 })
            FakeAttempt(store(), "Tour", 30).end(AttemptState::Succeeded, seconds);
        HistoryPage page;
        page.resize(1000, 600);
        page.show();
        QTRY_COMPARE(tableOf(page)->model()->rowCount(), 2);
        page.compare({ 1, 2 });
        auto* chance = findIn<QLabel>(page, "comparisonLeftOut");
        QTRY_VERIFY(chance->isVisible());
        QVERIFY2(chance->text().contains(": Duration."), qPrintable(chance->text()));
        QVERIFY(rowsOf(*findIn<QTreeWidget>(page, "comparisonTable")).filter("1 min 40 s").isEmpty());
        auto* everything = findIn<QCheckBox>(page, "comparisonEverything");
        everything->setChecked(true);
        QVERIFY(!chance->isVisible());
        QVERIFY(!rowsOf(*findIn<QTreeWidget>(page, "comparisonTable")).filter("1 min 40 s").isEmpty());
        everything->setChecked(false);
        QVERIFY(chance->isVisible());
        findIn<QTabWidget>(page, "comparisonTabs")->setCurrentIndex(1);
        QVERIFY(!chance->isVisible());
    }

    // An earlier comparison that takes longer to read is not shown over the one that was asked for last.
    void theLastComparisonIsShown()
    {
        makeTwo();
        HistoryPage page;
        page.show();
        QTRY_COMPARE(tableOf(page)->model()->rowCount(), 2);
        page.compare(QVector<int>(100, 1));
        page.compare({ 1, 2 });
        QVERIFY(diskPool().waitForDone(30'000));
        QCoreApplication::sendPostedEvents();
        QCOMPARE(page.comparison(), "Attempts 1 and 2 compared");
    }

    void howMuchStepsDifferIsTold()
    {
        HistoryPage page;
        compareTwo(page, "long.o", { 2000, 6000 });
        const auto* steps = findIn<QTreeWidget>(page, "comparisonSteps");
        QTRY_VERIFY(steps->topLevelItemCount() > 0);
        const QString rows = rowsOf(*steps).join(u'\n');
        QVERIFY2(rows.contains("long.o|2 s|6 s (4 s more)"), qPrintable(rows));
        const QString kinds = steps->topLevelItem(0)->text(0); // more than the clock tells
        QVERIFY2(kinds.endsWith("the times of parallel steps added up"), qPrintable(kinds));
    }

    // A reader who reckons after them finds no fault.
    void differencesAreOfTheTimesThatAreShown()
    {
        HistoryPage page;
        compareTwo(page, "long.o", { 108'400, 61'600 });
        const auto* steps = findIn<QTreeWidget>(page, "comparisonSteps");
        QTRY_VERIFY(steps->topLevelItemCount() > 0);
        const QString rows = rowsOf(*steps).join(u'\n');
        QVERIFY2(rows.contains("long.o|1 min 48 s|1 min 2 s (46 s less)"), qPrintable(rows));
    }

    // A file that is compiled into two targets.
    void stepsOfOneNameAreToldApart()
    {
        for (const int end : { 2000, 6000 }) {
            FakeAttempt attempt(store(), "Tour", 3);
            for (const char* output : { "x/one.dir/a.cpp.o", "x/two.dir/a.cpp.o", "x/two.dir/b.cpp.o" }) {
                EdgeRecord edge;
                edge.output = QLatin1String(output);
                edge.end = end;
                attempt.add(edge);
            }
            attempt.end(AttemptState::Succeeded, 20);
        }
        HistoryPage page;
        page.show();
        QTRY_COMPARE(tableOf(page)->model()->rowCount(), 2);
        page.compare({ 1, 2 });
        const auto* steps = findIn<QTreeWidget>(page, "comparisonSteps");
        QTRY_VERIFY(steps->topLevelItemCount() > 0);
        const QString rows = rowsOf(*steps).join(u'\n');
        for (const char* name : { "one.dir/a.cpp.o|", "two.dir/a.cpp.o|", "|b.cpp.o|" })
            QVERIFY2(rows.contains(QLatin1String(name)), qPrintable(rows));
    }

    void timesThatDifferByChanceAreNotListed()
    {
        HistoryPage page;
        compareTwo(page, "short.o", { 200, 300 });
        const auto* steps = findIn<QTreeWidget>(page, "comparisonSteps");
        QTRY_VERIFY(steps->topLevelItemCount() > 1);
        const QString rows = rowsOf(*steps).join(u'\n');
        QVERIFY2(!rows.contains("short.o"), qPrintable(rows));
        QVERIFY(steps->topLevelItem(1)->text(0).contains("more than chance"));
    }

    void longListsSayHowMuchIsLeftOut()
    {
        makeTwo();
        FakeAttempt third(store(), "Tour", 2);
        for (int step = 0; step < 25; ++step) {
            EdgeRecord edge;
            edge.output = QStringLiteral("o%1.o").arg(step);
            edge.end = 1000;
            third.add(edge);
        }
        third.end(AttemptState::Succeeded, 20);
        HistoryPage page;
        page.show();
        QTRY_COMPARE(tableOf(page)->model()->rowCount(), 3);
        page.compare({ 1, 3 });
        auto* steps = findIn<QTreeWidget>(page, "comparisonSteps");
        QTRY_VERIFY(steps->topLevelItemCount() > 0);
        const QTreeWidgetItem* alone = steps->topLevelItem(steps->topLevelItemCount() - 1);
        QCOMPARE(alone->childCount(), 21);
        QTreeWidgetItem* rest = alone->child(20);
        QCOMPARE(rest->text(0), "and 5 more");
        QVERIFY(!rest->isExpanded());
        steps->setCurrentItem(rest);
        QTest::keyClick(steps, Qt::Key_Right);
        QCOMPARE(rest->childCount(), 5);
        QSet<QString> outputs;
        for (int row = 0; row < 20; ++row)
            outputs << alone->child(row)->text(0);
        for (int row = 0; row < 5; ++row)
            outputs << rest->child(row)->text(0);
        QCOMPARE(outputs.size(), 25);
    }

    // The place asked for once more shows its beginning.
    void historyAskedForOnceMoreIsTheList()
    {
        makeTwo();
        MainWindow window;
        window.show();
        auto* show = window.findChild<QAction*>("actionShowHistory");
        show->trigger();
        auto* table = findIn<QTableView>(window, "historyTable");
        QTRY_COMPARE(table->model()->rowCount(), 2);
        table->selectAll();
        auto* page = window.findChild<HistoryPage*>();
        QSignalSpy shown(page, &HistoryPage::comparisonChanged);
        findIn<QPushButton>(window, "historyCompare")->click();
        page->compare({ 1, 2 }); // over the first one, as the tour may
        QTRY_COMPARE(shown.size(), 2);
        QVERIFY(!table->isVisible());
        show->trigger();
        QVERIFY(table->isVisible());
    }
};

QTEST_MAIN(HistoryComparisonTest)
#include "HistoryComparisonTest.moc"
