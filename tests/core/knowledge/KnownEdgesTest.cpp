// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/KnownEdges.h"
#include "core/progress/NinjaLogReader.h"

#include <QFile>
#include <QSet>
#include <QTest>

using namespace torchmason;

class KnownEdgesTest : public QObject {
    Q_OBJECT

private slots:
    void namesAreThoseOfTheSources_data();
    void namesAreThoseOfTheSources();
    void anEdgeIsFoundAsNearAsItCanBe_data();
    void anEdgeIsFoundAsNearAsItCanBe();
    void theTableIsWhole();
    void linesThatAreNoRows();
};

void KnownEdgesTest::namesAreThoseOfTheSources_data()
{
    QTest::addColumn<QString>("output");
    QTest::addColumn<QString>("name");
    const auto row = [](const char* what, const char* output, const char* name) {
        QTest::newRow(what) << QString::fromLatin1(output) << QString::fromLatin1(name);
    };
    row("beside its CMakeLists.txt", "c10/CMakeFiles/c10.dir/core/Allocator.cpp.o", "c10/core/Allocator.cpp");
    row("above it", "caffe2/CMakeFiles/torch_cpu.dir/__/aten/src/ATen/Context.cpp.o",
        "aten/src/ATen/Context.cpp");
    row("two folders above it", "test/edge/CMakeFiles/x.dir/__/__/torch/a.cpp.o", "torch/a.cpp");
    row("Windows", "caffe2/CMakeFiles/torch_cpu.dir/__/aten/src/ATen/Context.cpp.obj",
        "aten/src/ATen/Context.cpp");
    row("FindCUDA of old releases",
        "caffe2/CMakeFiles/torch_cuda.dir/__/aten/src/ATen/native/cuda/torch_cuda_generated_Sort.cu.o",
        "aten/src/ATen/native/cuda/Sort.cu");
    row("CMake's own CUDA", "caffe2/CMakeFiles/torch_cuda.dir/__/aten/src/ATen/native/cuda/Sort.cu.o",
        "aten/src/ATen/native/cuda/Sort.cu");
    row("on top", "CMakeFiles/app.dir/main.cpp.o", "main.cpp");
    row("generated", "aten/src/ATen/CPUFunctions.h", "gen aten/src/ATen/CPUFunctions.h");
    row("library", "lib/libtorch_cpu.so", "lib torch_cpu");
    row("library of Windows", "bin/torch_cpu.dll", "lib torch_cpu");
}

void KnownEdgesTest::namesAreThoseOfTheSources()
{
    QFETCH(QString, output);
    QTEST(nameOfEdge(output, languageOfOutput(output)), "name");
}

void KnownEdgesTest::anEdgeIsFoundAsNearAsItCanBe_data()
{
    QTest::addColumn<QString>("output");
    QTest::addColumn<int>("from");
    const auto row = [](const char* what, const char* output, KnownEdge::From from) {
        QTest::newRow(what) << QString::fromLatin1(output) << int(from);
    };
    row("measured", "c10/CMakeFiles/c10.dir/core/Allocator.cpp.o", KnownEdge::From::Itself);
    row("measured, on Windows", "c10/CMakeFiles/c10.dir/core/Allocator.cpp.obj", KnownEdge::From::Itself);
    row("of a family", "c10/CMakeFiles/c10.dir/core/Allocator_7.cpp.o", KnownEdge::From::Family);
    row("of a family, on Windows",
        "caffe2/CMakeFiles/torch_cpu.dir/__/torch/csrc/autograd/generated/VariableType_17.cpp.obj",
        KnownEdge::From::Family);
    row("new in its folder", "c10/CMakeFiles/c10.dir/core/OfNextYear.cpp.o", KnownEdge::From::Folder);
    row("told of",
        "caffe2/CMakeFiles/torch_cuda.dir/__/aten/src/ATen/native/transformers/cuda/flash_attn/kernels/"
        "flash_bwd_hdim256_fp16_sm80.cu.o",
        KnownEdge::From::Report);
    row("of another tree", "src/CMakeFiles/x.dir/a.cpp.o", KnownEdge::From::Nothing);
    row("a header beside one that was measured", "aten/src/ATen/OfNextYear.h", KnownEdge::From::Nothing);
}

void KnownEdgesTest::anEdgeIsFoundAsNearAsItCanBe()
{
    QFETCH(QString, output);
    const KnownEdge edge = knownEdge(output, languageOfOutput(output));
    QTEST(int(edge.from), "from");
    QCOMPARE(edge.seconds > 0, edge.from != KnownEdge::From::Nothing);
}

// A line that cannot be read would be passed over in silence.
void KnownEdgesTest::theTableIsWhole()
{
    QVERIFY(!heavyFiles().isEmpty()); // which loads the resource
    QFile file(QStringLiteral(":/torchmason/gate/edges.tsv"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QSet<QString> names;
    while (!file.atEnd()) {
        const QByteArray line = file.readLine();
        if (line.startsWith('#'))
            continue;
        const auto edge = parseTabledEdge(line);
        QVERIFY2(edge && edge->seconds > 0, line.constData());
        QVERIFY2(!names.contains(edge->name), line.constData());
        names.insert(edge->name);
    }
    QVERIFY2(names.size() > 1300, qPrintable(QString::number(names.size())));
    QVERIFY(largestKnownPeak(QStringLiteral("C++")) > gibibyte);
}

void KnownEdgesTest::linesThatAreNoRows()
{
    for (const char* line : { "", "# 1\t2\ta.cpp", "1\t2", "x\t2\ta.cpp", "1\t-2\ta.cpp", "-1\t2\ta.cpp" })
        QVERIFY2(!parseTabledEdge(line), line);
    const auto edge = parseTabledEdge("1.5\t20\tc10/a b.cpp\r\n");
    QVERIFY(edge);
    QCOMPARE(edge->name, QStringLiteral("c10/a b.cpp"));
    QCOMPARE(edge->peak, 20 * mebibyte);
}

QTEST_GUILESS_MAIN(KnownEdgesTest)
#include "KnownEdgesTest.moc"
