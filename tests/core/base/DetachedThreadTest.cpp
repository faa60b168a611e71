// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/DetachedThread.h"
#include "tests/support/Patience.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

using namespace torchmason;

class DetachedThreadTest : public QObject {
    Q_OBJECT

private slots:
    void eachRunsOnce();
    void answersAreGiven();
};

// Threads that end at once beside some that end later, with data of their own: with mingw's
// std::thread::detach() some did not run, and the program crashed. The data has no destructor: mingw frees a
// thread's data before it runs them (https://gcc.gnu.org/bugzilla/show_bug.cgi?id=80816), on any thread.
void DetachedThreadTest::eachRunsOnce()
{
    for (int round = 0; round < 60; ++round) {
        const auto runs = std::make_shared<std::vector<std::atomic<int>>>(20);
        for (size_t at = 0; at < runs->size(); ++at) {
            QVERIFY(startDetached([runs, at, text = std::string(100, 'a')] {
                thread_local size_t own = 0;
                own += text.size();
                if (at % 3 == 0)
                    std::this_thread::sleep_for(std::chrono::milliseconds(at % 5));
                if (own == 100)
                    ++(*runs)[at];
            }));
        }
        QTRY_VERIFY(std::ranges::all_of(*runs, [](const auto& one) { return one == 1; }));
    }
}

void DetachedThreadTest::answersAreGiven()
{
    auto answer = askDetached([] { return 42; });
    QVERIFY(answer.valid());
    QCOMPARE(answer.get(), 42);
}

QTEST_GUILESS_MAIN(DetachedThreadTest)
#include "DetachedThreadTest.moc"
