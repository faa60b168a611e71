// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/buildfolder/CleanAdvice.h"
#include "core/buildfolder/BuildFolderRows.h"
#include "core/buildfolder/SwitchedParts.h"
#include "core/stages/FolderRemoval.h"
#include "tests/support/Rows.h"
#include "tests/support/TestFiles.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>

using namespace torchmason;

// Build folders made by hand: what CMake and ninja leave there.
class CleanAdviceTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void changesNeedACleaning_data();
    void changesNeedACleaning();
    void sameIsLeftAlone_data();
    void sameIsLeftAlone();
    void switchedOffPartsAreNamed_data();
    void switchedOffPartsAreNamed();
    void symbolsTellLibraries();
    void damagedLibrariesHaveNoSymbols_data();
    void damagedLibrariesHaveNoSymbols();
    void cleaningTakesWhatIsNamed();
    void nothingOutsideIsRemoved_data();
    void nothingOutsideIsRemoved();
    void folderWithoutCacheIsFine();
    void cacheRemovedByHandHidesNothing_data();
    void cacheRemovedByHandHidesNothing();
    void keptValuesAreWarnings();
    void ignoredVariablesAreTold_data();
    void ignoredVariablesAreTold();
    void compilersHaveSeveralNames_data();
    void compilersHaveSeveralNames();

private:
    BuildFolderWishes wishes() const { return { m_build, m_source, "Ninja", {}, {}, {} }; }
    void cache(const QString& more = {}) const
    {
        write(m_build + "/CMakeCache.txt",
            "CMAKE_CACHEFILE_DIR:INTERNAL=" + m_build.toUtf8()
                + "\nCMAKE_HOME_DIRECTORY:INTERNAL=" + m_source.toUtf8()
                + "\nCMAKE_GENERATOR:INTERNAL=Ninja\nCMAKE_CACHE_MAJOR_VERSION:INTERNAL=3\n"
                  "CMAKE_CACHE_MINOR_VERSION:INTERNAL=25\nCMAKE_CACHE_PATCH_VERSION:INTERNAL=1\n"
                + more.toUtf8());
    }
    void made(const QStringList& outputs) const
    {
        QByteArray log = "# ninja log v5\n";
        for (const QString& output : outputs) {
            write(m_build + QLatin1Char('/') + output);
            log += "0\t1\t1\t" + output.toUtf8() + "\tabc\n";
        }
        write(m_build + "/.ninja_log", log);
    }
    CleanAdvice advice(const BuildFolderWishes& wishes) const
    {
        const auto state = readBuildFolder(m_build);
        return state ? adviseClean(wishes, *state) : CleanAdvice();
    }

    std::unique_ptr<QTemporaryDir> m_root;
    QString m_build;
    QString m_source;
};

namespace {

FlagValue flag(const QString& text)
{
    return { text.section(QLatin1Char('='), 0, 0), text.section(QLatin1Char('='), 1), {}, ValueOrigin::User };
}

}

void CleanAdviceTest::init()
{
    m_root = std::make_unique<QTemporaryDir>();
    m_build = m_root->filePath("build");
    m_source = m_root->filePath("source");
    QVERIFY(QDir().mkpath(m_source));
}

void CleanAdviceTest::changesNeedACleaning_data()
{
    QTest::addColumn<QString>("before"); // in the cache
    QTest::addColumn<QString>("now"); // a flag, "generator", "source", "moved" or "version ..."
    QTest::addColumn<QString>("level");
    const QString none;
    newRow("generator", none, "generator", "cache");
    newRow("source moved", none, "source", "cache");
    newRow("build folder moved", none, "moved", "cache");
    newRow("compiler", "CMAKE_CXX_COMPILER:FILEPATH=/usr/bin/g++-12", "CMAKE_CXX_COMPILER=/usr/bin/g++-13",
        "cache");
    newRow("toolkit", "CUDA_TOOLKIT_ROOT_DIR:PATH=/usr/local/cuda-12.4",
        "CUDA_TOOLKIT_ROOT_DIR=/usr/local/cuda-12.9", "cache");
    newRow("Python", "Python_EXECUTABLE:FILEPATH=/usr/bin/python3.10",
        "Python_EXECUTABLE=/usr/bin/python3.11", "cache");
    newRow("newer compiler behind the same path", none, "version 13.1.0", "all");
}

