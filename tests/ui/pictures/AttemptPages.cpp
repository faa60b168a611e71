// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/AppPaths.h"
#include "tests/ui/pictures/Page.h"
#include "ui/charts/TimelineBars.h"
#include "ui/charts/TimelineChart.h"
#include "ui/panels/AttemptView.h"
#include "ui/panels/InstallUndoDialog.h"
#include "ui/panels/StepTabs.h"

#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QStandardPaths>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QToolButton>
#include <QTreeWidget>

namespace torchmason {

namespace {

QImage attempt(Studio& studio, AttemptState state, bool isImported = false)
{
    studio.openAttempt(state, isImported);
    studio.waitForLog();
    return studio.picture();
}

// A running build is shown without being asked for.
QImage running(Studio& studio)
{
    studio.waitFor("the running build", [&] { return studio.window().isBuilding(); });
    studio.waitForLog();
    const auto* view = studio.findChild<AttemptView>();
    studio.waitFor("what it wrote", [view] { return view->isRead(); });
    return studio.picture();
}

QImage errors(Studio& studio)
{
    running(studio);
    const auto* rows = studio.window().findChild<QTreeWidget*>("errorRows");
    studio.waitFor("the errors", [rows] { return rows->topLevelItemCount() > 0; });
    studio.click("attemptMessages");
    return studio.picture(studio.window().findChild<QWidget*>("errorList"));
}

QImage waiting(Studio& studio)
{
    for (const AttemptSummary& attempt : AttemptStore(AppPaths::attemptsFolder()).list()) {
        if (!isWaiting(attempt.record))
            continue;
        studio.openAttempt(attempt.folder);
        return studio.picture();
    }
    throw Untaken { QStringLiteral("no attempt here waits") };
}

// Beside a card they are folded where there is little room.
void openCharts(Studio& studio)
{
    if (!studio.window().findChild<QToolButton*>("attemptChartsToggle")->isChecked())
        studio.click("attemptChartsToggle");
}

QImage failedCharts(Studio& studio)
{
    studio.openAttempt(AttemptState::Failed);
    studio.waitForLog();
    openCharts(studio);
    return studio.picture();
}

QImage gone(Studio& studio)
{
    studio.window().openAttempt(AppPaths::attemptsFolder() + "/0815");
    return studio.picture();
}

StepTabs* openTabs(Studio& studio, const QWidget* shown)
{
    auto* tabs = studio.findChild<StepTabs>();
    tabs->setCurrentWidget(const_cast<QWidget*>(shown));
    return tabs;
}

TimelineChart* openTimeline(Studio& studio)
{
    studio.openAttempt(AttemptState::Succeeded);
    studio.waitForLog();
    openCharts(studio);
    auto* tabs = studio.findChild<StepTabs>();
    openTabs(studio, tabs->timeline());
    studio.waitFor("the timeline", [tabs] { return tabs->end() > 0; });
    return tabs->timeline();
}

QImage timeline(Studio& studio)
{
    openTimeline(studio);
    return studio.picture();
}

// Close enough that bars have names, with the moment in the middle marked.
QImage zoomedTimeline(Studio& studio)
{
    TimelineChart* chart = openTimeline(studio);
    const qint64 end = studio.findChild<StepTabs>()->end();
    emit chart->rangeChosen(ShownTime { end / 2, end / 2 + end / 60 });
    emit chart->hovered(end / 2 + end / 120);
    return studio.picture();
}

QImage steps(Studio& studio)
{
    openTimeline(studio);
    openTabs(studio, studio.window().findChild<QWidget*>("stepTable"));
    return studio.picture();
}

// One of the tabs below the header, whose list is read when it is opened.
QImage tab(Studio& studio, const char* name, const char* list, bool isImported = false)
{
    studio.openAttempt(isImported ? AttemptState::Failed : AttemptState::Succeeded, isImported);
    studio.find<QTabWidget>("attemptTabs")->setCurrentWidget(studio.window().findChild<QWidget*>(name));
    auto* rows = studio.find<QTreeWidget>(list);
    studio.waitFor("the list", [rows] { return rows->topLevelItem(0)->childCount() > 0; });
    return studio.picture();
}

QImage install(Studio& studio)
{
    studio.openAttempt(AttemptState::Succeeded);
    auto* button = studio.find<QAbstractButton>("outcomeInstall");
    studio.waitFor("the wheel", [button] { return button->isEnabled(); });
    button->click();
    QWidget* dialog = studio.dialog();
    auto* field = dialog->findChild<QLineEdit*>("installEnvironment");
    field->setText("/usr/bin/python3");
    emit field->textEdited(field->text());
    studio.wait(500); // longer than the pause after typing
    auto* words = dialog->findChild<QLabel*>("installPlace");
    studio.waitFor(
        "the environment", [words] { return words->text() != QStringLiteral("Checking the environment…"); });
    return studio.picture(dialog);
}

// As if some packages of this machine's Python had come with a wheel; nothing is touched.
QImage takeBack(Studio& studio)
{
    const QTemporaryDir place;
    InstallNote note;
    note.interpreter = QStandardPaths::findExecutable("python3");
    const auto there = packagesIn(note.interpreter);
    note.before = note.after = there ? *there : InstalledPackages();
    if (note.before.size() < 2)
        throw Untaken { QStringLiteral("the Python of this machine has no two packages") };
    note.before.first().version = "0.1";
    note.before.remove(note.before.lastKey());
    const QString path = place.filePath("install.json");
    if (const auto written = writeInstallNote(path, note); !written)
        throw Untaken { written.error().message };
    InstallUndoDialog dialog(path);
    dialog.show();
    auto* words = dialog.findChild<QLabel*>("takeBackWords");
    const QString looking = words->text();
    studio.waitFor("what goes", [&] { return words->text() != looking; });
    return studio.picture(&dialog);
}

}

QVector<Page> attemptPages()
{
    return {
        { "attempt-running", Shelf::Running, running },
        { "attempt-beginning", Shelf::Beginning, running }, // nothing but its first line is there
        { "attempt-failing", Shelf::Failing, running },
        { "attempt-errors", Shelf::Failing, errors },
        { "attempt-waiting", Shelf::Waiting, waiting },
        { "attempt-failed", Shelf::Many,
            [](Studio& studio) { return attempt(studio, AttemptState::Failed); } },
        { "attempt-failed-charts", Shelf::Many, failedCharts },
        { "attempt-succeeded", Shelf::Many,
            [](Studio& studio) { return attempt(studio, AttemptState::Succeeded); } },
        { "attempt-stopped", Shelf::Many,
            [](Studio& studio) { return attempt(studio, AttemptState::Stopped); } },
        { "attempt-interrupted", Shelf::Many,
            [](Studio& studio) { return attempt(studio, AttemptState::Interrupted); } },
        { "attempt-imported", Shelf::Many,
            [](Studio& studio) { return attempt(studio, AttemptState::Failed, true); } },
        { "attempt-strange", Shelf::Strange,
            [](Studio& studio) { return attempt(studio, AttemptState::Failed); } },
        { "attempt-unknown", Shelf::Odd,
            [](Studio& studio) { return attempt(studio, AttemptState::Failed); } },
        { "attempt-installed", Shelf::Odd,
            [](Studio& studio) { return attempt(studio, AttemptState::Succeeded); } },
        { "attempt-gone", Shelf::One, gone },
        { "timeline", Shelf::Many, timeline },
        { "timeline-zoomed", Shelf::Many, zoomedTimeline },
        { "steps", Shelf::Many, steps },
        { "time", Shelf::Many, [](Studio& studio) { return tab(studio, "timeSpent", "timeTable"); } },
        { "how-built", Shelf::Many, [](Studio& studio) { return tab(studio, "howBuilt", "builtTable"); } },
        { "how-built-imported", Shelf::Many,
            [](Studio& studio) { return tab(studio, "howBuilt", "builtTable", true); } },
        { "install", Shelf::One, install },
        { "take-back", Shelf::One, takeBack },
    };
}

}
