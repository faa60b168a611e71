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
};

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
    QTemporaryDir folder;
    QBuffer device(&log);
    QVERIFY(device.open(QIODevice::ReadOnly));
    const auto imported = importLog(device, QStringLiteral("a.log"), AttemptStore(folder.path()));
    QVERIFY2(imported, qPrintable(imported ? QString() : imported.error().message));
    QTEST(imported->record.edgesFailed, "failed");
}

QTEST_GUILESS_MAIN(LogStepsTest)
#include "LogStepsTest.moc"
