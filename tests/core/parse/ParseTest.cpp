// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parse/LogMessages.h"
#include "core/parse/LogParser.h"

#include <QElapsedTimer>
#include <QTest>

using namespace torchmason;

namespace {

// One line that is a message, and what it says.
struct Message {
    const char* name;
    const char* line;
    const char* tool;
    Severity severity;
    const char* file;
    int lineOfFile;
    const char* code = "";
};
using enum Severity;
constexpr Message written[] = {
    { "gcc error", "../c10/util/Half.h:106:56: error: 'UINT32_C' was not declared", "gcc", Error,
        "../c10/util/Half.h", 106 },
    { "gcc without column", "a.cc:3: warning: x [-Wunused-variable]", "gcc", Warning, "a.cc", 3,
        "-Wunused-variable" },
    { "gcc fatal", "a.h:24:10: fatal error: numpy/arrayobject.h: No such file or directory", "gcc", Fatal,
        "a.h", 24 },
    { "gcc driver", "c++: fatal error: Killed signal terminated program cc1plus", "gcc", Fatal, "", 0 },
    { "file name with colon", "C:/src/a.cpp:4:1: error: x", "gcc", Error, "C:/src/a.cpp", 4 },
    { "msvc", "E:\\v\\a.cpp(86,24): error C2065: 'x': undeclared identifier", "msvc", Error, "E:\\v\\a.cpp",
        86, "C2065" },
    { "msvc from msbuild", "1>a.cpp(86): fatal error C1083: Cannot open include file: 'x.h'", "msvc", Fatal,
        "a.cpp", 86, "C1083" },
    { "msvc german", "a.cpp(12,3): Fehler C2065: \"x\": nichtdeklarierter Bezeichner", "msvc", Error, "a.cpp",
        12, "C2065" },
    { "msvc warning", "a.cpp(12,3): warning C4244: conversion", "msvc", Warning, "a.cpp", 12, "C4244" },
    { "msbuild", "C:\\x.targets(171,5): error MSB6006: \"cmd.exe\" exited with code 1.", "msvc", Error,
        "C:\\x.targets", 171, "MSB6006" },
    { "link", "main.obj : error LNK2019: unresolved external symbol x", "linker", Error, "main.obj", 0,
        "LNK2019" },
    { "link fatal", "LINK : fatal error LNK1102: out of memory", "linker", Fatal, "LINK", 0, "LNK1102" },
    { "nvcc source", "a.cu(564): error: \"caffe2::cuda\" is ambiguous", "nvcc", Error, "a.cu", 564 },
    { "nvcc warning number", "a.cu(568): warning #12-D: parsing restarts here", "nvcc", Warning, "a.cu", 568,
        "12-D" },
    { "nvcc message on the next line", "C:/CUDA/v11.8/include\\thrust\\x.h(524): error:", "nvcc", Error,
        "C:/CUDA/v11.8/include\\thrust\\x.h", 524 },
    { "nvcc fatal", "nvcc fatal   : Unsupported gpu architecture 'compute_89'", "nvcc", Fatal, "", 0 },
    { "nvcc part died", "nvcc error   : 'cicc' died due to signal 9 (Kill signal)", "nvcc", Error, "", 0 },
    { "ptxas line", "ptxas /tmp/x.ptx, line 402; error   : Unknown modifier", "nvcc", Error, "/tmp/x.ptx",
        402 },
    { "ld", "a.cpp:(.text+0x5): undefined reference to `f()'", "linker", Error, "a.cpp:(.text+0x5)", 0 },
    { "lld", "ld.lld: error: undefined symbol: f()", "linker", Error, "", 0 },
    { "ld warning", "/usr/bin/ld: warning: librt.so.1, needed by x.so, not found", "linker", Warning, "", 0 },
    { "ld.bfd", "/usr/bin/ld.bfd: cannot find -lcudart", "linker", Error, "", 0 },
    { "msbuild itself", "MSBUILD : error MSB1009: Project file does not exist.", "msvc", Error, "", 0,
        "MSB1009" },
    { "msvc driver", "cl : Command line warning D9025 : overriding '/W3' with '/W4'", "msvc", Warning, "", 0,
        "D9025" },
    { "python", "ModuleNotFoundError: No module named 'yaml'", "python", Error, "", 0,
        "ModuleNotFoundError" },
    { "setuptools", "error: invalid command 'bdist_wheel'", "python", Error, "", 0 },
    { "setuptools below pip", "      error: invalid command 'bdist_wheel'", "python", Error, "", 0 },
    { "ninja", "ninja: error: loading 'build.ninja': No such file or directory", "ninja", Error, "", 0 },
    { "cmake one line", "CMake Error: The source directory \"/x\" does not exist.", "cmake", Error, "", 0 },
    { "cmake dev warning", "CMake Warning (dev) at CMakeLists.txt:12 (find_package):", "cmake", Warning,
        "CMakeLists.txt", 12, "find_package" },
    { "warning without a line", "file.cpp: warning: odd", "", Warning, "", 0 },
    { "gcc's own part", "cc1plus: warning: command-line option '-Wx' is valid for C", "gcc", Warning, "", 0 },
    { "gcc in Chinese", "b.cpp:7:5: 错误：expected ';'", "", Error, "b.cpp", 7 },
    { "gcc in Chinese on a drive", "D:/b.cpp:7:5: 警告：odd", "", Warning, "D:/b.cpp", 7 },
    { "gcc driver in German", "c++: schwerwiegender Fehler: cc1plus", "", Fatal, "", 0 },
    { "gcc driver on a drive", "C:\\Program Files\\gcc\\g++.exe: fatal error: no input files", "gcc", Fatal,
        "", 0 },
    { "gcc driver in German on a drive", "D:\\gcc 13\\g++.exe: Fehler: odd", "", Error, "", 0 },
    { "clang by its path", "/opt/rh/llvm-toolset/bin/clang-15: error: no input files", "gcc", Error, "", 0 },
    { "ld on a drive", "D:\\gcc 13\\bin\\ld.exe: error: cannot find -lc10", "linker", Error, "", 0 },
    { "ld was killed", "collect2: fatal error: ld terminated with signal 9 [Killed]", "linker", Fatal, "",
        0 },
    { "cmake deprecation", "CMake Deprecation Warning at a/CMakeLists.txt:1 (cmake_minimum_required):",
        "cmake", Warning, "a/CMakeLists.txt", 1, "cmake_minimum_required" },
};

}