void CleanAdviceTest::changesNeedACleaning()
{
    QFETCH(QString, before);
    QFETCH(QString, now);
    cache(before + '\n');
    write(m_build + "/CMakeFiles/3.25.1/CMakeCXXCompiler.cmake",
        "set(CMAKE_CXX_COMPILER \"/usr/bin/c++\")\nset(CMAKE_CXX_COMPILER_VERSION \"12.2.0\")\n");
    BuildFolderWishes asked = wishes();
    asked.versions.insert("/usr/bin/c++", "12.2.0");
    QCOMPARE(advice(asked).level, CleanLevel::None);
    if (now == "generator")
        asked.generator = "Unix Makefiles";
    else if (now == "source")
        asked.sourceFolder = m_root->filePath("other");
    else if (now == "moved")
        asked.buildFolder = m_root->filePath("elsewhere");
    else if (now.startsWith("version "))
        asked.versions.insert("/usr/bin/c++", now.mid(8));
    else
        asked.flags << flag(now);
    const CleanAdvice found = advice(asked);
    QTEST(cleanLevelId(found.level), "level");
    QCOMPARE(found.reasons.size(), 1);
    QVERIFY(adviceSentence(found, m_build).contains(m_build));
}

void CleanAdviceTest::sameIsLeftAlone_data()
{
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("now");
    newRow("another spelling", "Python_EXECUTABLE:FILEPATH=/usr/bin/python3",
        "Python_EXECUTABLE=/usr/bin/../bin/python3");
    newRow("bare name", "CMAKE_CXX_COMPILER:STRING=/usr/bin/g++-12", "CMAKE_CXX_COMPILER=g++-12");
    newRow("named for the first time", "X:BOOL=ON", "CMAKE_CXX_COMPILER=/usr/bin/g++");
    newRow("optimisation", "CMAKE_BUILD_TYPE:STRING=Release", "CMAKE_BUILD_TYPE=Debug");
    newRow("other cards", "TORCH_CUDA_ARCH_LIST:STRING=8.6", "TORCH_CUDA_ARCH_LIST=12.0");
    newRow("switched on", "USE_DISTRIBUTED:BOOL=OFF", "USE_DISTRIBUTED=ON");
    newRow("off, as before", "USE_DISTRIBUTED:BOOL=OFF", "USE_DISTRIBUTED=OFF");
}

void CleanAdviceTest::sameIsLeftAlone()
{
    QFETCH(QString, before);
    QFETCH(QString, now);
    cache(before + '\n');
    made({ "caffe2/x.cpp.o", "lib/libtorch_cpu.so" });
    BuildFolderWishes asked = wishes();
    asked.flags << flag(now);
    asked.versions.insert("/usr/bin/c++", "13.1.0");
    QCOMPARE(advice(asked).reasons, QStringList());
    QVERIFY(checkBuildFolder(asked));
}

void CleanAdviceTest::switchedOffPartsAreNamed_data()
{
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("plan");
    QTest::addColumn<QStringList>("stale");
    const QString object = "caffe2/CMakeFiles/torch_cpu.dir/__/torch/csrc/distributed/c10d/Work.cpp.o";
    const QString library = "lib/libc10d_cuda_test.so";
    newRow("switched off now", "ON", QString(), QStringList { object, library });
    newRow("switched off before, leftovers", "OFF", "build lib/libtorch_cpu.so: LINK a.o\n",
        QStringList { object, library });
    newRow("off, but still made by this folder", "OFF",
        QString("build " + object + ": CXX Work.cpp\nbuild " + library + ": LINK a.o\n"), QStringList());
    QString windows = "build " + object + ": CXX C$:/Work.cpp\r\nbuild " + library
        + " | ${cmake_ninja_workdir}x: LINK a.o\r\n";
    newRow("off, made by this folder on Windows", "OFF", windows.replace('/', '\\'), QStringList());
}

