// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/StagePlan.h"
#include "tests/support/Rows.h"

#include <QProcess>
#include <QTest>

using namespace torchmason;

class QuotingTest : public QObject {
    Q_OBJECT

private slots:
    void shellGivesTheArgumentBack_data();
    void shellGivesTheArgumentBack();
    void plainWordsStayPlain_data();
    void plainWordsStayPlain();
    void cmdForms_data();
    void cmdForms();
    void commandsShowTheirEnvironment();
};

void QuotingTest::shellGivesTheArgumentBack_data()
{
    QTest::addColumn<QString>("argument");
    newRow("empty", "");
    newRow("space", "a b");
    newRow("single quote", "it's");
    newRow("both quotes", "'\"'");
    newRow("dollar and backquote", "$HOME `id` $(id)");
    newRow("backslashes", "C:\\x\\");
    newRow("line break", "a\nb");
    newRow("operators", "a;b|c&d<e>f(g)");
    newRow("patterns", "*?[a]{b,c}~!#");
    newRow("leading dash", "-n");
    newRow("arch list", "8.0;9.0+PTX");
    newRow("accents", QString::fromUtf8("caf\xc3\xa9 \xe6\xbc\xa2"));
    newRow("tilde", "~root");
}

void QuotingTest::shellGivesTheArgumentBack()
{
    QFETCH(QString, argument);
#ifdef Q_OS_WIN
    QSKIP("There is no POSIX shell to ask.");
#endif
    QProcess shell;
    shell.start("/bin/sh", { "-c", "printf '%s' " + quotedForSh(argument) });
    QVERIFY(shell.waitForFinished());
    QCOMPARE(QString::fromUtf8(shell.readAllStandardOutput()), argument);
}

void QuotingTest::plainWordsStayPlain_data()
{
    QTest::addColumn<QString>("word");
    newRow("flag", "-DUSE_CUDA:BOOL=OFF");
    newRow("path", "/src/pytorch-2.6.0+dfsg/c10");
}

void QuotingTest::plainWordsStayPlain()
{
    QFETCH(QString, word);
    QCOMPARE(quotedForSh(word), word);
    QCOMPARE(quotedForCmd(word), word);
}

void QuotingTest::cmdForms_data()
{
    QTest::addColumn<QString>("argument");
    QTest::addColumn<QString>("text");
    newRow("empty", "", "\"\"");
    newRow("space", "C:\\Program Files\\x", "\"C:\\Program Files\\x\"");
    newRow("backslash at the end", "C:\\a b\\", "\"C:\\a b\\\\\"");
    newRow("ampersand and pipe", "a&b|c", "\"a&b|c\"");
    newRow("caret", "a^b", "\"a^b\"");
    newRow("percent", "%PATH%", "^\"^%PATH^%^\"");
    newRow("exclamation mark", "wow!", "^\"wow^!^\"");
    newRow("quote", "say \"x\"", "^\"say \\^\"x\\^\"^\"");
    newRow("backslash before quote", "a\\\"b", "^\"a\\\\\\^\"b^\"");
    newRow("quote and ampersand", "\"&calc", "^\"\\^\"^&calc^\"");
    newRow("line break", "a\nb", "^\"a b^\"");
    newRow("arch list", "8.0;9.0", "\"8.0;9.0\"");
}

void QuotingTest::cmdForms()
{
    QFETCH(QString, argument);
    QTEST(quotedForCmd(argument), "text");
}

void QuotingTest::commandsShowTheirEnvironment()
{
    Command command;
    command.program = "C:\\Program Files\\CMake\\bin\\cmake.exe";
    command.arguments = QStringList { "-S", "a b" };
    command.environment
        = { { "CC", QString("cl & co"), ValueOrigin::User }, { "CXX", std::nullopt, ValueOrigin::User } };
    QCOMPARE(commandText(command, Platform::Windows),
        QString("set ^\"CC=cl ^& co^\"&& set ^\"CXX=^\"&& \"C:\\Program Files\\CMake\\bin\\cmake.exe\" -S "
                "\"a b\""));
    command.program = "cmake";
    QCOMPARE(commandText(command, Platform::Linux), QString("env -u CXX CC='cl & co' cmake -S 'a b'"));
    QCOMPARE(environmentLines(command.environment, Platform::Linux),
        (QStringList { "env -u CXX \\", "CC='cl & co' \\" }));
    QCOMPARE(environmentLines(command.environment, Platform::Windows),
        (QStringList { "set ^\"CC=cl ^& co^\"", "set ^\"CXX=^\"" }));
    // A shell takes only some names for assignments.
    command.environment = { { "A.B", QString("1"), ValueOrigin::User } };
    QCOMPARE(commandText(command, Platform::Linux), QString("env A.B=1 cmake -S 'a b'"));
}

QTEST_GUILESS_MAIN(QuotingTest)
#include "QuotingTest.moc"
