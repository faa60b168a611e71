// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/buildfolder/AskedFlags.h"
#include "core/buildfolder/BuildFolderRows.h"
#include "tests/core/buildfolder/HandMadeFolder.h"
#include "tests/support/Rows.h"

#include <QRegularExpression>

using namespace torchmason;

// What was changed since a folder was configured, and what of it has to go for that.
class CleanAdviceTest : public QObject, private HandMadeFolder {
    Q_OBJECT

private slots:
    void init() { setUp(); }

    void changesNeedACleaning_data()
    {
        QTest::addColumn<QString>("before"); // in the cache
        QTest::addColumn<QString>("now"); // a flag, "generator", "source", "moved" or "version ..."
        QTest::addColumn<QString>("level");
        const QString none;
        newRow("generator", none, "generator", "cache");
        newRow("source moved", none, "source", "cache");
        newRow("build folder moved", none, "moved", "cache");
        newRow("compiler", "CMAKE_CXX_COMPILER:FILEPATH=/usr/bin/g++-12",
            "CMAKE_CXX_COMPILER=/usr/bin/g++-13", "cache");
        newRow("toolkit", "CUDA_TOOLKIT_ROOT_DIR:PATH=/usr/local/cuda-12.4",
            "CUDA_TOOLKIT_ROOT_DIR=/usr/local/cuda-12.9", "cache");
        newRow("Python", "Python_EXECUTABLE:FILEPATH=/usr/bin/python3.10",
            "Python_EXECUTABLE=/usr/bin/python3.11", "cache");
        newRow("newer compiler behind the same path", none, "version 13.1.0", "all");
    }
    void changesNeedACleaning()
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

    void sameIsLeftAlone_data()
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
    void sameIsLeftAlone()
    {
        QFETCH(QString, before);
        QFETCH(QString, now);
        cache(before + '\n');
        made({ "caffe2/x.cpp.o", "lib/libtorch_cpu.so" });
        BuildFolderWishes asked = wishes();
        asked.flags << flag(now);
        asked.versions.insert("/usr/bin/c++", "13.1.0");
        QCOMPARE(advice(asked).reasons, QStringList());
        const auto told = checkBuildFolder(asked);
        QVERIFY(told.ok());
        QCOMPARE(*told, asked.buildFolder + " was configured before; what is there can be used.");
    }

    void folderWithoutCacheIsFine()
    {
        QVERIFY(checkBuildFolder(wishes()));
        QVERIFY(QDir().mkpath(m_build));
        QVERIFY(checkBuildFolder(wishes()));
    }

    void aFolderThatCannotBeIsTold()
    {
        write(m_build); // a file
        BuildRequest request;
        request.sourceFolder = m_source;
        request.buildFolder = m_build + "/below";
        const QVector<CheckRow> rows = buildFolderRows(request);
        QCOMPARE(rows.size(), 1);
        QCOMPARE(rows.first().id, "build-folder-place");
        QCOMPARE(rows.first().state, CheckState::Fail);
        QCOMPARE(rows.first().field, BuildField::BuildFolder);
    }

    void keptValuesAreWarnings()
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

    // By earlier attempts; what the project chose itself is not told.
    void whatWasAskedForIsKept()
    {
        BuildRequest request;
        request.sourceFolder = m_source;
        request.buildFolder = m_build;
        const auto told = [&request] {
            const QVector<CheckRow> rows = buildFolderRows(request);
            return rows.isEmpty() ? QString()
                                  : rows.first().found.section(QRegularExpression(" (is|are) not"), 0, 0);
        };
        const auto ask = [this](const QStringList& flags, const QStringList& unset = {}) {
            Configuration asked;
            for (const QString& text : flags)
                asked.setFlag(flag(text));
            asked.unsetFlags = unset;
            const auto noted = noteAskedFlags(m_build, asked);
            QVERIFY2(noted.ok(), noted.ok() ? "" : qPrintable(noted.error().message));
        };
        QVERIFY(QDir().mkpath(m_build));
        ask({ "TOUR_SIZE=small", "BLAS=OpenBLAS", "FOO_BAR=7", "USE_NUMPY=1" });
        cache("TOUR_SIZE:STRING=small\nBLAS:STRING=OpenBLAS\nFOO_BAR:UNINITIALIZED=7\nUSE_NUMPY:BOOL=1\n"
              "ITS_OWN:STRING=7\n");
        QCOMPARE(told(), "BLAS=OpenBLAS, FOO_BAR=7, TOUR_SIZE=small");
        QCOMPARE(cleanLevelOf(request), CleanLevel::None);

        const CheckRow row = buildFolderRows(request).first();
        QCOMPARE(row.id, "cached-value-wins");
        QCOMPARE(row.state, CheckState::Warning);
        QCOMPARE(row.changes.size(), 2);
        QCOMPARE(
            commandLineOf(row.changes[0]), QStringList({ "-U", "BLAS", "-U", "FOO_BAR", "-U", "TOUR_SIZE" }));
        QCOMPARE(commandLineOf(row.changes[1]),
            QStringList({ "-D", "BLAS=OpenBLAS", "-D", "FOO_BAR=7", "-D", "TOUR_SIZE=small" }));

        HostFacts facts; // of this machine, asked elsewhere
        facts.platform = hostPlatform();
        facts.rest["buildFolder"] = buildFolderFacts(*readBuildFolder(m_build));
        const QVector<CheckRow> elsewhere = buildFolderRows(request, facts);
        QCOMPARE(elsewhere.size(), 1);
        QCOMPARE(elsewhere.first().found, row.found);

        ask({ "BLAS=BLIS" }, { "FOO_BAR" });
        cache("TOUR_SIZE:STRING=small\nBLAS:STRING=BLIS\nFOO_BAR:STRING=7\n");
        QCOMPARE(told(), "BLAS=BLIS, TOUR_SIZE=small");
        request.configuration.setFlag(flag("TOUR_SIZE=small"));
        QCOMPARE(told(), "BLAS=BLIS");
        request.configuration.unsetFlags << "BLAS";
        QCOMPARE(told(), QString());
        request.configuration = {};
        cache("TOUR_SIZE:STRING=large\nBLAS:STRING=BLIS\n"); // by somebody else
        QCOMPARE(told(), "BLAS=BLIS");
        // Who deletes the cache begins anew.
        QVERIFY(QFile::remove(m_build + "/CMakeCache.txt"));
        ask({});
        cache("BLAS:STRING=BLIS\n");
        QCOMPARE(told(), QString());
    }

