// SPDX-License-Identifier: GPL-3.0-or-later
// The order of answers and of writes.
#include "tests/ui/support/UiTest.h"
#include "ui/models/WriteQueue.h"

#include <QPointer>
#include <QScopedValueRollback>
#include <QSemaphore>

#include <atomic>
#include <cstdlib>
#include <memory>

using namespace torchmason;

namespace {

constexpr int longest = 30'000; // milliseconds

// Work that takes until it is opened.
class Gate {
public:
    void open() const { m_semaphore->release(100); }
    template <typename Work> auto before(Work work) const
    {
        return [semaphore = m_semaphore, work](const auto&... stop) {
            semaphore->tryAcquire(1, longest);
            return work(stop...);
        };
    }

private:
    std::shared_ptr<QSemaphore> m_semaphore = std::make_shared<QSemaphore>();
};

// Until all that was asked for is answered.
void waitForAll()
{
    QVERIFY(diskPool().waitForDone(longest) && writePool().waitForDone(longest));
    QCoreApplication::sendPostedEvents();
}

// Of a thread that works for longer than the end of the program waits for it.
QSemaphore lateBegun;
QSemaphore lateMayEnd;
std::atomic<bool> isLateAnswered = false;

// The wait is over, and the application object is still there.
void endLate()
{
    lateMayEnd.release();
    const bool hasEnded = diskPool().waitForDone(longest);
    QCoreApplication::sendPostedEvents();
    if (!hasEnded || isLateAnswered)
        std::abort();
}

auto answering(int number)
{
    return [number](const std::stop_token&) { return number; };
}

}

class BackgroundTest : public QObject {
    Q_OBJECT

private slots:
    // Called after the wait, because the pools are made later.
    void initTestCase() { qAddPostRoutine(&endLate); }

    void anOlderAnswerThatComesLaterIsDropped()
    {
        QVector<int> answers;
        const auto take = [&answers](int answer) { answers << answer; };
        LatestQuery query(this);
        Gate gate;
        query.ask({}, gate.before(answering(1)), take);
        query.ask({}, answering(2), take);
        QTRY_COMPARE(answers, QVector<int>({ 2 }));
        gate.open();
        waitForAll();
        QCOMPARE(answers, QVector<int>({ 2 }));
        query.ask({}, answering(3), take);
        QTRY_COMPARE(answers, QVector<int>({ 2, 3 }));
    }

    void aForgottenQuestionIsNotAnswered()
    {
        bool isAnswered = false;
        LatestQuery query(this);
        query.ask({}, answering(1), [&isAnswered](int) { isAnswered = true; });
        query.forget();
        waitForAll();
        QVERIFY(!isAnswered);
    }

    // Of those that wait for the work before, only the last one begins.
    void oneByOne()
    {
        const auto begun = std::make_shared<Guarded<QVector<int>>>();
        const auto told = [begun](int number) {
            return [begun, number](const std::stop_token&) {
                begun->change([number](QVector<int>& all) { all << number; });
                return number;
            };
        };
        QVector<int> answers;
        const auto take = [&answers](int answer) { answers << answer; };
        LatestQuery query(this, LatestQuery::Order::OneByOne);
        Gate gate;
        query.ask({}, gate.before(told(1)), take);
        query.ask({}, told(2), take);
        query.ask({}, told(3), take);
        gate.open();
        QTRY_COMPARE(answers, QVector<int>({ 3 }));
        QCOMPARE(begun->value(), QVector<int>({ 1, 3 }));
    }

    void nobodyIsToldOnceTheOwnerIsGone()
    {
        const auto wasStopped = std::make_shared<std::atomic<bool>>(false);
        bool isAnswered = false;
        Gate gate;
        {
            QObject owner;
            LatestQuery query(&owner);
            query.ask({}, gate.before([wasStopped](const std::stop_token& stop) {
                *wasStopped = stop.stop_requested();
                return 1;
            }),
                [&isAnswered](int) { isAnswered = true; });
        }
        gate.open();
        waitForAll();
        QVERIFY(!isAnswered);
        QVERIFY(*wasStopped);
    }

    // None is left out, and none begins before the one before has ended.
    void writesGoInTheirOrder()
    {
        const auto written = std::make_shared<Guarded<QVector<int>>>();
        const auto writing = [written](int number) {
            return [written, number] {
                written->change([number](QVector<int>& all) { all << number; });
                return number;
            };
        };
        QVector<int> answers;
        const auto take = [&answers](int answer) { answers << answer; };
        WriteQueue queue(this);
        Gate gate;
        queue.write(gate.before(writing(1)), take);
        queue.write(writing(2), take);
        queue.write(writing(3), take);
        QTest::qWait(50);
        QVERIFY(written->value().isEmpty());
        gate.open();
        QTRY_COMPARE(answers, QVector<int>({ 1, 2, 3 }));
        QCOMPARE(written->value(), QVector<int>({ 1, 2, 3 }));
        queue.write(writing(4), take); // after a time without any
        QTRY_COMPARE(answers, QVector<int>({ 1, 2, 3, 4 }));
    }

    // At the end of the program what waits for a free thread of the disks' pool is dropped.
    void writesDoNotWaitForQuestions()
    {
        Gate gate;
        const int threads = diskPool().maxThreadCount();
        for (int i = 0; i < threads; ++i)
            diskPool().start(gate.before([](const auto&...) {}));
        bool isAnswered = false;
        WriteQueue queue(this);
        queue.write([] { return 1; }, [&isAnswered](int) { isAnswered = true; });
        QTRY_VERIFY(isAnswered);
        QCOMPARE(diskPool().activeThreadCount(), threads);
        gate.open();
        waitForAll();
    }

    void writesOutliveTheirOwner()
    {
        const auto written = std::make_shared<std::atomic<int>>(0);
        bool isAnswered = false;
        Gate gate;
        {
            QObject owner;
            WriteQueue queue(&owner);
            const auto take = [&isAnswered](int) { isAnswered = true; };
            queue.write(gate.before([written] { return ++*written; }), take);
            queue.write([written] { return ++*written; }, take);
        }
        gate.open();
        waitForAll();
        QCOMPARE(written->load(), 2);
        QVERIFY(!isAnswered);
    }

    void aThreadThatTakesLongToEndIsNotWaitedFor()
    {
        const QScopedValueRollback wait(longestWaitForThread, std::chrono::milliseconds(10));
        const Gate gate;
        QSemaphore begun;
        auto thread = std::make_unique<QThread>();
        const QPointer<QThread> left = thread.get();
        connect(
            thread.get(), &QThread::started, thread.get(), [&] { begun.release(); }, Qt::DirectConnection);
        connect(thread.get(), &QThread::started, thread.get(), gate.before([](const auto&...) {}),
            Qt::DirectConnection);
        thread->start();
        QVERIFY(begun.tryAcquire(1, longest));
        endThread(std::move(thread));
        QVERIFY(left);
        QVERIFY(left->isRunning());
        gate.open();
        QTRY_VERIFY_WITH_TIMEOUT(!left, longest);
    }

    // endLate() has the rest.
    void nobodyIsToldWhileTheApplicationEnds()
    {
        const auto late = [] {
            lateBegun.release();
            lateMayEnd.acquire();
            return 1;
        };
        runInBackground(diskPool(), QCoreApplication::instance(), late, [](int) { isLateAnswered = true; });
        QVERIFY(lateBegun.tryAcquire(1, longest));
    }
};

QTEST_GUILESS_MAIN(BackgroundTest)
#include "BackgroundTest.moc"
