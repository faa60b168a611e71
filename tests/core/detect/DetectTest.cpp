// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/CudaFiles.h"
#include "core/detect/DetectionRun.h"
#include "core/detect/LinuxFiles.h"
#include "core/detect/NvidiaSmi.h"
#include "core/detect/VisualStudio.h"
#include "tests/support/TestFiles.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

namespace {

// Answers recorded from real tools, by the words of the command. Everything else does not start.
class RecordedRunner final : public ProbeRunner {
public:
    QHash<QString, ProbeAnswer> answers;
    QStringList programs;

    ProbeAnswer run(const QString& program, const QStringList& arguments, Milliseconds) const override
    {
        return answers.value((QStringList { program } + arguments).join(QLatin1Char(' ')));
    }
    QString findProgram(const QString& name) const override
    {
        return programs.contains(name) ? name : QString();
    }
    void answer(const QStringList& words, const QByteArray& output, int exitCode = 0)
    {
        answers.insert(words.join(QLatin1Char(' ')), { true, false, exitCode, output, {} });
    }
    void hang(const QStringList& words)
    {
        answers.insert(words.join(QLatin1Char(' ')), { true, true, -1, {}, {} });
    }
};

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
    void cardsFromNvidiaSmi_data();
    void cardsFromNvidiaSmi();
    void oldDriverIsAskedAgain();
    void hangingNvidiaSmiIsUnknown();
    void memoryIsInBytes();
    void fileCacheOfAContainerIsAvailable();
    void containerLimitsCount_data();
    void containerLimitsCount();
    void namesOfSystems_data();
    void namesOfSystems();
    void cpuLists_data();
    void cpuLists();
    void versionsOfToolsAreRead_data();
    void versionsOfToolsAreRead();
    void visualStudioInstances();
    void factsGoThroughJson();
    void badFactsAreNamed_data();
    void badFactsAreNamed();
    void realProbesEndInTime();
    void thisMachineIsDetected();
    void signalsTellTheEnd();
};

void DetectTest::cardsFromNvidiaSmi_data()
{
    QTest::addColumn<QByteArray>("output");
    QTest::addColumn<bool>("withCapability");
    QTest::addColumn<int>("cards");
    QTest::addColumn<QString>("capability");
    QTest::newRow("RTX 5070") << QByteArray("NVIDIA GeForce RTX 5070, 12227, 576.88, 12.0\r\n") << true << 1
                              << "12.0";
    QTest::newRow("two A100") << QByteArray(
        "NVIDIA A100-SXM4-80GB, 81920, 535.183.01, 8.0\nNVIDIA A100-SXM4-80GB, 81920, 535.183.01, 8.0\n")
                              << true << 2 << "8.0";
    QTest::newRow("K40 on R470") << QByteArray("Tesla K40c, 11441, 470.256.02\n") << false << 1 << "";
    QTest::newRow("unified memory") << QByteArray("NVIDIA GB10, [N/A], 580.95.05, 12.1\n") << true << 1
                                    << "12.1";
    QTest::newRow("no driver") << QByteArray(
        "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver.\n")
                               << true << 0 << "";
    QTest::newRow("field error") << QByteArray("Field \"compute_cap\" is not a valid field to query.\n")
                                 << true << 0 << "";
    QTest::newRow("GBK bytes") << QByteArray("\xb4\xed\xce\xf3, \xc3\xbb\xd3\xd0, \xc7\xfd\xb6\xaf, x\n")
                               << true << 0 << "";
    QTest::newRow("nothing") << QByteArray() << true << 0 << "";
}

void DetectTest::cardsFromNvidiaSmi()
{
    QFETCH(QByteArray, output);
    QFETCH(bool, withCapability);
    QFETCH(int, cards);
    const auto gpus = gpusFromNvidiaSmi(output, withCapability);
    QCOMPARE(gpus.ok(), cards > 0);
    if (!gpus) {
        QVERIFY(gpus.error().message.startsWith(QLatin1String("nvidia-smi printed")));
        return;
    }
    QCOMPARE(int(gpus->size()), cards);
    QTEST(gpus->first().computeCapability, "capability");
}

