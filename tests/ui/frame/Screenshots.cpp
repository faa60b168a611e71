// SPDX-License-Identifier: GPL-3.0-or-later
// Renders the window's pages into PNG files, for looking at and for the README. Not a test: nothing is
// compared. Runs under any platform plugin with fonts; scripts use Xvfb.
#include "core/base/AppPaths.h"
#include "tests/ui/support/FakeAttempt.h"
#include "ui/frame/MainWindow.h"
#include "ui/models/BuildDraft.h"
#include "ui/models/MachineFacts.h"
#include "ui/pages/Wizard.h"
#include "ui/panels/InstallUndoDialog.h"
#include "ui/widgets/CollapsibleSection.h"

#include <QApplication>
#include <QDialog>
#include <QDir>
#include <QElapsedTimer>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QScrollArea>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTimer>

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

template <typename Condition> void waitUntil(Condition holds)
{
    QElapsedTimer timer;
    timer.start();
    while (!holds() && timer.elapsed() < 60'000)
        QApplication::processEvents(QEventLoop::AllEvents, 50);
}

void waitForMachine(const MachineFacts& machine)
{
    waitUntil([&machine] { return machine.isComplete(); });
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

// What few builds set, all of it set.
void renderMore(MainWindow& window, const QString& folder, const QString& suffix)
{
    BuildDraft& draft = window.draft();
    RequestWishes edits = draft.edits();
    edits.backend = QStringLiteral("wheel");
    edits.packages = { QStringLiteral("numpy==1.26.4") };
    edits.install.environment = QDir::homePath() + QStringLiteral("/venvs/torch");
    draft.change(QStringLiteral("more"), edits);
    save(window, folder, QStringLiteral("review-more-folded") + suffix);
    auto* more = window.findChild<CollapsibleSection*>(QStringLiteral("reviewMore"));
    more->setOpen(true);
    settle(100);
    window.findChild<QScrollArea*>(QStringLiteral("reviewScroll"))->ensureWidgetVisible(more);
    save(window, folder, QStringLiteral("review-more") + suffix);
    more->setOpen(false);
    draft.undoStack().undo();
}

// The question before a build that is expected to fail; it is answered once it is on the screen.
void renderQuestion(MainWindow& window, const QString& folder, const QString& suffix)
{
    QTimer::singleShot(0, &window, [&] {
        auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        if (!box)
            return;
        save(*box, folder, QStringLiteral("question-blockers") + suffix);
        box->reject();
    });
    askWhetherToBuildAnyway(&window,
        { QStringLiteral("CUDA toolkit: 11.4.152"),
            QStringLiteral("Architectures: TORCH_CUDA_ARCH_LIST is \"8.9\", and the card here is 12.0"),
            QStringLiteral("Space for the build: 12.4 GB are free, 40 GB are needed") });
}

// A build with a wheel, the dialog that installs it, and its row in the history.
void renderWheel(MainWindow& window, const QString& attempt, const QString& folder, const QString& suffix)
{
    window.openAttempt(attempt);
    auto* install = window.findChild<QPushButton*>(QStringLiteral("outcomeInstall"));
    waitUntil([install] { return install->isEnabled(); });
    save(window, folder, QStringLiteral("attempt-wheel") + suffix);
    install->click();
    auto* dialog = window.findChild<QDialog*>(QStringLiteral("installDialog"));
    dialog->findChild<QLineEdit*>(QStringLiteral("installEnvironment"))->setFocus();
    save(*dialog, folder, QStringLiteral("install-empty") + suffix);
    auto* field = dialog->findChild<QLineEdit*>(QStringLiteral("installEnvironment"));
    for (const char* place : { "/usr/bin/python3", "~/venvs/torch" }) {
        field->setText(QLatin1String(place));
        emit field->textEdited(field->text());
        settle(500); // longer than the pause after typing
        auto* words = dialog->findChild<QLabel*>(QStringLiteral("installPlace"));
        waitUntil([words] { return words->text() != QStringLiteral("Looking at it"); });
        save(*dialog, folder, QStringLiteral("install-%1").arg(place[0] == '~') + suffix);
    }
    dialog->reject();
}

// As if some packages of this machine's Python had come with a wheel; nothing is touched.
void renderTakeBack(const QString& folder, const QString& suffix)
{
    QTemporaryDir place;
    InstallNote note;
    note.interpreter = QStandardPaths::findExecutable(QStringLiteral("python3"));
    const auto there = packagesIn(note.interpreter);
    note.before = note.after = there ? *there : InstalledPackages();
    if (note.before.size() < 2)
        return;
    note.before.first().version = QStringLiteral("0.1");
    note.before.remove(note.before.lastKey());
    const QString path = place.filePath(QStringLiteral("install.json"));
    if (!writeInstallNote(path, note))
        return;
    InstallUndoDialog dialog(path);
    dialog.show();
    auto* words = dialog.findChild<QLabel*>(QStringLiteral("takeBackWords"));
    const QString looking = words->text();
    waitUntil([&] { return words->text() != looking; });
    save(dialog, folder, QStringLiteral("take-back") + suffix);
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
    renderMore(window, folder, suffix);
    renderQuestion(window, folder, suffix);
    const QString places[] = { QString(), QStringLiteral("history"), QStringLiteral("profiles"),
        QStringLiteral("machine"), QStringLiteral("settings"), QStringLiteral("help") };
    for (int place = NavigationBar::History; place < NavigationBar::PlaceCount; ++place) {
        window.openPlace(NavigationBar::Place(place));
        save(window, folder, places[place] + suffix);
    }
    window.openPalette();
    save(window, folder, QStringLiteral("palette") + suffix);
    window.openAttempt(attempt); // the focus goes, and the palette with it
    save(window, folder, QStringLiteral("attempt") + suffix);
    renderWheel(window, AttemptStore(AppPaths::attemptsFolder()).attemptFolder(2), folder, suffix);
    renderTakeBack(folder, suffix);
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
    FakeAttempt packed(AttemptStore(AppPaths::attemptsFolder()), QStringLiteral("RTX 50 · Linux"), 30);
    packed.addSamples(0, 600, 16, QStringLiteral("compile"), 1000, 0);
    packed.endStage(QStringLiteral("compile"), StageState::Succeeded, 600);
    packed.packWheel(AppPaths::workFolder() + QStringLiteral("/rtx50-linux/source/dist"),
        QStringLiteral("torch-2.7.1-cp311-cp311-linux_x86_64.whl"), QByteArray(1 << 20, 'x'));
    packed.endStage(QStringLiteral("verify"), StageState::Succeeded, 4);
    packed.end(AttemptState::Succeeded, 640);
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
    largeWindow.resize(largeWindow.minimumSize()); // where things are cut first
    largeWindow.newBuild();
    renderMore(largeWindow, folder, QStringLiteral("-small-125"));
    renderWheel(largeWindow, packed.folder(), folder, QStringLiteral("-small-125"));
    largeWindow.openPlace(NavigationBar::History);
    save(largeWindow, folder, QStringLiteral("history-small-125"));
    return 0;
}
