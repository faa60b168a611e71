// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/ArchChoices.h"
#include "core/config/OptionValue.h"
#include "core/preflight/OptionDependencies.h"
#include "core/request/InheritedVariable.h"
#include "tests/support/Rows.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

namespace {

const OptionCatalogue& catalogue()
{
    static const auto loaded = OptionCatalogue::load();
    if (!loaded)
        qFatal("%s", qPrintable(loaded.error().message));
    return *loaded;
}

const OptionInfo& optionNamed(const QString& name)
{
    const OptionInfo* option = catalogue().option(name);
    if (!option)
        qFatal("no option %s", qPrintable(name));
    return *option;
}

Configuration withFlags(const QStringList& assignments)
{
    Configuration configuration;
    for (const QString& assignment : assignments)
        configuration.setFlag({ assignment.section(u'=', 0, 0), assignment.section(u'=', 1), {} });
    return configuration;
}

}

// What the options say of each other, of releases and of values.
class OptionsTest : public QObject {
    Q_OBJECT

private slots:
    void everyNeedResolves();
    void defaultsAreValues();
    void soft_data();
    void soft();
    void locks_data();
    void locks();
    void presence_data();
    void presence();
    void releases_data();
    void releases();
    void values_data();
    void values();
    void pathsAreLookedFor();
    void inherited_data();
    void inherited();
    void namesSetTwice_data();
    void namesSetTwice();
    void archLists_data();
    void archLists();
    void archsAreOffered();
};

void OptionsTest::everyNeedResolves()
{
    int count = 0;
    for (const OptionInfo& option : catalogue().options()) {
        for (const QStringList& alternatives : option.needs) {
            for (const QString& need : alternatives) {
                const QString name = need.startsWith(u'!') ? need.mid(1) : need;
                QVERIFY2(
                    isMachineWord(name) || catalogue().option(name), qPrintable(option.name + u' ' + need));
                QVERIFY2(name != option.name, qPrintable(name));
                ++count;
            }
        }
    }
    QVERIFY(count > 80);
}

// No editor may open with words such as "searched".
void OptionsTest::defaultsAreValues()
{
    for (const OptionInfo& option : catalogue().options()) {
        for (const Platform platform : { Platform::Linux, Platform::Windows }) {
            const QString value = OptionCatalogue::defaultFor(option, platform);
            QVERIFY2(valueProblem(option, value).isEmpty(), qPrintable(option.name + u' ' + value));
            if (option.kind == QLatin1String("string") || option.kind == QLatin1String("list"))
                QVERIFY2(!value.contains(u' '), qPrintable(option.name + u' ' + value));
            if (namesPath(option))
                QVERIFY2(value.isEmpty() || QDir::isAbsolutePath(value) || value.contains(u':'),
                    qPrintable(option.name + u' ' + value));
        }
    }
    const OptionInfo archs = optionNamed(QStringLiteral("TORCH_CUDA_ARCH_LIST"));
    QCOMPARE(OptionCatalogue::defaultFor(archs, Platform::Linux), QString());
    QVERIFY(OptionCatalogue::defaultTextFor(archs, Platform::Linux).contains(QStringLiteral("cards found")));
}

void OptionsTest::soft_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("confidence");
    newRow("in all trees", "USE_CUDA", "high");
    newRow("between two trees", "USE_ROCM_CK_GEMM", "medium");
    newRow("in no tree", "USE_LSAN", "low");
}

void OptionsTest::soft()
{
    QFETCH(QString, name);
    QTEST(optionNamed(name).confidence, "confidence");
}

void OptionsTest::locks_data()
{
    QTest::addColumn<QString>("option");
    QTest::addColumn<QStringList>("flags");
    QTest::addColumn<Platform>("platform");
    QTest::addColumn<QString>("reason");
    QTest::addColumn<QString>("remedy");
    const Platform tux = Platform::Linux;
    newRow("free by default", "USE_GLOO", QStringList(), tux, "", "");
    newRow("the part is off", "USE_GLOO", QStringList { "USE_DISTRIBUTED=OFF" }, tux, "needs USE_DISTRIBUTED",
        "USE_DISTRIBUTED");
    newRow("the root is told", "USE_C10D_GLOO", QStringList { "USE_DISTRIBUTED=0" }, tux,
        "needs USE_DISTRIBUTED", "USE_DISTRIBUTED");
    newRow("one of two is enough", "USE_MEM_EFF_ATTENTION", QStringList { "USE_CUDA=OFF", "USE_ROCM=ON" },
        tux, "", "");
    newRow("neither of two", "USE_MEM_EFF_ATTENTION", QStringList { "USE_CUDA=OFF", "USE_ROCM=OFF" }, tux,
        "needs USE_CUDA or USE_ROCM", "USE_CUDA");
    newRow("of another system", "USE_NUMA", QStringList(), Platform::Windows, "Linux only", "");
    newRow("not on this system", "USE_TENSORPIPE", QStringList(), Platform::Windows, "not on Windows", "");
    newRow("not together", "BUILD_SPLIT_CUDA", QStringList { "CUDA_SEPARABLE_COMPILATION=ON" }, tux,
        "not with CUDA_SEPARABLE_COMPILATION", "CUDA_SEPARABLE_COMPILATION");
    newRow("a stranger switches nothing", "USE_GLOO", QStringList { "USE_DISTRIBUTEDX=OFF" }, tux, "", "");
}

