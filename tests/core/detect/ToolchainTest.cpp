// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/CudaFiles.h"
#include "core/detect/LinuxFiles.h"
#include "tests/core/detect/FakeMachine.h"
#include "tests/support/Rows.h"

#include <QTest>

using namespace torchmason;

namespace {

QByteArray gcc(const QByteArray& version)
{
    return "g++ (Debian 12.2.0-14+deb12u1) " + version
        + "\nCopyright (C) 2022 Free Software Foundation, Inc.\n";
}

const QByteArray clang = "Debian clang version 14.0.6\nTarget: x86_64-pc-linux-gnu\n";

QByteArray nvcc(const QByteArray& version)
{
    return "nvcc: NVIDIA (R) Cuda compiler driver\nCuda compilation tools, release "
        + version.left(version.lastIndexOf('.')) + ", V" + version + "\n";
}

void addToolkit(FakeMachine& machine, const QString& root, const QByteArray& version)
{
    machine.file(root + QStringLiteral("/bin/nvcc"));
    machine.runner->answer({ root + QStringLiteral("/bin/nvcc") }, nvcc(version));
}

QString joined(const QVector<UnknownFact>& unknown)
{
    QStringList lines;
    for (const UnknownFact& fact : unknown)
        lines << fact.probe + QStringLiteral(": ") + fact.reason;
    return lines.join(QLatin1Char('\n'));
}

}

class ToolchainTest : public QObject {
    Q_OBJECT

private slots:
    void compilerInVariables_data();
    void compilerInVariables();
    void variableThatNamesNothing();
    void alternativesAreFollowed();
    void aFlagNamesACompiler();
    void cacheLinksHideNoCompiler();
    void condaCompilers();
    void slowAndStuckCompilers();
    void hangingFirstCompilerLeavesNoDefault();
    void toolkitsAndWhoNamesThem();
    void variablesOfCudaThatNameNothing();
    void hangingNvccMakesNobodyWin();
    void versionOfAHangingNvccIsRead();
    void toolkitsInUnusualPlaces();
    void versionsInFiles();
};

void ToolchainTest::compilerInVariables_data()
{
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("compiler");
    newRow("plain", "g++-13", "g++-13");
    newRow("arguments after it", "x86_64-conda-linux-gnu-c++ -m64", "x86_64-conda-linux-gnu-c++");
    newRow("cache before it", "ccache g++ -m64", "g++");
    newRow("two before it", "/usr/bin/ccache distcc /opt/gcc/bin/g++", "/opt/gcc/bin/g++");
    newRow("a space in its path", "\"/opt/my gcc/g++\" -O2", "/opt/my gcc/g++");
    newRow("only a cache", "ccache", "");
    newRow("blank", "  ", "");
}

void ToolchainTest::compilerInVariables()
{
    QFETCH(QString, value);
    QTEST(compilerInVariable(value), "compiler");
}

void ToolchainTest::variableThatNamesNothing()
{
    FakeMachine machine;
    machine.program(QStringLiteral("c++"), QStringLiteral("/usr/bin/c++"), gcc("12.2.0"));
    machine.variable("CXX", QStringLiteral("g++-99"));
    const HostFacts facts = machine.after(probeCompilers);
    QCOMPARE(facts.compilers.size(), 1);
    QVERIFY(!facts.compilers[0].isDefault); // CMake stops and takes none
    QCOMPARE(facts.unknown.size(), 1);
    QCOMPARE(facts.unknown[0].probe, QStringLiteral("CXX"));
    QVERIFY(facts.unknown[0].reason.contains(QStringLiteral("g++-99")));
}

void ToolchainTest::alternativesAreFollowed()
{
    FakeMachine machine;
    machine.program(QStringLiteral("g++-12"), QStringLiteral("/usr/bin/g++-12"), gcc("12.2.0"));
    machine.link(QStringLiteral("/etc/alternatives/c++"), QStringLiteral("../../usr/bin/g++-12"));
    machine.link(QStringLiteral("/usr/bin/c++"), QStringLiteral("../../etc/alternatives/c++"));
    machine.runner->programs.insert(QStringLiteral("c++"), QStringLiteral("/usr/bin/c++"));
    machine.runner->answer({ QStringLiteral("/usr/bin/c++") }, gcc("12.2.0"));
    const HostFacts facts = machine.after(probeCompilers);
    QCOMPARE(facts.compilers.size(), 1);
    QCOMPARE(facts.compilers[0].path, QStringLiteral("/usr/bin/c++"));
    QCOMPARE(facts.compilers[0].realPath, QStringLiteral("/usr/bin/g++-12"));
    QCOMPARE(facts.compilers[0].otherPaths, QStringList { QStringLiteral("/usr/bin/g++-12") });
    QVERIFY(facts.compilers[0].isDefault);
}

