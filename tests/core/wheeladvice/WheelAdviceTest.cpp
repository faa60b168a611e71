// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/wheeladvice/WheelAdvice.h"
#include "core/profile/ProfileCatalogue.h"
#include "tests/support/Rows.h"

#include <QTest>

using namespace torchmason;

namespace {

struct Card {
    const char* name;
    const char* capability;
    const char* driver;
};

HostFacts machine(Platform platform, std::initializer_list<Card> cards, const char* python)
{
    HostFacts facts;
    facts.platform = platform;
    for (const Card& card : cards)
        facts.gpus.append({ card.name, card.capability, {}, card.driver, "nvidia-smi" });
    if (*python) {
        PythonFacts found;
        found.path = platform == Platform::Windows ? "C:/Python/python.exe" : "/usr/bin/python3";
        found.version = python;
        found.isDefault = true;
        facts.pythons.append(found);
    }
    return facts;
}

Profile cudaProfile(const char* tag, const char* archs)
{
    Profile profile;
    profile.source.kind = SourceKind::Git;
    profile.source.tag = tag;
    profile.configuration.setFlag({ "USE_CUDA", "ON", "BOOL" });
    profile.configuration.setFlag({ "TORCH_CUDA_ARCH_LIST", archs, "STRING" });
    return profile;
}

constexpr Platform linux_ = Platform::Linux;
constexpr Platform windows_ = Platform::Windows;

}

class WheelAdviceTest : public QObject {
    Q_OBJECT

private slots:
    void machinesAreAnswered_data();
    void machinesAreAnswered();
    void whatIsNotKnownIsNotAnswered();
    void cardsWithoutADriverNeedOneFirst();
    void cardsOfDifferentAgeAreAskedAlone();
    void profilesNameTheirRelease();
    void whatTheProfileWantsSpeaksForBuilding_data();
    void whatTheProfileWantsSpeaksForBuilding();
    void cardsThatTheProfileLeavesOutDoNotCount();
    void withoutCardTheProfilesCardsCount();
    void anotherPythonIsNamed();
    void theWheelsOwnRangeOfPythonsCounts();
    void pipLinesAreForTheirTime();
    void theSystemsPythonGetsAnEnvironment();
    void theTourIsNotPyTorch();
};

