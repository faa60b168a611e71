// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/ArchList.h"
#include "core/knowledge/CudaCatalogue.h"
#include "core/knowledge/DependencyCatalogue.h"
#include "core/knowledge/GpuCatalogue.h"
#include "core/knowledge/OptionCatalogue.h"
#include "core/knowledge/PrerequisiteCatalogue.h"
#include "core/knowledge/ReleaseCatalogue.h"
#include "core/knowledge/VersionText.h"
#include "tests/support/Rows.h"

#include <QSet>
#include <QTest>

using namespace torchmason;

class KnowledgeTest : public QObject {
    Q_OBJECT

private slots:
    void optionsAreComplete();
    void cardsReferToArchitectures();
    void cardsAreFoundByDriverNames_data();
    void cardsAreFoundByDriverNames();
    void cardsAreFoundByNumbers();
    void chipsHaveCapabilities_data();
    void chipsHaveCapabilities();
    void toolkitsKnowTheirArchitectures_data();
    void toolkitsKnowTheirArchitectures();
    void releasesAreFound_data();
    void releasesAreFound();
    void releasesSayWhatTheyWant();
    void driversDependOnTheCode();
    void badToolsAreKnown_data();
    void badToolsAreKnown();
    void packagesDependOnTheRelease();
    void whatIsMissingHasAPackage_data();
    void whatIsMissingHasAPackage();
    void versionsCompareAsNumbers_data();
    void versionsCompareAsNumbers();
    void archListsAreRead_data();
    void archListsAreRead();
    void coverage_data();
    void coverage();
};

void KnowledgeTest::optionsAreComplete()
{
    const auto catalogue = OptionCatalogue::load();
    QVERIFY2(catalogue.ok(), catalogue ? "" : qPrintable(catalogue.error().message));
    QVERIFY(catalogue->options().size() >= 236);
    QSet<QString> names;
    int basic = 0;
    for (const OptionInfo& option : catalogue->options()) {
        QVERIFY2(!names.contains(option.name), qPrintable(option.name));
        names.insert(option.name);
        QVERIFY2(!option.description.isEmpty(), qPrintable(option.name));
        basic += option.basic;
    }
    QVERIFY(basic >= 55 && basic <= 80);
    QCOMPARE(OptionCatalogue::defaultFor(*catalogue->option("USE_NCCL"), Platform::Windows), "OFF");
    QVERIFY(!catalogue->option("USE_NCLL"));
}

void KnowledgeTest::cardsReferToArchitectures()
{
    const auto gpus = GpuCatalogue::load();
    const auto cuda = CudaCatalogue::load();
    QVERIFY(gpus.ok() && cuda.ok());
    QVERIFY(gpus->products().size() > 300);
    for (auto product = gpus->products().begin(); product != gpus->products().end(); ++product)
        QVERIFY2(gpus->architecture(product.value()), qPrintable(product.key()));
    for (const GpuArchitecture& architecture : gpus->architectures()) {
        if (!architecture.cudaMaximum.isEmpty())
            QVERIFY2(cuda->toolkit(architecture.cudaMaximum)->capabilities.contains(architecture.capability),
                qPrintable(architecture.capability));
    }
}

void KnowledgeTest::cardsAreFoundByDriverNames_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("capability");
    newRow("RTX 5070", "NVIDIA GeForce RTX 5070", "12.0");
    newRow("K40c", "Tesla K40c", "3.5");
    newRow("A100 with form factor", "NVIDIA A100-SXM4-80GB", "8.0");
    newRow("several chips under one name", "GeForce GT 730", "");
    newRow("several chips told apart in parentheses", "NVIDIA GeForce GT 740M", "");
    newRow("parentheses that the driver says", "NVIDIA TITAN X (Pascal)", "6.1");
    newRow("neither of them", "NVIDIA TITAN X", "");
    newRow("parentheses that only the table has", "GeForce GTX TITAN X", "5.2");
    newRow("a chip of its own name", "NVIDIA GeForce MX570", "8.6");
    newRow("GB10", "NVIDIA GB10", "12.1");
    newRow("not a card", "Matrox Millennium", "");
    newRow("nothing", "", "");
}