    // Of a tool CMake keeps more than one entry; of many values the first are named; a secret is not noted.
    void keptToolsManyValuesAndSecrets()
    {
        BuildRequest request;
        request.sourceFolder = m_source;
        request.buildFolder = m_build;
        Configuration asked;
        QString text = "CUDNN_ROOT:PATH=/opt/cudnn\nMY_TOKEN:STRING=s3cr3t-of-mine\n";
        asked.setFlag(flag("CUDNN_ROOT=/opt/cudnn"));
        asked.setFlag(flag("MY_TOKEN=s3cr3t-of-mine"));
        cache(text);
        QVERIFY(noteAskedFlags(m_build, asked).ok());
        CheckRow row = buildFolderRows(request).first();
        QVERIFY(row.found.startsWith("CUDNN_ROOT=/opt/cudnn is not set now"));
        QCOMPARE(row.changes.size(), 1);
        QCOMPARE(commandLineOf(row.changes[0]), QStringList({ "-D", "CUDNN_ROOT=/opt/cudnn" }));

        for (int number = 1; number <= 7; ++number) {
            asked.setFlag(flag(QStringLiteral("A%1=x").arg(number)));
            text += QStringLiteral("A%1:STRING=x\n").arg(number);
        }
        cache(text);
        QVERIFY(noteAskedFlags(m_build, asked).ok());
        row = buildFolderRows(request).first();
        QVERIFY2(row.found.startsWith("A1=x, A2=x, A3=x, A4=x, A5=x, 3 more are not set now"),
            qPrintable(row.found));
        QCOMPARE(row.changes[0].steps.size(), 8);
    }

    // Configuring says so itself.
    void whatTheGatePassesIsNotKept()
    {
        BuildRequest request;
        request.sourceFolder = m_source;
        request.buildFolder = m_build;
        cache("CMAKE_CXX_COMPILER_LAUNCHER:STRING=ccache\n");
        Configuration asked;
        asked.setFlag(flag("CMAKE_CXX_COMPILER_LAUNCHER=ccache"));
        QVERIFY(noteAskedFlags(m_build, asked).ok());
        QCOMPARE(buildFolderRows(request).size(), 1);
        request.gate = GateUse::On;
        QVERIFY(buildFolderRows(request).isEmpty());
    }

    void ignoredVariablesAreTold_data()
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
    void ignoredVariablesAreTold()
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

    void compilersHaveSeveralNames_data()
    {
        QTest::addColumn<QString>("file"); // that both names lead to
        QTest::addColumn<bool>("isSame");
        newRow("two names of one compiler", "g++-12", true);
        newRow("two compilers behind ccache", "ccache", false);
    }
    void compilersHaveSeveralNames()
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
            "set(CMAKE_CXX_COMPILER \"" + used.toUtf8()
                + "\")\nset(CMAKE_CXX_COMPILER_VERSION \"12.2.0\")\n");
        BuildFolderWishes asked = wishes();
        asked.versions.insert(known, "13.1.0");
        QCOMPARE(advice(asked).level, isSame ? CleanLevel::All : CleanLevel::None);
    }
};

QTEST_GUILESS_MAIN(CleanAdviceTest)
#include "CleanAdviceTest.moc"
