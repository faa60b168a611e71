// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/CudaFiles.h"
#include "core/detect/Detection.h"
#include "core/detect/LinuxFiles.h"
#include "core/detect/VisualStudio.h"
#include "core/memory/Cgroup.h"
#include "tests/core/detect/FakeMachine.h"
#include "tests/support/Rows.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

namespace {

const QByteArray meminfo = "MemTotal:       33378976 kB\nMemFree:         1 kB\nMemAvailable:   27000000 "
                           "kB\nSwapTotal:       8388604 kB\n";

HostFacts after(const FactsChange& change)
{
    HostFacts facts;
    change(facts);
    return facts;
}

}

class DetectTest : public QObject {
    Q_OBJECT

private slots:
    void memoryIsInBytes();
    void fileCacheOfAContainerIsAvailable();
    void containerLimitsCount_data();
    void containerLimitsCount();
    void processorLimitsCount_data();
    void processorLimitsCount();
    void surroundingsAreTold_data();
    void surroundingsAreTold();
    void rightsOfRootAreTold();
    void namesOfSystems_data();
    void namesOfSystems();
    void cpuLists_data();
    void cpuLists();
    void versionsOfToolsAreRead_data();
    void versionsOfToolsAreRead();
    void visualStudioInstances();
    void realProbesEndInTime();
    void aChosenToolIsToldAsChosen();
    void thisMachineIsDetected();
    void signalsTellTheEnd();
};

void DetectTest::memoryIsInBytes()
{
    QTemporaryDir root;
    write(root.filePath("proc/meminfo"), meminfo);
    ProbeContext context;
    context.root = root.path();
    const HostFacts facts = after(probeMemory(context));
    QCOMPARE(facts.memoryTotal, std::optional<Bytes>(Bytes(33378976) * 1024));
    QCOMPARE(facts.swapTotal, std::optional<Bytes>(Bytes(8388604) * 1024));
    write(root.filePath("proc/meminfo"), "MemTotal: lots\nhello");
    QVERIFY(!after(probeMemory(context)).memoryTotal);
}

// What a clone left in the file cache is not in use: the number of jobs follows what is available.
void DetectTest::fileCacheOfAContainerIsAvailable()
{
    QTemporaryDir root;
    write(root.filePath("proc/meminfo"), meminfo);
    write(root.filePath("proc/self/cgroup"), "0::/\n");
    write(root.filePath("sys/fs/cgroup/memory.max"), QByteArray::number(qint64(8 * gibibyte)));
    write(root.filePath("sys/fs/cgroup/memory.current"), QByteArray::number(qint64(7 * gibibyte)));
    write(root.filePath("sys/fs/cgroup/memory.stat"),
        "anon 1\ninactive_file " + QByteArray::number(qint64(6 * gibibyte)) + "\n");
    ProbeContext context;
    context.root = root.path();
    const HostFacts facts = after(probeMemory(context));
    QCOMPARE(facts.memoryTotal, std::optional(8 * gibibyte));
    QCOMPARE(facts.memoryAvailable, std::optional(7 * gibibyte));
}

void DetectTest::containerLimitsCount_data()
{
    QTest::addColumn<QByteArray>("cgroup");
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("limit");
    QTest::addColumn<Bytes>("total");
    const Bytes all = Bytes(33378976) * 1024;
    newRow("version 2", QByteArray("0::/user.slice/build\n"), "sys/fs/cgroup/user.slice/memory.max",
        QByteArray("8589934592\n"), 8 * gibibyte);
    newRow("version 2, no limit", QByteArray("0::/user.slice\n"), "sys/fs/cgroup/user.slice/memory.max",
        QByteArray("max\n"), all);
    newRow("version 1", QByteArray("9:cpu:/\n4:memory:/box\n"),
        "sys/fs/cgroup/memory/box/memory.limit_in_bytes", QByteArray("4294967296\n"), 4 * gibibyte);
    newRow("version 1, no limit", QByteArray("4:memory:/\n"), "sys/fs/cgroup/memory/memory.limit_in_bytes",
        QByteArray("9223372036854771712\n"), all);
    newRow("another group's limit", QByteArray("0::/a\n"), "sys/fs/cgroup/b/memory.max", QByteArray("1024\n"),
        all);
}

