// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sampling/HostSampler.h"
#include "core/base/Platform.h"
#include "core/process/ProcessTable.h"
#include "tests/support/TestFiles.h"

#include <QCoreApplication>
#include <QDir>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#ifndef Q_OS_WIN
#include <unistd.h>
#endif

using namespace torchmason;

namespace {

QVector<qint64> pidsOf(const QVector<ProcessEntry>& processes)
{
    QVector<qint64> pids;
    for (const ProcessEntry& process : processes)
        pids.append(process.pid);
    std::sort(pids.begin(), pids.end());
    return pids;
}

}

class HostSamplerTest : public QObject {
    Q_OBJECT

private slots:
    void fakeMachineIsRead();
    void emptyMachineIsUnknown();
    void aLauncherIsNotItsCompiler();
    void familyIsSessionAndDescendants();
    void thisMachineIsRead();
    void realChildIsMeasured();

private:
    QByteArray stat(qint64 pid, const char* name, qint64 parent, qint64 session, qint64 start) const
    {
        return QByteArray::number(pid) + " (" + name + ") S " + QByteArray::number(parent) + " 1 "
            + QByteArray::number(session) + " 0 -1 4194304 1 2 3 4 5 6 7 8 20 0 1 0 "
            + QByteArray::number(start) + " 1000 20 0\n";
    }
};

void HostSamplerTest::fakeMachineIsRead()
{
#ifdef Q_OS_WIN
    QSKIP("There is no /proc.");
#else
    QTemporaryDir folder;
    const QString proc = folder.filePath("proc/");
    const qint64 ticks = ::sysconf(_SC_CLK_TCK);
    write(proc + "meminfo", "MemTotal: 1000 kB\nMemAvailable: 400 kB\nSwapTotal: 0 kB\nSwapFree: 0 kB\n");
    write(proc + "stat", "cpu 1 1 1 1\ncpu0 0 0 0 0\n");
    write(proc + "uptime", "100.00 5.00\n");
    write(proc + "pressure/memory", "some avg10=2.50 avg60=0 avg300=0 total=0\n");
    // Names may hold brackets and spaces; process 77 ends while it is being read.
    write(proc + "50/stat", stat(50, "a) S (b", 1, 50, 40 * ticks));
    write(proc + "50/statm", "900 10 2 0 0 0 0\n");
    write(proc + "50/cmdline", QByteArray("ninja\0-C\0b\0", 11));
    write(proc + "51/stat", stat(51, "cc1plus", 50, 50, 97 * ticks));
    write(proc + "51/statm", "900 100 5 0 0 0 0\n");
    write(proc + "51/cmdline", QByteArray("cc1plus\0a b.cpp\0-o\0x.o", 22));
    write(proc + "54/stat", stat(54, "cc1plus", 50, 50, 98 * ticks));
    write(proc + "54/statm", "900 60 5 0 0 0 0\n");
    write(proc + "54/cmdline", QByteArray("cc1plus\0a b.cpp\0-o\0y.o", 22));
    // Our own launcher is part of the family, not of its memory.
    write(proc + "52/stat", stat(52, "torchmason-gate", 50, 50, 97 * ticks));
    write(proc + "52/statm", "900 700 600 0 0 0 0\n");
    write(proc + "52/cmdline", QByteArray("torchmason-gate\0c++", 19));
    write(proc + "53/stat", stat(53, "torchmason-runn", 50, 50, 97 * ticks));
    write(proc + "53/statm", "900 800 600 0 0 0 0\n");
    write(proc + "60/stat", stat(60, "other", 1, 60, 1));
    write(proc + "60/statm", "900 5000 5 0 0 0 0\n");
    write(proc + "77/stat", "");
    HostSampler sampler({ folder.filePath("proc"), folder.filePath("cg") });
    const Sample first = sampler.take({ { 50 } }, folder.path());
    const Bytes page = Bytes(::sysconf(_SC_PAGESIZE));
    QCOMPARE(first.memoryTotal, std::optional(1000 * kibibyte));
    QCOMPARE(first.memoryPressure, std::optional(2.5));
    QVERIFY(!first.cpuPressure);
    QVERIFY(first.coreLoad.isEmpty());
    QVERIFY(first.diskFree.has_value());
    QCOMPARE(first.buildMemory, std::optional((8 + 95 + 55 + 5) * page)); // shared pages once
    QCOMPARE(first.running.size(), 2);
    QCOMPARE(first.running[0].output, QString("x.o"));
    QCOMPARE(first.running[0].age, Milliseconds(3000));
    // Their own, as in the sum above: those that run have no more than the build.
    QCOMPARE(first.running[0].memory, std::optional(95 * page));
    QCOMPARE(first.running[1].memory, std::optional(55 * page));

    write(proc + "stat", "cpu 1 1 1 1\ncpu0 30 0 0 10\n");
    QCOMPARE(sampler.take({ { 50 } }, folder.path()).coreLoad, QVector<double> { 0.75 });
#endif
}

