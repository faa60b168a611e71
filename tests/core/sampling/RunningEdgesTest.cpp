// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sampling/EdgeRecognition.h"

#include <QTest>

using namespace torchmason;

class RunningEdgesTest : public QObject {
    Q_OBJECT

private slots:
    void commandsAreRecognised_data();
    void commandsAreRecognised();
    void driverAndCompilerCountOnce();
    void whatRunsTheBuildToolIsNoEdge();
    void parentsInACircleDoNotHang();
};

void RunningEdgesTest::commandsAreRecognised_data()
{
    QTest::addColumn<QString>("command"); // words divided by spaces
    QTest::addColumn<QString>("output"); // empty: no edge
    QTest::addColumn<QString>("language");
    const auto row = [](const char* name, const char* command, const char* output, const char* language) {
        QTest::newRow(name) << QString(command) << QString(output) << QString(language);
    };
    row("g++", "/usr/bin/c++ -DX -O2 -MD -MF c10/a.cpp.o.d -o c10/a.cpp.o -c /src/c10/a.cpp", "c10/a.cpp.o",
        "C++");
    row("gcc", "gcc-12 -o a.c.o -c a.c", "a.c.o", "C");
    row("cross compiler", "x86_64-linux-gnu-g++-12 -o a.o -c a.cc", "a.o", "C++");
    row("joined output", "clang++ -oa.o -c a.cxx", "a.o", "C++");
    row("through ccache", "/usr/bin/ccache /usr/bin/c++ -o a.o -c a.cpp", "a.o", "C++");
    row("inner compiler", "/usr/libexec/gcc/cc1plus -quiet a.cpp -o /tmp/cc.s", "/tmp/cc.s", "C++");
    row("assembler source", "gcc -o a.S.o -c a.S", "a.S.o", "other");
    row("linking with g++", "g++ -shared -o lib/libc10.so a.cpp.o b.cpp.o", "lib/libc10.so", "link");
    row("ld", "/usr/bin/ld.gold -o bin/x a.o", "bin/x", "link");
    row("ar", "/usr/bin/ar qc lib/libfmt.a a.o b.o", "lib/libfmt.a", "link");
    row("nvcc", "/usr/local/cuda/bin/nvcc -forward-unknown-to-host-compiler -c Sort.cu -o Sort.cu.o",
        "Sort.cu.o", "CUDA");
    row("nvcc linking", "nvcc -dlink -o cmake_device_link.o a.cu.o", "cmake_device_link.o", "link");
    row("cicc", "/usr/local/cuda/nvvm/bin/cicc --c++17 -o /tmp/x.ptx /tmp/x.ii", "/tmp/x.ptx", "CUDA");
    row("ptxas", "ptxas -m64 /tmp/x.ptx -o /tmp/x.cubin", "/tmp/x.cubin", "CUDA");
    row("cl", "C:\\VS\\bin\\cl.exe /nologo /O2 /FoCMakeFiles\\a.cpp.obj /c a.cpp", "CMakeFiles/a.cpp.obj",
        "C++");
    row("cl with colon", "cl.exe -Fo:a.obj -c a.c", "a.obj", "C");
    row("link.exe", "C:\\VS\\bin\\link.exe /nologo /out:bin\\c10.dll a.obj", "bin/c10.dll", "link");
    row("python generator", "/usr/bin/python3 -m torchgen.gen --source-path /src", "torchgen.gen", "other");
    row("python script", "python3.11 /src/tools/gen.py --output out.h", "out.h", "other");
    row("asked for its version", "g++ --version", "", "");
    row("only ccache", "ccache -s", "", "");
    row("shell", "/bin/sh -c g++", "", "");
    row("a path that holds gcc", "/opt/gcc/bin/cat -o x.c", "", "");
    row("ninja", "ninja -C build c10", "", "");
    row("nothing", "", "", "");
}

void RunningEdgesTest::commandsAreRecognised()
{
    QFETCH(QString, command);
    QFETCH(QString, output);
    const auto edge = recogniseEdge(command.split(' ', Qt::SkipEmptyParts));
    QCOMPARE(edge.has_value(), !output.isEmpty());
    if (edge) {
        QCOMPARE(edge->output, output);
        QTEST(edge->language, "language");
    }
}

void RunningEdgesTest::driverAndCompilerCountOnce()
{
    const QVector<BuildMember> members {
        { 10, 1, Milliseconds(9000), 5, { "ninja" } },
        { 11, 10, Milliseconds(4000), 1, { "/bin/sh", "-c", "c++ ..." } },
        { 12, 11, Milliseconds(4000), 10, { "c++", "-o", "a.o", "-c", "a.cpp" } },
        { 13, 12, Milliseconds(3900), 300, { "cc1plus", "a.cpp", "-o", "/tmp/x.s" } },
        { 14, 12, Milliseconds(100), 20, { "as", "-o", "a.o", "/tmp/x.s" } },
        { 21, 10, Milliseconds(7000), 7, { "nvcc", "-c", "b.cu", "-o", "b.o" } },
        { 22, 21, Milliseconds(6000), 1, { "sh", "-c", "cicc" } },
        { 23, 22, Milliseconds(6000), 900, { "cicc", "-o", "/tmp/b.ptx", "/tmp/b.ii" } },
    };
    const auto edges = runningEdges(members);
    QCOMPARE(edges.size(), 2);
    QCOMPARE(edges[0].pid, qint64(21)); // the oldest first
    QCOMPARE(edges[0].memory, std::optional(Bytes(908)));
    QCOMPARE(edges[1].pid, qint64(12));
    QCOMPARE(edges[1].output, QString("a.o"));
    QCOMPARE(edges[1].memory, std::optional(Bytes(330)));
}

void RunningEdgesTest::whatRunsTheBuildToolIsNoEdge()
{
    const QVector<BuildMember> members {
        { 1, 0, Milliseconds(9000), 50, { "python3", "setup.py", "develop" } },
        { 2, 1, Milliseconds(8000), 5, { "cmake", "--build", "." } },
        { 3, 2, Milliseconds(8000), 5, { "ninja" } },
        { 4, 3, Milliseconds(100), 30, { "python3", "gen.py", "-o", "x.h" } },
    };
    const auto edges = runningEdges(members);
    QCOMPARE(edges.size(), 1);
    QCOMPARE(edges[0].pid, qint64(4));
    QCOMPARE(edges[0].memory, std::optional(Bytes(30)));
}

void RunningEdgesTest::parentsInACircleDoNotHang()
{
    const QVector<BuildMember> members {
        { 1, 2, Milliseconds(1), 1, { "g++", "-o", "a", "a.o" } },
        { 2, 1, Milliseconds(1), 1, { "ninja" } },
        { 3, 3, Milliseconds(1), 1, { "ninja" } },
        { 5, 6, Milliseconds(1), 1, { "sh" } },
        { 6, 5, Milliseconds(1), 1, { "sh" } },
    };
    QVERIFY(runningEdges(members).size() <= 1);
}

QTEST_GUILESS_MAIN(RunningEdgesTest)
#include "RunningEdgesTest.moc"
