// SPDX-License-Identifier: GPL-3.0-or-later
// Renders the window's pages into PNG files, for looking at and for the README. Not a test: nothing is
// compared. Runs under any platform plugin with fonts; scripts use Xvfb.
#include "core/base/AppPaths.h"
#include "tests/ui/support/FakeAttempt.h"
#include "ui/frame/MainWindow.h"
#include "ui/models/BuildDraft.h"
#include "ui/models/MachineFacts.h"
#include "ui/pages/Wizard.h"

#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QTemporaryDir>

#include <cstdio>

using namespace torchmason;

namespace {

void settle(int milliseconds)
{
    QElapsedTimer timer;
    timer.start();
    while (timer.elapsed() < milliseconds)
        QApplication::processEvents(QEventLoop::AllEvents, 20);
}

void waitForMachine(const MachineFacts& machine)
{
    QElapsedTimer timer;
    timer.start();
    while (!machine.isComplete() && timer.elapsed() < 60'000)
        QApplication::processEvents(QEventLoop::AllEvents, 50);
}

void save(QWidget& window, const QString& folder, const QString& name)
{
    settle(700); // longer than the pause before folders are counted
    window.grab().save(folder + u'/' + name + QStringLiteral(".png"));
}

// Flags that need another one, lists with an editor of their own, and what the profile says otherwise.
void renderFlags(MainWindow& window, const QString& folder, const QString& suffix)
{
    BuildDraft& draft = window.draft();
    auto* search = window.findChild<QLineEdit*>(QStringLiteral("flagSearch"));
    search->setText(QStringLiteral("TORCH_CUDA_ARCH_LIST"));
    save(window, folder, QStringLiteral("flags-architectures") + suffix);
    draft.setFlag(QStringLiteral("USE_DISTRIBUTED"), QStringLiteral("OFF"), QStringLiteral("BOOL"));
    draft.setFlag(QStringLiteral("CUDA_HOME"), QStringLiteral("/opt/cuda-13.0"), QStringLiteral("PATH"));
    search->setText(QStringLiteral("use_gloo"));
    save(window, folder, QStringLiteral("flags-locked") + suffix);
    search->setText(QStringLiteral("cuda_home"));
    save(window, folder, QStringLiteral("flags-path") + suffix);
    search->clear();
    auto* wizard = window.findChild<Wizard*>(QStringLiteral("wizard"));
    wizard->goTo(Wizard::ProfileStep);
    const QString chosen = draft.profile()->id;
    for (const QString& id : { QStringLiteral("hopper-ptx-linux"), chosen }) {
        draft.chooseProfile(id);
        if (id != chosen)
            save(window, folder, QStringLiteral("profile-conflicts") + suffix);
    }
    while (draft.undoStack().canUndo())
        draft.undoStack().undo();
}

void renderAll(MainWindow& window, const QString& attempt, const QString& folder, const QString& suffix)
{
    auto* wizard = window.findChild<Wizard*>(QStringLiteral("wizard"));
    window.newBuild();
    const QString steps[] = { QStringLiteral("wizard-1-machine"), QStringLiteral("wizard-2-profile"),
        QStringLiteral("wizard-3-flags"), QStringLiteral("wizard-4-review") };
    for (int step = 0; step < Wizard::StepCount; ++step) {
        wizard->goTo(Wizard::Step(step));
        save(window, folder, steps[step] + suffix);
        if (step == Wizard::FlagsStep)
            renderFlags(window, folder, suffix);
    }
    const QString places[] = { QString(), QStringLiteral("history"), QStringLiteral("profiles"),
        QStringLiteral("machine"), QStringLiteral("settings"), QStringLiteral("help") };
    for (int place = Rail::History; place < Rail::PlaceCount; ++place) {
        window.openPlace(Rail::Place(place));
        save(window, folder, places[place] + suffix);
    }
    window.openAttempt(attempt);
    save(window, folder, QStringLiteral("attempt") + suffix);
}

// The profile and the machine that the words name; without them what is here.
void showMachine(MainWindow& window, const QStringList& arguments)
{
    if (arguments.size() > 3) {
        const QString file = arguments.at(3);
        const auto document = readJsonFile(file);
        const auto facts
            = document ? hostFactsFromJson(*document, file) : Result<HostFacts>(document.error());
        if (!facts)
            qFatal("%s", qPrintable(facts.error().message));
        window.machine().setFacts(*facts);
    }
    if (arguments.size() > 2)
        window.draft().chooseProfile(arguments.at(2));
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
        std::fputs("Usage: torchmason-screenshots FOLDER [PROFILE [FACTS.json]]\n", stderr);
        return 2;
    }
    const QString folder = arguments.at(1);
    QDir().mkpath(folder);
    FakeAttempt attempt(AttemptStore(AppPaths::attemptsFolder()), QStringLiteral("RTX 50 · Linux"), 90);
    attempt.addFindings({ FakeAttempt::missingWork(12) });
    attempt.end(AttemptState::Failed, 60);
    MainWindow window;
    window.show();
    waitForMachine(window.machine());
    showMachine(window, arguments);
    const QFont normal = QApplication::font();
    for (Appearance appearance : { Appearance::Light, Appearance::Dark }) {
        window.chooseAppearance(appearance, false);
        renderAll(window, attempt.folder(), folder, u'-' + appearanceId(appearance));
    }
    QFont large = normal;
    large.setPointSizeF(normal.pointSizeF() * 1.25);
    QApplication::setFont(large);
    MainWindow largeWindow; // sizes that come from the font are taken when widgets are made
    largeWindow.show();
    waitForMachine(largeWindow.machine());
    showMachine(largeWindow, arguments);
    largeWindow.chooseAppearance(Appearance::Light, false);
    renderAll(largeWindow, attempt.folder(), folder, QStringLiteral("-light-125"));
    return 0;
}
