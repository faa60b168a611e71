// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/NvidiaSmi.h"
#include "core/detect/PciCards.h"
#include "tests/core/detect/FakeMachine.h"
#include "tests/support/Rows.h"

#include <QTest>

using namespace torchmason;

namespace {

const QString smi = QStringLiteral("/usr/bin/nvidia-smi");

void answer(FakeMachine& machine, const QByteArray& output, int exitCode = 0, const QByteArray& error = {})
{
    machine.program(QStringLiteral("nvidia-smi"), smi, {});
    machine.runner->answers.insert(smi, { true, false, exitCode, output, error });
}

// A card on the bus; no driver where `driver` is empty.
void addCard(FakeMachine& machine, const QString& address, const QByteArray& device, const QString& driver,
    const QByteArray& deviceClass = "0x030000")
{
    const QString folder = QStringLiteral("/sys/bus/pci/devices/") + address;
    machine.file(folder + QStringLiteral("/vendor"), "0x10de\n");
    machine.file(folder + QStringLiteral("/device"), "0x" + device + "\n");
    machine.file(folder + QStringLiteral("/class"), deviceClass + "\n");
    if (driver.isEmpty())
        return;
    machine.file(QStringLiteral("/sys/bus/pci/drivers/%1/bind").arg(driver));
    machine.link(folder + QStringLiteral("/driver"), QStringLiteral("../../drivers/") + driver);
}

}

class GraphicsTest : public QObject {
    Q_OBJECT

private slots:
    void recordedAnswers_data();
    void recordedAnswers();
    void hangingIsAskedOnceAndTheBusAnswers();
    void stuckInTheKernelIsNotWaitedFor();
    void cardsOnTheBus_data();
    void cardsOnTheBus();
    void hiddenCardsStayHidden();
    void otherDeviceOfNvidiaIsNoCard();
    void lostCardIsFoundOnTheBus();
    void wslHasItsOwnPlace();
    void listsOfOthersNameNothing();
    void addressesHaveOneForm_data();
    void addressesHaveOneForm();
};

void GraphicsTest::recordedAnswers_data()
{
    QTest::addColumn<QString>("file");
    const QDir folder(QStringLiteral(TORCHMASON_FIXTURES "/nvidia-smi"));
    const QStringList names = folder.entryList({ QStringLiteral("*.json") });
    QVERIFY(names.size() >= 12);
    for (const QString& name : names)
        newRow(qPrintable(name.chopped(5)), folder.filePath(name.chopped(5)));
}

void GraphicsTest::recordedAnswers()
{
    QFETCH(QString, file);
    const auto expected = readJsonFile(file + QStringLiteral(".json"));
    QVERIFY2(expected.ok(), expected ? "" : qPrintable(expected.error().message));
    JsonReader reader(*expected, file);
    const QByteArray text = contentOf(file + QStringLiteral(".txt"));
    FakeMachine machine;
    answer(machine, text, int(reader.integer("exit")), reader.string("stderr", QString()).toUtf8());
    if (reader.boolean("refusesComputeCap", false))
        machine.runner->answer(QStringList { smi } + nvidiaSmiArguments(true),
            "Field \"compute_cap\" is not a valid field to query.\n\n", 2);
    const HostFacts facts = machine.after(probeGpus);
    Json cards = Json::array();
    for (const GpuFacts& gpu : facts.gpus)
        cards.push_back({ { "pci", toJson(gpu.pci) }, { "name", toJson(gpu.name) },
            { "memoryMiB", gpu.memory ? Json(*gpu.memory / mebibyte) : Json(nullptr) },
            { "driver", toJson(gpu.driver) }, { "computeCapability", toJson(gpu.computeCapability) } });
    QCOMPARE(compactJson(cards), compactJson(reader.child("cards")));
    const QStringList told = reader.strings("unknown");
    QVERIFY2(reader.ok(), qPrintable(reader.error().message));
    QCOMPARE(facts.unknown.size(), told.size());
    for (qsizetype at = 0; at < told.size(); ++at)
        QVERIFY2(facts.unknown[at].reason.contains(told[at]), qPrintable(facts.unknown[at].reason));
}

