// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parse/LineDecoder.h"
#include "core/parse/LinePrefix.h"
#include "core/parse/LineWeight.h"
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
    void linesHaveWeight_data();
    void linesHaveWeight();
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

void LinesTest::linesHaveWeight_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<LineWeight>("weight");
    const auto row
        = [](const char* line, LineWeight weight) { QTest::newRow(line) << QByteArray(line) << weight; };
    row("x.cpp:3:1: error: no", LineWeight::Message);
    row("x.cpp:3:1: error: a warning is an error [-Werror=x]", LineWeight::Message);
    row("cc1plus: all warnings being treated as errors", LineWeight::Message);
    row("ninja: error: unknown target 'warnings'", LineWeight::Message);
    row("x.cpp:3:1: warning: error prone", LineWeight::Advice);
    row("x.cpp:3:1: note: declared here", LineWeight::Advice);
    row("x.cpp:3:1: Warnung: Fehler", LineWeight::Advice);
    row("x.obj : warning LNK4217: error", LineWeight::Advice);
    row("-- Could NOT find CUDNN", LineWeight::Advice);
    row("CMake Warning at x.cmake:1: error", LineWeight::Advice);
    row("error: failed, compiling locally", LineWeight::Advice);
    row("+ git submodule update", LineWeight::Echo);
    row("++ cmake ..", LineWeight::Echo);
    row("$ ninja c10", LineWeight::Echo);
    row("##[command]git fetch", LineWeight::Echo);
    row("Step 7/12 : RUN make", LineWeight::Echo);
    row("At C:\\b.ps1:31 char:1", LineWeight::Echo);
    row("+ 3 more errors", LineWeight::Message);
}

void LinesTest::linesHaveWeight()
{
    QFETCH(QByteArray, line);
    QFETCH(LineWeight, weight);
    QCOMPARE(weightOf(line), weight);
}

QTEST_GUILESS_MAIN(LinesTest)
#include "LinesTest.moc"