void OptionsTest::locks()
{
    QFETCH(QString, option);
    QFETCH(QStringList, flags);
    QFETCH(Platform, platform);
    const Configuration configuration = withFlags(flags);
    const OptionDependencies dependencies(catalogue(), configuration, platform);
    const OptionLock lock = dependencies.lockOf(optionNamed(option));
    QTEST(lock.reason, "reason");
    QTEST(lock.remedy, "remedy");
}

void OptionsTest::presence_data()
{
    QTest::addColumn<QString>("option");
    QTest::addColumn<QString>("release");
    QTest::addColumn<int>("presence");
    const auto row = [](const char* title, const char* option, const char* release, OptionPresence presence) {
        newRow(title, QString::fromLatin1(option), QString::fromLatin1(release), int(presence));
    };
    row("of all releases", "USE_CUDA", "2.6.0", OptionPresence::Present);
    row("gone", "BUILD_CAFFE2", "2.6.0", OptionPresence::Gone);
    row("not gone yet", "BUILD_CAFFE2", "2.3.1", OptionPresence::Present);
    row("perhaps gone", "BUILD_CAFFE2", "2.4.0", OptionPresence::Present);
    row("not yet", "USE_XCCL", "2.6.0", OptionPresence::NotYet);
    row("there since", "USE_XCCL", "2.10.0", OptionPresence::Present);
    row("never", "USE_CAFFE2", "2.6.0", OptionPresence::Gone);
    row("release not known", "USE_XCCL", "", OptionPresence::Present);
}

void OptionsTest::presence()
{
    QFETCH(QString, option);
    QFETCH(QString, release);
    QTEST(int(presenceOf(optionNamed(option), release)), "presence");
}

void OptionsTest::releases_data()
{
    QTest::addColumn<QString>("version");
    QTest::addColumn<QString>("tag");
    QTest::addColumn<QString>("release");
    newRow("version", "2.6.0", "v2.5.1", "2.6.0");
    newRow("tag", "", "v2.5.1", "2.5.1");
    newRow("a branch", "", "main", "");
    newRow("nothing", "", "", "");
}

void OptionsTest::releases()
{
    SourceSpec source;
    QFETCH(QString, version);
    QFETCH(QString, tag);
    source.version = version;
    source.tag = tag;
    QTEST(releaseOf(source), "release");
}

void OptionsTest::values_data()
{
    QTest::addColumn<QString>("option");
    QTest::addColumn<QString>("value");
    QTest::addColumn<bool>("isGood");
    newRow("number", "MAX_JOBS", "8", true);
    newRow("words for a number", "MAX_JOBS", "eight", false);
    newRow("less than nothing", "MAX_JOBS", "-3", false);
    newRow("nothing", "MAX_JOBS", "", true);
    newRow("switch", "USE_CUDA", "off", true);
    newRow("no switch", "USE_CUDA", "maybe", false);
    newRow("choice", "ATEN_THREADING", "OMP", true);
    newRow("none of the choices", "ATEN_THREADING", "PTHREAD", false);
    newRow("architectures", "TORCH_CUDA_ARCH_LIST", "8.0;9.0a 12.0+PTX", true);
    newRow("architecture by name", "TORCH_CUDA_ARCH_LIST", "Ampere", true);
    newRow("sm numbers", "TORCH_CUDA_ARCH_LIST", "sm_120", false);
    newRow("anything goes in text", "CXXFLAGS", "-O2 -g maybe", true);
}

void OptionsTest::values()
{
    QFETCH(QString, option);
    QFETCH(QString, value);
    QTEST(valueProblem(optionNamed(option), value).isEmpty(), "isGood");
}

void OptionsTest::pathsAreLookedFor()
{
    QTemporaryDir folder;
    const OptionInfo home = optionNamed(QStringLiteral("CUDA_HOME"));
    const OptionInfo compiler = optionNamed(QStringLiteral("CXX"));
    QCOMPARE(pathProblem(home, folder.path()), QString());
    QVERIFY(pathProblem(home, folder.filePath(QStringLiteral("none"))).contains(QStringLiteral("no such")));
    QVERIFY(pathProblem(compiler, folder.path()).contains(QStringLiteral("folder")));
    QCOMPARE(pathProblem(compiler, QStringLiteral("clang++")), QString());
    QCOMPARE(pathProblem(home, QStringLiteral("${cuda}")), QString());
}