class ParseTest : public QObject {
    Q_OBJECT

private slots:
    void cleansLines_data();
    void cleansLines();
    void readsNinjaStatus_data();
    void readsNinjaStatus();
    void readsNinjaFailures();
    void readsWhatIsLinked();
    void keepsTheLastStatusOnly();
    void readsOneLineDiagnostics_data();
    void readsOneLineDiagnostics();
    void joinsCMakeMessages();
    void progressTellsNoMessage();
    void notesBelongToTheError();
    void tracebacksAreOneMessage();
    void passesOverPlainLines_data();
    void passesOverPlainLines();
    void messagesAreCounted();
    void errorsNameTheirStep();
    void aHugeLineIsNoProblem();
    void longLinesAreReadAtOnce();

private:
    QVector<Diagnostic> parse(const QByteArray& log);
};

QVector<Diagnostic> ParseTest::parse(const QByteArray& log)
{
    QVector<Diagnostic> diagnostics;
    const auto take = [&](ParsedLine& line) {
        if (line.kind != ParsedLine::Kind::Part && line.message())
            diagnostics << *line.message();
    };
    LogParser parser;
    qint64 number = 0;
    for (const QByteArray& line : log.split('\n'))
        parser.addLine(line, ++number, 0, take);
    parser.finish(take);
    return diagnostics;
}

void ParseTest::cleansLines_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QByteArray>("clean");
    QTest::newRow("plain") << QByteArray("  indented text") << QByteArray("  indented text");
    QTest::newRow("empty") << QByteArray() << QByteArray();
    QTest::newRow("windows line end") << QByteArray("error\r") << QByteArray("error");
    QTest::newRow("colours") << QByteArray("\x1b[01;31m\x1b[Kerror:\x1b[m x") << QByteArray("error: x");
    QTest::newRow("title") << QByteArray("\x1b]0;ninja\atext") << QByteArray("text");
    QTest::newRow("character set") << QByteArray("\x1b(Berror: \x1b)0x") << QByteArray("error: x");
    QTest::newRow("title with backslashes")
        << QByteArray("\x1b]0;C:\\src\atext\x1b]0;x\x1b\\!") << QByteArray("text!");
    QTest::newRow("cut in an escape") << QByteArray("text\x1b[01") << QByteArray("text");
    QTest::newRow("overwritten") << QByteArray("[1/2] a\r[2/2] b") << QByteArray("[2/2] b");
    QTest::newRow("github") << QByteArray("2025-03-09T08:11:01.4358834Z   CMake") << QByteArray("  CMake");
    QTest::newRow("github error") << QByteArray("2025-03-09T08:11:01.4358834Z ##[error]x") << QByteArray("x");
    QTest::newRow("bracketed") << QByteArray("[2025-03-09T08:11:01.435Z] x") << QByteArray("x");
    QTest::newRow("clock") << QByteArray("08:11:01 x") << QByteArray("x");
    QTest::newRow("docker") << QByteArray("#24 15.58   File") << QByteArray("  File");
    QTest::newRow("not docker") << QByteArray("#24 errors") << QByteArray("#24 errors");
    QTest::newRow("preprocessor") << QByteArray("#include <x>") << QByteArray("#include <x>");
    QTest::newRow("ninja is no time") << QByteArray("[12/340] x") << QByteArray("[12/340] x");
    QTest::newRow("number is no time") << QByteArray("2025-03 x") << QByteArray("2025-03 x");
}

