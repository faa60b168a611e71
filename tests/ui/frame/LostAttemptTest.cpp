// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/WindowHarness.h"

using namespace torchmason;

class LostAttemptTest : public QObject, private WindowHarness {
    Q_OBJECT

private slots:
    void init() { setUp(); }
    void cleanup() { tearDown(); }

    // An attempt that is gone leaves no empty page without a way on.
    void whatIsGoneOffersTheWayBack()
    {
        m_window->show();
        m_window->openAttempt(AppPaths::attemptsFolder() + "/0815");
        QTRY_VERIFY(find("lostBack")->isVisible());
        QTRY_VERIFY(find("lostBack")->mapTo(m_window.get(), QPoint()).y() < m_window->height() / 2);
        click("lostBack");
        QVERIFY(find("historyPage")->isVisible());
        const FakeAttempt old = over("Old", AttemptState::Failed);
        m_window->openAttempt(old.folder());
        QTRY_COMPARE(m_window->windowTitle(), "Failed · Old · attempt 1 — Torchmason");
        QVERIFY(!find("lostBack")->isVisible());
    }
};

QTEST_MAIN(LostAttemptTest)
#include "LostAttemptTest.moc"
