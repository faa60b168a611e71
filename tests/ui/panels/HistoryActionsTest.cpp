// SPDX-License-Identifier: GPL-3.0-or-later
// What the history does with the selected attempts.
#include "core/base/AppPaths.h"
#include "core/config/ProfileStore.h"
#include "core/history/AttemptRemoval.h"
#include "core/store/AttemptNotes.h"
#include "tests/support/TestFiles.h"
#include "tests/ui/support/FakeAttempt.h"
#include "tests/ui/support/UiTest.h"
#include "ui/frame/MainWindow.h"
#include "ui/history/ComparedCurves.h"
#include "ui/history/HistoryModel.h"
#include "ui/history/HistoryPage.h"
#include "ui/history/NotesDialog.h"
#include "ui/models/Background.h"
#include "ui/models/BuildDraft.h"
#include "ui/pages/Wizard.h"
#include "ui/widgets/Banner.h"

#include <QAction>
#include <QCheckBox>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSet>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabWidget>
#include <QTableView>
#include <QTimer>
#include <QTreeWidget>

using namespace torchmason;

class HistoryActionsTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_home;

    AttemptStore store() const { return AttemptStore(AppPaths::attemptsFolder()); }
    static QTableView* tableOf(HistoryPage& page) { return page.findChild<QTableView*>("historyTable"); }
    // Two attempts that differ by a flag; the first one failed.
    void makeTwo()
    {
        FakeAttempt first(store(), "Tour", 30);
        first.record().request.configuration.setFlag({ "USE_CUDA", "ON", {} });
        first.addFindings({ FakeAttempt::missingWork(3) });
        first.addSamples(0, 10, 4, "compile", 1000, 2);
        first.end(AttemptState::Failed, 10);
        FakeAttempt second(store(), "Tour", 3);
        second.record().request.configuration.setFlag({ "USE_CUDA", "OFF", {} });
        second.end(AttemptState::Succeeded, 95);
    }
    static QStringList rowsOf(const QTreeWidget& tree)
    {
        QStringList rows;
        for (int i = 0; i < tree.topLevelItemCount(); ++i) {
            const QTreeWidgetItem* group = tree.topLevelItem(i);
            for (int k = 0; k < group->childCount(); ++k) {
                QStringList cells { group->text(0) };
                for (int column = 0; column < tree.columnCount(); ++column)
                    cells << group->child(k)->text(column);
                rows << cells.join(u'|');
            }
        }
        return rows;
    }