void ParseTest::cleansLines()
{
    QFETCH(QByteArray, line);
    QFETCH(QByteArray, clean);
    LineCleaner cleaner;
    QCOMPARE(cleaner.clean(line).toByteArray(), clean);
}

void ParseTest::readsNinjaStatus_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<int>("done"); // -1: no status line
    QTest::addColumn<int>("running"); // -1: not told
    QTest::newRow("ours") << QByteArray("[12/340|4|3.125] Building a.o") << 12 << 4;
    QTest::newRow("ours, whole seconds") << QByteArray("[12/340|4|7] Building a.o") << 12 << 4;
    QTest::newRow("ours, time not known") << QByteArray("[12/340|4|?] Building a.o") << 12 << 4;
    QTest::newRow("default") << QByteArray("[12/340] Building a.o") << 12 << -1;
    QTest::newRow("make") << QByteArray("[ 39%] Building a.o") << -1 << -1;
    QTest::newRow("no end") << QByteArray("[12/340") << -1 << -1;
    QTest::newRow("a list") << QByteArray("[1, 2] text") << -1 << -1;
    QTest::newRow("a date") << QByteArray("[12/03/2025] text") << -1 << -1;
}

void ParseTest::readsNinjaStatus()
{
    QFETCH(QByteArray, line);
    QFETCH(int, done);
    QFETCH(int, running);
    const std::optional<NinjaStatus> status = parseNinjaStatus(line);
    QCOMPARE(status.has_value(), done >= 0);
    if (!status)
        return;
    QCOMPARE(status->done, qint64(done));
    QCOMPARE(status->total, qint64(340));
    QCOMPARE(int(status->running.value_or(-1)), running);
    QCOMPARE(status->description, QStringLiteral("Building a.o"));
}

void ParseTest::readsNinjaFailures()
{
    QCOMPARE(failedOutput("FAILED: a.o b.d "), QStringLiteral("a.o"));
    QCOMPARE(failedOutput("FAILED: [code=4294967295] a.dll"), QStringLiteral("a.dll"));
    QCOMPARE(failedOutput("-- Performing Test X - FAILED: a"), QString());
}

void ParseTest::readsWhatIsLinked()
{
    QCOMPARE(linkedOutput("Linking CXX executable bin/my tool"), QStringLiteral("bin/my tool"));
    QCOMPARE(linkedOutput("Linking C static library lib/a.a"), QStringLiteral("lib/a.a"));
    QCOMPARE(linkedOutput("Linking CXX shared module m"), QStringLiteral("m"));
    QCOMPARE(linkedOutput("Linking CUDA device code CMakeFiles/a.dir/cmake_device_link.o"), QString());
    QCOMPARE(linkedOutput("Generating Linking CXX executable a"), QString());
}

void ParseTest::keepsTheLastStatusOnly()
{
    LogParser parser;
    LogMessages messages;
    const auto take = [&](ParsedLine& line) { messages.add(line); };
    parser.addLine("[1/3] a", 1, 0, take);
    parser.addLine("[2/3] b", 2, 0, take);
    const auto status = messages.takeStatus();
    QVERIFY(status);
    QCOMPARE(status->done, qint64(2));
    QVERIFY(!messages.takeStatus());
    parser.addLine("FAILED: b.o", 3, 0, take);
    QCOMPARE(messages.takeFailures().size(), 1);
    QCOMPARE(messages.takeFailures().size(), 0);
}

void ParseTest::readsOneLineDiagnostics_data()
{
    QTest::addColumn<QByteArray>("log");
    QTest::addColumn<QString>("tool");
    QTest::addColumn<Severity>("severity");
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("line");
    QTest::addColumn<QString>("code");
    for (const Message& one : written)
        QTest::newRow(one.name) << QByteArray(one.line) << QString::fromLatin1(one.tool) << one.severity
                                << QString::fromLatin1(one.file) << one.lineOfFile
                                << QString::fromLatin1(one.code);
}

