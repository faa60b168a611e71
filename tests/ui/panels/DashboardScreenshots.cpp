// SPDX-License-Identifier: GPL-3.0-or-later
// torchmason-dashboard-screenshots FOLDER [ATTEMPT...]: pictures of the dashboard with real attempts, for
// looking at and for the README. Without attempt folders the tour is built twice, once with its planted
// mistake; that takes a minute or two. Not a test: nothing is compared.
#include "core/base/AppPaths.h"
#include "core/store/AttemptStore.h"
#include "ui/frame/MainWindow.h"

#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QProcess>
#include <QTemporaryDir>

#include <cstdio>
#include <functional>

using namespace torchmason;

namespace {

constexpr int longestBuild = 15 * 60'000; // milliseconds

void settle(int milliseconds)
{
    QElapsedTimer timer;
    timer.start();
    while (timer.elapsed() < milliseconds)
        QApplication::processEvents(QEventLoop::AllEvents, 20);
}

void waitUntil(const std::function<bool()>& holds)
{
    QElapsedTimer timer;
    timer.start();
    while (!holds() && timer.elapsed() < longestBuild)
        settle(200);
}

struct Look {
    const char* suffix;
    Appearance appearance;
    double size; // of the letters
};

// Sizes that come from the font are taken when widgets are made, so every picture has its own window.
void takePicture(const QString& folder, const QString& name, const Look& look, const QString& attempt)
{
    static const double normal = QApplication::font().pointSizeF();
    QFont font = QApplication::font();
    font.setPointSizeF(normal * look.size);
    QApplication::setFont(font);
    MainWindow window;
    window.chooseAppearance(look.appearance, false);
    window.resize(1280, 860);
    window.show();
    settle(700); // a window that has just come up first looks for running builds
    if (attempt.isEmpty())
        window.openPlace(NavigationBar::History);
    else
        window.openAttempt(attempt);
    settle(2500);
    const QString path = QStringLiteral("%1/%2-%3.png").arg(folder, name, QLatin1String(look.suffix));
    std::printf("%s %s\n", window.grab().save(path) ? "wrote" : "could not write", qPrintable(path));
}

void takeAll(const QString& folder, const QString& name, const QString& attempt)
{
    static const Look looks[] = { { "light", Appearance::Light, 1 }, { "dark", Appearance::Dark, 1 },
        { "light-125", Appearance::Light, 1.25 } };
    for (const Look& look : looks)
        takePicture(folder, name, look, attempt);
}

// Answers the folder of the new attempt; empty where the build could not be started.
QString startTour(const QStringList& more)
{
    const AttemptStore store(AppPaths::attemptsFolder());
    const auto before = store.list();
    const int number = before.isEmpty() ? 1 : before.first().number + 1;
    QProcess cli;
    cli.setProcessChannelMode(QProcess::ForwardedChannels);
    cli.start(QApplication::applicationDirPath() + QStringLiteral("/torchmason-cli"),
        QStringList { QStringLiteral("build"), QStringLiteral("--profile"), QStringLiteral("tour"),
            QStringLiteral("--detach") }
            + more);
    const bool started = cli.waitForStarted() && cli.waitForFinished(60'000) && cli.exitCode() == 0;
    return started ? store.attemptFolder(number) : QString();
}

AttemptRecord recordOf(const QString& attempt)
{
    const auto found = AttemptStore(AppPaths::attemptsFolder()).attempt(QDir(attempt).dirName().toInt());
    return found ? found->record : AttemptRecord {};
}

void waitForTheEnd(const QString& attempt)
{
    waitUntil([&attempt] {
        const AttemptState state = recordOf(attempt).state;
        return state != AttemptState::Requested && state != AttemptState::Running;
    });
}

bool pictureTheTour(const QString& folder)
{
    const QString built = startTour({});
    if (built.isEmpty())
        return false;
    waitUntil([&built] {
        const AttemptRecord record = recordOf(built);
        return record.state != AttemptState::Requested && record.state != AttemptState::Running
            ? true
            : QFileInfo(built + QStringLiteral("/logs/compile.log")).size() > 3000;
    });
    takeAll(folder, QStringLiteral("attempt-running"), built);
    waitForTheEnd(built);
    takeAll(folder, QStringLiteral("attempt-succeeded"), built);
    const QString broken = startTour({ QStringLiteral("-D"), QStringLiteral("TOUR_FAILURE=unresolved") });
    if (broken.isEmpty())
        return false;
    waitForTheEnd(broken);
    takeAll(folder, QStringLiteral("attempt-failed"), broken);
    takeAll(folder, QStringLiteral("attempt-gone"), built + QStringLiteral("-deleted"));
    takeAll(folder, QStringLiteral("attempt-history"), {});
    return true;
}

}

int main(int argc, char** argv)
{
    QTemporaryDir home;
    if (!qEnvironmentVariableIsSet("TORCHMASON_HOME"))
        qputenv("TORCHMASON_HOME", home.path().toUtf8());
    QApplication application(argc, argv);
    const QStringList arguments = QApplication::arguments();
    if (arguments.size() < 2) {
        std::fputs("Usage: torchmason-dashboard-screenshots FOLDER [ATTEMPT...]\n", stderr);
        return 2;
    }
    const QString folder = arguments.at(1);
    QDir().mkpath(folder);
    if (arguments.size() == 2)
        return pictureTheTour(folder) ? 0 : 1;
    for (const QString& attempt : arguments.mid(2))
        takeAll(folder, QStringLiteral("attempt-") + QDir(attempt).dirName(), QDir(attempt).absolutePath());
    return 0;
}
