// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/pictures/Studio.h"

#include "core/base/AppPaths.h"
#include "ui/frame/AttemptPage.h"
#include "ui/frame/BuildNotifier.h"
#include "ui/logview/LogPanel.h"
#include "ui/models/BuildDraft.h"
#include "ui/models/MachineFacts.h"
#include "ui/panels/AttemptView.h"

#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QLabel>
#include <QPixmap>

#include <algorithm>

namespace torchmason {

namespace {

constexpr int longestWait = 30'000; // milliseconds
constexpr int stillFor = 300; // longer than the pauses after which pages count, search and paint
constexpr int stillPictures = 5; // also where the machine is so busy that they take long

HostFacts recordedMachine()
{
    const QString file = QStringLiteral(TORCHMASON_FIXTURES "/facts/a100-cloud-cuda121.json");
    const auto document = readJsonFile(file);
    const auto facts = document ? hostFactsFromJson(*document, file) : Result<HostFacts>(document.error());
    if (!facts)
        throw Untaken { facts.error().message };
    return *facts;
}

}

Studio::Studio(const Look& look, const QString& home, const QString& data)
    : m_look(look)
    , m_home(home)
    , m_data(data)
{
}

void Studio::open(Shelf shelf)
{
    m_window.reset();
    const QString home = m_home + u'/' + QString::number(int(shelf));
    qputenv("TORCHMASON_HOME", home.toUtf8());
    QDir(AppPaths::configFolder()).removeRecursively();
    const AttemptStore store(AppPaths::attemptsFolder());
    if (!QDir(store.folder()).exists()) {
        const auto filled = hasMadeUp() ? fillShelf(shelf, store) : fillShelf(shelf, store, m_data);
        if (!filled)
            throw Untaken { filled.error().message };
    }
    m_window = std::make_unique<MainWindow>();
    m_window->setCloseQuestion([](QWidget*, const CloseMatter&) { return CloseAnswer::KeepBuilding; });
    m_window->announcer().setNotice([](const DesktopNotice::Message&) {});
    m_window->announcer().setProgress([](const TaskbarState&) {});
    m_window->chooseAppearance(m_look.appearance, false);
    applyColours(m_look);
    m_window->resize(m_look.size);
    m_window->show();
    waitFor("the beginning", [this] { return m_window->machine().isLooking(); });
    m_window->machine().setFacts(recordedMachine());
    wait(50); // a window that has just come up looks for running builds
}

bool Studio::isSeen(const QObject* object)
{
    const auto* widget = qobject_cast<const QWidget*>(object);
    return !widget || widget->isVisible();
}

void Studio::wait(int milliseconds) const
{
    QElapsedTimer timer;
    timer.start();
    do
        QApplication::processEvents(QEventLoop::AllEvents, 20);
    while (timer.elapsed() < milliseconds);
}

void Studio::waitFor(const char* what, const std::function<bool()>& holds) const
{
    QElapsedTimer timer;
    timer.start();
    while (!holds()) {
        if (timer.elapsed() > longestWait)
            throw Untaken {
                QStringLiteral("waited %1 s for %2").arg(longestWait / 1000).arg(QLatin1String(what))
            };
        QApplication::processEvents(QEventLoop::AllEvents, 20);
    }
}

void Studio::waitToSee(const char* name) const
{
    waitFor(name, [&] {
        const auto all = m_window->findChildren<QWidget*>(QLatin1String(name));
        return std::any_of(all.begin(), all.end(), isSeen);
    });
}

QWidget* Studio::dialog() const
{
    waitFor("a dialog", [] { return QApplication::activeModalWidget(); });
    return QApplication::activeModalWidget();
}

AttemptView* Studio::openAttempt(AttemptState state, bool isImported) const
{
    QString folder;
    qint64 most = -1;
    for (const AttemptSummary& attempt : AttemptStore(AppPaths::attemptsFolder()).outlines()) {
        const AttemptRecord& record = attempt.record;
        const qint64 steps = record.edgesDone.value_or(0);
        if (!attempt.error.isEmpty() || record.state != state || record.imported.has_value() != isImported
            || isWaiting(record) || steps <= most)
            continue;
        most = steps;
        folder = attempt.folder;
    }
    if (folder.isEmpty())
        throw Untaken { QStringLiteral("no attempt here is %1%2")
                            .arg(isImported ? QStringLiteral("imported and ") : QString(),
                                attemptStateId(state)) };
    return openAttempt(folder);
}

AttemptView* Studio::openAttempt(const QString& folder) const
{
    m_window->openAttempt(folder);
    waitFor("the attempt", [&] {
        for (const AttemptPage* page : m_window->findChildren<AttemptPage*>()) {
            if (page->isVisible() && page->folder() == folder && !page->title().isEmpty())
                return true;
        }
        return false;
    });
    auto* view = findChild<AttemptView>();
    waitFor("what it wrote", [view] { return view->isLive() || view->isRead(); });
    return view;
}

void Studio::waitForLog() const
{
    auto* log = findChild<LogPanel>();
    waitFor("the log", [log] { return log->view()->rowCount() > 0; });
}

QImage Studio::picture() const
{
    m_window->activateWindow(); // what has the focus is shown; a dialog before took it away
    return picture(m_window.get());
}

QImage Studio::picture(QWidget* shown) const
{
    QElapsedTimer still;
    QElapsedTimer timer;
    still.start();
    timer.start();
    QImage picture = shown->grab().toImage();
    // A running build changes all the time.
    for (int same = 0; (still.elapsed() < stillFor || same < stillPictures) && timer.elapsed() < 6000;
         ++same) {
        wait(40);
        QImage next = shown->grab().toImage();
        if (next != picture) {
            still.restart();
            same = 0;
        }
        picture = next;
    }
    return picture;
}

}