void CleanAdviceTest::switchedOffPartsAreNamed()
{
    QFETCH(QString, before);
    QFETCH(QString, plan);
    QFETCH(QStringList, stale);
    cache("USE_DISTRIBUTED:BOOL=" + before + '\n');
    made({ "caffe2/CMakeFiles/torch_cpu.dir/__/torch/csrc/distributed/c10d/Work.cpp.o",
        "lib/libc10d_cuda_test.so", "caffe2/CMakeFiles/torch_cpu.dir/__/aten/src/ATen/x.cpp.o",
        "include/torch/csrc/distributed/c10d/Work.hpp" });
    if (!plan.isEmpty())
        write(m_build + "/build.ninja", plan.toUtf8());
    BuildFolderWishes asked = wishes();
    QCOMPARE(advice(asked).level, CleanLevel::None);
    asked.flags << flag("USE_DISTRIBUTED=OFF");
    const CleanAdvice found = advice(asked);
    QCOMPARE(found.staleOutputs, stale);
    QCOMPARE(found.level, stale.isEmpty() ? CleanLevel::None : CleanLevel::Stale);
}

// c10d::Work: the name of the library says nothing, what is in it does.
void CleanAdviceTest::symbolsTellLibraries()
{
    const QString compiler = QStandardPaths::findExecutable("g++");
    if (compiler.isEmpty())
        QSKIP("There is no g++ to make a library with.");
    cache("USE_DISTRIBUTED:BOOL=ON\n");
    made({ "lib/libtorch_cpu.so", "lib/libplain.so", "lib/libtorch.a" });
    const QString work = m_root->filePath("work.cpp");
    const QString plain = m_root->filePath("plain.cpp");
    write(work, "namespace c10d { struct Work { virtual ~Work(); }; Work::~Work() { } }\n");
    write(plain, "namespace c10 { struct S { }; S operator/(double, S s) { return s; } }\n"); // _ZN3c10dvE
    const auto library = [&](const QString& source, const char* name) {
        return QProcess::execute(
            compiler, { "-shared", "-fPIC", "-g", source, "-o", m_build + '/' + QLatin1String(name) });
    };
    QCOMPARE(library(work, "lib/libtorch_cpu.so"), 0);
    QCOMPARE(library(plain, "lib/libplain.so"), 0);
    const QString object = m_root->filePath("work.o");
    QCOMPARE(QProcess::execute(compiler, { "-c", work, "-o", object }), 0);
    QFile::remove(m_build + "/lib/libtorch.a");
    QCOMPARE(QProcess::execute("ar", { "rcs", m_build + "/lib/libtorch.a", object }), 0);
    BuildFolderWishes asked = wishes();
    asked.flags << flag("USE_DISTRIBUTED=0");
    QCOMPARE(advice(asked).staleOutputs, (QStringList { "lib/libtorch_cpu.so", "lib/libtorch.a" }));
}

void CleanAdviceTest::damagedLibrariesHaveNoSymbols_data()
{
    QTest::addColumn<QByteArray>("content");
    newRow("empty", QByteArray());
    newRow("text", QByteArray("GROUP ( libtorch.so ) c10d"));
    newRow("cut ELF", QByteArray("\177ELF\2\1\1"));
    QByteArray wild("\177ELF\2\1\1", 7);
    wild += QByteArray(33, '\0') + QByteArray(24, '\xff');
    newRow("ELF whose table lies outside", wild);
    newRow("archive without an index", QByteArray("!<arch>\nc10d.o/         0           0     0"));
    newRow("archive with a wild index",
        QByteArray("!<arch>\n/               0           0     0     0       9999999999`\nc10d"));
}

void CleanAdviceTest::damagedLibrariesHaveNoSymbols()
{
    QFETCH(QByteArray, content);
    const QString path = m_root->filePath("x.so");
    write(path, content);
    QCOMPARE(symbolNames(path), QByteArray());
}