private slots:
    void init() { m_home = freshHome(); }

    // Some platforms show all text of a question as it is.
    void theQuestionIsPlainText()
    {
        makeTwo();
        HistoryPage page;
        page.show();
        QTRY_COMPARE(page.attempts().size(), 2);
        tableOf(page)->selectRow(0);
        QString text;
        QTimer look;
        connect(&look, &QTimer::timeout, &page, [&text] {
            auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            if (!box)
                return;
            text = box->text() + box->informativeText();
            box->reject();
        });
        look.start(20);
        page.findChild<QPushButton*>("historyDelete")->click();
        QTRY_VERIFY_WITH_TIMEOUT(text.contains("Build folders and wheels stay."), 30'000);
        QVERIFY2(!text.contains(u'<'), qPrintable(text));
    }

    // The menu of a row offers what the buttons do, and no more than they do now.
    void rowsHaveAMenu()
    {
        makeTwo();
        HistoryPage page;
        page.show();
        QTRY_COMPARE(page.attempts().size(), 2);
        QTableView* table = tableOf(page);
        table->selectRow(0);
        emit table->customContextMenuRequested(table->visualRect(table->currentIndex()).center());
        auto* menu = findIn<QMenu>(page, "historyMenu");
        QVERIFY(menu->isVisible());
        QStringList can;
        for (const QAction* action : menu->actions()) {
            if (action->isEnabled() && !action->isSeparator())
                can << action->text();
        }
        QCOMPARE(can,
            QStringList({ "Open", "Build again...", "Note and tags...", "Delete...", "Export", "Copy" }));
        menu->actions().last()->trigger();
        const QStringList cells = QGuiApplication::clipboard()->text().split(u'\t');
        QCOMPARE(cells.value(HistoryModel::Number), "2");
        QVERIFY(cells.contains("Tour"));
        QSignalSpy opened(&page, &HistoryPage::openRequested);
        menu->actions().first()->trigger();
        QCOMPARE(opened.size(), 1);
        menu->close();
    }

    void rowsAreCopied()
    {
        makeTwo();
        HistoryPage page;
        page.show();
        page.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&page));
        QTRY_COMPARE(page.attempts().size(), 2);
        QTableView* table = tableOf(page);
        table->selectAll();
        table->setFocus();
        QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier);
        const QStringList lines = QGuiApplication::clipboard()->text().split(u'\n');
        QCOMPARE(lines.size(), 2);
        const auto number = [](const QString& line) { return line.split(u'\t').value(HistoryModel::Number); };
        QCOMPARE(number(lines[0]), "2"); // as they stand there: the newest first
        QCOMPARE(number(lines[1]), "1");
    }

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
        findIn<QCheckBox>(page, "comparisonEverything")->setChecked(true);
        QVERIFY(rowsOf(*tree).size() > rows.size());
        QVERIFY(!rowsOf(*tree).filter("Stages|Compile|").isEmpty()); // by their titles
        QTest::mouseClick(findIn<QPushButton>(page, "comparisonBack"), Qt::LeftButton);
        QVERIFY(table->isVisible());
        QVERIFY(compare->isVisible());
    }

    // One mark for both sides, also where the one has a line more.
    void theLogsPartInOneRow()
    {
        for (const char* log : { "new\na\nb\n", "a\nb\n" }) {
            FakeAttempt attempt(store(), "Tour", 3);
            attempt.addLog("compile", log);
            attempt.endStage("compile", StageState::Succeeded, 20);
            attempt.end(AttemptState::Succeeded, 25);
        }
        HistoryPage page;
        page.show();
        QTRY_COMPARE(tableOf(page)->model()->rowCount(), 2);
        page.compare({ 1, 2 });
        auto* logs = findIn<QTreeWidget>(page, "comparisonLogs");
        QTRY_VERIFY(logs->topLevelItemCount() > 0);
        const QStringList marked = rowsOf(*logs).filter(", here");
        QCOMPARE(marked.size(), 1);
        QVERIFY2(marked.first().contains("Line 1, here|new|"), qPrintable(marked.first()));
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
        auto* chance = findIn<QLabel>(page, "comparisonChance");
        QTRY_VERIFY(chance->isVisible());
        QVERIFY2(chance->text().contains(": Time."), qPrintable(chance->text()));
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
        for (const int seconds : { 2, 6 }) {
            FakeAttempt attempt(store(), "Tour", 3);
            EdgeRecord edge;
            edge.output = "long.o";
            edge.end = seconds * 1000;
            attempt.add(edge);
            attempt.end(AttemptState::Succeeded, 20);
        }
        HistoryPage page;
        page.show();
        QTRY_COMPARE(tableOf(page)->model()->rowCount(), 2);
        page.compare({ 1, 2 });
        auto* steps = findIn<QTreeWidget>(page, "comparisonSteps");
        QTRY_VERIFY(steps->topLevelItemCount() > 0);
        const QString rows = rowsOf(*steps).join(u'\n');
        QVERIFY2(rows.contains("long.o|2 s|6 s (4 s more)"), qPrintable(rows));
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

    void theWizardTakesItsSettings_data()
    {
        QTest::addColumn<QString>("profile");
        QTest::newRow("known") << QStringLiteral("tour");
        QTest::newRow("gone") << QStringLiteral("gone-since");
    }
    void theWizardTakesItsSettings()
    {
        QFETCH(QString, profile);
        {
            FakeAttempt attempt(store(), "Tour", 3);
            BuildRequest& request = attempt.record().request;
            request.profileId = profile;
            request.source.kind = SourceKind::Sample;
            request.configuration.setFlag({ "USE_FBGEMM", "OFF", {}, ValueOrigin::User });
            request.configuration.setEnvironment({ "HF_TOKEN", "hf_secret", ValueOrigin::User });
            request.clean = true;
            attempt.end(AttemptState::Failed, 10);
        }
        MainWindow window;
        window.show();
        BuildDraft& draft = window.draft();
        draft.setFlag("BEFORE", "1");
        draft.setCleanLevel(CleanLevel::All); // of another build
        findIn<Wizard>(window, "wizard")->goTo(Wizard::FlagsStep);
        auto* search = findIn<QLineEdit>(window, "flagSearch");
        search->setText("cuda");
        window.openPlace(NavigationBar::History);
        auto* table = findIn<QTableView>(window, "historyTable");
        QTRY_COMPARE(table->model()->rowCount(), 1);
        table->selectRow(0);
        QTest::mouseClick(findIn<QPushButton>(window, "historyAgain"), Qt::LeftButton);
        const auto* wizard = findIn<Wizard>(window, "wizard");
        const auto* notice = findIn<Banner>(window, "wizardNotice");
        QTRY_VERIFY(notice->isVisible());
        const Configuration& edits = draft.edits().configuration;
        QVERIFY2(notice->text().contains("HF_TOKEN"), qPrintable(notice->text()));
        QCOMPARE(wizard->step(), Wizard::FlagsStep);
        QCOMPARE(draft.profileId(), profile);
        QCOMPARE(notice->text().contains(profile), profile != "tour");
        QCOMPARE(ProfileStore().has(profile), profile != "tour");
        QVERIFY(edits.flag("USE_FBGEMM") && !edits.flag("BEFORE"));
        QVERIFY(search->text().isEmpty()); // nothing of it is hidden
        QVERIFY(draft.cleanLevel() == CleanLevel::None);
        QVERIFY2(notice->text().contains("cleaned its build folder"), qPrintable(notice->text()));
        draft.undoStack().undo();
        QVERIFY(edits.flag("BEFORE") && !edits.flag("USE_FBGEMM"));
    }

    void aNoteIsWritten()
    {
        makeTwo();
        HistoryPage page;
        page.show();
        auto* table = tableOf(page);
        QTRY_COMPARE(table->model()->rowCount(), 2);
        table->selectRow(0);
        QTest::mouseClick(findIn<QPushButton>(page, "historyNote"), Qt::LeftButton);
        auto* dialog = page.findChild<NotesDialog*>();
        QVERIFY(dialog);
        auto* tags = dialog->findChild<QLineEdit*>("notesTags");
        dialog->findChild<QPlainTextEdit*>("notesText")->setPlainText("needs <b>driver</b> 570\nmore");
        auto* save = dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Save);
        tags->setText("good !!");
        QTest::mouseClick(save, Qt::LeftButton);
        QVERIFY(dialog->isVisible()); // "!!" is no tag, and that is said
        QVERIFY(findIn<Banner>(*dialog, "notesProblem")->isVisible());
        tags->setText("good, Driver good");
        QTest::mouseClick(save, Qt::LeftButton);
        QTRY_COMPARE(table->model()->index(0, HistoryModel::Notes).data().toString(),
            QString("#good #driver needs <b>driver</b> 570"));
        QVERIFY(table->model()
                    ->index(0, HistoryModel::Notes)
                    .data(Qt::ToolTipRole)
                    .toString()
                    .contains("&lt;b&gt;"));
        QCOMPARE(readNotes(store().attemptFolder(2))->note, QString("needs <b>driver</b> 570\nmore"));
    }

    // Also where the one before takes longer to write.
    void theLastNoteStays()
    {
        makeTwo();
        HistoryPage page;
        page.show();
        QTRY_COMPARE(tableOf(page)->model()->rowCount(), 2);
        tableOf(page)->selectRow(0);
        const auto note = [&page](const QString& text) {
            findIn<QPushButton>(page, "historyNote")->click();
            NotesDialog* dialog = page.findChildren<NotesDialog*>().last();
            findIn<QPlainTextEdit>(*dialog, "notesText")->setPlainText(text);
            dialog->accept();
        };
        for (int round = 0; round < 5; ++round) {
            note(QString(90'000, QChar(0xe9)));
            note("last");
            QVERIFY(diskPool().waitForDone(30'000));
            QCOMPARE(readNotes(store().attemptFolder(2))->note, QString("last"));
        }
    }

    void deletingAsks()
    {
        makeTwo();
        HistoryPage page;
        page.show();
        auto* table = tableOf(page);
        QTRY_COMPARE(table->model()->rowCount(), 2);
        table->selectRow(1);
        bool answer = false;
        QStringList asked;
        page.setDeleteQuestion([&](QWidget*, const QString& question, const QString& losses) {
            asked << question + u' ' + losses;
            return answer;
        });
        auto* button = findIn<QPushButton>(page, "historyDelete");
        QTest::mouseClick(button, Qt::LeftButton);
        QTRY_COMPARE(asked.size(), 1);
        QVERIFY2(asked.first().startsWith("Delete attempt 1? This frees "), qPrintable(asked.first()));
        QVERIFY(QFileInfo::exists(store().attemptFolder(1)));
        answer = true;
        QTest::mouseClick(button, Qt::LeftButton);
        QTRY_COMPARE(table->model()->rowCount(), 1);
        QVERIFY(!QFileInfo::exists(store().attemptFolder(1)));
        QVERIFY(QFileInfo::exists(store().attemptFolder(2)));
    }

    void whatRunsIsNotDeleted()
    {
        makeTwo();
        FakeAttempt running(store(), "Tour", 1);
        HistoryPage page;
        page.show();
        auto* table = tableOf(page);
        QTRY_COMPARE(table->model()->rowCount(), 3);
        auto* button = findIn<QPushButton>(page, "historyDelete");
        table->selectRow(0);
        QVERIFY(!button->isEnabled());
        QCOMPARE(button->toolTip(), "Attempt 3 runs or waits; stop it first.");
        table->selectAll(); // one of them runs
        QVERIFY(button->isEnabled());
        QTest::mouseClick(button, Qt::LeftButton);
        auto* notice = findIn<Banner>(page, "historyNotice");
        QTRY_COMPARE(notice->text(), "Attempt 3 runs or waits; stop it first.");
        QVERIFY(notice->isVisible());
        running.end(AttemptState::Stopped, 10);
        page.refresh();
        QTRY_VERIFY(!notice->isVisible());
        table->selectRow(0);
        QVERIFY(button->isEnabled());
    }

    // The value of a flag is in no cell.
    void oldAttemptsAreTidiedUp()
    {
        makeTwo();
        for (const char* cache : { "CCACHE_DIR", "SCCACHE_DIR" }) // not what this machine has
            qputenv(cache, m_home->filePath(QLatin1String(cache)).toUtf8());
        HistoryPage page;
        page.setDeleteQuestion([](QWidget*, const QString&, const QString&) { return true; });
        page.show();
        auto* table = tableOf(page);
        QTRY_COMPARE(table->model()->rowCount(), 2);
        QTest::mouseClick(findIn<QPushButton>(page, "historyRoom"), Qt::LeftButton);
        auto* sizes = findIn<QLabel>(page, "diskUseSizes");
        QTRY_VERIFY2(sizes->text().contains("2 attempt"), qPrintable(sizes->text()));
        auto* wanted = findIn<QPushButton>(page, "diskUseDelete");
        QVERIFY(!wanted->isEnabled()); // nothing says how many stay
        findIn<QSpinBox>(page, "diskUseKeep")->setValue(1);
        findIn<QCheckBox>(page, "diskUseKeeps")->setChecked(true);
        QTRY_VERIFY(wanted->isEnabled());
        QCOMPARE(keptAttempts(), 1);
        QTest::mouseClick(wanted, Qt::LeftButton);
        QTRY_COMPARE(table->model()->rowCount(), 1);
        QCOMPARE(table->model()->index(0, HistoryModel::Number).data().toInt(), 2);
    }

    void wordsAreLookedForInFlags()
    {
        makeTwo();
        HistoryPage page;
        page.show();
        auto* table = tableOf(page);
        QTRY_COMPARE(table->model()->rowCount(), 2);
        auto* filter = findIn<QLineEdit>(page, "historyFilter");
        filter->setText("use_cuda=off");
        QTRY_COMPARE(table->model()->rowCount(), 1);
        QCOMPARE(table->model()->index(0, HistoryModel::Number).data().toInt(), 2);
        filter->clear();
        QTRY_COMPARE(table->model()->rowCount(), 2);
    }

    void aPlainLogIsOpened()
    {
        const QString log = m_home->filePath("strange.log");
        torchmason::write(log,
            "-- The CXX compiler identification is GNU 12.2.0\n-- Configuring done\n"
            "[1/2] Building CXX object a.cpp.o\nFAILED: b.cpp.o\n"
            "/src/b.cpp:3:10: fatal error: nccl.h: No such file or directory\n"
            "ninja: build stopped: subcommand failed.\n");
        makeTwo();
        HistoryPage page;
        page.show();
        QTRY_COMPARE(tableOf(page)->model()->rowCount(), 2);
        QSignalSpy opened(&page, &HistoryPage::openRequested);
        page.importBundle(log);
        QTRY_COMPARE(opened.size(), 1);
        QTRY_COMPARE(tableOf(page)->model()->rowCount(), 3);
        const auto rows
            = [&page] { return tableOf(page)->selectionModel()->selectedRows(HistoryModel::Number); };
        QTRY_COMPARE(rows().size(), 1);
        QCOMPARE(rows().first().data().toInt(), 3);
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

QTEST_MAIN(HistoryActionsTest)
#include "HistoryActionsTest.moc"