void ToolchainTest::aFlagNamesACompiler()
{
    FakeMachine machine;
    machine.program(QStringLiteral("c++"), QStringLiteral("/usr/bin/c++"), gcc("14.2.0"));
    machine.file(QStringLiteral("/opt/old/bin/g++"));
    machine.runner->answer({ QStringLiteral("/opt/old/bin/g++") }, gcc("11.3.0"));
    machine.context.wishes.compilers = { QStringLiteral("/opt/old/bin/g++"), QStringLiteral("/no/g++") };
    const HostFacts facts = machine.after(probeCompilers);
    QCOMPARE(facts.compilers.size(), 2);
    QCOMPARE(facts.compilers[1].version, QStringLiteral("11.3.0"));
    QVERIFY(!facts.compilers[1].isDefault);
}

void ToolchainTest::cacheLinksHideNoCompiler()
{
    FakeMachine machine;
    machine.file(QStringLiteral("/usr/bin/ccache"));
    const QVector<QPair<QString, QByteArray>> links { { QStringLiteral("c++"), gcc("12.2.0") },
        { QStringLiteral("g++"), gcc("12.2.0") }, { QStringLiteral("clang++"), clang } };
    for (const auto& [name, version] : links) {
        const QString path = QStringLiteral("/usr/lib/ccache/") + name;
        machine.link(path, QStringLiteral("../../bin/ccache"));
        machine.runner->programs.insert(name, path);
        machine.runner->answer({ path }, version);
    }
    machine.program(QStringLiteral("g++-12"), QStringLiteral("/usr/bin/g++-12"), gcc("12.2.0"));
    machine.program(QStringLiteral("g++-11"), QStringLiteral("/usr/bin/g++-11"), gcc("11.3.0"));
    const HostFacts facts = machine.after(probeCompilers);
    QStringList found;
    for (const CompilerFacts& compiler : facts.compilers)
        found << compiler.family + QLatin1Char(' ') + compiler.version;
    QCOMPARE(found,
        QStringList(
            { QStringLiteral("gcc 12.2.0"), QStringLiteral("clang 14.0.6"), QStringLiteral("gcc 11.3.0") }));
    QCOMPARE(facts.compilers[0].path, QStringLiteral("/usr/lib/ccache/c++"));
}

void ToolchainTest::condaCompilers()
{
    FakeMachine machine;
    const QString name = QStringLiteral("x86_64-conda-linux-gnu-c++");
    const QString path = QStringLiteral("/home/u/env/bin/") + name;
    machine.program(name, path, "x86_64-conda-linux-gnu-c++ (conda-forge gcc 13.3.0-2) 13.3.0\n");
    machine.variable("CONDA_PREFIX", QStringLiteral("/home/u/env"));
    HostFacts facts = machine.after(probeCompilers);
    QCOMPARE(facts.compilers.size(), 1);
    QCOMPARE(facts.compilers[0].version, QStringLiteral("13.3.0"));
    QCOMPARE(facts.compilers[0].source, QStringLiteral("CONDA_PREFIX"));
    machine.variable("CXX", name + QStringLiteral(" -m64"));
    facts = machine.after(probeCompilers);
    QCOMPARE(facts.compilers.size(), 1);
    QCOMPARE(facts.compilers[0].source, QStringLiteral("CXX"));
}

