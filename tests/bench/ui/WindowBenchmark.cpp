// SPDX-License-Identifier: GPL-3.0-or-later
// benchmark_window [ATTEMPTS [MEGABYTES]]: opens the real window over a folder of many attempts, walks
// through its pages, and prints for each step the longest time for which the event loop did not come back.
// Among the attempts are one of 10,000 steps, one of 100,000, and one with a log of that size.
#include "core/base/AppPaths.h"
#include "tests/bench/support/ManyAttempts.h"
#include "tests/bench/ui/Heartbeat.h"
#include "tests/ui/support/FakeAttempt.h"
#include "ui/frame/Appearance.h"
#include "ui/frame/AttemptPage.h"
#include "ui/frame/BuildNotifier.h"
#include "ui/frame/HistoryPlace.h"
#include "ui/frame/MainWindow.h"
#include "ui/logview/LogPanel.h"
#include "ui/models/MachineFacts.h"
#include "ui/panels/StepTabs.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QItemSelectionModel>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QToolButton>

#include <cstdio>
#include <functional>
#include <memory>

using namespace torchmason;

namespace {

constexpr double goal = 50; // milliseconds
constexpr int longestStep = 60'000;
constexpr int lingering = 700; // what was begun by timers belongs to the step as well

class Walk {
public:
    explicit Walk(WatchedApplication& application)
        : m_application(application)
    {
    }

