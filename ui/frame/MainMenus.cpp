// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/MainWindow.h"

#include "core/base/AppPaths.h"
#include "ui/frame/BuildPage.h"
#include "ui/frame/CommandSource.h"
#include "ui/frame/FolderSettings.h"
#include "ui/frame/HistoryPlace.h"
#include "ui/frame/TextSize.h"
#include "ui/history/HistoryPage.h"
#include "ui/models/BuildDraft.h"
#include "ui/models/MachineFacts.h"
#include "ui/models/Settings.h"
#include "ui/pages/Wizard.h"
#include "ui/widgets/Icons.h"
#include "ui/widgets/Parts.h"

#include <QActionGroup>
#include <QMenu>
#include <QMenuBar>
#include <QStackedWidget>
#include <QUndoStack>

// The menus of the main window, one function each.
namespace torchmason {

namespace {

QAction* add(QMenu* menu, QAnyStringView name, const char* iconName, const QString& text,
    const QKeySequence& shortcut = {})
{
    QAction* action = menu->addAction(text);
    action->setObjectName(name.toString());
    if (iconName)
        action->setIcon(icon(QLatin1String(iconName)));
    action->setShortcut(shortcut);
    return action;
}

}

void MainWindow::createMenus()
{
    menuBar()->setNativeMenuBar(false); // the note of a running build stands in its line
    createFileMenu();
    createEditMenu();
    createBuildMenu();
    createViewMenu();
    QMenu* help = named(menuBar()->addMenu(tr("&Help")), "helpMenu");
    connect(add(help, "actionHelp", "help", tr("&Help of this page"), QKeySequence(Qt::Key_F1)),
        &QAction::triggered, this, &MainWindow::openHelp);
    connect(add(help, "actionGuide", "file", tr("User's &guide")), &QAction::triggered, this,
        [this] { openGuide(QStringLiteral("guide.md")); });
    QAction* guided = add(help, "actionTour", "play", tr("Take the &tour"));
    guided->setProperty(moreWordsProperty, tr("guided sample first start"));
    connect(guided, &QAction::triggered, this, [this] {
        newBuild();
        startTour();
    });
    help->addSeparator();
    QAction* about = add(help, "actionAbout", "info", tr("&About Torchmason"));
    about->setProperty(moreWordsProperty, tr("version licence libraries"));
    connect(about, &QAction::triggered, this, &MainWindow::openAbout);
}

void MainWindow::createFileMenu()
{
    QMenu* menu = named(menuBar()->addMenu(tr("&File")), "fileMenu");
    connect(add(menu, "actionNewBuild", "add", tr("&New build"), QKeySequence::New), &QAction::triggered,
        this, &MainWindow::beginNewBuild);
    QAction* opened = add(menu, "actionOpenFile", "import", tr("Open &file..."), QKeySequence::Open);
    opened->setProperty(moreWordsProperty, tr("import bundle log attempt profile"));
    connect(opened, &QAction::triggered, this, [this] {
        placeWidget(NavigationBar::History);
        m_history->list().askForImport(); // openFile() goes there
    });
    connect(add(menu, "actionReadProfiles", "retry", tr("&Read profiles again")), &QAction::triggered, this,
        &MainWindow::readProfilesAgain);
    connect(add(menu, "actionProfilesFolder", "folder", tr("&Open profiles folder")), &QAction::triggered,
        this, [this] { openOwnFolder(this, AppPaths::userProfilesFolder()); });
    menu->addSeparator();
    QAction* quit = add(menu, "actionQuit", nullptr, tr("&Quit"), QKeySequence(Qt::CTRL | Qt::Key_Q));
    quit->setShortcutContext(Qt::ApplicationShortcut); // also in the guide and in the small view
    connect(quit, &QAction::triggered, this, &MainWindow::quit);
}

void MainWindow::createEditMenu()
{
    QMenu* menu = named(menuBar()->addMenu(tr("&Edit")), "editMenu");
    m_undo = add(menu, "actionUndo", "undo", tr("&Undo"), QKeySequence::Undo);
    m_redo = add(menu, "actionRedo", "redo", tr("&Redo"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z));
    QUndoStack& stack = m_draft->undoStack();
    connect(m_undo, &QAction::triggered, &stack, &QUndoStack::undo);
    connect(m_redo, &QAction::triggered, &stack, &QUndoStack::redo);
    connect(&stack, &QUndoStack::indexChanged, this, &MainWindow::refreshUndo);
    menu->addSeparator();
    // Pages have a Ctrl+F of their own; two of one key would cancel each other out, see keyPressEvent().
    m_find = add(menu, "actionFind", "search", tr("&Find on this page") + QStringLiteral("\tCtrl+F"));
    connect(m_find, &QAction::triggered, this, &MainWindow::focusSearch);
    connect(
        add(menu, "actionPalette", "search", tr("Find a &command..."), QKeySequence(Qt::CTRL | Qt::Key_K)),
        &QAction::triggered, this, &MainWindow::openPalette);
}

// Only where the build that is being prepared is seen.
void MainWindow::refreshUndo()
{
    const bool isSeen = showsDraft();
    const auto show = [isSeen](QAction& action, const QString& verb, bool isAny, const QString& what) {
        action.setEnabled(isSeen && isAny);
        action.setText(what.isEmpty() ? verb : QStringLiteral("%1 \"%2\"").arg(verb, what));
        action.setToolTip(
            isSeen ? QString() : tr("This changes the build that you prepare. Open it first (Ctrl+N)."));
    };
    findChild<QMenu*>(QStringLiteral("editMenu"))->setToolTipsVisible(!isSeen); // others repeat the texts
    const QUndoStack& stack = m_draft->undoStack();
    show(*m_undo, tr("&Undo"), stack.canUndo(), stack.undoText());
    show(*m_redo, tr("&Redo"), stack.canRedo(), stack.redoText());
}

void MainWindow::createBuildMenu()
{
    QMenu* menu = named(menuBar()->addMenu(tr("&Build")), "buildMenu");
    connect(add(menu, "actionBuild", "play", tr("Start &build"), QKeySequence(Qt::CTRL | Qt::Key_Return)),
        &QAction::triggered, this, &MainWindow::startOrReview);
    QAction* forget = add(menu, "actionForgetChanges", "retry", tr("Take &all changes back"));
    connect(forget, &QAction::triggered, this, [this] {
        showDraft();
        m_draft->takeChangesBack();
    });
    const auto offerForget = [this, forget] { forget->setEnabled(!m_draft->edits().isEmpty()); };
    connect(m_draft.get(), &BuildDraft::editsChanged, forget, offerForget);
    offerForget();
    m_stop = add(menu, "actionStop", "stop", tr("&Stop build"));
    connect(m_stop, &QAction::triggered, this, &MainWindow::stopBuild);
    menu->addSeparator();
    connect(add(menu, "actionCheckMachine", "retry", tr("&Check machine again"), QKeySequence::Refresh),
        &QAction::triggered, m_machine.get(), &MachineFacts::look);
}

void MainWindow::createViewMenu()
{
    QMenu* menu = named(menuBar()->addMenu(tr("&View")), "viewMenu");
    const struct {
        NavigationBar::Place place;
        const char* name;
        const char* iconName;
        QString text;
        QKeySequence shortcut;
    } places[] = {
        { NavigationBar::Build, "actionShowBuild", "build", tr("&Build"),
            QKeySequence(Qt::CTRL | Qt::Key_1) },
        { NavigationBar::History, "actionShowHistory", "history", tr("&History"),
            QKeySequence(Qt::CTRL | Qt::Key_2) },
        { NavigationBar::Profiles, "actionShowProfiles", "profiles", tr("&Profiles"),
            QKeySequence(Qt::CTRL | Qt::Key_3) },
        { NavigationBar::Machine, "actionShowMachine", "machine", tr("&Machine"),
            QKeySequence(Qt::CTRL | Qt::Key_4) },
        { NavigationBar::Settings, "actionShowSettings", "settings", tr("&Settings"),
            QKeySequence(Qt::CTRL | Qt::Key_Comma) },
    };
    for (const auto& entry : places) {
        QAction* action = add(menu, entry.name, entry.iconName, entry.text, entry.shortcut);
        action->setProperty(isPlaceProperty, true);
        connect(action, &QAction::triggered, this, [this, place = entry.place] { showPlace(place); });
    }
    menu->addSeparator();
    m_miniAction = add(menu, "actionMini", "mini", tr("Small &view above other windows"),
        QKeySequence(Qt::CTRL | Qt::Key_M));
    m_miniAction->setProperty(moreWordsProperty, tr("mini"));
    connect(m_miniAction, &QAction::triggered, this, &MainWindow::openMini);
    QMenu* appearance = menu->addMenu(icon(QStringLiteral("moon")), tr("&Appearance"));
    appearance->setObjectName(QStringLiteral("appearanceMenu"));
    auto* group = new QActionGroup(this);
    m_appearance = appearanceFromId(settings()->value(QStringLiteral("window/appearance")).toString())
                       .value_or(Appearance::System);
    const QString names[] = { tr("Same as the &system"), tr("&Light"), tr("&Dark") };
    for (Appearance choice : { Appearance::System, Appearance::Light, Appearance::Dark }) {
        QAction* action = add(
            appearance, QStringLiteral("appearance-") + appearanceId(choice), nullptr, names[int(choice)]);
        action->setCheckable(true);
        action->setChecked(choice == m_appearance);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, choice] { chooseAppearance(choice, true); });
    }
    createTextSizeMenu(menu);
}

