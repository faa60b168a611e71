// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/WindowHarness.h"
#include "ui/models/Settings.h"
#include "ui/widgets/Banner.h"
#include "ui/widgets/Icons.h"
#include "ui/widgets/StateMark.h"

#include <QLabel>
#include <QToolButton>

using namespace torchmason;

// One build beside another, and what is told to people who look elsewhere.
class AnnounceTest : public QObject, private WindowHarness {
    Q_OBJECT

private slots:
    void init() { setUp(); }
    void cleanup() { tearDown(); }
    void asksBeforeTwoBuildAtOnce_data();
    void asksBeforeTwoBuildAtOnce();
    void aWaitingBuildIsShown();
    void whatWasClosedIsToldNowhere();
    void theEndIsAnnounced_data();
    void theEndIsAnnounced();
    void theTaskbarShowsProgress();
    void theRingOfAFailingBuildHasACross();
    void settingsAreKept();
};

void AnnounceTest::asksBeforeTwoBuildAtOnce_data()
{
    QTest::addColumn<QueueAnswer>("answer");
    QTest::addColumn<QVector<bool>>("queued"); // of what was started
    QTest::newRow("wait") << QueueAnswer::Wait << QVector<bool> { true };
    QTest::newRow("now") << QueueAnswer::Now << QVector<bool> { false };
    QTest::newRow("cancel") << QueueAnswer::Cancel << QVector<bool> {};
}

void AnnounceTest::asksBeforeTwoBuildAtOnce()
{
    QFETCH(QueueAnswer, answer);
    QFETCH(QVector<bool>, queued);
    FakeAttempt running = fake(QStringLiteral("First"));
    FakeAttempt second = fake(QStringLiteral("Second"));
    second.record().startedAt.reset();
    second.record().request.queue = answer == QueueAnswer::Wait;
    second.write();
    m_queueAnswer = answer;
    Guarded<QVector<bool>> started;
    m_window->setStarter([&](const BuildRequest& request) -> Result<ReservedAttempt> {
        started.change([&](QVector<bool>& told) { told.append(request.queue); });
        return ReservedAttempt { 2, second.folder() };
    });
    m_window->openAttempt(running.folder());
    QTRY_COMPARE(railWords(), QStringLiteral("Build: Running"));
    m_window->newBuild();
    goToReview();
    clickBuild();
    QCOMPARE(m_asked, 1);
    QCOMPARE(m_askedAbout, QStringLiteral("First"));
    QTRY_COMPARE(started.value(), queued);
    if (answer == QueueAnswer::Cancel) {
        QVERIFY(find(QStringLiteral("wizard"))->isVisibleTo(m_window.get()));
        return;
    }
    QTRY_COMPARE(shownFolder(), second.folder());
    // The title also speaks of the one that builds; that is the other one when it has begun.
    QTRY_COMPARE(
        m_window->windowTitle().contains(QStringLiteral("attempt 1: ")), answer == QueueAnswer::Wait);
}

