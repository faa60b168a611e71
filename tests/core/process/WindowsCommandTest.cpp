// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/WindowsCommand.h"

#include <QTest>

using namespace torchmason;

class WindowsCommandTest : public QObject {
    Q_OBJECT

private slots:
    void batchFiles_data();
    void batchFiles();
    void longCommands();
    void quotesAndBackslashesCount();
};

void WindowsCommandTest::batchFiles_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<bool>("refused");
    QTest::newRow("program") << "C:/cmake/bin/cmake.exe" << false;
    QTest::newRow("batch file") << "C:/a/ninja.bat" << true;
    QTest::newRow("capitals") << "C:\\a\\GIT.CMD" << true;
    QTest::newRow("dots and spaces after it") << "C:/a/git.cmd. ." << true;
    QTest::newRow("the name in its folder") << "C:/x.bat/cmake.exe" << false;
    QTest::newRow("without ending") << "cmake" << false;
}

void WindowsCommandTest::batchFiles()
{
    QFETCH(QString, program);
    QFETCH(bool, refused);
    const auto checked = checkWindowsCommand(program, { QStringLiteral("\" & del *") });
    QCOMPARE(!checked, refused);
    if (refused)
        QVERIFY(checked.error().message.contains(program));
    QVERIFY(checkWindowsCommand(program, {})); // nothing for cmd.exe to act upon
}

void WindowsCommandTest::longCommands()
{
    const QString program = QStringLiteral("cl.exe"); // 8 with its quotes
    const QString fits(32766 - 8 - 3, QLatin1Char('x'));
    QCOMPARE(windowsCommandLength(program, { fits }), 32766);
    QVERIFY(checkWindowsCommand(program, { fits }));
    const auto tooLong = checkWindowsCommand(program, { fits + QLatin1Char('x') });
    QVERIFY(!tooLong);
    QVERIFY2(tooLong.error().message.contains(QStringLiteral("32,766")), qPrintable(tooLong.error().message));
}

void WindowsCommandTest::quotesAndBackslashesCount()
{
    const auto length = [](const char* word) {
        return windowsCommandLength(QString(), { QString::fromLatin1(word) }) - 3; // "" and a space
    };
    QCOMPARE(length("abc"), 5);
    QCOMPARE(length("a\"b"), 6);
    QCOMPARE(length("a\\\"b"), 8);
    QCOMPARE(length("a\\b"), 5);
    QCOMPARE(length("a\\"), 5);
}

QTEST_GUILESS_MAIN(WindowsCommandTest)
#include "WindowsCommandTest.moc"
