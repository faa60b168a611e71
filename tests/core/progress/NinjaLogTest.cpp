// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/progress/NinjaLogReader.h"
#include "tests/support/Rows.h"

#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

namespace {

QStringList outputsOf(const QVector<EdgeRecord>& edges)
{
    QStringList outputs;
    for (const EdgeRecord& edge : edges)
        outputs << edge.output;
    return outputs;
}

}

class NinjaLogTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void linesOfAllVersions_data();
    void linesOfAllVersions();
    void languages_data();
    void languages();
    void tellsWhatIsAppended();
    void tornLineIsReadWhenWhole();
    void severalOutputsAreOneEdge();
    void rewrittenLogTellsOnlyWhatIsNew();
    void ninjaCountingAnewIsSeen();
    void aClockThatWasSetGivesNoImpossibleTimes();
    void missingLogIsNoEdge();
    void timesOfEarlierBuilds();
    void realNinja();

private:
    void put(const QByteArray& text, QIODevice::OpenMode mode = QIODevice::Append);

    std::unique_ptr<QTemporaryDir> m_folder;
};

void NinjaLogTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
}

void NinjaLogTest::put(const QByteArray& text, QIODevice::OpenMode mode)
{
    QFile file(m_folder->filePath(".ninja_log"));
    QVERIFY(file.open(mode | QIODevice::WriteOnly));
    file.write(text);
}

void NinjaLogTest::linesOfAllVersions_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QString>("output"); // empty: no entry
    newRow("version 5", QByteArray("12\t340\t1700000000000000000\tc10/a.cpp.o\t5af1"), "c10/a.cpp.o");
    newRow("carriage return", QByteArray("12\t340\t0\ta.obj\t5af1\r"), "a.obj");
    newRow("space in the name", QByteArray("1\t2\t0\ta b.o\tff"), "a b.o");
    newRow("headline", QByteArray("# ninja log v7"), "");
    newRow("torn", QByteArray("12\t340\t17"), "");
    newRow("words", QByteArray("a\tb\tc\td\te"), "");
    newRow("a clock that was set back", QByteArray("9\t-86400000\t0\ta.o\tff"), "a.o");
    newRow("no time at all", QByteArray("1\t9223372036854775807\t0\ta.o\tff"), "");
    newRow("empty", QByteArray(), "");
}

void NinjaLogTest::linesOfAllVersions()
{
    QFETCH(QByteArray, line);
    QFETCH(QString, output);
    const auto entry = parseNinjaLogLine(line);
    QCOMPARE(entry.has_value(), !output.isEmpty());
    if (entry)
        QCOMPARE(entry->output, output);
}

void NinjaLogTest::languages_data()
{
    QTest::addColumn<QString>("output");
    QTest::addColumn<QString>("language");
    newRow("C++", "c10/CMakeFiles/c10.dir/core/Scalar.cpp.o", "C++");
    newRow("C", "x.dir/a.c.o", "C");
    newRow("CUDA on Windows", "x.dir/Sort.cu.obj", "CUDA");
    newRow("versioned library", "lib/libc10.so.2.6", "link");
    newRow("program", "bin/c10_test", "link");
    newRow("header", "aten/Functions.h", "other");
    newRow("assembler", "x.dir/a.S.o", "other");
}

void NinjaLogTest::languages()
{
    QFETCH(QString, output);
    QTEST(languageOfOutput(output), "language");
}

void NinjaLogTest::tellsWhatIsAppended()
{
    put("# ninja log v5\n1\t50\t7\told.o\tff\n");
    NinjaLogReader reader(m_folder->path());
    reader.begin(1000);
    QVERIFY(reader.poll(1100).isEmpty());
    put("10\t200\t8\ta.cpp.o\taa\n");
    const auto edges = reader.poll(1250);
    QCOMPARE(outputsOf(edges), QStringList { "a.cpp.o" });
    QCOMPARE(edges[0].start, qint64(1010));
    QCOMPARE(edges[0].end, qint64(1200));
    QCOMPARE(edges[0].language, QString("C++"));
    QVERIFY(reader.poll(1300).isEmpty());
    put("205\t205\t8\tlink.so\tab\n"); // less than a millisecond is no unknown start
    QCOMPARE(reader.poll(1310).value(0).start, qint64(1204));
    put("210\t400\t9\told.o\tff\n"); // built again
    QCOMPARE(outputsOf(reader.poll(1500)), QStringList { "old.o" });
}

void NinjaLogTest::tornLineIsReadWhenWhole()
{
    NinjaLogReader reader(m_folder->path());
    reader.begin(0);
    put("# ninja log v5\n1\t50\t7\ta.o\tff\n2\t60\t7\tb.");
    QCOMPARE(outputsOf(reader.poll(100)), QStringList { "a.o" });
    put("o\taa");
    QVERIFY(reader.poll(150).isEmpty());
    put("\n");
    QCOMPARE(outputsOf(reader.poll(200)), QStringList { "b.o" });
}

