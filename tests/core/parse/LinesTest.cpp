// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parse/LineDecoder.h"
#include "core/parse/LinePrefix.h"
#include "core/parse/LineSeverity.h"
#include "core/parse/PlainPunctuation.h"

#include <QTest>

using namespace torchmason;

// What becomes of a line before rules look at it.
class LinesTest : public QObject {
    Q_OBJECT

private slots:
    void prefixesGo_data();
    void prefixesGo();
    void punctuationIsPlain_data();
    void punctuationIsPlain();
    void codePagesAreFound_data();
    void codePagesAreFound();
    void wideLinesAreRead();
    void aCodePageIsKept();
    void linesHaveOneSeverity_data();
    void linesHaveOneSeverity();
    void echoesProveNothing_data();
    void echoesProveNothing();
};

void LinesTest::prefixesGo_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QByteArray>("left");
    const auto row = [](const char* name, const char* line, const char* left) {
        QTest::newRow(name) << QByteArray(line) << QByteArray(left);
    };
    row("GitHub", "2025-03-09T08:11:01.4358834Z FAILED: a.o", "FAILED: a.o");
    row("gh run view", "build / linux\tRun make\t2025-03-09T08:11:01.4358834Z FAILED: a.o", "FAILED: a.o");
    row("GitLab", "2025-06-27T19:59:59.087926Z 01O FAILED: a.o", "FAILED: a.o");
    row("Azure's error", "2025-03-09T08:11:01.4358834Z ##[error]boom", "boom");
    row("Docker's step", "#24 15.58 FAILED: a.o", "FAILED: a.o");
    row("compose", "builder-1  | FAILED: a.o", "FAILED: a.o");
    row("nix", "torch> FAILED: a.o", "FAILED: a.o");
    row("nix, empty", "torch>", "");
    row("the journal", "Jun 27 12:00:01 box cmake[812]: FAILED: a.o", "FAILED: a.o");
    row("the kernel in the journal", "Jun 27 12:00:01 box kernel: [ 3347.635015] Out of memory",
        "Out of memory");
    row("dmesg", "[ 3347.635015] Out of memory", "Out of memory");
    row("MSBuild", "5>x.cpp(1): error", "x.cpp(1): error");
    row("PowerShell", "cmake.exe : nvcc fatal   : no", "nvcc fatal   : no");
    row("time", "08:11:01 text", "text");
    row("a linker's name stays", "LINK : fatal error LNK1104", "LINK : fatal error LNK1104");
    row("gcc's source line stays", "   12 | #include <x>", "   12 | #include <x>");
    row("ninja's progress stays", "[12/90] Building a.o", "[12/90] Building a.o");
    row("indentation stays", "    in file x", "    in file x");
    row("a path stays", "C:\\w\\x.cpp(3): error", "C:\\w\\x.cpp(3): error");
    row("a table stays", "one word | two", "one word | two");
    row("a column of a file stays", "a\tb\tc", "a\tb\tc");
}

void LinesTest::prefixesGo()
{
    QFETCH(QByteArray, line);
    QFETCH(QByteArray, left);
    QCOMPARE(withoutLinePrefix(line).toByteArray(), left);
}

void LinesTest::punctuationIsPlain_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("plain");
    const auto row = [](const char* name, const QString& text, const QString& plain) {
        QTest::newRow(name) << text << plain;
    };
    row("English", QStringLiteral("‘x’"), QStringLiteral("'x'"));
    row("German", QStringLiteral("auf »x«, »y« hier"), QStringLiteral("auf 'x', 'y' hier"));
    row("French", QStringLiteral("vers « x », « y »"), QStringLiteral("vers  'x' ,  'y' "));
    row("Chinese", QStringLiteral("错误：“x”，“y”"), QStringLiteral("错误:'x','y'"));
    row("ld", QStringLiteral("`x'"), QStringLiteral("'x'"));
    row("plain already", QStringLiteral("\"x\" 'y'"), QStringLiteral("\"x\" 'y'"));
}

void LinesTest::punctuationIsPlain()
{
    QFETCH(QString, text);
    QFETCH(QString, plain);
    QCOMPARE(plainPunctuation(text), plain);
    QCOMPARE(plainPunctuation(text).size(), text.size());
}

void LinesTest::codePagesAreFound_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QByteArray>("read");
    QTest::newRow("ASCII") << QByteArray("x") << QByteArray("x");
    QTest::newRow("UTF-8") << QByteArray("für") << QByteArray("für");
    QTest::newRow("console of western Europe") << QByteArray("f\x81r x") << QByteArray("für x");
    QTest::newRow("western Windows") << QByteArray("f\xfcr x") << QByteArray("für x");
    QTest::newRow("GBK") << QByteArray("\xce\xde\xb7\xa8 x") << QByteArray("无法 x");
    QTest::newRow("Japanese") << QByteArray("\x83\x74\x83\x40\x83\x43\x83\x8b x") << QByteArray("ファイル x");
}

void LinesTest::codePagesAreFound()
{
    QFETCH(QByteArray, line);
    QFETCH(QByteArray, read);
    LineDecoder decoder({ QStringLiteral("für"), QStringLiteral("无法"), QStringLiteral("ファイル") });
    QCOMPARE(decoder.toUtf8(line).toByteArray(), read);
}

void LinesTest::wideLinesAreRead()
{
    LineDecoder decoder;
    QCOMPARE(decoder.toUtf8(QByteArray("e\0r\0r\0\r\0", 8)).toByteArray(), "err");
    QCOMPARE(decoder.toUtf8(QByteArray("\0e\0r\0r\0\r\0", 9)).toByteArray(), "err"); // after a line feed
    QCOMPARE(decoder.toUtf8(QByteArray("plain\0", 6)).toByteArray(), QByteArray("plain\0", 6));
}

