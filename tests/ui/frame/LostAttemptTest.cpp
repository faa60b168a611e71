// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/WindowHarness.h"

#include <QAbstractButton>

using namespace torchmason;

class LostAttemptTest : public QObject, private WindowHarness {
    Q_OBJECT

private slots:
    void init() { setUp(); }
    void cleanup() { tearDown(); }

    // By one button, not by two.
    void whatIsGoneHasTheWayBack()
    {
        m_window->show();
        m_window->openAttempt(AppPaths::attemptsFolder() + "/0815");
        QTRY_VERIFY(find("attemptProblem")->isVisible());
        const QWidget* problem = find("attemptProblem");
        QTRY_VERIFY(problem->mapTo(m_window.get(), QPoint()).y() < m_window->height() / 2);
        int buttons = 0;
        for (const QAbstractButton* one : shownView()->parentWidget()->findChildren<QAbstractButton*>())
            buttons += one->isVisible();
        QCOMPARE(buttons, 1);
        click("historyBack");
        QVERIFY(find("historyPage")->isVisible());
        const FakeAttempt old = over("Old", AttemptState::Failed);
        m_window->openAttempt(old.folder());
        QTRY_COMPARE(m_window->windowTitle(), "Failed · Old · attempt 1 — Torchmason");
    }
};

QTEST_MAIN(LostAttemptTest)
#include "LostAttemptTest.moc"