void HostSamplerTest::emptyMachineIsUnknown()
{
#ifdef Q_OS_WIN
    QSKIP("There is no /proc.");
#endif
    QTemporaryDir folder;
    HostSampler sampler({ folder.filePath("none"), folder.filePath("none") });
    const Sample sample = sampler.take({}, folder.path());
    QVERIFY(!sample.memoryTotal && !sample.memoryAvailable && !sample.buildMemory && !sample.swapUsed);
    QVERIFY(sample.time > 0);
}

void HostSamplerTest::aLauncherIsNotItsCompiler()
{
#ifdef Q_OS_WIN
    QSKIP("There is no /proc.");
#else
    QTemporaryDir folder;
    const Bytes page = Bytes(::sysconf(_SC_PAGESIZE));
    const auto process = [&folder](const char* pid, const char* memory, const char* children) {
        const QString place = folder.filePath(QLatin1String(pid)) + QLatin1Char('/');
        write(place + "statm", memory);
        write(place + "task/" + QLatin1String(pid) + "/children", children);
    };
    process("52", "900 700 600 0 0 0 0\n", "60 ");
    process("60", "900 10 4 0 0 0 0\n", "61 62 ");
    process("61", "900 300 100 0 0 0 0\n", "");
    process("62", "900 50 0 0 0 0 0\n", "");
    QCOMPARE(readMemoryBelow({ folder.path(), {} }, { 52, 61, 4711 }),
        (QVector<Bytes> { (6 + 200 + 50) * page, 0, 0 }));
#endif
}

void HostSamplerTest::familyIsSessionAndDescendants()
{
    const QVector<ProcessEntry> table {
        { 10, 1, 10, 10, {} }, // the leader
        { 11, 10, 10, 10, {} }, { 12, 11, 12, 12, {} }, // a descendant with a session of its own
        { 13, 1, 10, 10, {} }, // its parent died, the session tells
        { 14, 1, 14, 14, {} }, // a stranger
        { 15, 14, 14, 14, {} }, { 16, 13, 16, 99, {} }, // child of the orphan
    };
    QCOMPARE(pidsOf(processesOf({ 10 }, table)), QVector<qint64>({ 10, 11, 12, 13, 16 }));
    QVERIFY(processesOf({ 4711 }, table).isEmpty());
    QVERIFY(processesOf({}, table).isEmpty());
}

void HostSamplerTest::thisMachineIsRead()
{
    HostSampler sampler;
    sampler.take({}, QDir::tempPath());
    const Sample sample = sampler.take({}, QDir::tempPath());
    QVERIFY(sample.memoryTotal && *sample.memoryTotal > 64 * mebibyte);
    QVERIFY(sample.memoryAvailable && *sample.memoryAvailable <= *sample.memoryTotal);
    QVERIFY(!sample.coreLoad.isEmpty());
    for (const double load : sample.coreLoad)
        QVERIFY(load >= 0.0 && load <= 1.0);
}

void HostSamplerTest::realChildIsMeasured()
{
    const qint64 self = QCoreApplication::applicationPid();
    HostSampler sampler;
    const Sample sample = sampler.take({ { self } }, QDir::tempPath());
    QVERIFY(sample.buildMemory && *sample.buildMemory > mebibyte);
    QVERIFY(readArguments({}, -5).isEmpty());
    const QStringList arguments = readArguments({}, self);
    if (arguments.isEmpty() && hostPlatform() == Platform::Windows)
        QSKIP("Wine 8 does not tell the command line of a process.");
    QVERIFY(arguments.value(0).contains("test_hostsampler"));
}

QTEST_GUILESS_MAIN(HostSamplerTest)
#include "HostSamplerTest.moc"
