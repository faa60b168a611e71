// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/DiskSpace.h"
#include "core/memory/Cgroup.h"
#include "core/sampling/CoreLoad.h"
#include "core/sampling/MachineReader.h"
#include "tests/support/TestFiles.h"

#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

class MachineReadersTest : public QObject {
    Q_OBJECT

private slots:
    void meminfo();
    void brokenMeminfoIsUnknown_data();
    void brokenMeminfoIsUnknown();
    void coreLoads();
    void countersThatGoBackAreIdle();
    void coresMayComeAndGo();
    void pressure_data();
    void pressure();
    void cgroupLimits_data();
    void cgroupLimits();
    void diskOfAFolderThatIsNotThereYet();
};

void MachineReadersTest::meminfo()
{
    const auto reading
        = parseMeminfo("MemTotal:       24687412 kB\nMemFree:          123 kB\nMemAvailable:   20000000 kB\n"
                       "HugeMemTotal:   1 kB\nSwapTotal:       2000 kB\nSwapFree:        1500 kB\n");
    QCOMPARE(reading.total, std::optional(Bytes(24687412) * kibibyte));
    QCOMPARE(reading.available, std::optional(Bytes(20000000) * kibibyte));
    QCOMPARE(reading.swapTotal, std::optional(Bytes(2000) * kibibyte));
    QCOMPARE(reading.swapUsed, std::optional(Bytes(500) * kibibyte));
}

void MachineReadersTest::brokenMeminfoIsUnknown_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("words") << QByteArray("MemTotal: many kB\nMemAvailable:\nSwapTotal: 1 kB\n");
    QTest::newRow("another name that ends alike") << QByteArray("XMemTotal: 5 kB\n");
}

void MachineReadersTest::brokenMeminfoIsUnknown()
{
    QFETCH(QByteArray, text);
    const auto reading = parseMeminfo(text);
    QVERIFY(!reading.total && !reading.available && !reading.swapUsed);
}

void MachineReadersTest::coreLoads()
{
    CoreLoad load;
    //                  user nice system idle iowait irq softirq steal guest
    QVERIFY(load.update(parseCpuLines(
                            "cpu  9 9 9 9\ncpu0 100 0 0 100 0 0 0 0 50 0\ncpu1 0 0 0 0 0 0 0 0\nintr 1 2"))
                .isEmpty());
    const auto loads = load.update(
        parseCpuLines("cpu  9 9 9 9\ncpu0 125 0 25 140 10 0 0 0 75 0\ncpu1 0 0 0 100 100 0 0 0\n"));
    QCOMPARE(loads, QVector<double>({ 0.5, 0.0 }));
}

void MachineReadersTest::countersThatGoBackAreIdle()
{
    CoreLoad load;
    load.update({ { 0, 500, 1000 } });
    QCOMPARE(load.update({ { 0, 100, 1100 } }), QVector<double> { 0.0 });
    QCOMPARE(load.update({ { 0, 200, 900 } }), QVector<double> { 0.0 });
    QCOMPARE(load.update({ { 0, 400, 1000 } }), QVector<double> { 1.0 }); // busier than time went by
}

void MachineReadersTest::coresMayComeAndGo()
{
    CoreLoad load;
    load.update({ { 0, 0, 0 }, { 1, 0, 0 } });
    QCOMPARE(load.update({ { 1, 50, 100 }, { 2, 80, 100 } }), QVector<double>({ 0.5, 0.0 }));
}

void MachineReadersTest::pressure_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<double>("percent"); // -1: unknown
    QTest::newRow("some") << QByteArray(
        "some avg10=1.52 avg60=0.31 avg300=0.10 total=1\nfull avg10=9.00 avg60=0\n")
                          << 1.52;
    QTest::newRow("zero") << QByteArray("some avg10=0.00 avg60=0.00 avg300=0.00 total=0\n") << 0.0;
    QTest::newRow("not there") << QByteArray() << -1.0;
    QTest::newRow("garbage") << QByteArray("some avg10=x avg60=1\n") << -1.0;
    QTest::newRow("cut") << QByteArray("some avg10=") << -1.0;
}

void MachineReadersTest::pressure()
{
    QFETCH(QByteArray, text);
    QTEST(parsePressure(text).value_or(-1.0), "percent");
}