void KnowledgeTest::cardsAreFoundByDriverNames()
{
    QFETCH(QString, name);
    QTEST(GpuCatalogue::load()->computeCapability(name), "capability");
}

void KnowledgeTest::cardsAreFoundByNumbers()
{
    const auto gpus = GpuCatalogue::load();
    const PciProduct product = gpus->pciProduct("2f04");
    QCOMPARE(product.name, "NVIDIA GeForce RTX 5070");
    QCOMPARE(product.chip, "GB205");
    QVERIFY(gpus->pciProduct("0000").name.isEmpty());
}

void KnowledgeTest::chipsHaveCapabilities_data()
{
    QTest::addColumn<QString>("chip");
    QTest::addColumn<QString>("capability");
    const auto row = [](const char* chip, const char* capability) {
        newRow(*chip ? chip : "none", QString::fromLatin1(chip), QString::fromLatin1(capability));
    };
    row("GB100", "10.0");
    row("GB10", "12.1");
    row("GB10B", "11.0"); // not GB10
    row("GA100GL", "8.0");
    row("GK208", "3.5");
    row("GF110", ""); // Fermi
    row("", "");
}

void KnowledgeTest::chipsHaveCapabilities()
{
    QFETCH(QString, chip);
    QTEST(GpuCatalogue::load()->capabilityOfChip(chip), "capability");
}

void KnowledgeTest::toolkitsKnowTheirArchitectures_data()
{
    QTest::addColumn<QString>("toolkit");
    QTest::addColumn<QString>("capability");
    QTest::addColumn<bool>("compiles");
    newRow("12.4 and Blackwell", "12.4.131", "12.0", false);
    newRow("12.8 and Blackwell", "12.8.93", "12.0", true);
    newRow("11.4 and Kepler", "11.4.152", "3.5", true);
    newRow("12.0 and Kepler", "12.0.1", "3.5", false);
    newRow("13.0 and Volta", "13.0.88", "7.0", false);
}

void KnowledgeTest::toolkitsKnowTheirArchitectures()
{
    QFETCH(QString, toolkit);
    QFETCH(QString, capability);
    const auto catalogue = CudaCatalogue::load();
    QVERIFY(catalogue->toolkit(toolkit));
    QTEST(catalogue->toolkit(toolkit)->capabilities.contains(capability), "compiles");
    QVERIFY(!catalogue->toolkit("12.7")); // never published
}

void KnowledgeTest::releasesAreFound_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("version");
    newRow("tag", "v2.8.0", "2.8");
    newRow("Debian", "2.6.0+dfsg", "2.6");
    newRow("two digits", "2.10.1", "2.10");
    newRow("branch", "main", "");
    newRow("too old", "1.4.0", "");
}

void KnowledgeTest::releasesAreFound()
{
    QFETCH(QString, text);
    const auto catalogue = ReleaseCatalogue::load();
    const TorchRelease* release = catalogue->release(text);
    QTEST(release ? release->version : QString(), "version");
}

void KnowledgeTest::releasesSayWhatTheyWant()
{
    const auto catalogue = ReleaseCatalogue::load();
    QVERIFY2(catalogue.ok(), catalogue ? "" : qPrintable(catalogue.error().message));
    const TorchRelease* old = catalogue->release("v2.3.1");
    QCOMPARE(old->cudaMaximum, "12.3");
    QVERIFY(old->cudaMaximumWhy.contains("122169"));
    QCOMPARE(old->cudnn.value("12.1"), "8.9.2.26");
    QCOMPARE(old->cxxStandard, 17);
    const TorchRelease* today = catalogue->release("2.13");
    QVERIFY(today->cudaMaximum.isEmpty());
    QCOMPARE(today->gccMinimum, "11.3");
    QCOMPARE(today->clangMinimum, "16");
    QCOMPARE(today->visualStudioMinimum, "2022");
    QVERIFY(today->cmakeIsSoft);
    QVERIFY(today->source.startsWith("RELEASE.md of PyTorch"));
    // Parsed once: what was answered stays where it is.
    QCOMPARE(ReleaseCatalogue::load()->release("2.13"), today);
}

