// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/TraceFile.h"

#include "core/base/Json.h"
#include "tests/support/Rows.h"

#include <QMap>
#include <QSet>
#include <QTest>

using namespace torchmason;

class TraceFileTest : public QObject {
    Q_OBJECT

private slots:
    void aTraceOfARealBuild();
    void fieldsOfCsv_data();
    void fieldsOfCsv();
    void csvOfARealBuild();
    void writingEndsWhereTheSinkIsFull();
};

namespace {

const QString folder = QStringLiteral(TORCHMASON_FIXTURES "/attempts/c10");

EdgeTimeline realTimeline()
{
    return timelineOf(readEdges(folder).value());
}

AttemptSummary realAttempt()
{
    AttemptSummary attempt;
    attempt.number = 12;
    attempt.folder = folder;
    attempt.record.startedAt = 1'000'000;
    StageResult stage;
    stage.id = QStringLiteral("compile");
    stage.startedAt = 1'795'422'957'425; // as the samples' clock
    stage.duration = Milliseconds(40'000);
    attempt.record.stages << stage;
    return attempt;
}

}

void TraceFileTest::aTraceOfARealBuild()
{
    QByteArray text;
    const auto written = writeTrace(realAttempt(), realTimeline(), [&text](const QByteArray& piece) {
        text += piece;
        return Result<void>();
    });
    QVERIFY(written.ok());
    const auto trace = parseJson(text, QStringLiteral("trace"));
    QVERIFY(trace.ok() && trace->is_array());
    QMap<int, qint64> laneEnds; // bars of one track must not overlap
    int steps = 0;
    QSet<QString> counters;
    for (const Json& event : *trace) {
        const auto kind = event["ph"].get<std::string>();
        if (kind == "C")
            counters << QString::fromStdString(event["name"].get<std::string>());
        if (kind != "X")
            continue;
        const auto start = event["ts"].get<qint64>();
        const auto length = event["dur"].get<qint64>();
        if (event["cat"] == "stage") {
            QCOMPARE(length, 40'000'000);
            QVERIFY(start > 0 && start < 60'000'000); // not by a clock that was set
            continue;
        }
        ++steps;
        const int lane = event["tid"].get<int>();
        QVERIFY(start >= laneEnds.value(lane));
        laneEnds[lane] = start + length;
    }
    QCOMPARE(steps, 90);
    QCOMPARE(counters,
        QSet<QString>({ QStringLiteral("Memory of the build"), QStringLiteral("Memory available"),
            QStringLiteral("Cores busy"), QStringLiteral("Held back for memory") }));
}

void TraceFileTest::fieldsOfCsv_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QByteArray>("field");

    newRow("plain", QStringLiteral("c10/a.o"), QByteArray("c10/a.o"));
    newRow("empty", QString(), QByteArray());
    newRow("comma", QStringLiteral("a,b"), QByteArray("\"a,b\""));
    newRow("quote", QStringLiteral("a\"b"), QByteArray("\"a\"\"b\""));
    newRow("line break", QStringLiteral("a\nb"), QByteArray("a b"));
    newRow("formula behind a line break", QStringLiteral("a\n=b"), QByteArray("a =b"));
    newRow("formula behind blanks", QStringLiteral(" =b"), QByteArray("'=b"));
    newRow("formula", QStringLiteral("=HYPERLINK(\"x\")"), QByteArray("\"'=HYPERLINK(\"\"x\"\")\""));
    newRow("plus", QStringLiteral("+1"), QByteArray("'+1"));
    newRow("minus", QStringLiteral("-1"), QByteArray("'-1"));
    newRow("terminal", QStringLiteral("a\x1b[2J\u202Eb"),
        QByteArray("a\xEF\xBF\xBD[2J\xEF\xBF\xBD"
                   "b"));
    newRow("at", QStringLiteral("@a"), QByteArray("'@a"));
    newRow("sign inside", QStringLiteral("a=b"), QByteArray("a=b"));
}

void TraceFileTest::fieldsOfCsv()
{
    QFETCH(QString, text);
    QTEST(csvField(text), "field");
}

void TraceFileTest::csvOfARealBuild()
{
    QByteArray text;
    const auto written = writeStepsCsv(realTimeline(), [&text](const QByteArray& piece) {
        text += piece;
        return Result<void>();
    });
    QVERIFY(written.ok());
    const QList<QByteArray> lines = text.split('\n');
    QCOMPARE(lines.size(), 92); // with headings and what follows the last line break
    for (const QByteArray& line : lines.mid(0, 91)) {
        QVERIFY(line.endsWith('\r'));
        QCOMPARE(line.count(','), 12);
    }
    text.clear(); // one whose start nobody saw
    const EdgeTimeline unseen = timelineOf({ { "a.o", "C++", 7, 7, false, {} } });
    QVERIFY(writeStepsCsv(unseen, [&text](const QByteArray& piece) {
        text += piece;
        return Result<void>();
    }).ok());
    QVERIFY2(text.contains(",7,7,,false,"), text.constData());
}

void TraceFileTest::writingEndsWhereTheSinkIsFull()
{
    QVector<EdgeRecord> many;
    for (int index = 0; index < 5000; ++index)
        many << EdgeRecord { QStringLiteral("%1.o").arg(index), {}, index, index + 1, false, {} };
    int pieces = 0;
    const auto written = writeStepsCsv(timelineOf(many), [&pieces](const QByteArray&) {
        ++pieces;
        return Result<void>(Error { QStringLiteral("full") });
    });
    QVERIFY(!written.ok());
    QCOMPARE(written.error().message, QStringLiteral("full"));
    QCOMPARE(pieces, 1);
}

QTEST_GUILESS_MAIN(TraceFileTest)
#include "TraceFileTest.moc"
