// SPDX-License-Identifier: GPL-3.0-or-later
// Deleting attempts in the history, also the old ones together.
#include "core/base/FileRoom.h"
#include "core/history/AttemptRemoval.h"
#include "core/store/AttemptNotes.h"
#include "tests/support/TestFiles.h"
#include "tests/ui/history/HistoryHarness.h"
#include "ui/history/DiskUseDialog.h"
#include "ui/history/HistoryModel.h"
#include "ui/widgets/Banner.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QDir>
#include <QFileInfo>
#include <QLabel>
#include <QLayout>
#include <QMessageBox>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QSpinBox>
#include <QTimer>
#include <QTreeWidget>

using namespace torchmason;

class HistoryDeletingTest : public QObject, private HistoryHarness {
    Q_OBJECT

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
        QTRY_VERIFY(button->isEnabled());
        page.activateWindow(); // keys want that
        QVERIFY(QTest::qWaitForWindowActive(&page));
        table->setFocus();
        answer = true;
        QTest::keyClick(table, Qt::Key_Delete);
        QTRY_COMPARE(table->model()->rowCount(), 1);
        QVERIFY(!QFileInfo::exists(store().attemptFolder(1)));
        QVERIFY(QFileInfo::exists(store().attemptFolder(2)));
    }

    // Only where there are some.
    void whatGoesOnIsNamed()
    {
        makeTwo();
        const QString build = m_home->filePath("built");
        QVERIFY(QDir().mkpath(build));
        for (const int base : { 2, 0, 0 }) { // 3 continues 2, and 4 and 5 share a folder
            FakeAttempt attempt(store(), "Tour", 3);
            if (base > 0)
                attempt.record().request.continuesAttempt = base;
            else
                attempt.record().request.buildFolder = build;
            attempt.end(AttemptState::Succeeded, 20);
        }
        const QVector<AttemptSummary> all = store().list();
        QCOMPARE(goesOnText({ 1 }, all), QString());
        QCOMPARE(goesOnText({ 2, 3 }, all), QString());
        QCOMPARE(goesOnText({ 4 }, all), "Others that use its build folder stay: 5.");
        QCOMPARE(goesOnText({ 5 }, all), QString()); // 4 was before it
        QCOMPARE(goesOnText({ 2, 4 }, all),
            "Attempts that continue these stay: 3.\nOthers that use their build folders stay: 5.");
        HistoryPage page;
        page.show();
        QTRY_COMPARE(page.attempts().size(), 5);
        QString told;
        page.setDeleteQuestion([&told](QWidget*, const QString&, const QString& losses) {
            told = losses;
            return false;
        });
        auto* table = tableOf(page);
        for (int row = 0; row < table->model()->rowCount(); ++row) {
            if (table->model()->index(row, HistoryModel::Number).data().toInt() == 2)
                table->selectRow(row);
        }
        findIn<QPushButton>(page, "historyDelete")->click();
        QTRY_VERIFY2(told.endsWith("Attempts that continue it stay: 3."), qPrintable(told));
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
        QVERIFY(!button->isEnabled() && !button->isVisible());
        table->selectAll(); // one of them runs
        QVERIFY(button->isVisible());
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
        QVERIFY2(sizes->text().contains("frees only what the first line counts"), qPrintable(sizes->text()));
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

    void buildFoldersAreCleared()
    {
        const QString build = m_home->filePath("built");
        write(build + "/CMakeCache.txt");
        write(build + "/a.o", QByteArray(5000, 'o'));
        FakeAttempt attempt(store(), "Tour", 3);
        attempt.record().request.buildFolder = build;
        attempt.end(AttemptState::Succeeded, 20);
        for (const char* cache : { "CCACHE_DIR", "SCCACHE_DIR" }) // not what this machine has
            qputenv(cache, m_home->filePath(QLatin1String(cache)).toUtf8());
        DiskUseDialog dialog;
        bool answer = false;
        QStringList asked;
        dialog.setClearQuestion([&](QWidget*, const QString& question) {
            asked << question;
            return answer;
        });
        dialog.open();
        auto* clear = findIn<QPushButton>(dialog, "diskUseClear");
        const auto* none = findIn<QLabel>(dialog, "diskUseNoFolders");
        QTRY_VERIFY(clear->isEnabled());
        QVERIFY(!none->isVisible());
        QTest::mouseClick(clear, Qt::LeftButton);
        QTRY_COMPARE(asked.size(), 1);
        QVERIFY2(asked.first().contains("built? This frees "), qPrintable(asked.first()));
        QVERIFY(QFileInfo::exists(build + "/a.o"));
        answer = true;
        QTRY_VERIFY(clear->isEnabled());
        QTest::mouseClick(clear, Qt::LeftButton);
        QTRY_VERIFY(!QFileInfo::exists(build + "/a.o"));
        QTRY_VERIFY(!clear->isVisible()); // nothing is left to clear
        QVERIFY(none->isVisible());
        QVERIFY2(none->text().contains("are listed here"), qPrintable(none->text()));
        QVERIFY(findIn<QLabel>(dialog, "diskUseCleared")->text().startsWith("Freed "));
        QVERIFY(QFileInfo(build).isDir());
    }

    void sourcesAreShownAndStay()
    {
        const QString source = m_home->filePath("src");
        write(source + "/setup.py", QByteArray(90'000, 's'));
        write(source + "/build/CMakeCache.txt", QByteArray(100, 'c'));
        FakeAttempt attempt(store(), "Tour", 3);
        attempt.record().request.sourceFolder = source;
        attempt.record().request.buildFolder = source + "/build";
        attempt.end(AttemptState::Succeeded, 20);
        DiskUseDialog dialog;
        dialog.open();
        auto* folders = findIn<QTreeWidget>(dialog, "diskUseFolders");
        QTRY_COMPARE(folders->topLevelItemCount(), 2);
        QCOMPARE(folders->topLevelItem(0)->text(1), "source");
        const Bytes own = FileRoom().of(QFileInfo(source + "/setup.py"));
        QCOMPARE(folders->topLevelItem(0)->text(2), formatBytes(own)); // without the build folder in it
        QCOMPARE(folders->currentItem(), folders->topLevelItem(1));
        const auto* clear = findIn<QPushButton>(dialog, "diskUseClear");
        QVERIFY(clear->isEnabled());
        folders->setCurrentItem(folders->topLevelItem(0));
        QVERIFY(!clear->isEnabled());
        folders->findChild<QAction*>("copyText")->trigger(); // a long path is cut in its cell
        const QString copied = QApplication::clipboard()->text();
        QVERIFY2(copied.startsWith(QDir::toNativeSeparators(source) + "\tsource\t"), qPrintable(copied));
    }

    // Without folders it says what will stand there, and has no room that stays empty; what somebody made
    // larger stays so.
    void theDialogIsAsLargeAsWhatItSays()
    {
        for (const char* cache : { "CCACHE_DIR", "SCCACHE_DIR" }) // not what this machine has
            qputenv(cache, m_home->filePath(QLatin1String(cache)).toUtf8());
        DiskUseDialog dialog;
        dialog.open();
        const auto* none = findIn<QLabel>(dialog, "diskUseNoFolders");
        QTRY_VERIFY(none->isVisible());
        QTRY_VERIFY(dialog.height() <= dialog.layout()->totalHeightForWidth(dialog.width()) + 1);
        const QSize empty = dialog.size();
        const QString build = m_home->filePath(QString("a folder with a long name/").repeated(2) + "built");
        write(build + "/a.o", QByteArray(5000, 'o'));
        FakeAttempt attempt(store(), "Tour", 3);
        attempt.record().request.buildFolder = build;
        attempt.end(AttemptState::Succeeded, 20);
        DiskUseDialog full;
        full.open();
        QTRY_VERIFY(findIn<QTreeWidget>(full, "diskUseFolders")->isVisible());
        QTRY_VERIFY(full.width() > empty.width() && full.height() > empty.height());
        DiskUseDialog large;
        large.open();
        large.resize(1000, 900);
        QTRY_VERIFY(findIn<QTreeWidget>(large, "diskUseFolders")->isVisible());
        QCOMPARE(large.size(), QSize(1000, 900));
        DiskUseDialog huge; // the screen has no room for all of it
        QFont letters = huge.font();
        letters.setPointSizeF(3 * letters.pointSizeF());
        huge.setFont(letters);
        huge.open();
        QTRY_VERIFY(findIn<QTreeWidget>(huge, "diskUseFolders")->isVisible());
        QVERIFY(huge.height() <= std::max(huge.screen()->availableSize().height(), huge.minimumHeight()));
    }

    // However many they are: the list scrolls.
    void allThatStayAreTold()
    {
        for (int number = 1; number <= 8; ++number) {
            FakeAttempt attempt(store(), "Tour", 3);
            QVERIFY(writeNotes(attempt.folder(), { "keep", {} }).ok());
            attempt.end(AttemptState::Succeeded, 20);
        }
        for (const char* cache : { "CCACHE_DIR", "SCCACHE_DIR" }) // not what this machine has
            qputenv(cache, m_home->filePath(QLatin1String(cache)).toUtf8());
        DiskUseDialog dialog;
        dialog.open();
        const auto* scroll = findIn<QScrollArea>(dialog, "diskUseOlderScroll");
        QVERIFY(!scroll->isVisible()); // it takes no room before
        findIn<QSpinBox>(dialog, "diskUseKeep")->setValue(1);
        findIn<QCheckBox>(dialog, "diskUseKeeps")->setChecked(true);
        const auto* older = findIn<QLabel>(dialog, "diskUseOlder");
        QTRY_VERIFY(!older->text().isEmpty());
        for (int number = 1; number < 8; ++number)
            QVERIFY2(
                older->text().contains(QStringLiteral("%1 stays").arg(number)), qPrintable(older->text()));
        QVERIFY(scroll->isVisible());
        QTRY_VERIFY(older->height() >= older->heightForWidth(older->width()));
        QTRY_VERIFY(scroll->widget()->rect().contains(older->geometry()));
        const QSize size = dialog.size();
        findIn<QSpinBox>(dialog, "diskUseKeep")->setValue(2);
        QCOMPARE(dialog.size(), size); // until there is an answer
    }
};

QTEST_MAIN(HistoryDeletingTest)
#include "HistoryDeletingTest.moc"