void ParseTest::readsOneLineDiagnostics()
{
    QFETCH(QByteArray, log);
    const QVector<Diagnostic> found = parse(log);
    QCOMPARE(found.size(), 1);
    QTEST(found[0].tool, "tool");
    QTEST(found[0].severity, "severity");
    QTEST(found[0].file, "file");
    QTEST(found[0].line, "line");
    QTEST(found[0].code, "code");
    QCOMPARE(found[0].logLine, qint64(1));
    // The line itself says the same.
    QCOMPARE(severityOf(log), found[0].severity);
    // The same with colours, a time stamp and a Windows line end is the same message.
    const QVector<Diagnostic> dressed = parse("2025-03-09T08:11:01.4358834Z \x1b[1m" + log + "\x1b[m\r");
    QCOMPARE(dressed.size(), 1);
    QTEST(dressed[0].code, "code");
    QTEST(dressed[0].line, "line");
}

void ParseTest::joinsCMakeMessages()
{
    const QVector<Diagnostic> found = parse("-- Checking\n"
                                            "CMake Error at cmake/ProtoBuf.cmake:55 (add_subdirectory):\n"
                                            "  The source directory\n\n    /home/x/third_party/protobuf\n\n"
                                            "  does not contain a CMakeLists.txt file.\n"
                                            "Call Stack (most recent call first):\n"
                                            "  CMakeLists.txt:861 (include)\n\n\n"
                                            "CMake Warning at a.cmake:1 (message):\n  second\n"
                                            "-- Configuring incomplete, errors occurred!\n");
    QCOMPARE(found.size(), 2);
    QCOMPARE(found[0].text,
        QStringLiteral(
            "The source directory /home/x/third_party/protobuf does not contain a CMakeLists.txt file."));
    QCOMPARE(found[0].logLine, qint64(2));
    QCOMPARE(found[1].text, QStringLiteral("second"));
}

// Nor does a line of a message that is told as a whole.
void ParseTest::progressTellsNoMessage()
{
    LogParser parser;
    QVector<qint64> told;
    const auto take = [&told](ParsedLine& line) {
        if (line.message())
            told << line.line.number;
    };
    qint64 number = 0;
    for (const char* line : { "[3/7] Checking a.cpp:3:4: error: odd name",
             "CMake Error at a.cmake:3 (message):", "  b.cpp:1:2: error: quoted", "a.cpp:3:4: error: real" })
        parser.addLine(line, ++number, 0, take);
    parser.finish(take);
    QCOMPARE(told, QVector<qint64>({ 2, 4 }));
}

void ParseTest::notesBelongToTheError()
{
    const QVector<Diagnostic> found = parse("In file included from b.h:24,\n"
                                            "                 from a.cpp:1:\n"
                                            "c.h:10:5: error: no match\n"
                                            "   10 |     f(x);\n"
                                            "      |     ^~~~\n"
                                            "d.h:4:1: note: candidate\n"
                                            "c.h:11:5: error: second\n");
    QCOMPARE(found.size(), 2);
    QCOMPARE(found[0].logLine, qint64(3));
    QCOMPARE(found[1].logLine, qint64(7));
}

void ParseTest::tracebacksAreOneMessage()
{
    const QVector<Diagnostic> found = parse("Traceback (most recent call last):\n"
                                            "  File \"/opt/gen.py\", line 3, in <module>\n"
                                            "    import yaml\n"
                                            "ModuleNotFoundError: No module named 'yaml'\n");
    QCOMPARE(found.size(), 1);
    QCOMPARE(found[0].code, QStringLiteral("ModuleNotFoundError"));
    QCOMPARE(found[0].logLine, qint64(4));
}