void CleanAdviceTest::cleaningTakesWhatIsNamed()
{
    cache("USE_DISTRIBUTED:BOOL=ON\n");
    const QString stale = "caffe2/CMakeFiles/x.dir/torch/csrc/distributed/a.cpp.o";
    made({ stale, "CMakeFiles/top.dir/keep.cpp.o", "lib/libkeep.so" });
    write(m_build + "/CMakeFiles/3.25.1/CMakeCXXCompiler.cmake", "x");
    BuildFolderWishes asked = wishes();
    asked.flags << flag("USE_DISTRIBUTED=OFF");
    QStringList told;
    const auto cleaned = cleanParts(asked, CleanLevel::Stale, [&told](const QString& line) { told << line; });
    QVERIFY2(cleaned, cleaned ? "" : qPrintable(cleaned.error().message));
    QVERIFY(told.join(QLatin1Char('\n')).contains(stale));
    const auto isThere = [this](const QString& name) { return QFileInfo::exists(m_build + '/' + name); };
    QVERIFY(!isThere(stale));
    QVERIFY(!isThere("CMakeCache.txt"));
    QVERIFY(!isThere("CMakeFiles/3.25.1"));
    QVERIFY(isThere("CMakeFiles/top.dir/keep.cpp.o"));
    QVERIFY(isThere("lib/libkeep.so"));
    QCOMPARE(advice(asked).level, CleanLevel::None);
}

void CleanAdviceTest::nothingOutsideIsRemoved_data()
{
    QTest::addColumn<QString>("output");
    newRow("above", "../source/torch/csrc/distributed/a.o");
    newRow("through dots", "lib/../../source/torch/csrc/distributed/a.o");
#ifndef Q_OS_WIN // links need rights there that users do not have
    newRow("through a link", "link/torch/csrc/distributed/a.o");
#endif
    newRow("absolute", "/etc/hostname");
    newRow("the folder itself", ".");
    newRow("another drive", "c:/x.o");
}

void CleanAdviceTest::nothingOutsideIsRemoved()
{
    QFETCH(QString, output);
    cache();
    const QString kept = m_source + "/torch/csrc/distributed/a.o";
    write(kept);
    QVERIFY(QDir().mkpath(m_build + "/lib"));
#ifndef Q_OS_WIN
    QVERIFY(QFile::link(m_source, m_build + "/link"));
#endif
    const auto removed = removeBelow(QFileInfo(m_build).canonicalFilePath(), output);
    QVERIFY(!removed);
    QVERIFY(!removed.error().message.isEmpty());
    QVERIFY(QFileInfo::exists(kept));
    QVERIFY(QFileInfo::exists(m_build + "/CMakeCache.txt"));
}

void CleanAdviceTest::folderWithoutCacheIsFine()
{
    QVERIFY(checkBuildFolder(wishes()));
    QVERIFY(QDir().mkpath(m_build));
    QVERIFY(checkBuildFolder(wishes()));
}

void CleanAdviceTest::cacheRemovedByHandHidesNothing_data()
{
    QTest::addColumn<QString>("output");
    QTest::addColumn<QString>("asked");
    QTest::addColumn<bool>("isStale");
    const QString part = "caffe2/CMakeFiles/torch_cpu.dir/__/torch/csrc/";
    newRow("part is off now", part + "distributed/c10d/Work.cpp.o", "USE_DISTRIBUTED=OFF", true);
    newRow("part is on", part + "distributed/c10d/Work.cpp.o", "USE_DISTRIBUTED=ON", false);
    newRow("nothing is said", part + "distributed/c10d/Work.cpp.o", "X=Y", false);
    newRow("other objects", part + "utils/x.cpp.o", "USE_DISTRIBUTED=OFF", false);
    // PyTorch 2.6 makes it without CUDA, too.
    newRow("made in every build", part + "jit/codegen/cuda/interface.cpp.o", "USE_CUDA=OFF", false);
    newRow("of CUDA", part + "jit/codegen/cuda/kernel.cpp.o", "USE_CUDA=OFF", true);
}

void CleanAdviceTest::cacheRemovedByHandHidesNothing()
{
    QFETCH(QString, output);
    QFETCH(QString, asked);
    QFETCH(bool, isStale);
    made({ output });
    write(m_build + "/build.ninja", "build " + output.toUtf8() + ": CXX a.cpp\n");
    BuildFolderWishes wished = wishes();
    wished.flags << flag(asked);
    QCOMPARE(advice(wished).staleOutputs, isStale ? QStringList { output } : QStringList());
    const auto checked = checkBuildFolder(wished);
    QCOMPARE(bool(checked), !isStale);
    QVERIFY(isStale || !checked->contains("not been configured"));
    QVERIFY(cleanParts(wished, CleanLevel::Stale, [](const QString&) {}));
    QVERIFY(checkBuildFolder(wished));
}