void MachineReadersTest::cgroupLimits_data()
{
    using Files = QMap<QString, QByteArray>;
    QTest::addColumn<Files>("files");
    QTest::addColumn<qint64>("total"); // megabytes
    QTest::addColumn<qint64>("available");
    const QByteArray gigabyte = QByteArray::number(qint64(gibibyte));
    const QByteArray half = QByteArray::number(qint64(gibibyte / 2));
    QTest::newRow("none") << Files() << qint64(8192) << qint64(4096);
    QTest::newRow("version 2, cache can be given back") << Files { { "proc/self/cgroup", "0::/user/job\n" },
        { "cg/user/job/memory.max", gigabyte }, { "cg/user/job/memory.current", half },
        { "cg/user/job/memory.stat", "anon 5\ninactive_file " + half } }
                                                        << qint64(1024) << qint64(1024);
    // Read twice, a clone is "active"; 32 megabytes of what is in use stay with those who use it.
    QTest::newRow("version 2, cache in use can be given back") << Files {
        { "proc/self/cgroup", "0::/user/job\n" }, { "cg/user/job/memory.max", gigabyte },
        { "cg/user/job/memory.current", gigabyte },
        { "cg/user/job/memory.stat",
            "anon 5\nactive_file " + half + "\nslab_reclaimable " + QByteArray::number(64 * mebibyte) }
    } << qint64(1024) << qint64(512 + 64 - 32);
    QTest::newRow("version 1, cache in use can be given back") << Files {
        { "proc/self/cgroup", "5:memory:/docker\n" }, { "cg/memory/docker/memory.limit_in_bytes", gigabyte },
        { "cg/memory/docker/memory.usage_in_bytes", gigabyte },
        { "cg/memory/docker/memory.stat", "active_file 7\ntotal_active_file " + half + "\n" }
    } << qint64(1024) << qint64(512 - 32);
    QTest::newRow("version 2, slowed down above a limit")
        << Files { { "proc/self/cgroup", "0::/user/job\n" }, { "cg/user/job/memory.max", gigabyte },
               { "cg/user/job/memory.high", half }, { "cg/user/job/memory.current", "0" } }
        << qint64(512) << qint64(512);
    QTest::newRow("version 2, only slowed down")
        << Files { { "proc/self/cgroup", "0::/user/job\n" }, { "cg/user/job/memory.max", "max" },
               { "cg/user/job/memory.high", half }, { "cg/user/job/memory.current", "0" } }
        << qint64(512) << qint64(512);
    QTest::newRow("version 2, the limit is above us") << Files { { "proc/self/cgroup", "0::/user/job\n" },
        { "cg/user/job/memory.max", "max" }, { "cg/user/job/memory.current", "5" },
        { "cg/user/memory.max", gigabyte }, { "cg/user/memory.current", half } }
                                                      << qint64(1024) << qint64(512);
    QTest::newRow("version 2 in a container: the path is not below the mount")
        << Files { { "proc/self/cgroup", "0::/../../docker/4f\n" }, { "cg/memory.max", gigabyte },
               { "cg/memory.current", half } }
        << qint64(1024) << qint64(512);
    QTest::newRow("version 1") << Files {
        { "proc/self/cgroup", "9:cpu,cpuacct:/x\n5:memory:/docker\n0::/\n" },
        { "cg/memory/docker/memory.limit_in_bytes", gigabyte },
        { "cg/memory/docker/memory.usage_in_bytes", half }
    } << qint64(1024) << qint64(512);
    QTest::newRow("version 1 without limit") << Files { { "proc/self/cgroup", "5:memory:/\n" },
        { "cg/memory/memory.limit_in_bytes", "9223372036854771712" },
        { "cg/memory/memory.usage_in_bytes", half } }
                                             << qint64(8192) << qint64(4096);
    QTest::newRow("a larger group above us is nearly full")
        << Files { { "proc/self/cgroup", "0::/user/job\n" }, { "cg/user/job/memory.max", gigabyte },
               { "cg/user/job/memory.current", "0" },
               { "cg/user/memory.max", QByteArray::number(qint64(2 * gibibyte)) },
               { "cg/user/memory.current", QByteArray::number(qint64(2 * gibibyte - 256 * mebibyte)) } }
        << qint64(1024) << qint64(256);
    QTest::newRow("more used than allowed") << Files { { "proc/self/cgroup", "0::/\n" },
        { "cg/memory.max", half }, { "cg/memory.current", gigabyte } }
                                            << qint64(512) << qint64(0);
}

void MachineReadersTest::cgroupLimits()
{
    using Files = QMap<QString, QByteArray>;
    QFETCH(Files, files);
    QTemporaryDir folder;
    for (auto file = files.begin(); file != files.end(); ++file)
        write(folder.filePath(file.key()), file.value());
    write(folder.filePath("proc/meminfo"), "MemTotal: 8388608 kB\nMemAvailable: 4194304 kB\n");
    const auto reading = readMemory({ folder.filePath("proc"), folder.filePath("cg") });
    QTEST(qint64(*reading.total / mebibyte), "total");
    QTEST(qint64(*reading.available / mebibyte), "available");
}

void MachineReadersTest::diskOfAFolderThatIsNotThereYet()
{
    QTemporaryDir folder;
    const auto space = diskSpaceAt(folder.filePath("not/there/yet"));
    QVERIFY(space && space->free > 0 && space->total >= space->free);
    QVERIFY(!diskSpaceAt({}));
}

QTEST_GUILESS_MAIN(MachineReadersTest)
#include "MachineReadersTest.moc"