void GraphicsTest::hangingIsAskedOnceAndTheBusAnswers()
{
    FakeMachine machine;
    machine.program(QStringLiteral("nvidia-smi"), smi, {});
    machine.runner->hang(smi);
    HostFacts facts = machine.after(probeGpus);
    QVERIFY(facts.gpus.isEmpty());
    QCOMPARE(facts.unknown.size(), 1);
    QVERIFY(facts.unknown[0].reason.contains(QStringLiteral("did not respond within 10")));
    QCOMPARE(machine.runner->calls.loadRelaxed(), 1);

    machine.file(QStringLiteral("/sys/module/nvidia/version"), "470.256.02\n");
    addCard(machine, QStringLiteral("0000:01:00.0"), "1024", QStringLiteral("nvidia"), "0x030200");
    facts = machine.after(probeGpus);
    QCOMPARE(facts.gpus.size(), 1);
    QCOMPARE(facts.gpus[0].driver, QStringLiteral("470.256.02"));
    QCOMPARE(facts.gpus[0].computeCapability, QStringLiteral("3.5"));
    QCOMPARE(facts.unknown.size(), 1); // it is still said that nvidia-smi hangs
}

// Only ends when the test releases it: a probe that waits for it never comes back.
void GraphicsTest::stuckInTheKernelIsNotWaitedFor()
{
    FakeMachine machine;
    machine.context.limit = Milliseconds(20);
    machine.program(QStringLiteral("nvidia-smi"), smi, {});
    machine.runner->stuck << smi;
    addCard(machine, QStringLiteral("0000:01:00.0"), "2f04", QStringLiteral("nvidia"));
    const HostFacts facts = machine.after(probeGpus);
    QCOMPARE(facts.gpus.size(), 1);
    QCOMPARE(facts.unknown.size(), 1);
}

void GraphicsTest::cardsOnTheBus_data()
{
    QTest::addColumn<QByteArray>("device");
    QTest::addColumn<QString>("driver");
    QTest::addColumn<QByteArray>("deviceClass");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("capability");
    QTest::addColumn<bool>("served");
    newRow("without a driver", QByteArray("2f04"), "", QByteArray("0x030000"), "NVIDIA GeForce RTX 5070",
        "12.0", false);
    newRow("nouveau", QByteArray("1b06"), "nouveau", QByteArray("0x030000"), "NVIDIA GeForce GTX 1080 Ti",
        "6.1", false);
    newRow("no output for a monitor", QByteArray("20b2"), "nvidia", QByteArray("0x030200"),
        "NVIDIA A100-SXM4-80GB", "8.0", true);
    newRow("set aside for a virtual machine", QByteArray("1b38"), "vfio-pci", QByteArray("0x030200"),
        "NVIDIA Tesla P40", "6.1", false);
    newRow("only in pci.ids", QByteArray("2531"), "nouveau", QByteArray("0x030000"), "NVIDIA RTX A2000",
        "8.6", false);
    newRow("in no table", QByteArray("ffee"), "", QByteArray("0x030000"), "NVIDIA card 10de:ffee", "", false);
}

void GraphicsTest::cardsOnTheBus()
{
    QFETCH(QByteArray, device);
    QFETCH(QString, driver);
    QFETCH(QByteArray, deviceClass);
    FakeMachine machine;
    machine.file(QStringLiteral("/usr/share/misc/pci.ids"),
        "10dd  Enhance Electronics\n\tffee  Not this one\n10de  NVIDIA Corporation\n\t2531  GA106GL [RTX "
        "A2000]\n"
        "\t\t1028 151d  A board\n10df  Emulex\n\tffee  Nor this one\n");
    addCard(machine, QStringLiteral("0000:01:00.0"), device, driver, deviceClass);
    machine.file(QStringLiteral("/sys/module/nvidia/version"), "576.02\n");
    const HostFacts facts = machine.after(probeGpus);
    QCOMPARE(facts.gpus.size(), 1);
    const GpuFacts gpu = facts.gpus[0];
    QTEST(gpu.name, "name");
    QTEST(gpu.computeCapability, "capability");
    QTEST(gpu.isServed(), "served");
    QCOMPARE(gpu.kernelDriver, driver.isEmpty() ? QStringLiteral("none") : driver);
    QCOMPARE(gpu.driver, gpu.isServed() ? QStringLiteral("576.02") : QString());
    QCOMPARE(gpu.source, QStringLiteral("PCI"));
    QCOMPARE(gpu.pci, QStringLiteral("0000:01:00.0"));
    QVERIFY(facts.unknown.isEmpty());
}

