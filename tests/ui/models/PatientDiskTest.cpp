// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/PatientDisk.h"
#include "tests/support/Patience.h"

#include <QSemaphore>
#include <QSignalSpy>
#include <QTest>

using namespace torchmason;
using namespace std::chrono_literals;

class PatientDiskTest : public QObject {
    Q_OBJECT

private slots:
    void answersInTheOrderOfAsking()
    {
        PatientDisk disk;
        auto order = std::make_shared<QVector<int>>();
        disk.later([order] { order->append(1); });
        disk.later([order] { order->append(2); });
        QCOMPARE(disk.ask([order] { return *order; }, 60s), std::optional(QVector<int> { 1, 2 }));
        QVERIFY(!disk.isLate());
    }

    void nobodyWaitsForOneThatIsLate()
    {
        PatientDisk disk;
        QSignalSpy late(&disk, &PatientDisk::late);
        QSignalSpy answered(&disk, &PatientDisk::answered);
        auto gate = std::make_shared<QSemaphore>();
        auto done = std::make_shared<std::atomic<int>>(0);
        const auto work = [gate, done] {
            gate->acquire();
            return ++*done;
        };
        QVERIFY(!disk.ask(work, 10ms));
        QVERIFY(disk.isLate());
        QVERIFY(!disk.ask(work, 1h)); // at once
        QVERIFY(!disk.askIfAwake(work, 1h)); // and is not asked
        QTRY_COMPARE(late.count(), 1);
        QCOMPARE(answered.count(), 0);
        gate->release(2);
        QTRY_COMPARE(answered.count(), 1);
        QVERIFY(!disk.isLate());
        QCOMPARE(*done, 2); // what was asked for is done
        gate->release();
        QCOMPARE(disk.ask(work, 60s), std::optional(3));
    }

    void oneThatHangsMayBeForgotten()
    {
        auto gate = std::make_shared<QSemaphore>();
        auto done = std::make_shared<QSemaphore>();
        {
            PatientDisk disk;
            disk.later([gate] { gate->acquire(); });
            disk.later([done] { done->release(); });
            QVERIFY(!disk.finish(10ms));
        }
        gate->release();
        QVERIFY(done->tryAcquire(1, 60'000)); // what was asked for is done all the same
    }
};

QTEST_GUILESS_MAIN(PatientDiskTest)
#include "PatientDiskTest.moc"
#include "tests/support/Patience.h"
