// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/WindowHarness.h"

#include <QAction>
#include <QApplication>
#include <QMessageBox>
#include <QPushButton>
#include <QSemaphore>
#include <QTimer>

using namespace torchmason;

// How the window closes while a build starts, runs, stops or has ended.
class ClosingTest : public QObject, private WindowHarness {
    Q_OBJECT

private slots:
    void init() { setUp(); }
    void cleanup() { tearDown(); }
    void closingAsksOnlyWhileBuilding();
    void whatWaitsIsSaidToWait();
    void closingWaitsForTheAnswerToStop();
    void closingStopsNothingThatHasEnded_data();
    void closingStopsNothingThatHasEnded();
    void stopIsNotLostWhileStarting();
};

void ClosingTest::closingAsksOnlyWhileBuilding()
{
    QVERIFY(m_window->close());
    QCOMPARE(m_asked, 0);
    m_window->show();
    goToReview();
    FakeAttempt running
        = fake(QStringLiteral("New")); // only now: nothing runs yet that a build could wait for
    startWith(running);
    clickBuild();
    QVERIFY(m_window->isBuilding()); // while it is being started as well
    m_answer = CloseAnswer::Cancel;
    QVERIFY(!m_window->close());
    QTRY_COMPARE(railWords(), QStringLiteral("Build: Running"));
    QVERIFY(!m_window->close());
    QCOMPARE(m_asked, 2);
    m_answer = CloseAnswer::KeepBuilding;
    QVERIFY(m_window->close());
    QCOMPARE(m_asked, 3);
}

// And once its turn has come, that it builds.
void ClosingTest::whatWaitsIsSaidToWait()
{
    FakeAttempt attempt = fake(QStringLiteral("New"));
    attempt.record().startedAt.reset();
    attempt.record().request.queue = true;
    attempt.record().waitsFor = { 7 };
    attempt.write();
    m_window->setCloseQuestion(askBeforeClosing);
    m_window->show();
    QString said;
    QString stop;
    const auto ask = [&] {
        QTimer::singleShot(0, m_window.get(), [&] {
            auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            said = box->text();
            stop = findIn<QPushButton>(*box, QStringLiteral("closeStop"))->text();
            box->reject();
        });
        return m_window->close();
    };
    const auto* action = find<QAction>(QStringLiteral("actionStop"));
    QTRY_COMPARE_WITH_TIMEOUT(action->text(), QStringLiteral("Leave the &queue"), 30'000);
    QVERIFY(!ask());
    QVERIFY2(said.startsWith(QStringLiteral("\"New\" waits")) && said.contains(QStringLiteral("on its own")),
        qPrintable(said));
    QCOMPARE(stop, QStringLiteral("Leave the queue and close"));
    attempt.record().startedAt = 1;
    attempt.record().waitsFor.clear();
    attempt.write();
    QTRY_COMPARE(action->text(), QStringLiteral("&Stop build"));
    QVERIFY(!ask());
    QVERIFY2(said.startsWith(QStringLiteral("\"New\" is still building")), qPrintable(said));
    QCOMPARE(stop, QStringLiteral("Stop build and close"));
}

// Nobody listens for this attempt, so that stopping it fails; the window must say so and stay.
void ClosingTest::closingWaitsForTheAnswerToStop()
{
    const FakeAttempt running = fake(QStringLiteral("New"));
    m_window->openPlace(NavigationBar::Help);
    m_window->show();
    QTRY_VERIFY_WITH_TIMEOUT(find(QStringLiteral("runningBanner"))->isVisible(), 30'000);
    m_answer = CloseAnswer::StopBuild;
    m_window->close();
    QTRY_VERIFY(find(QStringLiteral("attemptProblem"))->isVisible());
    QVERIFY(m_window->isVisible());
    QCOMPARE(shownFolder(), running.folder());
    m_answer = CloseAnswer::KeepBuilding;
    QVERIFY(m_window->close());
}

void ClosingTest::closingStopsNothingThatHasEnded_data()
{
    QTest::addColumn<bool>("fails");
    QTest::newRow("the build ends while the question is asked") << false;
    QTest::newRow("its start fails while the question is asked") << true;
}

void ClosingTest::closingStopsNothingThatHasEnded()
{
    QFETCH(bool, fails);
    m_window->show();
    goToReview();
    std::optional<FakeAttempt> made; // only now, as above
    if (!fails)
        made.emplace(fake(QStringLiteral("Made")));
    QSemaphore gate;
    m_window->setStarter([&](const BuildRequest&) -> Result<ReservedAttempt> {
        gate.acquire();
        if (fails)
            return Error { QStringLiteral("No runner.") };
        return ReservedAttempt { 1, made->folder() };
    });
    clickBuild();
    if (!fails) {
        gate.release();
        QTRY_COMPARE(railWords(), QStringLiteral("Build: Running"));
    }
    m_window->setCloseQuestion([&](QWidget*, const CloseMatter&) {
        ++m_asked;
        if (fails)
            gate.release();
        else
            made->end(AttemptState::Succeeded, 1);
        return QTest::qWaitFor([this] { return !m_window->isBuilding(); }, 20'000) ? CloseAnswer::StopBuild
                                                                                   : CloseAnswer::Cancel;
    });
    m_window->close();
    QVERIFY(!m_window->isVisible());
    QCOMPARE(m_asked, 1);
}

void ClosingTest::stopIsNotLostWhileStarting()
{
    m_window->show();
    goToReview();
    FakeAttempt made = fake(QStringLiteral("Made"));
    QSemaphore gate;
    m_window->setStarter([&](const BuildRequest&) -> Result<ReservedAttempt> {
        gate.acquire();
        return ReservedAttempt { 1, made.folder() };
    });
    clickBuild();
    m_answer = CloseAnswer::StopBuild;
    m_window->close();
    QVERIFY(m_window->isVisible());
    QCOMPARE(m_asked, 1);
    made.end(AttemptState::Stopped, 1); // what the runner does when it is asked
    gate.release();
    QTRY_VERIFY(!m_window->isVisible());
}

// Its own name is asked about, and what is ticked in the wizard waits for the wizard's build.
QTEST_MAIN(ClosingTest)
#include "ClosingTest.moc"