// A container sees the whole bus, and uses what it was given.
void GraphicsTest::hiddenCardsStayHidden()
{
    FakeMachine machine;
    answer(machine, "00000000:01:00.0, NVIDIA A100-SXM4-80GB, 81920, 535.183.01, 8.0\n");
    addCard(machine, QStringLiteral("0000:01:00.0"), "20b2", QStringLiteral("nvidia"), "0x030200");
    addCard(machine, QStringLiteral("0000:02:00.0"), "20b2", QStringLiteral("nvidia"), "0x030200");
    addCard(machine, QStringLiteral("0000:03:00.0"), "20b2", QStringLiteral("vfio-pci"), "0x030200");
    HostFacts facts = machine.after(probeGpus);
    QCOMPARE(facts.gpus.size(), 1);
    QCOMPARE(facts.gpus[0].kernelDriver, QStringLiteral("nvidia"));
    // One that its driver has given up is no container's: R580 does not know Kepler.
    addCard(machine, QStringLiteral("0000:04:00.0"), "1024", {});
    facts = machine.after(probeGpus);
    QCOMPARE(facts.gpus.size(), 2);
    QCOMPARE(facts.gpus[1].name, QStringLiteral("NVIDIA Tesla K40c"));
    QVERIFY(!facts.gpus[1].isServed());
}

void GraphicsTest::otherDeviceOfNvidiaIsNoCard()
{
    FakeMachine machine;
    addCard(machine, QStringLiteral("0000:01:00.1"), "10f7", {}, "0x040300"); // the card's sound
    addCard(machine, QStringLiteral("0000:05:00.0"), "1af1", {}, "0x068000"); // NVSwitch
    QVERIFY(machine.after(probeGpus).gpus.isEmpty());
}

void GraphicsTest::lostCardIsFoundOnTheBus()
{
    FakeMachine machine;
    answer(machine,
        "00000000:3B:00.0, NVIDIA GeForce RTX 3090, 24576, 535.183.01, 8.6\n"
        "00000000:81:00.0, [GPU is lost], [GPU is lost], [GPU is lost], [GPU is lost]\n");
    addCard(machine, QStringLiteral("0000:3b:00.0"), "2204", QStringLiteral("nvidia"));
    addCard(machine, QStringLiteral("0000:81:00.0"), "2204", QStringLiteral("nvidia"));
    const HostFacts facts = machine.after(probeGpus);
    QCOMPARE(facts.gpus.size(), 2);
    QCOMPARE(facts.gpus[1].pci, QStringLiteral("0000:81:00.0"));
    QCOMPARE(facts.unknown.size(), 1);
}

void GraphicsTest::wslHasItsOwnPlace()
{
    const QString place = QStringLiteral("/usr/lib/wsl/lib/nvidia-smi");
    FakeMachine machine;
    machine.file(place);
    machine.runner->answer({ place }, "00000000:01:00.0, NVIDIA GeForce RTX 3060, 12288, 560.94, 8.6\n");
    QCOMPARE(machine.after(probeGpus).gpus.size(), 1);
}

void GraphicsTest::listsOfOthersNameNothing()
{
    QVERIFY(productFromPciIds("nothing", QStringLiteral("2f04")).name.isEmpty());
}

void GraphicsTest::addressesHaveOneForm_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("address");
    newRow("nvidia-smi", "00000000:0F:00.0", "0000:0f:00.0");
    newRow("kernel", "0000:0f:00.0", "0000:0f:00.0");
    newRow("behind VMD", "10000:01:00.0", "10000:01:00.0");
    newRow("words", "GPU is lost", "");
    newRow("no function", "0000:0f:00", "");
}

void GraphicsTest::addressesHaveOneForm()
{
    QFETCH(QString, text);
    QTEST(pciAddress(text), "address");
}

QTEST_GUILESS_MAIN(GraphicsTest)
#include "GraphicsTest.moc"