void DetectTest::oldDriverIsAskedAgain()
{
    auto runner = std::make_shared<RecordedRunner>();
    runner->programs << QStringLiteral("nvidia-smi");
    runner->answer(QStringList { QStringLiteral("nvidia-smi") } + nvidiaSmiArguments(true),
        "Field \"compute_cap\" is not a valid field to query.\n", 2);
    runner->answer(QStringList { QStringLiteral("nvidia-smi") } + nvidiaSmiArguments(false),
        "Tesla K40c, 11441, 470.256.02\n");
    ProbeContext context;
    context.runner = runner;
    const HostFacts facts = after(probeGpus(context));
    QCOMPARE(facts.gpus.size(), 1);
    QCOMPARE(facts.gpus[0].computeCapability, QStringLiteral("3.5")); // from the table of products
    QCOMPARE(facts.gpus[0].driver, QStringLiteral("470.256.02"));
    QVERIFY(facts.unknown.isEmpty());
}

void DetectTest::hangingNvidiaSmiIsUnknown()
{
    QTemporaryDir root;
    auto runner = std::make_shared<RecordedRunner>();
    runner->programs << QStringLiteral("nvidia-smi");
    runner->hang(QStringList { QStringLiteral("nvidia-smi") } + nvidiaSmiArguments(true));
    runner->hang(QStringList { QStringLiteral("nvidia-smi") } + nvidiaSmiArguments(false));
    ProbeContext context;
    context.runner = runner;
    context.root = root.path();
    HostFacts facts = after(probeGpus(context));
    QVERIFY(facts.gpus.isEmpty());
    QCOMPARE(facts.unknown.size(), 1);
    QVERIFY(facts.unknown[0].reason.contains(QStringLiteral("did not answer")));

    // The kernel driver's list is the second source.
    write(root.filePath(QStringLiteral("proc/driver/nvidia/version")),
        "NVRM version: NVIDIA UNIX x86_64 Kernel Module  470.256.02  Thu May  2 14:37:44 UTC 2024\n");
    write(root.filePath(QStringLiteral("proc/driver/nvidia/gpus/0000:01:00.0/information")),
        "Model: \t\t Tesla K40c\nIRQ:   \t\t 16\n");
    facts = after(probeGpus(context));
    QCOMPARE(facts.gpus.size(), 1);
    QCOMPARE(facts.gpus[0].driver, QStringLiteral("470.256.02"));
}

void DetectTest::memoryIsInBytes()
{
    QTemporaryDir root;
    write(root.filePath(QStringLiteral("proc/meminfo")), meminfo);
    ProbeContext context;
    context.root = root.path();
    const HostFacts facts = after(probeMemory(context));
    QCOMPARE(facts.memoryTotal, std::optional<Bytes>(Bytes(33378976) * 1024));
    QCOMPARE(facts.swapTotal, std::optional<Bytes>(Bytes(8388604) * 1024));
    write(root.filePath(QStringLiteral("proc/meminfo")), "MemTotal: lots\nhello");
    QVERIFY(!after(probeMemory(context)).memoryTotal);
}

