// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/buildfolder/SwitchedParts.h"
#include "core/stages/FolderRemoval.h"
#include "tests/core/buildfolder/HandMadeFolder.h"
#include "tests/support/Rows.h"

#include <QProcess>
#include <QStandardPaths>

using namespace torchmason;

// What parts that are switched off leave behind, and what cleaning takes.
class StalePartsTest : public QObject, private HandMadeFolder {
    Q_OBJECT

private slots:
    void init() { setUp(); }

    void switchedOffPartsAreNamed_data()
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
    void switchedOffPartsAreNamed()
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
    void symbolsTellLibraries()
    {
        const QString compiler = QStandardPaths::findExecutable("g++");
        if (compiler.isEmpty())
            QSKIP("There is no g++ to make a library with.");
        cache("USE_DISTRIBUTED:BOOL=ON\n");
        made({ "lib/libtorch_cpu.so", "lib/libplain.so", "lib/libtorch.a" });
        const QString work = m_root->filePath("work.cpp");
        const QString plain = m_root->filePath("plain.cpp");
        write(work, "namespace c10d { struct Work { virtual ~Work(); }; Work::~Work() { } }\n");
        write(
            plain, "namespace c10 { struct S { }; S operator/(double, S s) { return s; } }\n"); // _ZN3c10dvE
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

    void damagedLibrariesHaveNoSymbols_data()
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
    void damagedLibrariesHaveNoSymbols()
    {
        QFETCH(QByteArray, content);
        const QString path = m_root->filePath("x.so");
        write(path, content);
        QCOMPARE(symbolNames(path), QByteArray());
    }

    void cleaningTakesWhatIsNamed()
    {
        cache("USE_DISTRIBUTED:BOOL=ON\n");
        const QString stale = "caffe2/CMakeFiles/x.dir/torch/csrc/distributed/a.cpp.o";
        made({ stale, "CMakeFiles/top.dir/keep.cpp.o", "lib/libkeep.so" });
        write(m_build + "/CMakeFiles/3.25.1/CMakeCXXCompiler.cmake", "x");
        BuildFolderWishes asked = wishes();
        asked.flags << flag("USE_DISTRIBUTED=OFF");
        QStringList told;
        const auto cleaned
            = cleanParts(asked, CleanLevel::Stale, [&told](const QString& line) { told << line; });
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

    void nothingOutsideIsRemoved_data()
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
    void nothingOutsideIsRemoved()
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

    void cacheRemovedByHandHidesNothing_data()
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
    void cacheRemovedByHandHidesNothing()
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
};

QTEST_GUILESS_MAIN(StalePartsTest)
#include "StalePartsTest.moc"
