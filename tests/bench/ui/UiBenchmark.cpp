// SPDX-License-Identifier: GPL-3.0-or-later
// benchmark_ui: the longest time for which the window's event loop was blocked while 100,000 lines a second
// arrive in the log of a running attempt, with charts and running compilers changing beside it.
#include "core/base/AppPaths.h"
#include "tests/ui/support/FakeAttempt.h"
#include "ui/logview/LogView.h"
#include "ui/panels/AttemptView.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTimer>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <thread>

using namespace torchmason;

namespace {

constexpr int linesPerSecond = 100'000;
constexpr int batchesPerSecond = 50;
constexpr int seconds = 5;

void flood(FakeAttempt& attempt, std::atomic<bool>& done)
{
    const QByteArray batch = FakeAttempt::ninjaLines(0, linesPerSecond / batchesPerSecond, 999'999);
    QElapsedTimer clock;
    clock.start();
    for (int i = 0; i < seconds * batchesPerSecond; ++i) {
        attempt.addLog(QStringLiteral("compile"), batch);
        if (i % batchesPerSecond == 0) {
            attempt.addSamples(
                i / batchesPerSecond, i / batchesPerSecond + 1, 24, QStringLiteral("compile"), 1, 18);
            attempt.addProgress(i, 999'999, 18);
        }
        const qint64 ahead = (i + 1) * 1000 / batchesPerSecond - clock.elapsed();
        if (ahead > 0)
            std::this_thread::sleep_for(std::chrono::milliseconds(ahead));
    }
    done = true;
}

}

int main(int argc, char** argv)
{
    QTemporaryDir home;
    qputenv("TORCHMASON_HOME", home.path().toUtf8());
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    FakeAttempt attempt(AttemptStore(AppPaths::attemptsFolder()), QStringLiteral("Benchmark"), 0);
    attempt.startStage(QStringLiteral("compile"));
    attempt.addLog(QStringLiteral("compile"), "ready\n");
    AttemptView view;
    view.resize(1600, 1000);
    view.show();
    view.openAttempt(attempt.folder());
    auto* log = view.findChild<LogView*>();
    QElapsedTimer waiting;
    for (waiting.start(); log->rowCount() == 0 && waiting.elapsed() < 10'000;)
        QCoreApplication::processEvents(QEventLoop::AllEvents, 20);

    // A timer that wants to fire each millisecond: how late it is, is how long the window was blocked.
    qint64 longest = 0;
    QVector<qint64> gaps;
    QElapsedTimer since;
    QTimer beat;
    QObject::connect(&beat, &QTimer::timeout, [&] {
        const qint64 gap = since.restart();
        longest = std::max(longest, gap);
        gaps.append(gap);
    });
    std::atomic<bool> done = false;
    std::thread writer([&] { flood(attempt, done); });
    since.start();
    beat.setTimerType(Qt::PreciseTimer);
    beat.start(1);
    while (!done)
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    writer.join();
    std::sort(gaps.begin(), gaps.end());
    const qint64 usual = gaps.isEmpty() ? 0 : gaps[gaps.size() * 99 / 100];
    std::printf("window blocked at %d lines/s for %d s: longest %lld ms, 99 %% of the time under %lld ms "
                "(goal 50 ms); "
                "%lld lines shown\n",
        linesPerSecond, seconds, static_cast<long long>(longest), static_cast<long long>(usual),
        static_cast<long long>(log->rowCount()));
    return log->rowCount() > linesPerSecond ? 0 : 1;
}