// What a clone left in the file cache is not in use: the number of jobs follows what is available.
void DetectTest::fileCacheOfAContainerIsAvailable()
{
    QTemporaryDir root;
    write(root.filePath(QStringLiteral("proc/meminfo")), meminfo);
    write(root.filePath(QStringLiteral("proc/self/cgroup")), "0::/\n");
    write(
        root.filePath(QStringLiteral("sys/fs/cgroup/memory.max")), QByteArray::number(qint64(8 * gibibyte)));
    write(root.filePath(QStringLiteral("sys/fs/cgroup/memory.current")),
        QByteArray::number(qint64(7 * gibibyte)));
    write(root.filePath(QStringLiteral("sys/fs/cgroup/memory.stat")),
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
    QTest::newRow("version 2") << QByteArray("0::/user.slice/build\n")
                               << "sys/fs/cgroup/user.slice/memory.max" << QByteArray("8589934592\n")
                               << 8 * gibibyte;
    QTest::newRow("version 2, no limit")
        << QByteArray("0::/user.slice\n") << "sys/fs/cgroup/user.slice/memory.max" << QByteArray("max\n")
        << all;
    QTest::newRow("version 1") << QByteArray("9:cpu:/\n4:memory:/box\n")
                               << "sys/fs/cgroup/memory/box/memory.limit_in_bytes"
                               << QByteArray("4294967296\n") << 4 * gibibyte;
    QTest::newRow("version 1, no limit")
        << QByteArray("4:memory:/\n") << "sys/fs/cgroup/memory/memory.limit_in_bytes"
        << QByteArray("9223372036854771712\n") << all;
    QTest::newRow("another group's limit")
        << QByteArray("0::/a\n") << "sys/fs/cgroup/b/memory.max" << QByteArray("1024\n") << all;
}

void DetectTest::containerLimitsCount()
{
    QFETCH(QByteArray, cgroup);
    QFETCH(QString, file);
    QFETCH(QByteArray, limit);
    QFETCH(Bytes, total);
    QTemporaryDir root;
    write(root.filePath(QStringLiteral("proc/meminfo")), meminfo);
    write(root.filePath(QStringLiteral("proc/self/cgroup")), cgroup);
    write(root.filePath(file), limit);
    ProbeContext context;
    context.root = root.path();
    QCOMPARE(after(probeMemory(context)).memoryTotal, std::optional(total));
}

void DetectTest::namesOfSystems_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("name");
    QTest::newRow("Debian") << QByteArray(
        "PRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\nNAME=\"Debian GNU/Linux\"\n")
                            << "Debian GNU/Linux 12 (bookworm)";
    QTest::newRow("no pretty name") << QByteArray("NAME='Void'\nVERSION_ID=1\n") << "Void 1";
    QTest::newRow("garbage") << QByteArray("\xff\xfe==\n=\n") << "";
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
    QTest::newRow("P cores of an i9-14900F") << QByteArray("0-15\n") << 16;
    QTest::newRow("mixed") << QByteArray("0-3,8,10-11") << 7;
    QTest::newRow("backwards") << QByteArray("5-2") << 0;
    QTest::newRow("empty") << QByteArray("\n") << 0;
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
    QTest::newRow("nvcc") << versionFromNvcc(
        "Cuda compilation tools, release 12.9, V12.9.86\nBuild cuda_12.9\n")
                          << "12.9.86";
    QTest::newRow("not nvcc") << versionFromNvcc("nvcc fatal: no input") << "";
    QTest::newRow("cuDNN") << versionFromCudnnHeader(
        "#define CUDNN_MAJOR 9\n#define CUDNN_MINOR 10\n#define CUDNN_PATCHLEVEL 2\n")
                           << "9.10.2";
    QTest::newRow("half a header") << versionFromCudnnHeader("#define CUDNN_MAJOR 9\n") << "";
    QTest::newRow("git") << versionIn(QStringLiteral("git version 2.50.1.windows.1")) << "2.50.1";
    QTest::newRow("apt") << versionIn(QStringLiteral("apt 2.6.1 (amd64)")) << "2.6.1";
    QTest::newRow("no version") << versionIn(QStringLiteral("bash: cmake: not found")) << "";
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
    QCOMPARE(compilerVersionOfToolset(QStringLiteral("14.44.35207")), QStringLiteral("19.44.35207"));
    QVERIFY(!compilersFromVswhere("Error 0x57").ok());
    QVERIFY(compilersFromVswhere("[]")->isEmpty());
}

void DetectTest::factsGoThroughJson()
{
    const QString file = QStringLiteral(TORCHMASON_FIXTURES "/facts/rtx5070-windows-cuda129.json");
    auto document = readJsonFile(file);
    QVERIFY(document.ok());
    const auto facts = hostFactsFromJson(*document, file);
    QVERIFY2(facts.ok(), facts ? "" : qPrintable(facts.error().message));
    QCOMPARE(compactJson(toJson(*facts)), compactJson(toJson(*hostFactsFromJson(toJson(*facts), file))));
    document.value()["somethingNewer"] = { { "a", 1 } };
    QVERIFY(hostFactsFromJson(*document, file).ok());
    const auto bare = hostFactsFromJson(Json { { "facts", 1 } }, QStringLiteral("bare"));
    QVERIFY(bare.ok());
    QVERIFY(!bare->memoryTotal && bare->gpus.isEmpty());
}