void OptionsTest::inherited_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("release");
    QTest::addColumn<int>("effect");
    const auto row = [](const char* title, const char* name, const char* release, VariableEffect effect) {
        newRow(title, QString::fromLatin1(name), QString::fromLatin1(release), int(effect));
    };
    row("setup.py would hand it on", "USE_CUDA", "2.6.0", VariableEffect::Ignored);
    row("handed on by the tree itself", "USE_CUDA", "2.14.0", VariableEffect::Wins);
    row("not known which", "USE_CUDA", "", VariableEffect::Ignored);
    row("CMake's own", "CMAKE_PREFIX_PATH", "2.6.0", VariableEffect::Read);
    row("for front ends", "CMAKE_ARGS", "2.14.0", VariableEffect::Ignored);
    row("compilers", "CXXFLAGS", "2.14.0", VariableEffect::Read);
    row("architectures", "TORCH_CUDA_ARCH_LIST", "2.14.0", VariableEffect::Read);
    row("taken out by the plan", "CMAKE_CXX_COMPILER_LAUNCHER", "2.14.0", VariableEffect::Read);
    row("only its name ends so", "USE_COMPILER_LAUNCHER", "2.14.0", VariableEffect::Wins);
}

void OptionsTest::inherited()
{
    QFETCH(QString, name);
    QFETCH(QString, release);
    QTEST(int(effectOfVariable(name, release)), "effect");
    QCOMPARE(buildVariables({ { name, QString() }, { QStringLiteral("HOME"), QString() } }).keys(),
        QStringList { name });
}

void OptionsTest::namesSetTwice_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("release");
    QTest::addColumn<QString>("which");
    newRow("setup.py would hand it on", "USE_CUDA", "2.6.0", "the CMake entry counts");
    newRow("handed on by the tree itself", "USE_CUDA", "2.14.0", "this release takes the variable");
    newRow("not known which", "USE_CUDA", "", "");
    newRow("a default of CMake's", "CMAKE_BUILD_TYPE", "2.6.0", "the CMake entry counts");
    newRow("searched", "CMAKE_PREFIX_PATH", "2.6.0", "both are searched, the CMake entry first");
    newRow("architectures", "TORCH_CUDA_ARCH_LIST", "2.14.0",
        "nvcc gets the CMake entry, but what is configured later reads the variable");
    newRow("taken out by the plan", "CMAKE_CXX_COMPILER_LAUNCHER", "2.14.0", "the CMake entry counts");
    newRow("for front ends", "USE_NINJA", "2.14.0", "");
    newRow("compilers", "CXX", "2.6.0", "");
}

void OptionsTest::namesSetTwice()
{
    QFETCH(QString, name);
    QFETCH(QString, release);
    QTEST(whichCounts(name, release), "which");
}

void OptionsTest::archLists_data()
{
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("capability");
    QTest::addColumn<int>("use");
    QTest::addColumn<QString>("after");
    const auto row
        = [](const char* title, const char* before, const char* capability, ArchUse use, const char* after) {
              newRow(title, QString::fromLatin1(before), QString::fromLatin1(capability), int(use),
                  QString::fromLatin1(after));
          };
    row("the first one", "", "12.0", ArchUse::Code, "12.0");
    row("one more", "8.6", "12.0", ArchUse::CodeAndPtx, "8.6;12.0+PTX");
    row("PTX on the spot", "8.6 9.0", "8.6", ArchUse::CodeAndPtx, "8.6+PTX;9.0");
    row("PTX off", "8.6+PTX;9.0", "8.6", ArchUse::Code, "8.6;9.0");
    row("out", "8.6;9.0", "8.6", ArchUse::Out, "9.0");
    row("the last one out", "8.6", "8.6", ArchUse::Out, "");
    row("said twice", "8.6;8.6+PTX", "8.6", ArchUse::Code, "8.6");
    row("names and kinds stay", "Ampere;9.0a", "9.0", ArchUse::Code, "Ampere;9.0a;9.0");
}

void OptionsTest::archLists()
{
    QFETCH(QString, before);
    QFETCH(QString, capability);
    QFETCH(int, use);
    const QString after = withArch(before, capability, ArchUse(use));
    QTEST(after, "after");
    QCOMPARE(int(archUse(after, capability)), use);
}

void OptionsTest::archsAreOffered()
{
    HostFacts facts;
    GpuFacts card;
    card.name = QStringLiteral("GeForce GTX 1080");
    card.computeCapability = QStringLiteral("6.1");
    facts.gpus = { card, card };
    QCOMPARE(archsOfMachine(facts), QStringLiteral("6.1"));
    const auto choices = archChoices(facts, QStringLiteral("13.0.88"));
    QCOMPARE(choices.first().capability, QStringLiteral("6.1")); // though that toolkit cannot
    QCOMPARE(choices.first().found, QStringList { card.name });
    const auto has = [](const QVector<ArchChoice>& list, const char* capability) {
        return std::any_of(list.begin(), list.end(), [&](const ArchChoice& choice) {
            return choice.capability == QLatin1String(capability) && !choice.examples.isEmpty();
        });
    };
    QVERIFY(has(choices, "12.0") && !has(choices, "7.0"));
    QVERIFY(has(archChoices({}, {}), "3.5")); // no toolkit: all that are known
}

QTEST_GUILESS_MAIN(OptionsTest)
#include "OptionsTest.moc"