void MainWindow::createTextSizeMenu(QMenu* view)
{
    QMenu* menu = named(view->addMenu(tr("&Text size")), "textSizeMenu");
    const auto change = [this](int steps) { chooseTextSize(textSizeAfter(chosenTextSize(), steps)); };
    QAction* larger = add(menu, "actionLargerText", nullptr, tr("&Larger"));
    larger->setShortcuts({ QKeySequence(Qt::CTRL | Qt::Key_Plus), QKeySequence(Qt::CTRL | Qt::Key_Equal) });
    larger->setProperty(moreWordsProperty, tr("zoom in font"));
    connect(larger, &QAction::triggered, this, [change] { change(1); });
    QAction* smaller
        = add(menu, "actionSmallerText", nullptr, tr("&Smaller"), QKeySequence(Qt::CTRL | Qt::Key_Minus));
    smaller->setProperty(moreWordsProperty, tr("zoom out font"));
    connect(smaller, &QAction::triggered, this, [change] { change(-1); });
    QAction* usual = add(
        menu, "actionUsualText", nullptr, tr("Same &as the system"), QKeySequence(Qt::CTRL | Qt::Key_0));
    usual->setProperty(moreWordsProperty, tr("zoom reset font"));
    connect(usual, &QAction::triggered, this, [this] {
        settings()->setValue(QStringLiteral("log/zoom"), 0);
        chooseTextSize(usualTextSize);
    });
}

}
