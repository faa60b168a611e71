// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/LogImport.h"
#include "tests/support/Rows.h"

#include <QBuffer>
#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

class LogStepsTest : public QObject {
    Q_OBJECT

private slots:
    void failuresAreThoseOfTheLastRun_data();
    void failuresAreThoseOfTheLastRun();
    void whatWouldBeDoneIsNoProgress_data();
    void whatWouldBeDoneIsNoProgress();

private:
    static AttemptRecord recordOf(QByteArray log);
};

AttemptRecord LogStepsTest::recordOf(QByteArray log)
{
    QTemporaryDir folder;
    QBuffer device(&log);
    device.open(QIODevice::ReadOnly);
    const auto imported = importLog(device, QStringLiteral("a.log"), AttemptStore(folder.path()));
    if (!imported)
        QTest::qFail(qPrintable(imported.error().message), __FILE__, __LINE__);
    return imported ? imported->record : AttemptRecord();
}

void LogStepsTest::failuresAreThoseOfTheLastRun_data()
{
    QTest::addColumn<QByteArray>("log");
    QTest::addColumn<std::optional<qint64>>("failed");
    const QByteArray failing = "[1/9] Building CXX object a.o\n[2/9] Building CXX object b.o\n"
                               "FAILED: b.o\nc++ b.cpp\n";
    const QByteArray stopped = "ninja: build stopped: subcommand failed.\n";
    newRow("no failure", QByteArray("[1/1] Building CXX object a.o\n"), std::optional<qint64>());
    newRow("one run", failing + "[3/9] Building CXX object c.o\nFAILED: c.o\nc++ c.cpp\n" + stopped,
        std::optional<qint64>(2));
    newRow("tried again", failing + stopped + failing + stopped, std::optional<qint64>(1));
    newRow("tried again after a kill", failing + failing, std::optional<qint64>(1));
    newRow("tried again with one step",
        "[1/1] Building CXX object a.o\nFAILED: a.o\nc++ a.cpp\n" + stopped
            + "[1/1] Building CXX object a.o\nFAILED: a.o\nc++ a.cpp\n" + stopped,
        std::optional<qint64>(1));
    newRow("went well then", failing + stopped + "[1/8] Building CXX object b.o\n", std::optional<qint64>(0));
    newRow("a ninja within a step",
        failing + "[3/9] Building CXX object c.o\n" + stopped + "[4/9] Building CXX object d.o\n",
        std::optional<qint64>(1));
}

void LogStepsTest::failuresAreThoseOfTheLastRun()
{
    QFETCH(QByteArray, log);
    QTEST(recordOf(log).edgesFailed, "failed");
}

void LogStepsTest::whatWouldBeDoneIsNoProgress_data()
{
    QTest::addColumn<QByteArray>("command");
    QTest::addColumn<qint64>("done");
    newRow("of some targets", QByteArray("$ ninja -n c10"), qint64(4));
    newRow("with commands", QByteArray("+ /usr/bin/ninja -C build -nv"), qint64(4));
    newRow("by CMake", QByteArray("$ cmake --build . -- -n"), qint64(4));
    newRow("another run", QByteArray("$ ninja c10"), qint64(86));
    newRow("the end of another run", QByteArray("$ ninja c10 | tail -n 1"), qint64(86));
}

void LogStepsTest::whatWouldBeDoneIsNoProgress()
{
    QFETCH(QByteArray, command);
    QFETCH(qint64, done);
    const AttemptRecord record = recordOf("[4/90] Building CXX object a.o\n"
                                          "ninja: build stopped: interrupted by user.\n"
        + command + "\n[86/86] Linking CXX executable a\n");
    QCOMPARE(record.edgesDone, std::optional(done));
    QCOMPARE(record.edgesTotal, std::optional<qint64>(done == 4 ? 90 : 86));
}

QTEST_GUILESS_MAIN(LogStepsTest)
#include "LogStepsTest.moc"