void KnowledgeTest::driversDependOnTheCode()
{
    const auto cuda = CudaCatalogue::load();
    const CudaToolkitInfo* toolkit = cuda->toolkit("12.9");
    QCOMPARE(toolkit->minimumDriver(Platform::Linux), "525.60.13");
    QCOMPARE(toolkit->minimumDriver(Platform::Linux, CodeKind::Ptx), "575.51.03");
    QCOMPARE(toolkit->minimumDriver(Platform::Windows, CodeKind::Ptx), "576.02");
    // There is no Windows driver in the table from 13.0 on.
    QCOMPARE(cuda->toolkit("13.0")->minimumDriver(Platform::Windows, CodeKind::Ptx), "580");
    QCOMPARE(cuda->toolkit("10.2")->minimumDriver(Platform::Linux), "440.33");
}

void KnowledgeTest::badToolsAreKnown_data()
{
    QTest::addColumn<QString>("version");
    QTest::addColumn<Platform>("platform");
    QTest::addColumn<QString>("severity");
    newRow("cuts response files", "1.13.0", Platform::Windows, "stops");
    newRow("the same as pip has it", "1.13.0.git.kitware.jobserver-pipe-1", Platform::Windows, "stops");
    newRow("mended", "1.13.1", Platform::Windows, "");
    newRow("harmless elsewhere", "1.13.0", Platform::Linux, "");
    newRow("loops", "1.11.1.git.kitware.jobserver-1", Platform::Windows, "may");
    newRow("good", "1.12.1", Platform::Windows, "");
    newRow("no version", "", Platform::Windows, "");
}

void KnowledgeTest::badToolsAreKnown()
{
    QFETCH(QString, version);
    QFETCH(Platform, platform);
    const auto catalogue = PrerequisiteCatalogue::load();
    QVERIFY2(catalogue.ok(), catalogue ? "" : qPrintable(catalogue.error().message));
    const KnownBadTool* bad = catalogue->knownBad("ninja", version, platform);
    QTEST(!bad ? QString() : bad->stopsBuilds ? "stops" : "may", "severity");
    QVERIFY(!catalogue->knownBad("cmake", version, platform));
    QCOMPARE(catalogue->minimumOf("ccache", Platform::Windows)->minimum, "4.8");
}

void KnowledgeTest::packagesDependOnTheRelease()
{
    const auto catalogue = PrerequisiteCatalogue::load();
    const auto text = [&](const char* release) {
        QStringList requirements;
        for (const BuildPackage& package : catalogue->packagesFor(QLatin1String(release)))
            requirements << package.requirement();
        return requirements.join(QLatin1Char(' '));
    };
    QVERIFY2(text("v1.12.1").contains("setuptools<80 "), qPrintable(text("v1.12.1")));
    QVERIFY2(text("2.2.2").contains("numpy<2"), qPrintable(text("2.2.2")));
    QVERIFY2(!text("2.3").contains("numpy<2"), qPrintable(text("2.3")));
    QVERIFY2(text("2.9.1").contains("setuptools>=70.1,<80"), qPrintable(text("2.9.1")));
    QVERIFY2(text("2.14").contains("scikit-build-core>=1.0"), qPrintable(text("2.14")));
    QVERIFY2(!text("2.14").contains("setuptools"), qPrintable(text("2.14")));
    QCOMPARE(text("main"), QString());
    const BuildPackage setuptools = catalogue->packagesFor("2.9").first();
    QVERIFY(setuptools.accepts("79.0.1"));
    QVERIFY(!setuptools.accepts("80"));
    QVERIFY(!setuptools.accepts("69.5"));
}