void ParseTest::passesOverPlainLines_data()
{
    QTest::addColumn<QByteArray>("log");
    QTest::newRow("ninja status") << QByteArray("[1/2] Building CXX object error.cpp.o");
    QTest::newRow("cmake status") << QByteArray("-- Found error: handling header fatal_error.h");
    QTest::newRow("test failed") << QByteArray("-- Performing Test HAS_WERROR - Failed");
    QTest::newRow("command line") << QByteArray("c++ -Werror -c error.cpp -o warning.o");
    QTest::newRow("error in a file name") << QByteArray("error.cpp:4:1: note: declared here");
    QTest::newRow("remark") << QByteArray("a.cu(568): remark #177-D: x was declared and never used");
    QTest::newRow("carrier") << QByteArray("collect2: error: ld returned 1 exit status");
    for (const char* line :
        { "collect2: 错误：ld 返回 1", "collect2: Fehler: ld gab 1 als Ende-Status zurück",
            "clang-15: error: linker command failed with exit code 1 (use -v to see invocation)",
            "/usr/lib/llvm-14/bin/clang++: error: linker command failed with exit code 1 (use -v to see "
            "invocation)",
            "/opt/rh/gcc-toolset-12/root/usr/bin/ld: final link failed: No space left on device",
            "/opt/rh/devtoolset-9/root/usr/libexec/gcc/x86_64-redhat-linux/9/ld: final link failed: bad "
            "value",
            "/opt/gcc-13/libexec/collect2: error: ld returned 1 exit status",
            "C:\\gcc 13\\bin\\ld.exe: final link failed: bad value",
            "/opt/gcc-13/bin/make: *** [a.make:76: a.o] Error 1" })
        QTest::newRow(line) << QByteArray(line);
    QTest::newRow("make") << QByteArray("make[2]: *** [CMakeFiles/a.make:76: a.o] Error 1");
    QTest::newRow("incomplete") << QByteArray("-- Configuring incomplete, errors occurred!");
    QTest::newRow("torn bytes") << QByteArray("\xe2\x80 error \xff");
    QTest::newRow("empty") << QByteArray("\n\n");
}

void ParseTest::passesOverPlainLines()
{
    QFETCH(QByteArray, log);
    QCOMPARE(parse(log).size(), 0);
}

void ParseTest::messagesAreCounted()
{
    const QByteArray log = "a.cpp:3:1: warning: unused variable 'x' [-Wunused-variable]\n"
                           "b.cpp:7:5: error: expected ';' before '}' token\n"
                           "b.cpp:7:5: note: to match this\n"
                           "nvcc fatal   : Unsupported gpu architecture 'compute_89'\n"
                           "plain text about an error\n"
                           "ninja: build stopped: subcommand failed.\n";
    DiagnosticCount count;
    for (const Diagnostic& diagnostic : parse(log))
        count.add(diagnostic);
    QCOMPARE(count.errors, 2);
    QCOMPARE(count.warnings, 1);
    QCOMPARE(count.firstError, QStringLiteral("b.cpp:7: expected ';' before '}' token"));
}

void ParseTest::errorsNameTheirStep()
{
    const QByteArray log = "CMake Error at a.cmake:3 (message): no\n"
                           "[1/4] Building b.o\n"
                           "FAILED: b.o b.dwo\n"
                           "c++ -c b.cpp\n"
                           "b.cpp:7:5: error: expected ';'\n"
                           "b.cpp:8:5: warning: odd\n"
                           "[2/4] Building c.o\n"
                           "c.cpp:1:1: error: of no step that failed\n";
    LogParser parser;
    LogMessages messages;
    const auto take = [&](ParsedLine& line) { messages.add(line); };
    qint64 number = 0;
    for (const QByteArray& line : log.split('\n'))
        parser.addLine(line, ++number, 0, take);
    parser.finish(take);
    QStringList told;
    for (const LogError& error : messages.takeErrors())
        told << QStringLiteral("%1 %2 [%3]").arg(error.line).arg(error.place, error.step);
    QVERIFY2(told.contains(QStringLiteral("5 b.cpp:7 [b.o]")), qPrintable(told.join(u'\n')));
    QVERIFY2(told.contains(QStringLiteral("8 c.cpp:1 []")), qPrintable(told.join(u'\n')));
    QCOMPARE(told.size(), 3);
    QVERIFY(messages.takeErrors().isEmpty());
}

void ParseTest::aHugeLineIsNoProblem()
{
    QByteArray line(100 * 1024 * 1024, 'x');
    LogParser parser;
    LogMessages messages;
    const auto take = [&](ParsedLine& parsed) { messages.add(parsed); };
    parser.addLine(line, 1, 0, take);
    line.replace(0, 12, "a.c:1: error");
    parser.addLine(line, 2, 0, take);
    parser.addLine("a.cc:1:1: error: after it", 3, 0, take);
    QCOMPARE(messages.count().errors, 1);
}

void ParseTest::longLinesAreReadAtOnce()
{
    QElapsedTimer clock;
    clock.start();
    for (const char* piece : { " ", "cc", "a/", "a\\", "a-", "ld ", "C:\\a ", "1:" })
        parse(QByteArray(piece).repeated(10'000) + " error: x");
    QVERIFY2(clock.elapsed() < 5000, qPrintable(QString::number(clock.elapsed())));
}

QTEST_GUILESS_MAIN(ParseTest)
#include "ParseTest.moc"