void NinjaLogTest::severalOutputsAreOneEdge()
{
    NinjaLogReader reader(m_folder->path());
    reader.begin(0);
    put("# ninja log v5\n1\t50\t7\tx.h\tff\n1\t50\t7\tx.cpp\tff\n");
    QCOMPARE(outputsOf(reader.poll(100)), QStringList { "x.h" });
    put("1\t50\t7\tx.txt\tff\n60\t90\t7\ty.h\tff\n");
    QCOMPARE(outputsOf(reader.poll(150)), QStringList { "y.h" });
}

void NinjaLogTest::rewrittenLogTellsOnlyWhatIsNew()
{
    put("# ninja log v5\n1\t50\t7\tdead.o\tff\n1\t50\t7\ta.o\tff\n2\t60\t7\tb.o\tff\n");
    NinjaLogReader reader(m_folder->path());
    reader.begin(0);
    put("# ninja log v5\n1\t50\t7\ta.o\tff\n2\t60\t7\tb.o\tff\n5\t100\t8\tc.o\tff\n", QIODevice::Truncate);
    QCOMPARE(outputsOf(reader.poll(120)), QStringList { "c.o" });
    // Grown past the old size, too: the size alone does not tell.
    put("# ninja log v5\n1\t50\t7\tb.o\tff\n110\t150\t8\ta-longer-name-than-before.cpp.o\tff\n"
        "110\t160\t8\tanother-long-name.cpp.o\tff\n",
        QIODevice::Truncate);
    QCOMPARE(reader.poll(170).size(), 3);
}

void NinjaLogTest::ninjaCountingAnewIsSeen()
{
    NinjaLogReader reader(m_folder->path());
    reader.begin(500);
    put("# ninja log v5\n10\t20000\t7\tbuild.ninja\tff\n");
    QCOMPARE(reader.poll(20600).first().end, qint64(20500));
    // Now ninja begins again at 0; its first edge ends 3 s later.
    put("5\t3000\t7\ta.o\tff\n");
    const auto edges = reader.poll(24000);
    QCOMPARE(edges.first().end, qint64(24000));
    put("3000\t3900\t7\tb.o\tff\n");
    QCOMPARE(reader.poll(25000).first().end, qint64(24900));
}

// A ninja that takes the wall clock, which is set on by an hour while an edge runs, and back again. What
// began afterwards took as long as it says.
void NinjaLogTest::aClockThatWasSetGivesNoImpossibleTimes()
{
    NinjaLogReader reader(m_folder->path());
    reader.begin(1000);
    put("# ninja log v5\n5\t3600900\t7\ta.o\tff\n");
    put("3600900\t1500\t7\tbackwards.o\taa\n100\t3602000\t7\tb.o\tab\n");
    put("3600700\t3601900\t7\tlater.o\tac\n-7200500\t-7200000\t7\tearlier.o\tad\n");
    const auto edges = reader.poll(3000);
    QCOMPARE(outputsOf(edges), (QStringList { "a.o", "backwards.o", "b.o", "later.o", "earlier.o" }));
    QCOMPARE(edges[3].end - edges[3].start, 1200);
    QCOMPARE(edges[4].end - edges[4].start, 500);
    for (const EdgeRecord& edge : edges) {
        QVERIFY2(edge.start >= 0 && edge.start <= edge.end, qPrintable(edge.output));
        QVERIFY2(edge.end <= 4000, qPrintable(edge.output));
    }
}

void NinjaLogTest::missingLogIsNoEdge()
{
    NinjaLogReader reader(m_folder->filePath("nowhere"));
    reader.begin(0);
    QVERIFY(reader.poll(100).isEmpty());
    QVERIFY(readEdgeTimes(m_folder->filePath("nowhere")).isEmpty());
}

void NinjaLogTest::timesOfEarlierBuilds()
{
    put("# ninja log v5\n1\t50\t7\ta.o\tff\n2\t60\t7\tb.o\tff\n100\t130\t9\ta.o\tff\ntorn\t1");
    const EdgeTimes times = readEdgeTimes(m_folder->path());
    QCOMPARE(times.size(), 2);
    QCOMPARE(times.value("a.o"), qint64(30));
}

void NinjaLogTest::realNinja()
{
    const QString ninja = QStandardPaths::findExecutable("ninja");
    if (ninja.isEmpty())
        QSKIP("ninja is not installed.");
    QFile file(m_folder->filePath("build.ninja"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("rule r\n  command = sleep 0.1 && touch $out\n");
    for (int index = 0; index < 8; ++index)
        file.write("build out" + QByteArray::number(index) + ": r\n");
    file.close();
    NinjaLogReader reader(m_folder->path());
    QElapsedTimer clock;
    clock.start();
    reader.begin(0);
    QProcess process;
    process.start(ninja, { "-C", m_folder->path(), "-j", "2" });
    QVector<EdgeRecord> edges;
    while (!process.waitForFinished(50))
        edges += reader.poll(clock.elapsed());
    edges += reader.poll(clock.elapsed());
    QCOMPARE(edges.size(), 8);
    for (const EdgeRecord& edge : edges) {
        QVERIFY(edge.end - edge.start >= 90);
        QVERIFY(edge.start >= 0 && edge.end <= clock.elapsed() + 100);
    }
}

QTEST_GUILESS_MAIN(NinjaLogTest)
#include "NinjaLogTest.moc"