void DetectTest::containerLimitsCount()
{
    QFETCH(QByteArray, cgroup);
    QFETCH(QString, file);
    QFETCH(QByteArray, limit);
    QFETCH(Bytes, total);
    QTemporaryDir root;
    write(root.filePath("proc/meminfo"), meminfo);
    write(root.filePath("proc/self/cgroup"), cgroup);
    write(root.filePath(file), limit);
    ProbeContext context;
    context.root = root.path();
    QCOMPARE(after(probeMemory(context)).memoryTotal, std::optional(total));
}

void DetectTest::processorLimitsCount_data()
{
    QTest::addColumn<QByteArray>("cgroup");
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("quota");
    QTest::addColumn<QByteArray>("allowed");
    QTest::addColumn<int>("cores");
    QTest::addColumn<QString>("by");
    const QByteArray all = "0-63";
    const QByteArray box = "0::/box\n";
    const QString max = "sys/fs/cgroup/box/cpu.max";
    newRow("4 of 64", box, max, QByteArray("400000 100000\n"), all, 4, "cpu.max");
    newRow("one and a half", box, max, QByteArray("150000 100000\n"), all, 2, "cpu.max");
    newRow("less than one", box, max, QByteArray("20000 100000\n"), all, 1, "cpu.max");
    newRow("no quota", box, max, QByteArray("max 100000\n"), all, 64, "");
    newRow("more than there are", box, max, QByteArray("9900000 100000\n"), all, 64, "");
    newRow(
        "of the group above", box, "sys/fs/cgroup/cpu.max", QByteArray("800000 100000\n"), all, 8, "cpu.max");
    newRow(
        "of another group", box, "sys/fs/cgroup/other/cpu.max", QByteArray("100000 100000\n"), all, 64, "");
    newRow("garbage", box, max, QByteArray("lots\n"), all, 64, "");
    newRow("version 1", QByteArray("4:cpu,cpuacct:/docker/4f1c\n"), "sys/fs/cgroup/cpu/cpu.cfs_quota_us",
        QByteArray("600000\n"), all, 6, "cpu.cfs_quota_us");
    newRow("version 1, no quota", QByteArray("4:cpu,cpuacct:/\n"), "sys/fs/cgroup/cpu/cpu.cfs_quota_us",
        QByteArray("-1\n"), all, 64, "");
    newRow("cpuset", box, max, QByteArray("max 100000\n"), QByteArray("0-2,8"), 4, "affinity");
    newRow("both", box, max, QByteArray("300000 100000\n"), QByteArray("0-7"), 3, "cpu.max");
}

void DetectTest::processorLimitsCount()
{
    QFETCH(QByteArray, cgroup);
    QFETCH(QString, file);
    QFETCH(QByteArray, quota);
    QFETCH(QByteArray, allowed);
    QFETCH(int, cores);
    QFETCH(QString, by);
    FakeMachine machine;
    QByteArray cpuinfo;
    for (int core = 0; core < 64; ++core)
        cpuinfo += "processor : " + QByteArray::number(core) + "\nmodel name : EPYC\n\n";
    machine.file("/proc/cpuinfo", cpuinfo);
    machine.file("/proc/self/cgroup", cgroup);
    machine.file("/proc/self/status", "Name:\tx\nCpus_allowed_list:\t" + allowed + "\n");
    machine.file(QLatin1Char('/') + file, quota);
    machine.file("/sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
    const HostFacts facts = machine.after(probeProcessor);
    QCOMPARE(facts.logicalCores, std::optional(cores));
    QCOMPARE(facts.limitedBy, by);
    QCOMPARE(facts.coresOfMachine, by.isEmpty() ? std::nullopt : std::optional(64));
}

void DetectTest::surroundingsAreTold_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QStringList>("environment");
    const QString release = "/proc/sys/kernel/osrelease";
    newRow("WSL 2", release, QByteArray("5.15.167.4-microsoft-standard-WSL2\n"), QStringList { "wsl2" });
    newRow("WSL 1", release, QByteArray("4.4.0-19041-Microsoft\n"), QStringList { "wsl1" });
    newRow("a usual kernel", release, QByteArray("6.1.0-28-amd64\n"), QStringList());
    newRow("docker", "/.dockerenv", QByteArray(), QStringList { "docker" });
    newRow("podman", "/run/.containerenv", QByteArray(), QStringList { "podman" });
    newRow("what systemd says", "/run/systemd/container", QByteArray("lxc\n"), QStringList { "lxc" });
    newRow("only a group", "/proc/1/cgroup", QByteArray("0::/kubepods/burstable/pod1\n"),
        QStringList { "container" });
    newRow("another group", "/proc/1/cgroup", QByteArray("0::/init.scope\n"), QStringList());
}