void CleanAdviceTest::keptValuesAreWarnings()
{
    cache("USE_NUMPY:BOOL=OFF\nUSE_DISTRIBUTED:BOOL=ON\n");
    BuildRequest request;
    request.sourceFolder = m_source;
    request.buildFolder = m_build;
    QVector<CheckRow> rows = buildFolderRows(request);
    QCOMPARE(rows.size(), 1);
    QCOMPARE(rows.first().id, "cached-value-wins");
    QCOMPARE(rows.first().state, CheckState::Warning);
    QVERIFY2(rows.first().found.contains("USE_NUMPY=OFF"), qPrintable(rows.first().found));
    // What is said now, one way or the other, is not kept.
    request.configuration.flags << flag("USE_NUMPY=OFF");
    QVERIFY(buildFolderRows(request).isEmpty());
    request.configuration.flags.clear();
    request.configuration.unsetFlags << "USE_NUMPY";
    QVERIFY(buildFolderRows(request).isEmpty());
    // Another source folder: the cache has to go, and that is what is told first.
    request.sourceFolder += "-other";
    rows = buildFolderRows(request);
    QCOMPARE(rows.first().state, CheckState::Fail);
    // Where nothing is configured, nobody minds.
    request.fromStage = "compile";
    QVERIFY(buildFolderRows(request).isEmpty());
    request.fromStage.clear();
    request.skippedStages = QStringList { "configure" };
    QVERIFY(buildFolderRows(request).isEmpty());
}

void CleanAdviceTest::ignoredVariablesAreTold_data()
{
    QTest::addColumn<QString>("before"); // in the cache
    QTest::addColumn<QString>("variable");
    QTest::addColumn<QString>("asked"); // a flag
    QTest::addColumn<bool>("isTold");
    const auto row = [](const char* name, const char* before, const char* variable, const char* asked,
                         bool isTold) { newRow(name, before, variable, asked, isTold); };
    const char gcc[] = "CMAKE_CXX_COMPILER:FILEPATH=/usr/bin/c++";
    const char flags[] = "CMAKE_CXX_FLAGS:STRING=-march=native -O2 -Wall";
    const char nvcc[] = "CMAKE_CUDA_COMPILER:FILEPATH=/usr/local/cuda-12.4/bin/nvcc";
    row("CXX", gcc, "CXX=/usr/bin/clang++", "", true);
    row("same CXX", gcc, "CXX=/usr/bin/../bin/c++", "", false);
    row("bare CXX", gcc, "CXX=no-such-clang++", "", true);
    row("same bare CXX", gcc, "CXX=c++ -m64", "", false);
    row("bare name on Windows", "CMAKE_C_COMPILER:FILEPATH=C:/VS/bin/cl.exe", "CC=cl", "", false);
    row("through ccache", "CMAKE_CXX_COMPILER:FILEPATH=/usr/bin/ccache", "CXX=ccache g++", "", false);
    row("a flag is stronger", gcc, "CXX=/usr/bin/clang++", "CMAKE_CXX_COMPILER=/usr/bin/c++", false);
    row("a toolchain is stronger",
        "CMAKE_CXX_COMPILER:FILEPATH=/usr/bin/c++\nCMAKE_TOOLCHAIN_FILE:FILEPATH=/t.cmake",
        "CXX=/usr/bin/clang++", "", false);
    row("language that was not configured", gcc, "CUDACXX=/usr/local/cuda/bin/nvcc", "", false);
    row("nvcc", nvcc, "CUDACXX=/usr/local/cuda-12.9/bin/nvcc", "", true);
    row("same nvcc", nvcc, "CUDACXX=/usr/local/cuda-12.4/bin/nvcc", "", false);
    row("flags", flags, "CXXFLAGS=-O3", "", true);
    row("flags among others", flags, "CXXFLAGS=-march=native  -O2", "", false);
    row("part of a flag", flags, "CXXFLAGS=-march=nat", "", true);
    row("linker", "CMAKE_EXE_LINKER_FLAGS:STRING=", "LDFLAGS=-fuse-ld=mold", "", true);
    row("another variable", gcc, "MAX_JOBS=3", "", false);
    row("host of nvcc", "", "CUDAHOSTCXX=/usr/bin/g++-11", "", true);
    row("same host of nvcc", "", "CUDAHOSTCXX=/usr/bin/g++-12", "", false);
    row("host as a flag", "", "", "CMAKE_CUDA_HOST_COMPILER=g++-11", true);
    row("same host as a flag", "", "", "CMAKE_CUDA_HOST_COMPILER=g++-12", false);
    row("the host that the project chose", "CMAKE_CUDA_HOST_COMPILER:FILEPATH=/usr/bin/g++-11", "",
        "CMAKE_CUDA_HOST_COMPILER=g++-11", false);
    row("toolchain, for the first time", gcc, "", "CMAKE_TOOLCHAIN_FILE=/t.cmake", true);
    row("same toolchain", "CMAKE_TOOLCHAIN_FILE:FILEPATH=/t.cmake", "", "CMAKE_TOOLCHAIN_FILE=/t.cmake",
        false);
}