void KnowledgeTest::versionsCompareAsNumbers_data()
{
    QTest::addColumn<QString>("left");
    QTest::addColumn<QString>("right");
    QTest::addColumn<int>("sign");
    newRow("2.10 is newer than 2.9", "2.10", "2.9", 1);
    newRow("missing parts are zero", "3.27", "3.27.0", 0);
    newRow("driver", "470.256.02", "525.60.13", -1);
    newRow("suffix does not count", "3.13t", "3.13", 0);
    newRow("no number", "abc", "0.1", -1);
}

void KnowledgeTest::versionsCompareAsNumbers()
{
    QFETCH(QString, left);
    QFETCH(QString, right);
    const int compared = compareVersions(left, right);
    QTEST((compared > 0) - (compared < 0), "sign");
    QVERIFY(!isAbove("12.4.131", "12.4"));
    QVERIFY(isAbove("12.5", "12.4"));
}

void KnowledgeTest::archListsAreRead_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("capabilities");
    QTest::addColumn<QString>("unknown");
    newRow("one", "12.0", QStringList { "12.0" }, "");
    newRow("spaces and semicolons", "7.5;8.0 9.0+PTX", QStringList { "7.5", "8.0", "9.0" }, "");
    newRow("name", "Ampere", QStringList { "8.0", "8.6" }, "");
    newRow("left to CMake", "Auto", QStringList {}, "");
    newRow("sm number", "sm_120", QStringList {}, "sm_120");
    newRow("empty", "", QStringList {}, "");
}

void KnowledgeTest::archListsAreRead()
{
    QFETCH(QString, text);
    const ArchList list = parseArchList(text);
    QStringList capabilities;
    for (const ArchEntry& entry : list.entries)
        capabilities << entry.capability;
    QTEST(capabilities, "capabilities");
    QTEST(list.unknown, "unknown");
}

void KnowledgeTest::coverage_data()
{
    QTest::addColumn<QString>("list");
    QTest::addColumn<QString>("card");
    QTest::addColumn<int>("expected");
    newRow("same", "12.0", "12.0", int(ArchCoverage::Native));
    newRow("8.6 code runs on Ada", "8.6", "8.9", int(ArchCoverage::Native));
    newRow("8.9 code does not run on Blackwell", "8.9", "12.0", int(ArchCoverage::None));
    newRow("PTX reaches newer cards", "9.0+PTX", "12.0", int(ArchCoverage::Ptx));
    newRow("PTX does not reach older cards", "9.0+PTX", "8.0", int(ArchCoverage::None));
    newRow("8.6 code does not run on 8.0", "8.6", "8.0", int(ArchCoverage::None));
    newRow("9.0a is for 9.0 only", "9.0a", "9.0", int(ArchCoverage::Native));
}

void KnowledgeTest::coverage()
{
    QFETCH(QString, list);
    QFETCH(QString, card);
    QTEST(int(coverageOf(parseArchList(list).entries, card)), "expected");
}

void KnowledgeTest::whatIsMissingHasAPackage_data()
{
    QTest::addColumn<QString>("name");
    newRow("mpi.h", "MPI");
    newRow("/usr/include/openmpi/mpi.h", "MPI");
    newRow("xmpi.h", "");
    newRow("google/protobuf/message.h", "protobuf");
    newRow("-lopenblas", "OpenBLAS");
    newRow("/usr/lib/x86_64-linux-gnu/libopenblas.so.0", "OpenBLAS");
    newRow("C:\\w\\zlib.lib", "");
    newRow("protobuf.lib", "protobuf");
    newRow("Eigen3", "Eigen");
    newRow("eigen3", "Eigen");
    newRow("nasm", "nasm");
    newRow("", "");
}

void KnowledgeTest::whatIsMissingHasAPackage()
{
    QFETCH(QString, name);
    const auto catalogue = DependencyCatalogue::load();
    QVERIFY2(catalogue, qPrintable(catalogue ? QString() : catalogue.error().message));
    const Dependency* found = catalogue->bringing(QString::fromUtf8(QTest::currentDataTag()));
    QCOMPARE(found ? found->name : QString(), name);
    QVERIFY(!found || catalogue->named(found->name) == found);
}

QTEST_GUILESS_MAIN(KnowledgeTest)
#include "KnowledgeTest.moc"