void WheelAdviceTest::machinesAreAnswered_data()
{
    QTest::addColumn<HostFacts>("facts");
    QTest::addColumn<QString>("answer");
    QTest::addColumn<QString>("wheel"); // release and variant
    QTest::addColumn<QString>("words"); // in the first reason
    const auto row = [](const char* name, const HostFacts& facts, const char* answer, const char* wheel,
                         const char* words) { newRow(name, facts, answer, wheel, words); };
    const Card rtx5070 { "NVIDIA GeForce RTX 5070", "12.0", "581.29" };
    const Card rtx5070Old { "NVIDIA GeForce RTX 5070", "12.0", "572.61" };
    const Card k40 { "Tesla K40c", "3.5", "470.256.02" };
    const Card k80 { "Tesla K80", "3.7", "470.256.02" };
    const Card p40 { "Tesla P40", "6.1", "580.95.05" };
    const Card v100 { "Tesla V100-SXM2-16GB", "7.0", "580.88" };
    const Card v100Old { "Tesla V100-SXM2-16GB", "7.0", "418.87.00" };
    const Card gb10 { "NVIDIA GB10", "12.1", "580.95.05" };
    const Card orin { "Orin (nvgpu)", "8.7", "540.4.0" };
    const Card rtx5090 { "NVIDIA GeForce RTX 5090", "12.0", "570.124.06" };
    const Card h100 { "NVIDIA H100 80GB HBM3", "9.0", "550.54.15" };
    const Card silent { "NVIDIA GeForce RTX 4090", "8.9", "" };
    row("RTX 5070 on Linux", machine(linux_, { rtx5070 }, "3.12.4"), "native", "2.14.1 cu132", "12.0");
    row("RTX 5070 on Windows", machine(windows_, { rtx5070 }, "3.12.4"), "native", "2.14.1 cu132", "12.0");
    row("RTX 5070 whose driver is of CUDA 12", machine(windows_, { rtx5070Old }, "3.12.4"), "native",
        "2.11.0 cu128", "12.0");
    row("RTX 5090 whose driver is of CUDA 12", machine(linux_, { rtx5090 }, "3.12.4"), "native",
        "2.11.0 cu128", "12.0");
    row("K40", machine(linux_, { k40 }, "3.9.18"), "no", "", "No official wheel has code for the Tesla K40c");
    row("K80 and Python 3.9", machine(linux_, { k80 }, "3.9.18"), "native", "2.7.1 cu118", "3.7");
    row("K80 and Python 3.14", machine(linux_, { k80 }, "3.14.0"), "no", "", "Python 3.14.0");
    row("P40", machine(linux_, { p40 }, "3.12.4"), "native", "2.14.1 cu126", "6.1");
    row("V100 on Windows", machine(windows_, { v100 }, "3.11.9"), "native", "2.14.1 cu126", "7.0");
    row("V100 with a driver of 2019", machine(linux_, { v100Old }, "3.11.9"), "no", "", "Driver 418.87.00");
    row("H100 whose driver is of CUDA 12.4", machine(linux_, { h100 }, "3.12.4"), "native", "2.14.1 cu126",
        "9.0");
    row("Python that is only tried", machine(linux_, { rtx5070 }, "3.15.0"), "native", "2.14.1 cu132",
        "12.0");
    row("Python of tomorrow", machine(linux_, { rtx5070 }, "3.16.0"), "no", "", "Python 3.16.0");
    row("GB10", machine(linux_, { gb10 }, "3.12.4"), "native", "2.14.1 cu132", "12.1");
    row("Jetson Orin", machine(linux_, { orin }, "3.10.12"), "no", "", "Jetson");
    row("no card", machine(linux_, {}, "3.12.4"), "native", "2.14.1 cpu", "Without CUDA");
    row("driver that is not known", machine(linux_, { silent }, "3.12.4"), "native", "2.14.1 cu132", "8.9");
    row("card that is not known", machine(linux_, { { "NVIDIA X9000", "", "580.95.05" } }, "3.12.4"),
        "unknown", "", "NVIDIA X9000");
    row("two cards, one of them old", machine(linux_, { rtx5070, k40 }, "3.12.4"), "no", "", "Tesla K40c");
    row("two cards that no one wheel of today serves", machine(linux_, { rtx5070, p40 }, "3.12.4"), "no", "",
        "Tesla P40");
    row("no Python", machine(linux_, { rtx5070 }, ""), "native", "2.14.1 cu132", "12.0");
}

void WheelAdviceTest::machinesAreAnswered()
{
    QFETCH(HostFacts, facts);
    QFETCH(QString, words);
    const WheelAdvice advice = adviseWheel(facts, nullptr);
    QTEST(wheelAnswerId(advice.answer), "answer");
    QTEST(QStringLiteral("%1 %2").arg(advice.release, advice.variant).trimmed(), "wheel");
    QVERIFY2(advice.reasons.value(0).contains(words), qPrintable(advice.reasons.join('\n')));
    QCOMPARE(advice.command.contains(QStringLiteral("/whl/") + advice.variant), advice.isWheel());
    QCOMPARE(advice.buildReasons.isEmpty(), advice.answer != WheelAnswer::No);
}

void WheelAdviceTest::whatIsNotKnownIsNotAnswered()
{
    HostFacts facts = machine(linux_, {}, "3.12.4");
    facts.unknown.append(UnknownFact { "gpu", "nvidia-smi did not respond within 2 s" });
    const WheelAdvice advice = adviseWheel(facts, nullptr);
    QCOMPARE(advice.answer, WheelAnswer::Unknown);
    QVERIFY(advice.reasons.value(0).contains("within 2 s"));
    QVERIFY(advice.command.isEmpty());
    QVERIFY(!toJson(advice).contains("command"));
}

void WheelAdviceTest::cardsWithoutADriverNeedOneFirst()
{
    HostFacts facts = machine(linux_, { { "NVIDIA GeForce RTX 5070", "12.0", "" } }, "3.12.4");
    facts.gpus.first().kernelDriver = "nouveau";
    const WheelAdvice advice = adviseWheel(facts, nullptr);
    QCOMPARE(advice.answer, WheelAnswer::Native);
    QVERIFY2(advice.reasons.contains("NVIDIA's driver must be there first, 580 or newer."),
        qPrintable(advice.reasons.join('\n')));
}