// Many, of which one never ends: the others are told all the same.
void ToolchainTest::slowAndStuckCompilers()
{
    FakeMachine machine;
    machine.context.limit = Milliseconds(100);
    for (int version = 22; version >= 5; --version) {
        const QString name = QStringLiteral("g++-%1").arg(version);
        machine.program(name, QStringLiteral("/usr/bin/") + name, gcc(QByteArray::number(version) + ".1.0"));
    }
    machine.runner->stuck << QStringLiteral("/usr/bin/g++-13");
    const HostFacts facts = machine.after(probeCompilers);
    QCOMPARE(facts.compilers.size(), 17);
    QCOMPARE(facts.compilers[0].version, QStringLiteral("22.1.0")); // the order is that of the places
    QCOMPARE(facts.unknown.size(), 1);
    QVERIFY(facts.unknown[0].reason.contains(QStringLiteral("g++-13 did not respond")));
}

void ToolchainTest::hangingFirstCompilerLeavesNoDefault()
{
    FakeMachine machine;
    machine.program(QStringLiteral("c++"), QStringLiteral("/net/bin/c++"), {});
    machine.runner->hang(QStringLiteral("/net/bin/c++"));
    machine.program(QStringLiteral("g++"), QStringLiteral("/usr/bin/g++"), gcc("12.2.0"));
    const HostFacts facts = machine.after(probeCompilers);
    QCOMPARE(facts.compilers.size(), 1);
    QVERIFY(!facts.compilers[0].isDefault);
    // One that the user chose stays the chosen one.
    machine.context.wishes.overrides.insert(QStringLiteral("cxx"), QStringLiteral("/gone/g++"));
    const CompilerFacts chosen = machine.after(probeCompilers).compilers.value(0);
    QCOMPARE(chosen.path, QStringLiteral("/gone/g++"));
    QCOMPARE(chosen.source, chosenByUser());
    QVERIFY(chosen.isDefault);
    QVERIFY(chosen.version.isEmpty());
}

void ToolchainTest::toolkitsAndWhoNamesThem()
{
    FakeMachine machine;
    addToolkit(machine, QStringLiteral("/usr/local/cuda-12.4"), "12.4.131");
    addToolkit(machine, QStringLiteral("/usr/local/cuda-12.9"), "12.9.86");
    addToolkit(machine, QStringLiteral("/usr/local/cuda-13.0"), "13.0.48");
    machine.link(QStringLiteral("/usr/local/cuda"), QStringLiteral("cuda-12.9"));
    machine.runner->answer({ QStringLiteral("/usr/local/cuda/bin/nvcc") }, nvcc("12.9.86"));
    machine.runner->programs.insert(QStringLiteral("nvcc"), QStringLiteral("/usr/local/cuda/bin/nvcc"));
    machine.variable("CUDA_HOME", QStringLiteral("/usr/local/cuda-12.4"));
    machine.variable("CUDACXX", QStringLiteral("/usr/local/cuda-13.0/bin/nvcc"));
    machine.file(QStringLiteral("/usr/local/cuda-12.9/include/cudnn_version.h"),
        "#define CUDNN_MAJOR 9\n#define CUDNN_MINOR 10\n#define CUDNN_PATCHLEVEL 2\n");
    const HostFacts facts = machine.after(probeCuda);
    QVERIFY2(facts.unknown.isEmpty(), qPrintable(joined(facts.unknown)));
    QCOMPARE(facts.cudaToolkits.size(), 3);
    QCOMPARE(facts.cudaToolkits[0].version, QStringLiteral("13.0.48"));
    QCOMPARE(facts.cudaToolkits[0].namedBy, QStringList { QStringLiteral("CUDACXX") });
    QCOMPARE(facts.cudaToolkits[1].namedBy, QStringList { QStringLiteral("CUDA_HOME") });
    QCOMPARE(facts.cudaToolkits[2].namedBy, QStringList { QStringLiteral("PATH") });
    QCOMPARE(facts.cudaToolkits[2].cudnn, QStringLiteral("9.10.2"));
    QVERIFY(facts.cudaToolkits[1].cudnn.isEmpty());
    QCOMPARE(facts.winningToolkit()->version, QStringLiteral("12.9.86"));
}

