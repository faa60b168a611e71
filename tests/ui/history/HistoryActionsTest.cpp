// SPDX-License-Identifier: GPL-3.0-or-later
// What the history does with a row, and what it opens.
#include "core/config/ProfileStore.h"
#include "tests/support/TestFiles.h"
#include "tests/ui/history/HistoryHarness.h"
#include "ui/frame/AttemptPage.h"
#include "ui/frame/HistoryPlace.h"
#include "ui/frame/MainWindow.h"
#include "ui/history/HistoryModel.h"
#include "ui/models/BuildDraft.h"
#include "ui/pages/Wizard.h"
#include "ui/widgets/Banner.h"

#include <QAction>
#include <QClipboard>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>

using namespace torchmason;

class HistoryActionsTest : public QObject, private HistoryHarness {
    Q_OBJECT

private slots:
    void init() { m_home = freshHome(); }

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

    void whatRunsOrWaitsIsEndedHere_data()
    {
        QTest::addColumn<bool>("waits");
        QTest::addColumn<QString>("word");
        QTest::newRow("runs") << false << QStringLiteral("Stop build");
        QTest::newRow("waits") << true << QStringLiteral("Leave the queue");
    }
    void whatRunsOrWaitsIsEndedHere()
    {
        QFETCH(bool, waits);
        makeTwo();
        FakeAttempt live(store(), "Tour", 1);
        if (waits) {
            live.record().startedAt.reset();
            live.record().request.queue = true;
            live.record().waitsFor = { 1 };
            live.write();
        }
        HistoryPage page;
        page.show();
        QTRY_COMPARE(page.attempts().size(), 3);
        QTableView* table = tableOf(page);
        auto* stop = findIn<QPushButton>(page, "historyStop");
        const auto* remove = findIn<QPushButton>(page, "historyDelete");
        table->selectRow(1);
        QVERIFY(!stop->isVisible() && remove->isVisible());
        table->selectRow(0);
        QVERIFY(stop->isVisible() && stop->isEnabled() && !remove->isVisible());
        QTEST(stop->text(), "word");
        stop->click();
        QVERIFY(!stop->isEnabled());
        const auto* notice = findIn<Banner>(page, "historyNotice");
        QTRY_COMPARE(notice->text(), "Attempt 3 is not running any more."); // nobody listens for it
        QVERIFY(stop->isEnabled());
        live.end(AttemptState::Stopped, 10);
        page.refresh();
        QTRY_VERIFY(!stop->isVisible() && remove->isVisible());
    }

    void onlyASelectedRowIsOpened()
    {
        makeTwo();
        HistoryPage page;
        page.show();
        QTRY_COMPARE(page.attempts().size(), 2);
        QTableView* table = tableOf(page);
        const auto* open = findIn<QPushButton>(page, "historyOpen");
        table->selectRow(0);
        QVERIFY(open->isEnabled());
        table->clearSelection();
        QVERIFY(table->currentIndex().isValid() && !open->isEnabled());
        table->selectRow(1);
        QVERIFY(open->isEnabled());
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
        QTest::keyClick(
            table, Qt::Key_F24); // or Ctrl counts as held in the next test, and selecting takes away
        const QStringList lines = QGuiApplication::clipboard()->text().split(u'\n');
        QCOMPARE(lines.size(), 2);
        const auto number = [](const QString& line) { return line.split(u'\t').value(HistoryModel::Number); };
        QCOMPARE(number(lines[0]), "2"); // as they stand there: the newest first
        QCOMPARE(number(lines[1]), "1");
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
            request.configuration.setFlag({ "TOUR_FAILURE", "unresolved", "STRING", ValueOrigin::Tour });
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
        const bool isOther = draft.profileId() != profile;
        QTest::mouseClick(findIn<QPushButton>(window, "historyAgain"), Qt::LeftButton);
        const auto* wizard = findIn<Wizard>(window, "wizard");
        const auto* notice = findIn<Banner>(window, "wizardNotice");
        QTRY_VERIFY(notice->isVisible());
        const Configuration& edits = draft.edits().configuration;
        QVERIFY2(notice->text().contains("HF_TOKEN"), qPrintable(notice->text()));
        QCOMPARE(wizard->step(), Wizard::FlagsStep);
        QCOMPARE(draft.profileId(), profile);
        QCOMPARE(notice->text().contains(profile), profile != "tour");
        QCOMPARE(notice->text().contains("The profile is now Tour"), profile == "tour" && isOther);
        QCOMPARE(ProfileStore().has(profile), profile != "tour");
        QVERIFY(edits.flag("USE_FBGEMM") && !edits.flag("BEFORE"));
        QCOMPARE(draft.changedFlags(), 2); // the mistake of the tour, too
        QCOMPARE(draft.attemptOf({ "TOUR_FAILURE", {}, {} }), std::optional(1));
        QVERIFY(search->text().isEmpty()); // nothing of it is hidden
        QVERIFY(draft.cleanLevel() == CleanLevel::None);
        QVERIFY2(notice->text().contains("cleaned its build folder"), qPrintable(notice->text()));
        draft.undoStack().undo();
        QVERIFY(edits.flag("BEFORE") && !edits.flag("USE_FBGEMM"));
        QVERIFY(!draft.attemptOf({ "BEFORE", {}, {} }));
    }

    // The value of a flag is in no cell.
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

    void itsPageSaysThatItIsKept()
    {
        const QString log = m_home->filePath("strange.log");
        torchmason::write(
            log, "[1/2] Building CXX object a.cpp.o\nninja: build stopped: subcommand failed.\n");
        HistoryPlace place;
        connect(&place.list(), &HistoryPage::openRequested, &place, &HistoryPlace::showAttempt);
        place.show();
        place.list().importBundle(log);
        QTRY_VERIFY(place.attemptPage());
        const auto* note = findIn<Banner>(*place.attemptPage(), "startProblem");
        QTRY_VERIFY(note->isVisible());
        QCOMPARE(
            note->text(), "strange.log is kept here as attempt 1; Delete in the history removes it again.");
    }
};

QTEST_MAIN(HistoryActionsTest)
#include "HistoryActionsTest.moc"