void WheelAdviceTest::cardsOfDifferentAgeAreAskedAlone()
{
    const HostFacts facts = machine(linux_,
        { { "NVIDIA GeForce RTX 5090", "12.0", "580.95.05" }, { "Tesla P40", "6.1", "580.95.05" },
            { "Tesla K40c", "3.5", "580.95.05" } },
        "3.12.4");
    const QStringList reasons = adviseWheel(facts, nullptr).reasons;
    QCOMPARE(reasons.size(), 3); // none for the K40
    QVERIFY2(reasons[0].startsWith("No single official wheel has code for all of"), qPrintable(reasons[0]));
    QCOMPARE(reasons[1], QString("PyTorch 2.14.1 for CUDA 13.2 serves the NVIDIA GeForce RTX 5090 alone."));
    QCOMPARE(reasons[2], QString("PyTorch 2.14.1 for CUDA 12.6 serves the Tesla P40 alone."));
}

void WheelAdviceTest::profilesNameTheirRelease()
{
    const HostFacts facts = machine(windows_, { { "NVIDIA GeForce RTX 5070", "12.0", "581.29" } }, "3.12.4");
    const Profile ofToday = cudaProfile("v2.8.0", "12.0");
    const WheelAdvice own = adviseWheel(facts, &ofToday);
    QCOMPARE(own.release, QString("2.8.0"));
    QCOMPARE(own.variant, QString("cu128")); // 12.9 is experimental in that release
    QVERIFY(own.buildReasons.isEmpty());

    const Profile beforeBlackwell = cudaProfile("v2.5.1", "12.0");
    const WheelAdvice other = adviseWheel(facts, &beforeBlackwell);
    QCOMPARE(other.release, QString("2.14.1"));
    QVERIFY(other.buildReasons.value(0).startsWith("PyTorch 2.5 itself"));
}

void WheelAdviceTest::whatTheProfileWantsSpeaksForBuilding_data()
{
    QTest::addColumn<QString>("flag");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("words");
    newRow("MPI", "USE_MPI", "ON", "MPI");
    newRow("MPI switched off", "USE_MPI", "OFF", "");
    newRow("debug", "CMAKE_BUILD_TYPE", "RelWithDebInfo", "debug build");
    newRow("release", "CMAKE_BUILD_TYPE", "Release", "");
}

void WheelAdviceTest::whatTheProfileWantsSpeaksForBuilding()
{
    QFETCH(QString, flag);
    QFETCH(QString, value);
    QFETCH(QString, words);
    Profile profile = cudaProfile("v2.8.0", "12.0");
    profile.configuration.setFlag({ flag, value, {} });
    const HostFacts facts = machine(linux_, { { "NVIDIA GeForce RTX 5070", "12.0", "581.29" } }, "3.12.4");
    const WheelAdvice advice = adviseWheel(facts, &profile);
    QCOMPARE(advice.answer, WheelAnswer::Native);
    QCOMPARE(advice.buildReasons.size(), words.isEmpty() ? 0 : 1);
    QVERIFY(advice.buildReasons.join(' ').contains(words));
    profile.patches.append(SourcePatch {});
    QVERIFY(
        adviseWheel(facts, &profile)
            .buildReasons.contains("The profile patches the source; no official wheel has these patches."));
}

void WheelAdviceTest::cardsThatTheProfileLeavesOutDoNotCount()
{
    const HostFacts facts = machine(linux_,
        { { "NVIDIA GeForce RTX 5090", "12.0", "580.95.05" }, { "Tesla K40c", "3.5", "580.95.05" } },
        "3.12.4");
    const Profile forTheNewOne = cudaProfile("v2.8.0", "12.0");
    QCOMPARE(adviseWheel(facts, &forTheNewOne).variant, QString("cu128"));
    const Profile forNeither = cudaProfile("v2.8.0", "9.0a");
    QCOMPARE(adviseWheel(facts, &forNeither).answer, WheelAnswer::No);
    const Profile forBoth = cudaProfile("v2.8.0", "3.5;12.0");
    QCOMPARE(adviseWheel(facts, &forBoth).answer, WheelAnswer::No);
}

