// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/AppPaths.h"
#include "tests/ui/support/FakeAttempt.h"
#include "tests/ui/support/UiTest.h"
#include "ui/frame/BuildNotifier.h"
#include "ui/frame/MainWindow.h"
#include "ui/models/BuildDraft.h"
#include "ui/models/MachineFacts.h"
#include "ui/pages/Wizard.h"
#include "ui/panels/AttemptView.h"

#include <atomic>
#include <type_traits>

namespace torchmason {

// A whole window whose questions the test answers, that starts nothing and tells nothing to the desktop.
class WindowHarness {
protected:
    void setUp()
    {
        m_home = freshHome();
        m_answer = CloseAnswer::KeepBuilding;
        m_queueAnswer = QueueAnswer::Now;
        m_buildsAnyway = true;
        m_blockers.clear();
        m_asked = 0;
        m_starts = 0;
        m_window = std::make_unique<MainWindow>();
        m_window->resize(1200, 800); // the screen of tests is small
        m_window->setCloseQuestion([this](QWidget*, const CloseMatter& matter) {
            ++m_asked;
            m_askedAbout = matter.build;
            return m_answer;
        });
        m_window->setQueueQuestion([this](QWidget*, const QueueMatter& matter) {
            ++m_asked;
            m_askedAbout = matter.running;
            return m_queueAnswer;
        });
        m_window->setBlockerQuestion([this](QWidget*, const QStringList& blockers) {
            m_blockers = blockers;
            return m_buildsAnyway;
        });
        m_window->announcer().setNotice([](const DesktopNotice::Message&) {});
        m_window->announcer().setProgress([](const TaskbarState&) {});
        m_window->machine().setFacts({});
        m_window->setWatchesOthers(false); // tests make attempts for their own starts
    }
    // As the user has it before the eyes, with the keyboard in it.
    void showActive()
    {
        m_window->show();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }
    void tearDown() { m_window.reset(); }

    // Of several of that name the one that the user sees: attempts are shown at two places.
    template <typename T = QWidget> T* find(const QString& name)
    {
        for (T* one : m_window->findChildren<T*>(name)) {
            if constexpr (std::is_base_of_v<QWidget, T>) {
                if (one->isVisibleTo(m_window.get()))
                    return one;
            }
        }
        return findIn<T>(*m_window, name);
    }
    void click(const QString& name) { find<QAbstractButton>(name)->click(); }
    AttemptView* shownView()
    {
        const auto views = m_window->findChildren<AttemptView*>();
        for (AttemptView* view : views) {
            if (view->isVisibleTo(m_window.get()))
                return view;
        }
        return views.value(0);
    }
    void clickBuild() { buildButtonIn(*m_window)->click(); }
    FakeAttempt fake(const QString& name) const
    {
        return FakeAttempt(AttemptStore(AppPaths::attemptsFolder()), name, 10);
    }
    FakeAttempt over(const QString& name, AttemptState state) const
    {
        FakeAttempt attempt = fake(name);
        attempt.end(state, 60);
        return attempt;
    }
    // Every start answers with this attempt; what was asked for is written down, where anybody wants it.
    void startWith(FakeAttempt& attempt, QVector<BuildRequest>* asked = nullptr)
    {
        m_window->setStarter([this, folder = attempt.folder(), number = attempt.record().number, asked](
                                 const BuildRequest& request) -> Result<ReservedAttempt> {
            if (asked)
                asked->append(request);
            ++m_starts;
            return ReservedAttempt { number, folder };
        });
    }
    void refuseToStart()
    {
        m_window->setStarter([this](const BuildRequest&) -> Result<ReservedAttempt> {
            ++m_starts;
            return Error { QStringLiteral("No runner.") };
        });
    }
    // There the build starts at once: the machine and the disk have been asked what stands in its way.
    void goToReview()
    {
        m_window->draft().chooseProfile(QStringLiteral("tour"));
        find<Wizard>(QStringLiteral("wizard"))->goTo(Wizard::ReviewStep);
        m_window->draft().checkDiskNow();
        QTRY_VERIFY_WITH_TIMEOUT(m_window->draft().isAllKnown(), 30'000);
    }
    QString shownFolder() { return shownView() ? shownView()->folder() : QString(); }
    QString railWords() { return find(QStringLiteral("railBuild"))->accessibleName(); }

    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<MainWindow> m_window;
    CloseAnswer m_answer = CloseAnswer::KeepBuilding;
    QueueAnswer m_queueAnswer = QueueAnswer::Now;
    bool m_buildsAnyway = true;
    QStringList m_blockers; // what the question about them named last
    int m_asked = 0;
    std::atomic<int> m_starts = 0; // counted on the thread that starts
    QString m_askedAbout;
};

}
