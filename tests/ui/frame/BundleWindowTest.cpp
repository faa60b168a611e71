// SPDX-License-Identifier: GPL-3.0-or-later
// Bundles in the window: opened from a file, from another start of the program, and written from the history.
#include "core/base/AppPaths.h"
#include "core/export/AttemptBundle.h"
#include "core/export/BundleImport.h"
#include "core/request/BuildRequest.h"
#include "tests/support/TestFiles.h"
#include "tests/ui/support/FakeAttempt.h"
#include "tests/ui/support/UiTest.h"
#include "ui/frame/AskedBundle.h"
#include "ui/frame/MainWindow.h"
#include "ui/frame/SingleInstance.h"
#include "ui/history/HistoryPage.h"
#include "ui/models/DiskReads.h"
#include "ui/models/MachineFacts.h"
#include "ui/models/PatientDisk.h"
#include "ui/panels/AttemptView.h"
#include "ui/widgets/Banner.h"

#include <QLocalSocket>
#include <QMenu>
#include <QProcess>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QSemaphore>
#include <QSignalSpy>
#include <QTableView>
#include <QThread>
#include <QTreeWidget>

using namespace torchmason;

class BundleWindowTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void anAttemptIsShown();
    void whatIsWrongIsSaid();
    void anAttemptIsWritten();
    void reportsAreWritten();
    void theFolderThatIsMissingIsSaid();
    void nothingIsRepeatedHere();
    void itIsNoLastSuccess();
    void anotherStartHandsItOver();
    void onlyBundlesAreOpened_data();
    void onlyBundlesAreOpened();
    void aLineMayComeInPieces();
    void aLineWithoutEndEndsTheConnection();
    void wrongFilesAreOneSentence_data();
    void wrongFilesAreOneSentence();
    void aDiskThatDoesNotAnswerKeepsNobodyWaiting();

private:
    AttemptStore here() const { return AttemptStore(AppPaths::attemptsFolder()); }
    QString bundle() const { return m_home->filePath(QString::fromUtf8("ein Bündel 1%.torchmason")); }
    void makeBundle(AttemptState state = AttemptState::Failed);
    QByteArray answerTo(const QByteArrayList& pieces);

    std::unique_ptr<QTemporaryDir> m_home;
    QString m_name = QStringLiteral("torchmason-bundle-test-%1").arg(QCoreApplication::applicationPid());
};

void BundleWindowTest::init()
{
    m_home = freshHome();
}

void BundleWindowTest::makeBundle(AttemptState state)
{
    const AttemptStore there(m_home->filePath(QStringLiteral("there")));
    FakeAttempt attempt(there, QStringLiteral("Tour"), 3);
    attempt.record().id = QStringLiteral("of-another-machine");
    attempt.startStage(QStringLiteral("compile"));
    attempt.addLog(QStringLiteral("compile"), "one\ntwo\n");
    if (state == AttemptState::Failed)
        attempt.addFindings({ FakeAttempt::missingWork(2) });
    attempt.endStage(QStringLiteral("compile"), StageState::Failed, 20, 1);
    attempt.end(state, 25);
    QVERIFY(saveBundle(*there.attempt(1), {}, bundle()));
}