    // Does it inside of the event loop, as a click would.
    void step(
        const char* name, const std::function<void()>& act,
        const std::function<bool()>& isThere = [] { return true; })
    {
        bool acted = false;
        QTimer::singleShot(0, qApp, [&] {
            act();
            acted = true;
        });
        m_application.begin();
        m_heart.begin();
        QElapsedTimer timer;
        timer.start();
        while ((!acted || !isThere()) && timer.elapsed() < longestStep)
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        const qint64 took = timer.elapsed();
        for (timer.restart(); timer.elapsed() < lingering;)
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        m_heart.beat();
        m_worst = std::max(m_worst, m_heart.longestWork());
        std::printf("%-34s blocked %4.0f ms (%4.0f ms of work)%s; there after %lld ms%s%s\n", name,
            m_heart.longest(), m_heart.longestWork(), m_heart.longestWork() > goal ? " !" : "  ",
            (long long)took, m_heart.longestWork() > goal ? "; longest: " : "",
            m_heart.longestWork() > goal ? qPrintable(m_application.slowest()) : "");
        std::fflush(stdout);
    }
    double worst() const { return m_worst; }

private:
    WatchedApplication& m_application;
    Heartbeat m_heart;
    double m_worst = 0;
};

template <typename T> T* seen(const QWidget& window, const char* name = nullptr)
{
    for (T* one : window.findChildren<T*>(name ? QLatin1String(name) : QString())) {
        if (one->isVisible())
            return one;
    }
    return nullptr;
}

void makeSteps(const AttemptStore& store, const char* name, int steps)
{
    FakeAttempt many(store, QLatin1String(name), 200);
    many.goTo(0);
    many.startStage("compile");
    many.compile({ 0, 10'000, steps, steps, 32 });
    many.goTo(10'000);
    many.endStage("compile", StageState::Succeeded, 10'000);
    many.end(AttemptState::Succeeded, 10'000);
}

void makeLarge(const AttemptStore& store, qint64 megabytes)
{
    makeSteps(store, "A hundred thousand steps", 100'000);
    makeSteps(store, "Ten thousand steps", 10'000);
    FakeAttempt large(store, QStringLiteral("Large log"), 100);
    large.startStage("compile");
    const QByteArray lines = FakeAttempt::ninjaLines(0, 100'000, 100'000);
    for (qint64 written = 0; written < megabytes * qint64(mebibyte); written += lines.size())
        large.addLog("compile", lines);
    large.endStage("compile", StageState::Failed, 4000, 1);
    large.addFindings({ FakeAttempt::missingWork(120) });
    large.end(AttemptState::Failed, 4000);
}

void walkPages(Walk& walk, MainWindow& window)
{
    const char* const names[] = { "Build", "History", "Profiles", "Machine", "Settings", "Help" };
    for (const char* when : { "", " again" }) {
        for (int place = 0; place < NavigationBar::PlaceCount; ++place) {
            walk.step(
                qPrintable(QLatin1String(names[place]) + QLatin1String(when)),
                [&] { window.openPlace(NavigationBar::Place(place)); },
                [&] {
                    auto* table = seen<QAbstractItemView>(window, "historyTable");
                    return place != NavigationBar::History || (table && table->model()->rowCount() > 0);
                });
        }
    }
}

void walkHistory(Walk& walk, MainWindow& window)
{
    window.openPlace(NavigationBar::History);
    auto* table = seen<QAbstractItemView>(window, "historyTable");
    walk.step("history: select all", [&] { table->selectAll(); });
    walk.step("history: search", [&] { seen<QLineEdit>(window, "historyFilter")->setText("USE_17"); });
    walk.step("history: search taken back", [&] { seen<QLineEdit>(window, "historyFilter")->clear(); });
    walk.step("history: by thread", [&] { seen<QComboBox>(window, "historyGroup")->setCurrentIndex(1); });
    walk.step(
        "history: by source tree", [&] { seen<QComboBox>(window, "historyGroup")->setCurrentIndex(2); });
    walk.step("history: no groups", [&] { seen<QComboBox>(window, "historyGroup")->setCurrentIndex(0); });
    walk.step(
        "compare the two large ones",
        [&] {
            const QModelIndex first = table->model()->index(0, 0);
            table->selectionModel()->select({ first, first.siblingAtRow(1) },
                QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
            seen<QPushButton>(window, "historyCompare")->click();
        },
        [&] {
            auto* state = window.findChild<QLabel*>("comparisonState");
            return state->isHidden() || state->text().isEmpty();
        });
    walk.step("back to the list", [&] { seen<QPushButton>(window, "comparisonBack")->click(); });
}

void openAttempt(Walk& walk, MainWindow& window, const char* name, const AttemptSummary& attempt)
{
    walk.step(
        name, [&] { window.openAttempt(attempt.folder); },
        [&] {
            auto* log = seen<LogPanel>(window);
            return log && log->view()->rowCount() > 0;
        });
}

void walkAttempts(Walk& walk, MainWindow& window)
{
    const QVector<AttemptSummary> attempts = AttemptStore(AppPaths::attemptsFolder()).outlines();
    openAttempt(walk, window, "attempt of 100,000 steps", attempts[2]);
    openAttempt(walk, window, "attempt of 10,000 steps", attempts[1]);
    walk.step(
        "charts",
        [&] {
            auto* charts = seen<QToolButton>(window, "attemptChartsToggle");
            if (!charts->isChecked()) // they may be folded, since these attempts have no samples
                charts->click();
        },
        [&] { return seen<StepTabs>(window); });
    walk.step("timeline and its table", [&] {
        auto* tabs = seen<StepTabs>(window);
        tabs->setCurrentIndex(tabs->count() - 1);
    });
    walk.step("dark", [&] { window.chooseAppearance(Appearance::Dark, false); });
    walk.step("light", [&] { window.chooseAppearance(Appearance::Light, false); });
    walk.step("larger window", [&] { window.resize(1800, 1100); });
    walk.step("smaller window", [&] { window.resize(1100, 760); });
    openAttempt(walk, window, "attempt with a large log", attempts[0]);
    const auto look = [&](const char* name, const char* words) {
        walk.step(
            name, [&] { seen<QLineEdit>(window, "logSearch")->setText(words); },
            [&] {
                const LogSearch& search = seen<LogPanel>(window)->search();
                return search.query().text == QLatin1String(words) && !search.isBusy();
            });
    };
    look("search in the log", "Interpreter");
    walk.step("only hits", [&] { seen<QComboBox>(window, "logShow")->setCurrentIndex(2); });
    look("a word of most lines, only hits", "Building");
    walk.step("all lines", [&] { seen<QComboBox>(window, "logShow")->setCurrentIndex(0); });
    walk.step("fold and unfold all", [&] {
        seen<LogPanel>(window)->foldAll();
        seen<LogPanel>(window)->unfoldAll();
    });
    walk.step("the end of the log", [&] { seen<LogPanel>(window)->setFollowing(true); });
    walk.step("palette", [&] { window.openPalette(); });
    walk.step("palette: typing", [&] { seen<QLineEdit>(window, "commandField")->setText("dis"); });
}

}

int main(int argc, char** argv)
{
    const QTemporaryDir home;
    qputenv("TORCHMASON_HOME", home.path().toUtf8());
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    WatchedApplication application(argc, argv);
    const QStringList words = QApplication::arguments();
    const int attempts = words.size() > 1 ? words[1].toInt() : 3000;
    const AttemptStore store(AppPaths::attemptsFolder());
    makeAttempts(store.folder(), attempts, recordForMany({}));
    makeLarge(store, words.size() > 2 ? words[2].toInt() : 1024);
    Walk walk(application);
    std::unique_ptr<MainWindow> window;
    walk.step(
        "start",
        [&] {
            applyAppearance(Appearance::System); // as the program does
            window = std::make_unique<MainWindow>();
            window->setCloseQuestion([](QWidget*, const CloseMatter&) { return CloseAnswer::KeepBuilding; });
            window->announcer().setNotice([](const DesktopNotice::Message&) {});
            window->resize(1400, 900);
            window->show();
        },
        [&] { return window->machine().isComplete(); });
    walkPages(walk, *window);
    walkHistory(walk, *window);
    walkAttempts(walk, *window);
    walk.step("end", [&] { window.reset(); });
    std::printf("window over %d attempts: blocked for %.0f ms of work at most (goal %.0f ms)\n", attempts,
        walk.worst(), goal);
    return 0;
}
