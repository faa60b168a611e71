// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/progress/BuildFile.h"
#include "core/progress/NinjaLogReader.h"
#include "tests/support/TestFiles.h"

#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

namespace {

QStringList outputsOf(const BuildGraph& graph)
{
    QStringList outputs;
    for (const GraphNode& node : graph.nodes)
        outputs << node.output;
    return outputs;
}

const GraphNode* nodeOf(const BuildGraph& graph, const QString& output)
{
    for (const GraphNode& node : graph.nodes) {
        if (node.output == output)
            return &node;
    }
    return nullptr;
}

const char text[]
    = "ninja_required_version = 1.5\n"
      "cmake_ninja_workdir = /b/\n"
      "include CMakeFiles/rules.ninja\n"
      "# build commented.o: CXX_COMPILER__x x.cpp\n"
      "build gen/a.h gen/b.h | ${cmake_ninja_workdir}gen/a.h: CUSTOM_COMMAND gen.py\n"
      "  COMMAND = python gen.py build lie.o: X\n"
      "build order: phony || gen/a.h\n"
      "build x.dir/a.cpp.o: CXX_COMPILER__x_Release a.cpp | gen/b.h || order\n"
      "  FLAGS = -O2\n"
      "build x.dir/with$ space.cu.o: CUDA_COMPILER__x_Release C$:/k.cu $\n"
      "    || order\n"
      "  pool = heavy\n"
      "build lib/libx.so: CXX_SHARED_LIBRARY_LINKER__x x.dir/a.cpp.o x.dir/with$ space.cu.o |@ check\n"
      "build x: phony lib/libx.so\n"
      "build other.dir/o.c.o: C_COMPILER__o o.c\n"
      "build all: phony x other.dir/o.c.o\n"
      "build build.ninja: RERUN_CMAKE | CMakeLists.txt gen/a.h\n"
      "default all\n";

}

class BuildFileTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void targets_data();
    void targets();
    void dependencies();
    void languages();
    void poolsAreKept();
    void preparation();
    void whatIsThereIsNotLeft();
    void windowsFileMeetsItsLog();
    void noFileIsNoGraph();
    void realFile();

private:
    BuildFile file() const { return *BuildFile::read(m_folder->path()); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void BuildFileTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    write(m_folder->filePath("build.ninja"), text);
    write(m_folder->filePath("CMakeFiles/rules.ninja"),
        "pool heavy\n  depth = 3\nrule CXX_COMPILER__x\n  depfile = a\n");
}

void BuildFileTest::targets_data()
{
    QTest::addColumn<QStringList>("targets");
    QTest::addColumn<int>("steps");
    QTest::newRow("default") << QStringList() << 5;
    QTest::newRow("a name") << QStringList { "x" } << 4;
    QTest::newRow("a file") << QStringList { "x.dir/a.cpp.o" } << 2;
    QTest::newRow("an output that is not the first") << QStringList { "gen/b.h" } << 1;
    QTest::newRow("two") << QStringList { "x", "other.dir/o.c.o" } << 5;
    QTest::newRow("nobody makes it") << QStringList { "a.cpp" } << 0;
    QTest::newRow("unknown") << QStringList { "commented.o" } << 0;
}

void BuildFileTest::targets()
{
    QFETCH(QStringList, targets);
    QTEST(file().graphOf(targets).steps(), "steps");
}

void BuildFileTest::dependencies()
{
    const BuildGraph graph = file().graphOf({ "x" });
    QCOMPARE(outputsOf(graph),
        (QStringList { "gen/a.h", "order", "x.dir/a.cpp.o", "x.dir/with space.cu.o", "lib/libx.so", "x" }));
    QCOMPARE(nodeOf(graph, "x.dir/a.cpp.o")->before, (QVector<int> { 0, 1 }));
    QCOMPARE(nodeOf(graph, "x.dir/with space.cu.o")->before, QVector<int> { 1 });
    QCOMPARE(nodeOf(graph, "lib/libx.so")->before, (QVector<int> { 2, 3 }));
}

void BuildFileTest::languages()
{
    const BuildGraph graph = file().graphOf({});
    QCOMPARE(nodeOf(graph, "x.dir/a.cpp.o")->language, QString("C++"));
    QCOMPARE(nodeOf(graph, "x.dir/with space.cu.o")->language, QString("CUDA"));
    QCOMPARE(nodeOf(graph, "other.dir/o.c.o")->language, QString("C"));
    QCOMPARE(nodeOf(graph, "lib/libx.so")->language, QString("link"));
    QCOMPARE(nodeOf(graph, "gen/a.h")->language, QString("other"));
    QCOMPARE(nodeOf(graph, "order")->language, QString());
}

void BuildFileTest::poolsAreKept()
{
    const BuildGraph graph = file().graphOf({});
    const int pool = nodeOf(graph, "x.dir/with space.cu.o")->pool;
    QVERIFY(pool >= 0);
    QCOMPARE(graph.poolDepths[pool], 3);
    QCOMPARE(nodeOf(graph, "x.dir/a.cpp.o")->pool, -1);
}

void BuildFileTest::preparation()
{
    QCOMPARE(outputsOf(file().preparation()), QStringList { "gen/a.h" });
}

void BuildFileTest::whatIsThereIsNotLeft()
{
    QCOMPARE(readStepsLeft(m_folder->path(), {}).missing(), 5);
    write(m_folder->filePath("gen/a.h"));
    write(m_folder->filePath("x.dir/a.cpp.o"));
    QCOMPARE(readStepsLeft(m_folder->path(), {}).missing(), 3);
}

// CMake writes backslashes there, and ninja slashes into its log.
void BuildFileTest::windowsFileMeetsItsLog()
{
    const QString folder = QStringLiteral(TORCHMASON_FIXTURES "/progress/builds/windows");
    const auto known = BuildFile::read(folder);
    QVERIFY(known);
    const BuildGraph graph = known->graphOf({ "bin\\x.exe" });
    const EdgeTimes times = readEdgeTimes(folder);
    QCOMPARE(graph.steps(), 4);
    for (const GraphNode& node : graph.nodes) {
        QVERIFY2(node.language.isEmpty() || times.contains(node.output), qPrintable(node.output));
        QCOMPARE(node.pool >= 0, node.language == QLatin1String("CUDA"));
    }
    QCOMPARE(nodeOf(graph, "bin/x.exe")->before.size(), 3);
    QCOMPARE(outputsOf(known->preparation()), QStringList { "sub/gen.h" });
}

void BuildFileTest::noFileIsNoGraph()
{
    QVERIFY(!BuildFile::read(m_folder->filePath("nowhere")));
    write(m_folder->filePath("build.ninja"), "# empty\nbuild :\nbuild a\nbuild : r\nbuild b:\n");
    QVERIFY(!BuildFile::read(m_folder->path()));
    QVERIFY(readStepsLeft(m_folder->path(), {}).graph.nodes.isEmpty());
}

// Of the target c10 of PyTorch 2.6, reduced to names; ninja counts 90 steps.
void BuildFileTest::realFile()
{
    const auto real = BuildFile::read(QStringLiteral(TORCHMASON_FIXTURES "/progress/builds/c10"));
    QVERIFY(real);
    QCOMPARE(real->graphOf({ "c10" }).steps(), 90);
    QCOMPARE(real->preparation().steps(), 3);
}

QTEST_GUILESS_MAIN(BuildFileTest)
#include "BuildFileTest.moc"