void DetectTest::surroundingsAreTold()
{
    QFETCH(QString, file);
    QFETCH(QByteArray, content);
    FakeMachine machine;
    machine.file(file, content);
    QTEST(machine.after(probeEnvironment).environment, "environment");
    machine.variable("CONDA_PREFIX", "/env");
    QCOMPARE(machine.after(probeEnvironment).environment.last(), "conda");
}

void DetectTest::rightsOfRootAreTold()
{
    FakeMachine machine;
    QVERIFY(!machine.after(probeEnvironment).runsAsRoot);
    const auto told = [&](const QByteArray& status) {
        machine.file("/proc/self/status", status);
        return machine.after(probeEnvironment).runsAsRoot;
    };
    QCOMPARE(told("Name:\tx\nUid:\t0\t0\t0\t0\n"), std::optional(true));
    QCOMPARE(told("Uid:\t1000\t0\t0\t0\n"), std::optional(true));
    QCOMPARE(told("Uid:\t1000\t1000\t1000\t1000\n"), std::optional(false));
    QCOMPARE(told("Uid:\t0\t1000\t0\t0\n"), std::optional(false));
}

void DetectTest::namesOfSystems_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("name");
    newRow("Debian",
        QByteArray("PRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\nNAME=\"Debian GNU/Linux\"\n"),
        "Debian GNU/Linux 12 (bookworm)");
    newRow("no pretty name", QByteArray("NAME='Void'\nVERSION_ID=1\n"), "Void 1");
    newRow("garbage", QByteArray("\xff\xfe==\n=\n"), "");
}

void DetectTest::namesOfSystems()
{
    QFETCH(QByteArray, content);
    QTEST(osNameFromRelease(content), "name");
}

void DetectTest::cpuLists_data()
{
    QTest::addColumn<QByteArray>("list");
    QTest::addColumn<int>("count");
    newRow("P cores of an i9-14900F", QByteArray("0-15\n"), 16);
    newRow("mixed", QByteArray("0-3,8,10-11"), 7);
    newRow("backwards", QByteArray("5-2"), 0);
    newRow("empty", QByteArray("\n"), 0);
}

void DetectTest::cpuLists()
{
    QFETCH(QByteArray, list);
    QTEST(countInCpuList(list), "count");
}

void DetectTest::versionsOfToolsAreRead_data()
{
    QTest::addColumn<QString>("version");
    QTest::addColumn<QString>("expected");
    newRow("nvcc", versionFromNvcc("Cuda compilation tools, release 12.9, V12.9.86\nBuild cuda_12.9\n"),
        "12.9.86");
    newRow("not nvcc", versionFromNvcc("nvcc fatal: no input"), "");
    newRow("cuDNN",
        versionFromCudnnHeader("#define CUDNN_MAJOR 9\n#define CUDNN_MINOR 10\n#define CUDNN_PATCHLEVEL 2\n"),
        "9.10.2");
    newRow("half a header", versionFromCudnnHeader("#define CUDNN_MAJOR 9\n"), "");
    newRow("git", versionIn("git version 2.50.1.windows.1"), "2.50.1");
    newRow("apt", versionIn("apt 2.6.1 (amd64)"), "2.6.1");
    newRow("no version", versionIn("bash: cmake: not found"), "");
}

void DetectTest::versionsOfToolsAreRead()
{
    QFETCH(QString, version);
    QTEST(version, "expected");
}