void DetectTest::badFactsAreNamed_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("named");
    QTest::newRow("no version") << QByteArray("{}") << "facts";
    QTest::newRow("newer version") << QByteArray(R"({"facts":2})") << "facts";
    QTest::newRow("negative memory") << QByteArray(R"({"facts":1,"memoryTotal":-1})") << "memoryTotal";
    QTest::newRow("wrong type inside")
        << QByteArray(R"({"facts":1,"gpus":[{"name":"a"},{"name":5}]})") << "gpus[1]";
    QTest::newRow("other system") << QByteArray(R"({"facts":1,"platform":"amiga"})") << "platform";
    QTest::newRow("a list") << QByteArray("[]") << "object";
}

void DetectTest::badFactsAreNamed()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, named);
    const auto facts = hostFactsFromJson(*parseJson(json, QStringLiteral("f")), QStringLiteral("f"));
    QVERIFY(!facts.ok());
    QVERIFY2(facts.error().message.contains(named), qPrintable(facts.error().message));
}

// A tool that hangs, with a child that holds the pipe, and one that floods, both end.
void DetectTest::realProbesEndInTime()
{
    const ProcessProbeRunner runner(QProcessEnvironment::systemEnvironment());
    const QString shell = runner.findProgram(QStringLiteral("sh"));
    if (shell.isEmpty())
        QSKIP("no sh here");
    const ProbeAnswer hanging = runner.run(
        shell, { QStringLiteral("-c"), QStringLiteral("sleep 60 & sleep 60") }, Milliseconds(200));
    QVERIFY(hanging.timedOut);
    const ProbeAnswer flooding = runner.run(shell,
        { QStringLiteral("-c"),
            QStringLiteral("while :; do echo yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy; done") },
        Milliseconds(20000));
    QVERIFY(!flooding.timedOut);
    QVERIFY(flooding.exitCode != 0);
    const ProbeAnswer missing = runner.run(QStringLiteral("/no/such/program"), {}, Milliseconds(200));
    QVERIFY(!missing.started);
    const ProbeAnswer locale = runner.run(
        shell, { QStringLiteral("-c"), QStringLiteral("printf %s \"$LC_ALL\"") }, Milliseconds(5000));
    QCOMPARE(locale.standardOutput, QByteArray("C"));
}

void DetectTest::thisMachineIsDetected()
{
    const HostFacts facts = detectHost();
    QVERIFY(!facts.osName.isEmpty());
    QVERIFY(facts.memoryTotal && *facts.memoryTotal > gibibyte / 4);
    QVERIFY(facts.logicalCores.value_or(0) >= 1);
    QCOMPARE(facts.disks.size(), 3);
    QVERIFY(!facts.compilers.isEmpty()); // it compiled this
    QVERIFY(facts.tool(QStringLiteral("cmake")));
}

void DetectTest::signalsTellTheEnd()
{
    Detection detection;
    int ends = 0;
    QStringList probes;
    connect(&detection, &Detection::finished, this, [&] { ++ends; });
    connect(&detection, &Detection::probeFinished, this, [&](const QString& probe) { probes << probe; });
    detection.start();
    QVERIFY(detection.isRunning());
    QTRY_COMPARE_WITH_TIMEOUT(ends, 1, 30000);
    QVERIFY(!detection.isRunning());
    QCOMPARE(probes.size(), allProbes().size());
    // One that is dropped in the middle tells nothing any more and does not crash.
    auto dropped = std::make_unique<Detection>();
    dropped->start();
    dropped.reset();
    QTest::qWait(50);
}

QTEST_GUILESS_MAIN(DetectTest)
#include "DetectTest.moc"
