// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/pictures/Page.h"
#include "ui/logview/LogPanel.h"
#include "ui/logview/SearchTerms.h"
#include "ui/panels/AttemptView.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSpinBox>
#include <QToolButton>

namespace torchmason {

namespace {

// Of a failed attempt, whose charts are folded, so that the log has room.
LogPanel* openLog(Studio& studio, AttemptState state = AttemptState::Failed)
{
    studio.openAttempt(state);
    studio.waitForLog();
    studio.wait(300);
    return studio.findChild<LogPanel>();
}

void search(Studio& studio, const char* words)
{
    auto* field = studio.find<QLineEdit>("logSearch");
    auto* hits = studio.find<QLabel>("logHits");
    field->clear(); // else those of the words before are taken for them
    studio.waitFor("no hits", [hits] { return hits->text().isEmpty(); });
    field->setText(QLatin1String(words));
    studio.waitFor("hits", [hits] { return !hits->text().isEmpty() && !hits->text().endsWith(u'…'); });
    studio.wait(200);
}

QImage found(Studio& studio)
{
    LogPanel* log = openLog(studio);
    for (const char* words : { "warning", "CUDA" }) {
        search(studio, words);
        log->keepTerm();
    }
    search(studio, "native");
    log->findNext();
    return studio.picture();
}

QImage nothingFound(Studio& studio)
{
    openLog(studio);
    search(studio, "xyzzy");
    return studio.picture();
}

QImage bookmarks(Studio& studio)
{
    LogPanel* log = openLog(studio);
    for (const int line : { 12, 31, 200 }) {
        log->showLine("compile", line);
        studio.wait(50);
        log->toggleBookmark();
    }
    log->showLine("compile", 31);
    log->askForNote();
    return studio.picture();
}

QImage folded(Studio& studio)
{
    openLog(studio)->foldAll();
    return studio.picture();
}

QImage unfolded(Studio& studio)
{
    LogPanel* log = openLog(studio);
    log->unfoldAll();
    log->showLine("configure", 1);
    return studio.picture();
}

QImage shown(Studio& studio, int choice)
{
    openLog(studio);
    studio.find<QComboBox>("logShow")->setCurrentIndex(choice);
    if (choice > 0)
        studio.find<QSpinBox>("logContext")->setValue(2);
    return studio.picture();
}

QImage timesAndWrapped(Studio& studio)
{
    LogPanel* log = openLog(studio);
    for (const char* name : { "clockTimes", "wrapLines", "markProblems" }) {
        auto* action = log->findChild<QAction*>(QLatin1String(name));
        if (!action)
            throw Untaken { QStringLiteral("the log has no %1").arg(QLatin1String(name)) };
        action->setChecked(true);
    }
    return studio.picture();
}

QImage menu(Studio& studio)
{
    openLog(studio);
    QMenu* menu = studio.find<QToolButton>("logOptions")->menu();
    menu->popup(studio.window().mapToGlobal(QPoint(0, 0)));
    const QImage picture = studio.picture(menu);
    menu->close();
    return picture;
}

QImage goingTo(Studio& studio)
{
    openLog(studio)->askWhereToGo();
    return studio.picture();
}

}

QVector<Page> logPages()
{
    return {
        { "log", Shelf::Many, [](Studio& studio) { return shown(studio, 0); } },
        { "log-found", Shelf::Many, found },
        { "log-nothing-found", Shelf::Many, nothingFound },
        { "log-bookmarks", Shelf::Many, bookmarks },
        { "log-folded", Shelf::Many, folded },
        { "log-unfolded", Shelf::Many, unfolded },
        { "log-problems", Shelf::Many, [](Studio& studio) { return shown(studio, 1); } },
        { "log-times", Shelf::Many, timesAndWrapped },
        { "log-menu", Shelf::Many, menu },
        { "log-go-to", Shelf::Many, goingTo },
    };
}

}