void BundleWindowTest::anAttemptIsShown()
{
    makeBundle();
    MainWindow window;
    window.show();
    window.openBundle(bundle());
    QTRY_VERIFY(window.findChild<AttemptView*>());
    QTRY_COMPARE(window.findChild<AttemptView*>()->folder(), here().attemptFolder(1));
    auto* card = findIn<QWidget>(window, QStringLiteral("findingCard"));
    QTRY_VERIFY(card->isVisible());
    QVERIFY(!findIn<QWidget>(window, QStringLiteral("findingRetry"))->isVisible());
    QVERIFY(here().attempt(1)->record.imported);
    window.openBundle(bundle()); // it is here already
    QTest::qWait(50);
    QTRY_VERIFY(card->isVisible());
    QCOMPARE(here().list().size(), 1);
    // Deleting it would take the attempt itself.
    const auto* note
        = findIn<Banner>(*window.findChild<AttemptView*>()->parentWidget(), QStringLiteral("startProblem"));
    QTRY_COMPARE(note->text(), QString::fromUtf8("ein Bündel 1%.torchmason is attempt 1 already."));
    QTRY_VERIFY_WITH_TIMEOUT(window.machine().isComplete(), 30'000);
}

void BundleWindowTest::whatIsWrongIsSaid()
{
    write(bundle(), "no bundle");
    HistoryPage page;
    page.show();
    QSignalSpy opened(&page, &HistoryPage::openRequested);
    page.importBundle(bundle());
    auto* notice = findIn<Banner>(page, QStringLiteral("historyNotice"));
    QVERIFY(notice->isVisible());
    QTRY_VERIFY2(
        notice->text().contains(QStringLiteral("is not a bundle of Torchmason")), qPrintable(notice->text()));
    page.importBundle(m_home->filePath(QStringLiteral("nowhere.torchmason")));
    QTRY_VERIFY2(notice->text().contains(QStringLiteral("There is no file")), qPrintable(notice->text()));
    QCOMPARE(opened.size(), 0);
}

void BundleWindowTest::anAttemptIsWritten()
{
    FakeAttempt(here(), QStringLiteral("Tour"), 3).end(AttemptState::Failed, 10);
    HistoryPage page;
    page.show();
    auto* button = findIn<QAbstractButton>(page, QStringLiteral("historyExport"));
    QVERIFY(!button->isEnabled());
    QTRY_VERIFY(button->isEnabled());
    page.exportAttempt(HistoryPage::ExportForm::Bundle, bundle());
    auto* notice = findIn<Banner>(page, QStringLiteral("historyNotice"));
    QTRY_VERIFY2(notice->text().startsWith(QStringLiteral("Exported to ")), qPrintable(notice->text()));
    const auto imported = importBundle(bundle(), AttemptStore(m_home->filePath(QStringLiteral("there"))));
    QVERIFY2(imported, imported ? "" : qPrintable(imported.error().message));
}

void BundleWindowTest::reportsAreWritten()
{
    FakeAttempt(here(), QStringLiteral("Tour"), 3).end(AttemptState::Failed, 10);
    HistoryPage page;
    page.show();
    auto* button = findIn<QPushButton>(page, QStringLiteral("historyExport"));
    QTRY_VERIFY(button->isEnabled());
    QCOMPARE(button->menu()->actions().size(), 3);
    auto* notice = findIn<Banner>(page, QStringLiteral("historyNotice"));
    const QString html = m_home->filePath(QStringLiteral("a.html"));
    page.exportAttempt(HistoryPage::ExportForm::Html, html);
    QTRY_VERIFY2(notice->text().startsWith(QStringLiteral("Exported to ")), qPrintable(notice->text()));
    QVERIFY(contentOf(html).contains("<h1 class=\"failed\">Attempt 1: failed</h1>"));
    const QString markdown = m_home->filePath(QStringLiteral("a.md"));
    page.exportAttempt(HistoryPage::ExportForm::Markdown, markdown);
    QTRY_VERIFY2(notice->text().contains(QStringLiteral("a.md"))
            && notice->text().startsWith(QStringLiteral("Exported")),
        qPrintable(notice->text()));
    QVERIFY(contentOf(markdown).startsWith("# Attempt 1: failed\n"));
    page.exportAttempt(HistoryPage::ExportForm::Html, m_home->filePath(QStringLiteral("nowhere/a.html")));
    QTRY_VERIFY2(notice->text().startsWith(QStringLiteral("Cannot write ")), qPrintable(notice->text()));
}

void BundleWindowTest::theFolderThatIsMissingIsSaid()
{
    FakeAttempt(here(), QStringLiteral("Tour"), 3).end(AttemptState::Failed, 10);
    HistoryPage page;
    page.show();
    QTRY_COMPARE(page.findChild<QTableView*>()->model()->rowCount(), 1);
    page.exportAttempt(
        HistoryPage::ExportForm::Bundle, m_home->filePath(QStringLiteral("nowhere/a.torchmason")));
    auto* notice = findIn<Banner>(page, QStringLiteral("historyNotice"));
    QTRY_VERIFY2(notice->text().startsWith(QStringLiteral("Cannot write ")), qPrintable(notice->text()));
}

void BundleWindowTest::nothingIsRepeatedHere()
{
    makeBundle(AttemptState::Interrupted);
    QVERIFY(importBundle(bundle(), here()));
    AttemptView view;
    view.resize(1200, 800);
    view.show();
    view.openAttempt(here().attemptFolder(1));
    auto* card = findIn<QWidget>(view, QStringLiteral("outcomeCard"));
    QTRY_VERIFY(card->isVisible());
    for (const char* name : { "outcomeRetry", "outcomeOpen", "outcomeUse", "stopButton" })
        QVERIFY2(!findIn<QWidget>(view, QLatin1String(name))->isVisible(), name);
    QVERIFY(!view.isLive());
    auto* stages = findIn<QTreeWidget>(view, QStringLiteral("stageList"));
    stages->setCurrentItem(stages->topLevelItem(1));
    QTest::keyClick(stages, Qt::Key_Space);
    QVERIFY(!findIn<QWidget>(view, QStringLiteral("stageForeign"))->isHidden());
}

void BundleWindowTest::itIsNoLastSuccess()
{
    makeBundle(AttemptState::Succeeded);
    const QString there = m_home->filePath(QStringLiteral("there"));
    const BuildRequest request = AttemptStore(there).attempt(1)->record.request;
    QVERIFY(lastSuccessOf(request, there));
    QVERIFY(importBundle(bundle(), here()));
    QVERIFY(!lastSuccessOf(request, here().folder()));
}

void BundleWindowTest::anotherStartHandsItOver()
{
    makeBundle();
    SingleInstance first(m_name);
    QVERIFY(!first.raiseOther());
    QSignalSpy raised(&first, &SingleInstance::raiseRequested);
    QSignalSpy opened(&first, &SingleInstance::openRequested);
    // The second one waits for an answer, as another process would, so it gets a thread of its own.
    bool answered = false;
    const std::unique_ptr<QThread> second(
        QThread::create([&] { answered = SingleInstance(m_name).raiseOther(bundle()); }));
    second->start();
    QTRY_VERIFY(second->isFinished());
    QVERIFY(answered);
    QTRY_COMPARE(raised.size(), 1); // asked first, then done
    QTRY_COMPARE(opened.size(), 1);
    QCOMPARE(opened[0][0].toString(), bundle());
}

// What the first window says to these bytes.
QByteArray BundleWindowTest::answerTo(const QByteArrayList& pieces)
{
    QByteArray answer;
    const std::unique_ptr<QThread> other(QThread::create([&] {
        QLocalSocket socket;
        socket.connectToServer(m_name);
        socket.waitForConnected(5000);
        for (const QByteArray& piece : pieces) {
            socket.write(piece);
            socket.waitForBytesWritten(5000);
            QThread::msleep(20);
        }
        while (!answer.contains('\n') && socket.waitForReadyRead(5000))
            answer += socket.readAll();
    }));
    other->start();
    return QTest::qWaitFor([&] { return other->isFinished(); }, 20'000) ? answer : QByteArray();
}

void BundleWindowTest::onlyBundlesAreOpened_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QByteArray>("answer");
    QTest::newRow("raise") << QByteArray("raise\n") << QByteArray("ok\n");
    QTest::newRow("nothing") << QByteArray("\n") << QByteArray("no\n");
    QTest::newRow("something else") << QByteArray("run /bin/sh\n") << QByteArray("no\n");
    QTest::newRow("no path") << QByteArray("open \n") << QByteArray("no\n");
    QTest::newRow("another file") << QByteArray("open HOME/x.txt\n") << QByteArray("no\n");
    QTest::newRow("relative") << QByteArray("open x.torchmason\n") << QByteArray("no\n");
    QTest::newRow("cut off by a zero") << QByteArray("open HOME/x.txt%00.torchmason\n") << QByteArray("no\n");
    QTest::newRow("a bundle") << QByteArray("open HOME/x.torchmason\n") << QByteArray("ok\n");
    QTest::newRow("a bundle that is gone") << QByteArray("open HOME/gone.torchmason\n") << QByteArray("ok\n");
    QTest::newRow("a bundle, encoded") << QByteArray("open HOME/x%2Etorchmason\n") << QByteArray("ok\n");
}

void BundleWindowTest::onlyBundlesAreOpened()
{
    QFETCH(QByteArray, line);
    write(m_home->filePath(QStringLiteral("x.txt")));
    write(m_home->filePath(QStringLiteral("x.torchmason")));
    SingleInstance first(m_name);
    QVERIFY(!first.raiseOther());
    QSignalSpy opened(&first, &SingleInstance::openRequested);
    QTEST(answerTo({ line.replace("HOME", m_home->path().toUtf8()) }), "answer");
    QCoreApplication::processEvents(); // asked first, then done
    QCOMPARE(opened.size(), qsizetype(QByteArray(QTest::currentDataTag()).startsWith("a bundle")));
}

void BundleWindowTest::aLineMayComeInPieces()
{
    SingleInstance first(m_name);
    QVERIFY(!first.raiseOther());
    QCOMPARE(answerTo({ "ra", "ise", "\n" }), QByteArray("ok\n"));
}

void BundleWindowTest::aLineWithoutEndEndsTheConnection()
{
    SingleInstance first(m_name);
    QVERIFY(!first.raiseOther());
    QCOMPARE(answerTo({ QByteArray(1 << 20, 'x') }), QByteArray());
    QCOMPARE(answerTo({ "raise\n" }), QByteArray("ok\n"));
}

void BundleWindowTest::wrongFilesAreOneSentence_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QByteArray>("said");
    QTest::newRow("not there") << QStringList { "nowhere.torchmason" }
                               << QByteArray("There is no file nowhere");
    QTest::newRow("another name") << QStringList { "x.txt" } << QByteArray("x.txt is not a bundle");
    QTest::newRow("two") << QStringList { "a.torchmason", "b.torchmason" }
                         << QByteArray("Only one bundle can be opened at a time");
}