void DetectTest::visualStudioInstances()
{
    const auto compilers = compilersFromVswhere(
        R"([{"installationPath":"C:\\VS\\2022","displayName":"Visual Studio Community 2022"},
        {"installationPath":"C:\\VS\\2019","displayName":"Visual Studio Build Tools 2019"}])");
    QVERIFY(compilers.ok());
    QCOMPARE(compilers->size(), 2);
    QVERIFY(compilers->at(0).isDefault && !compilers->at(1).isDefault);
    QCOMPARE(compilerVersionOfToolset("14.44.35207"), "19.44.35207");
    QVERIFY(!compilersFromVswhere("Error 0x57").ok());
    QVERIFY(compilersFromVswhere("[]")->isEmpty());
}

// A tool that hangs, with a child that holds the pipe, and one that floods, both end.
void DetectTest::realProbesEndInTime()
{
    const ProcessProbeRunner runner(QProcessEnvironment::systemEnvironment());
    const QString shell = runner.findProgram("sh");
    if (shell.isEmpty())
        QSKIP("no sh here");
    const ProbeAnswer hanging = runner.run(shell, { "-c", "sleep 60 & sleep 60" }, Milliseconds(200));
    QVERIFY(hanging.timedOut);
    const ProbeAnswer flooding = runner.run(shell,
        { "-c", "while :; do echo yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy; done" }, Milliseconds(20000));
    QVERIFY(!flooding.timedOut);
    QVERIFY(flooding.exitCode != 0);
    const ProbeAnswer missing = runner.run("/no/such/program", {}, Milliseconds(200));
    QVERIFY(!missing.started);
    const ProbeAnswer locale = runner.run(shell, { "-c", "printf %s \"$LC_ALL\"" }, Milliseconds(5000));
    QCOMPARE(locale.standardOutput, QByteArray("C"));
}

void DetectTest::aChosenToolIsToldAsChosen()
{
    FakeMachine machine;
    machine.program("cmake", "/usr/bin/cmake", "cmake version 3.18.4");
    machine.runner->answer({ "/opt/cmake/bin/cmake" }, "cmake version 3.31.0");
    const auto cmake = [&machine] {
        HostFacts facts;
        probeTool(machine.context, "cmake")(facts);
        return facts.tools.value(0);
    };
    QCOMPARE(cmake().version, "3.18.4");
    QCOMPARE(cmake().source, "cmake --version");
    machine.context.wishes.overrides.insert("cmake", "/opt/cmake/bin/cmake");
    QCOMPARE(cmake().version, "3.31.0");
    QCOMPARE(cmake().source, chosenByUser());
    // One that does not answer stays the chosen one.
    machine.context.wishes.overrides.insert("cmake", "/gone/cmake");
    QCOMPARE(cmake().path, "/gone/cmake");
    QCOMPARE(cmake().source, chosenByUser());
    QVERIFY(cmake().version.isEmpty());
}

void DetectTest::thisMachineIsDetected()
{
    const HostFacts facts = detectHost();
    QVERIFY(!facts.osName.isEmpty());
    QVERIFY(facts.memoryTotal && *facts.memoryTotal > gibibyte / 4);
    QVERIFY(facts.logicalCores.value_or(0) >= 1);
    QCOMPARE(facts.disks.size(), 3);
    QVERIFY(!facts.compilers.isEmpty()); // it compiled this
    QVERIFY(facts.tool("cmake"));
}

void DetectTest::signalsTellTheEnd()
{
    Detection detection;
    int ends = 0;
    QStringList probes;
    connect(&detection, &Detection::finished, this, [&] { ++ends; });
    connect(&detection, &Detection::probeFinished, this, [&](const QString& probe) { probes << probe; });
    detection.start();
    QTRY_COMPARE_WITH_TIMEOUT(ends, 1, 30000);
    QCOMPARE(probes.size(), allProbes().size());
    // One that is dropped in the middle tells nothing any more and does not crash.
    auto dropped = std::make_unique<Detection>();
    dropped->start();
    dropped.reset();
    QTest::qWait(50);
}

QTEST_GUILESS_MAIN(DetectTest)
#include "DetectTest.moc"