void ToolchainTest::variablesOfCudaThatNameNothing()
{
    FakeMachine machine;
    addToolkit(machine, QStringLiteral("/usr/local/cuda-12.9"), "12.9.86");
    machine.variable("CUDA_HOME", QStringLiteral("/usr/local/cuda-12.1"));
    machine.variable("CUDA_PATH", QStringLiteral("/usr/local/cuda-12.9"));
    machine.variable("CUDACXX", QStringLiteral("nvcc"));
    const HostFacts facts = machine.after(probeCuda);
    QCOMPARE(facts.cudaToolkits.size(), 1);
    QCOMPARE(facts.cudaToolkits[0].source, QStringLiteral("CUDA_PATH"));
    QVERIFY(!facts.cudaToolkits[0].winsOnPath);
    QCOMPARE(facts.unknown.size(), 2);
    QCOMPARE(facts.unknown[0].probe, QStringLiteral("CUDACXX"));
    QCOMPARE(facts.unknown[1].probe, QStringLiteral("CUDA_HOME"));
    QVERIFY(facts.unknown[1].reason.contains(QStringLiteral("cuda-12.1")));
}

void ToolchainTest::hangingNvccMakesNobodyWin()
{
    FakeMachine machine;
    addToolkit(machine, QStringLiteral("/usr/local/cuda-12.9"), "12.9.86");
    machine.program(QStringLiteral("nvcc"), QStringLiteral("/net/cuda/bin/nvcc"), {});
    machine.runner->hang(QStringLiteral("/net/cuda/bin/nvcc"));
    const HostFacts facts = machine.after(probeCuda);
    QCOMPARE(facts.cudaToolkits.size(), 2);
    QCOMPARE(facts.winningToolkit()->root, QStringLiteral("/net/cuda"));
    QVERIFY(facts.winningToolkit()->version.isEmpty());
    QCOMPARE(facts.unknown.size(), 1);
    QCOMPARE(facts.unknown[0].probe, QStringLiteral("cuda"));
}

void ToolchainTest::versionOfAHangingNvccIsRead()
{
    FakeMachine machine;
    machine.program(QStringLiteral("nvcc"), QStringLiteral("/net/cuda/bin/nvcc"), {});
    machine.runner->hang(QStringLiteral("/net/cuda/bin/nvcc"));
    machine.file(QStringLiteral("/net/cuda/version.json"),
        R"({"cuda": {"name": "CUDA SDK", "version": "12.9.1"}, "cuda_nvcc": {"version": "12.9.86"}})");
    const HostFacts facts = machine.after(probeCuda);
    QCOMPARE(facts.cudaToolkits.size(), 1);
    QCOMPARE(facts.cudaToolkits[0].version, QStringLiteral("12.9.86"));
    QVERIFY(facts.unknown[0].reason.contains(QStringLiteral("version.json")));
}

void ToolchainTest::toolkitsInUnusualPlaces()
{
    FakeMachine machine;
    addToolkit(machine, QStringLiteral("/home/u/env"), "12.6.85");
    machine.variable("CONDA_PREFIX", QStringLiteral("/home/u/env"));
    machine.file(QStringLiteral("/home/u/env/targets/x86_64-linux/include/cudnn_version.h"),
        "#define CUDNN_MAJOR 9\n#define CUDNN_MINOR 1\n#define CUDNN_PATCHLEVEL 0\n");
    addToolkit(machine, QStringLiteral("/opt/nvidia/hpc_sdk/Linux_x86_64/25.1/cuda/12.8"), "12.8.61");
    addToolkit(machine, QStringLiteral("/opt/cuda"), "13.0.48");
    const HostFacts facts = machine.after(probeCuda);
    QCOMPARE(facts.cudaToolkits.size(), 3);
    QCOMPARE(facts.cudaToolkits[0].source, QStringLiteral("CONDA_PREFIX"));
    QCOMPARE(facts.cudaToolkits[0].cudnn, QStringLiteral("9.1.0"));
    QCOMPARE(facts.cudaToolkits[1].source, QStringLiteral("/opt"));
    QCOMPARE(facts.cudaToolkits[2].version, QStringLiteral("12.8.61"));
}

void ToolchainTest::versionsInFiles()
{
    QCOMPARE(versionFromCudaJson(R"({"cuda_nvcc":{"version":"11.4.152"}})"), QStringLiteral("11.4.152"));
    QCOMPARE(versionFromCudaJson(R"({"cuda_nvcc":7})"), QString());
    QCOMPARE(versionFromCudaJson("CUDA Version 10.2.89"), QString());
}

QTEST_GUILESS_MAIN(ToolchainTest)
#include "ToolchainTest.moc"