void WheelAdviceTest::withoutCardTheProfilesCardsCount()
{
    const Profile profile = cudaProfile("v2.8.0", "8.0;9.0a");
    const WheelAdvice advice = adviseWheel(machine(linux_, {}, "3.12.4"), &profile);
    QCOMPARE(advice.answer, WheelAnswer::Native);
    QCOMPARE(advice.variant, QString("cu128"));
    QCOMPARE(wheelHeadline(advice),
        QString("An official wheel of PyTorch 2.8.0 for CUDA 12.8 serves the cards of this profile."));
    const Profile kepler = cudaProfile("v2.8.0", "3.5");
    QCOMPARE(adviseWheel(machine(linux_, {}, "3.12.4"), &kepler).answer, WheelAnswer::No);
}

void WheelAdviceTest::anotherPythonIsNamed()
{
    HostFacts facts = machine(linux_, { { "NVIDIA GeForce RTX 5070", "12.0", "581.29" } }, "3.16.0");
    PythonFacts older;
    older.path = "/opt/my python/bin/python";
    older.version = "3.12.4";
    facts.pythons.append(older);
    const WheelAdvice advice = adviseWheel(facts, nullptr);
    QCOMPARE(advice.answer, WheelAnswer::Native);
    QVERIFY2(advice.command.startsWith("\"/opt/my python/bin/python\" -m pip install torch==2.14.1 "),
        qPrintable(advice.command));
    QVERIFY(advice.reasons.last().contains("Python 3.12.4 has one"));
    facts.pythons.first().version.clear(); // one that did not answer
    QCOMPARE(adviseWheel(facts, nullptr).command, advice.command);
    const Card card { "NVIDIA GeForce RTX 5070", "12.0", "581.29" };
    const QString command = adviseWheel(machine(windows_, { card }, "3.12.4"), nullptr).command;
    QVERIFY2(command.startsWith("C:\\Python\\python.exe -m pip"), qPrintable(command));
}

void WheelAdviceTest::theWheelsOwnRangeOfPythonsCounts()
{
    HostFacts facts = machine(linux_, { { "NVIDIA GeForce RTX 5070", "12.0", "581.29" } }, "3.12.4");
    PythonFacts older;
    older.path = "/opt/python3.9";
    older.version = "3.9.18";
    facts.pythons.append(older);
    Profile profile = cudaProfile("v2.8.0", "12.0");
    profile.needs.python = true;
    profile.needs.pythonMinimum = "3.9";
    profile.needs.pythonMaximum = "3.10"; // of this recipe; wheels of 2.8 are for 3.9 to 3.13
    const WheelAdvice advice = adviseWheel(facts, &profile);
    QVERIFY2(advice.command.startsWith("/usr/bin/python3 -m pip install torch==2.8.0"),
        qPrintable(advice.command));
    facts.pythons.first().version = "3.14.0";
    const WheelAdvice other = adviseWheel(facts, &profile);
    QVERIFY2(
        other.command.startsWith("/opt/python3.9 -m pip install torch==2.8.0"), qPrintable(other.command));
}

void WheelAdviceTest::pipLinesAreForTheirTime()
{
    const Profile old = cudaProfile("v1.12.1", "8.6");
    const HostFacts facts = machine(linux_, { { "NVIDIA GeForce RTX 3090", "8.6", "580.95.05" } }, "3.9.18");
    QCOMPARE(adviseWheel(facts, &old).command,
        QString("/usr/bin/python3 -m pip install torch==1.12.1+cu113 --extra-index-url "
                "https://download.pytorch.org/whl/cu113"));
}

// The install dialog refuses it, and so does Debian's pip.
void WheelAdviceTest::theSystemsPythonGetsAnEnvironment()
{
    HostFacts facts = machine(linux_, { { "Tesla P40", "6.1", "580.95.05" } }, "3.12.4");
    const QString line = adviseWheel(facts, nullptr).command;
    QVERIFY2(line.startsWith("/usr/bin/python3 -m pip install torch=="), qPrintable(line));
    facts.pythons.first().kind = "system";
    QCOMPARE(adviseWheel(facts, nullptr).command,
        "/usr/bin/python3 -m venv ENV\nENV/bin/python" + line.mid(int(QString("/usr/bin/python3").size())));
}

void WheelAdviceTest::theTourIsNotPyTorch()
{
    Profile tour;
    tour.source.kind = SourceKind::Sample;
    QCOMPARE(adviseWheel(machine(linux_, {}, "3.12.4"), &tour).answer, WheelAnswer::Unknown);
}

QTEST_GUILESS_MAIN(WheelAdviceTest)
#include "WheelAdviceTest.moc"