void AnnounceTest::aWaitingBuildIsShown()
{
    FakeAttempt waiting = fake(QStringLiteral("Second"));
    waiting.record().startedAt.reset();
    waiting.record().request.queue = true;
    waiting.record().waitsFor = { 3 };
    waiting.write();
    m_window->openPlace(NavigationBar::Help);
    m_window->show();
    auto* banner = find<Banner>(QStringLiteral("runningBanner"));
    QTRY_VERIFY_WITH_TIMEOUT(banner->isVisible(), 30'000);
    QTRY_COMPARE(banner->text(), QStringLiteral("Attempt 1, Second: waiting for attempt 3."));
    click(QStringLiteral("showRunning"));
    QTRY_COMPARE(
        find<QLabel>(QStringLiteral("attemptState"))->text(), QStringLiteral("Waiting for attempt 3"));
    QVERIFY(find(QStringLiteral("stopButton"))->isVisible());
}

void AnnounceTest::whatWasClosedIsToldNowhere()
{
    FakeAttempt running = fake(QStringLiteral("New"));
    m_window->openPlace(NavigationBar::Help);
    m_window->show();
    auto* banner = find<Banner>(QStringLiteral("runningBanner"));
    QTRY_VERIFY_WITH_TIMEOUT(banner->isVisible(), 30'000);
    running.end(AttemptState::Succeeded, 60);
    QTRY_COMPARE(railWords(), QStringLiteral("Build: Succeeded"));
    findIn<QToolButton>(*banner, QStringLiteral("bannerClose"))->click();
    QVERIFY(!banner->isVisible());
    QCOMPARE(railWords(), QStringLiteral("Build"));
    QVERIFY(!m_window->windowTitle().contains(QStringLiteral("Succeeded")));
}

void AnnounceTest::theEndIsAnnounced_data()
{
    QTest::addColumn<bool>("wanted");
    QTest::addColumn<bool>("inFront");
    QTest::addColumn<AttemptState>("state");
    QTest::addColumn<QStringList>("titles");
    QTest::newRow("elsewhere") << true << false << AttemptState::Succeeded
                               << QStringList { QStringLiteral("Build: succeeded") };
    QTest::newRow("failed") << true << false << AttemptState::Failed
                            << QStringList { QStringLiteral("! Build: failed") };
    QTest::newRow("turned off") << false << false << AttemptState::Succeeded << QStringList();
    QTest::newRow("the window is in front") << true << true << AttemptState::Succeeded << QStringList();
}

void AnnounceTest::theEndIsAnnounced()
{
    QFETCH(bool, wanted);
    QFETCH(bool, inFront);
    QFETCH(AttemptState, state);
    settings()->setValue(QStringLiteral("build/notify"), wanted);
    QStringList titles;
    QString text;
    QIcon picture;
    m_window->announcer().setNotice([&](const DesktopNotice::Message& message) {
        titles << (message.isUrgent ? QStringLiteral("! ") : QString()) + message.title;
        text = message.text;
        picture = message.icon;
    });
    if (inFront) {
        showActive();
    }
    FakeAttempt running = fake(QStringLiteral("New"));
    m_window->openAttempt(running.folder());
    QTRY_COMPARE(railWords(), QStringLiteral("Build: Running"));
    running.end(state, 60);
    QTRY_VERIFY(!m_window->isBuilding());
    QTest::qWait(50); // nothing comes later, and nothing twice
    QTEST(titles, "titles");
    if (titles.isEmpty())
        return;
    QVERIFY2(text.startsWith(QStringLiteral("Attempt 1, New, after 1 min")), qPrintable(text));
    constexpr int side = 64;
    const auto of = [](const QIcon& icon) { return icon.pixmap(side).toImage(); };
    QCOMPARE(of(picture), of(markIcon(state == AttemptState::Succeeded ? Mark::Good : Mark::Bad)));
    QVERIFY(of(picture) != of(markIcon(Mark::Unknown)));
}

void AnnounceTest::theTaskbarShowsProgress()
{
    TaskbarState shown;
    m_window->announcer().setProgress([&shown](const TaskbarState& state) { shown = state; });
    FakeAttempt running = fake(QStringLiteral("New"));
    m_window->openAttempt(running.folder());
    QTRY_COMPARE(shown.kind, TaskbarState::Busy);
    running.startStage(QStringLiteral("compile"));
    running.addProgress(3, 4, 1, true); // code generation: nobody knows yet how much there is
    QTRY_COMPARE(m_window->windowTitle(), QStringLiteral("Generating code · New — Torchmason"));
    QCOMPARE(shown.kind, TaskbarState::Busy);
    running.addProgress(34, 100, 2);
    QTRY_COMPARE(shown.percent, 34);
    QCOMPARE(shown.kind, TaskbarState::Percent);
    QVERIFY2(m_window->windowTitle().contains(QStringLiteral("34 %")), qPrintable(m_window->windowTitle()));
    EdgeRecord bad;
    bad.output = QStringLiteral("b.o");
    bad.end = 4000;
    bad.failed = true;
    running.add(bad);
    QTRY_COMPARE(railWords(), QStringLiteral("Build: Failing, 33 %"));
    running.end(AttemptState::Stopped, 60);
    QTRY_COMPARE(shown.kind, TaskbarState::None);
}

// Not by its colour alone.
void AnnounceTest::theRingOfAFailingBuildHasACross()
{
    NavigationButton& button = find<NavigationBar>(QStringLiteral("rail"))->button(NavigationBar::Build);
    const auto middle = [&button](bool fails) {
        button.setProgress(41, AttemptState::Running, fails);
        const int side = grown(24, button.fontMetrics());
        const QRect ring((button.width() - side) / 2, 10, side, side);
        return button.grab(ring.adjusted(side / 3, side / 3, -side / 3, -side / 3)).toImage();
    };
    QVERIFY(middle(true) != middle(false));
}

void AnnounceTest::settingsAreKept()
{
    m_window->openPlace(NavigationBar::Settings);
    for (const char* name : { "settingsKeepAwake", "settingsNotify" })
        QVERIFY(find<QAbstractButton>(QLatin1String(name))->isChecked());
    click(QStringLiteral("settingsKeepAwake"));
    click(QStringLiteral("settingsNotify"));
    QVERIFY(!settings()->value(QStringLiteral("build/notify")).toBool());
    Guarded<std::optional<bool>> keepsAwake;
    const FakeAttempt made = over(QStringLiteral("Made"), AttemptState::Failed);
    m_window->setStarter([&](const BuildRequest& request) -> Result<ReservedAttempt> {
        keepsAwake.change([&](std::optional<bool>& told) { told = request.keepAwake; });
        return ReservedAttempt { 1, made.folder() };
    });
    m_window->newBuild();
    goToReview();
    clickBuild();
    QTRY_COMPARE(keepsAwake.value(), std::optional(false));
}

QTEST_MAIN(AnnounceTest)
#include "AnnounceTest.moc"