// One log is in one code page, also in lines without a word that is known.
void LinesTest::aCodePageIsKept()
{
    LineDecoder decoder({ QStringLiteral("无法") });
    QCOMPARE(decoder.toUtf8("\xce\xde\xb7\xa8").toByteArray(), "无法");
    QCOMPARE(decoder.toUtf8("\xb2\xe2\xca\xd4").toByteArray(), "测试");
}

// Parsers, rules and the log viewer once had opinions of their own on many of these.
void LinesTest::linesHaveOneSeverity_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<Severity>("severity");
    const auto row
        = [](const char* line, Severity severity) { QTest::newRow(line) << QByteArray(line) << severity; };
    row("x.cpp:3:1: error: no", Severity::Error);
    row("x.cpp:3:1: error: a warning is an error [-Werror=x]", Severity::Error);
    row("a.cpp(12): error C2065: 'x': undeclared identifier", Severity::Error);
    row("a.cpp(12): fatal error C1083: Cannot open include file", Severity::Fatal);
    row("cl : Command line error D8016 : '/ZI' and '/GL'", Severity::Error);
    row("x.obj : error LNK2019: unresolved external symbol", Severity::Error);
    row("nvcc fatal   : Unsupported gpu architecture 'compute_89'", Severity::Fatal);
    row("ninja: fatal: pipe: Too many open files", Severity::Fatal);
    row("fatal: not a git repository", Severity::Fatal);
    row("ModuleNotFoundError: No module named 'yaml'", Severity::Error);
    row("OSError: [Errno 28] No space left on device", Severity::Error);
    row("urllib.error.URLError: <urlopen error timed out>", Severity::Error);
    row("CMake Error at CMakeLists.txt:3 (message):", Severity::Error);
    row("FAILED: c10/CMakeFiles/c10.dir/a.o", Severity::Error);
    row("make[2]: *** [bin/basic] Error 1", Severity::Error);
    row("a.o: undefined reference to `c10::Warning::Warning()'", Severity::Error);
    row("/usr/bin/ld: cannot open output file x: Read-only file system", Severity::Error);
    row("/usr/bin/ld: warning: librt.so.1, needed by x.so, not found", Severity::Warning);
    row("/usr/bin/ld: x.cpp.o: in function `Warning_Test()':", Severity::None);
    row("x.cpp:3:1: warning: error prone", Severity::Warning);
    row("a.cu(568): warning #12-D: parsing restarts here", Severity::Warning);
    row("a.cu(568): remark #177-D: never used", Severity::Note);
    row("x.py:358: UserWarning: Error checking compiler version for cl: no", Severity::Warning);
    row("x.obj : warning LNK4217: error", Severity::Warning);
    row("CMake Warning at x.cmake:1: error", Severity::Warning);
    row("error: failed, compiling locally", Severity::Warning);
    row("curl: (28) timeout, will retry", Severity::Note);
    row("/src/error.cpp:4: note: declared here", Severity::Note);
    row("-- Could NOT find CUDNN", Severity::Note);
    row("-- ccache: error: counter is 0", Severity::Note);
    row("-- Performing Test HAVE_OPENMP - Failed: unsupported option '-fopenmp'", Severity::Note);
    row("cc1plus: all warnings being treated as errors", Severity::None);
    row("  Not compiling with MAGMA.  Suppress this warning with -DUSE_MAGMA=OFF.", Severity::None);
    row("c++ -Werror=format -Wno-error -c error_handling.cpp", Severity::None);
    row("[3/9] Building CXX object caffe2/core/error.cc.o", Severity::None);
    row("0 errors, 2 warnings", Severity::None);
    row("ninja: build stopped: interrupted by user.", Severity::None);
    row("std::system::error::type", Severity::None);
    row("+ 3 more errors", Severity::None);
    row("+ echo error: no", Severity::None);
    row("", Severity::None);
    row("a.cpp(12,3): Fehler C2065: x", Severity::Error);
    row("c++: schwerwiegender Fehler: Getötet", Severity::Fatal);
    row("init.cpp:(.text+0x1234): Warnung: undefinierter Verweis auf »x«", Severity::Warning);
    row("c++: erreur fatale : x", Severity::Fatal);
    row("a.cpp:3: предупреждение: ошибка: x", Severity::Warning);
    row("c++: 致命错误：已杀死", Severity::Fatal);
    row("a.cpp(6): 错误 C2065: x", Severity::Error);
    row("a.cpp:3: エラー: x", Severity::Error);
}

void LinesTest::linesHaveOneSeverity()
{
    QFETCH(QByteArray, line);
    QFETCH(Severity, severity);
    QCOMPARE(severityOf(line), severity);
    QCOMPARE(severityOfRaw("2025-03-09T08:11:01.4358834Z \x1b[1m" + line + "\x1b[m\r"), severity);
}

void LinesTest::echoesProveNothing_data()
{
    QTest::addColumn<QByteArray>("line");
    for (const char* line : { "+ git submodule update", "++ cmake ..", "$ ninja c10", "##[command]git fetch",
             "Step 7/12 : RUN make", "At C:\\b.ps1:31 char:1", "echo error: x",
             "(venv) user@box:~/pytorch$ grep error: build.log", "[root@box pytorch]# echo FAILED: x",
             "(base) C:\\pytorch>findstr error: build.log", "PS C:\\pytorch> echo error: x" })
        QTest::newRow(line) << QByteArray(line);
}

void LinesTest::echoesProveNothing()
{
    QFETCH(QByteArray, line);
    QVERIFY(isEcho(line));
    QCOMPARE(severityOf(line), Severity::None);
}

QTEST_GUILESS_MAIN(LinesTest)
#include "LinesTest.moc"