void BundleWindowTest::wrongFilesAreOneSentence()
{
    QFETCH(QStringList, words);
    QFETCH(QByteArray, said);
    QProcess process;
    process.setWorkingDirectory(m_home->path());
    process.start(QStringLiteral(TORCHMASON_BIN "/torchmason"), words);
    QVERIFY(process.waitForFinished(30'000));
    const QByteArray trouble = process.readAllStandardError();
    QVERIFY2(trouble.contains(said), trouble.constData());
    QCOMPARE(process.exitCode(), 2);
}

void BundleWindowTest::aDiskThatDoesNotAnswerKeepsNobodyWaiting()
{
    const QString nowhere = m_home->filePath("nowhere.torchmason");
    {
        PatientDisk disk;
        const auto asked = askedBundle({ nowhere }, disk);
        QVERIFY(!asked);
        QCOMPARE(asked.error().message, "There is no file " + nowhere + '.');
    }
    const auto gate = std::make_shared<QSemaphore>();
    const QScopedValueRollback patience(PatientDisk::patience, std::chrono::milliseconds(10));
    PatientDisk disk;
    disk.later([gate] { gate->tryAcquire(1, 30'000); });
    const auto asked = askedBundle({ nowhere }, disk);
    QVERIFY(asked); // whoever opens it says that it is not there
    QCOMPARE(*asked, nowhere);
    QVERIFY(disk.isLate());
    const auto relative = askedBundle({ "nowhere.torchmason" }, disk);
    QVERIFY(!relative);
    QVERIFY(relative.error().message.contains("does not respond"));
    gate->release();
}

QTEST_MAIN(BundleWindowTest)
#include "BundleWindowTest.moc"