void CleanAdviceTest::ignoredVariablesAreTold()
{
    QFETCH(QString, before);
    QFETCH(QString, variable);
    QFETCH(QString, asked);
    QFETCH(bool, isTold);
    cache(before + '\n');
    write(m_build + "/CMakeFiles/3.25.1/CMakeCUDACompiler.cmake",
        "set(CMAKE_CUDA_COMPILER \"/usr/local/cuda-12.4/bin/nvcc\")\n"
        "set(CMAKE_CUDA_HOST_COMPILER \"/usr/bin/g++-12\")\n");
    BuildRequest request;
    request.buildFolder = m_build;
    request.sourceFolder = m_source;
    request.generator = "Ninja";
    const FlagValue split = flag(variable.isEmpty() ? asked : variable);
    if (!variable.isEmpty())
        request.configuration.setEnvironment({ split.name, split.value, ValueOrigin::User });
    if (!asked.isEmpty())
        request.configuration.setFlag(flag(asked));
    const CleanAdvice found = advice(buildFolderWishes(request));
    QCOMPARE(found.level, isTold ? CleanLevel::Cache : CleanLevel::None);
    const QString reason = found.reasons.join(QLatin1Char(' '));
    QVERIFY2(!isTold || reason.contains(split.name + QLatin1Char('=')), qPrintable(reason));
}

void CleanAdviceTest::compilersHaveSeveralNames_data()
{
    QTest::addColumn<QString>("file"); // that both names lead to
    QTest::addColumn<bool>("isSame");
    newRow("two names of one compiler", "g++-12", true);
    newRow("two compilers behind ccache", "ccache", false);
}

void CleanAdviceTest::compilersHaveSeveralNames()
{
#ifdef Q_OS_WIN
    QSKIP("Links need rights that users of Windows do not have.");
#endif
    QFETCH(QString, file);
    QFETCH(bool, isSame);
    const QString known = m_root->filePath("c++");
    const QString used = m_root->filePath("g++");
    write(m_root->filePath(file), "#!/bin/sh\n");
    QVERIFY(QFile::link(m_root->filePath(file), known) && QFile::link(m_root->filePath(file), used));
    cache();
    write(m_build + "/CMakeFiles/3.25.1/CMakeCXXCompiler.cmake",
        "set(CMAKE_CXX_COMPILER \"" + used.toUtf8() + "\")\nset(CMAKE_CXX_COMPILER_VERSION \"12.2.0\")\n");
    BuildFolderWishes asked = wishes();
    asked.versions.insert(known, "13.1.0");
    QCOMPARE(advice(asked).level, isSame ? CleanLevel::All : CleanLevel::None);
}

QTEST_GUILESS_MAIN(CleanAdviceTest)
#include "CleanAdviceTest.moc"
