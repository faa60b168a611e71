// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/LogDivergence.h"

#include "tests/support/Rows.h"
#include "tests/support/TestFiles.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

class LogDivergenceTest : public QObject {
    Q_OBJECT

private slots:
    void linesThatSayTheSame_data();
    void linesThatSayTheSame();
    void longLines_data();
    void longLines();
    void longLinesTakeNoMemory();
    void overwrittenMakesRoom_data();
    void overwrittenMakesRoom();
    void orderOfStepsIsNoDivergence();
    void failedStepStandsBesideItself();
    void linesOutsideOfStepsHaveAnOrder();
    void shorterLogEnds();
    void stepThatCameNever();
    void stagesThatBothHave();
    void ownLinesArePassedOver();
    void linesStandBesideTheirOwn();
    void theyPartInOneRow();
    void longLogs();

private:
    std::optional<LogDivergence> compared(const QByteArray& left, const QByteArray& right);

    QTemporaryDir m_folder;
};

namespace {

QByteArray lines(const char* word, int count)
{
    QByteArray text;
    for (int line = 1; line <= count; ++line)
        text += word + QByteArray::number(line) + '\n';
    return text;
}

QByteArray steps(const QVector<int>& order)
{
    QByteArray text = "ninja: Entering directory `/b'\n";
    int done = 0;
    for (const int step : order) {
        const QByteArray name = "f" + QByteArray::number(step);
        ++done;
        text += "[" + QByteArray::number(done) + "/9|2|0." + QByteArray::number(done)
            + "] Building CXX object " + name + ".o\n" + name + ".cpp:7:1: warning: unused\n";
    }
    return text;
}

}

std::optional<LogDivergence> LogDivergenceTest::compared(const QByteArray& left, const QByteArray& right)
{
    const ComparedLog one { m_folder.filePath("one.log"), { "/home/a/b", "/home/a" } };
    const ComparedLog two { m_folder.filePath("two.log"), { "C:\\b", "D:\\src" } };
    write(one.path, left);
    write(two.path, right);
    const auto found = firstDivergence(one, two);
    return found.ok() ? *found : std::optional<LogDivergence>(LogDivergence {});
}

void LogDivergenceTest::linesThatSayTheSame_data()
{
    QTest::addColumn<QByteArray>("left");
    QTest::addColumn<QByteArray>("right");
    QTest::addColumn<bool>("same");
    const auto row = [](const char* name, const char* left, const char* right, bool same) {
        newRow(name, QByteArray(left), QByteArray(right), same);
    };
    row("time", "-- Configuring done (1.2s)", "-- Configuring done (13.0s)", true);
    row("time with words", "took 12.5 seconds", "took 3 seconds", true);
    row("size", "Downloading x (84.1 MB)", "Downloading x (84.3 MB)", true);
    row("count", "38 warnings generated.", "39 warnings generated.", true);
    row("line and column", "f.cpp:12:3: error", "f.cpp:14:3: error", true);
    row("address", "at 0x7ffd12ab", "at 0x55d0", true);
    row("commit", "HEAD is now at 1a2b3c4d5e", "HEAD is now at 99aabbccdd", true);
    row("temporary file", "/tmp/ccAbCd.o: undefined", "/tmp/ccXyZ1.o: undefined", true);
    row("test of CMake", "Building cmTC_1a2b3", "Building cmTC_fffff", true);
    row("colour", "\x1b[31merror\x1b[0m: x", "error: x", true);
    row("end of line", "error: x\r", "error: x", true);
    row("progress on one line", "10%\r100% done\r", "20%\r55%\r100% done", true);
    row("folders", "in /home/a/b/x.h and /home/a/y.h", "in C:/b/x.h and d:\\src\\y.h", true);
    row("folder of another name", "in /home/a/b/x.h", "in /home/ab/x.h", false);
    row("longer name of a folder", "in /home/a-old/x.h", "in D:/src/x.h", false);
    row("version", "Found CUDA: 12.4.131", "Found CUDA: 12.9.86", false);
    row("short version", "Python 3.11", "Python 3.13", false);
    row("architecture", "for sm_89", "for sm_120", false);
    row("code", "error C2065", "error C2143", false);
    row("other words", "-- Found OpenMP", "-- Could NOT find OpenMP", false);
}

void LogDivergenceTest::linesThatSayTheSame()
{
    QFETCH(QByteArray, left);
    QFETCH(QByteArray, right);
    QFETCH(bool, same);
    const auto found = compared("first\n" + left + "\n", "first\n" + right + "\n");
    QCOMPARE(!found, same);
    if (!same) {
        QCOMPARE(found->left.line, 2);
        QCOMPARE(found->right.line, 2);
        QCOMPARE(found->right.shown.first(), "first");
    }
}

// As the commands of large links are: folders and figures have other lengths, so that the same letters stand
// elsewhere.
void LogDivergenceTest::longLines_data()
{
    QTest::addColumn<QByteArray>("left");
    QTest::addColumn<QByteArray>("right");
    QTest::addColumn<bool>("same");
    const auto files = [](const char* folder, int count) {
        QByteArray text = "c++ -o libtorch.so";
        for (int i = 0; i < count; ++i)
            text += QByteArray(" ") + folder + "/x.o";
        return text;
    };
    newRow("same", files("/home/a/b", 9000), files("C:\\b", 9000), true);
    newRow("more than is compared", files("/home/a/b", 90000), files("C:\\b", 90000), true);
    newRow("other end", files("/home/a/b", 9000) + " -lm", files("C:\\b", 9000) + " -lc", false);
    newRow("a file less", files("/home/a/b", 9000), files("C:\\b", 8999), false);
    newRow("one word", QByteArray(3'000'000, 'x'), QByteArray(3'000'000, 'x'), true);
    newRow("another word", QByteArray(3'000'000, 'x'), QByteArray(3'000'000, 'y'), false);
    newRow("one figure", QByteArray(3'000'000, '1'), QByteArray(300, '2'), true);
    newRow("versions", "1.2." + QByteArray(3'000'000, '1'), "1.2." + QByteArray(3'000'000, '1'), true);
    newRow("end of line", QByteArray(3'000'000, '-') + "\r", QByteArray(3'000'000, '-'), true);
}

void LogDivergenceTest::longLines()
{
    QFETCH(QByteArray, left);
    QFETCH(QByteArray, right);
    QFETCH(bool, same);
    const auto found = compared("first\n" + left + "\nlast\n", "first\n" + right + "\nlast\n");
    QCOMPARE(!found, same);
    if (same)
        return;
    QCOMPARE(found->left.line, 2);
    QCOMPARE(found->left.shown.size(), 3);
    QCOMPARE(found->left.shown.at(1).size(), 8001); // with the dots
    QCOMPARE(found->left.shown.last(), "last");
}

void LogDivergenceTest::longLinesTakeNoMemory()
{
    const QString path = m_folder.filePath("long.log");
    const QByteArray letters = QByteArrayLiteral("\u00e4").repeated(3'000'001);
    write(path, "first\n" + letters + "\n\nlast");
    LogLines lines(path);
    QVERIFY(lines.open());
    QVector<qint64> offsets;
    QVector<qsizetype> sizes;
    for (auto line = lines.next(); line; line = lines.next()) {
        sizes << line->size();
        offsets << lines.offset();
    }
    QCOMPARE(sizes, (QVector<qsizetype> { 5, LogLines::longest, 0, 4 }));
    QCOMPARE(offsets, (QVector<qint64> { 6, 7 + letters.size(), 8 + letters.size(), 12 + letters.size() }));
    lines.seek(offsets.at(1));
    QCOMPARE(*lines.next(), "");
    QCOMPARE(*lines.next(), "last");
    const auto found = compared(letters, "first\n");
    QVERIFY(found && found->left.shown.first().startsWith(QStringLiteral("\u00e4\u00e4")));
}

// The bars of downloads: whatever the pieces are in which they are read, their end counts.
void LogDivergenceTest::overwrittenMakesRoom_data()
{
    QTest::addColumn<int>("padding");
    for (const int padding : { 0, 2, 3, 7 })
        QTest::newRow(QByteArray::number(padding)) << padding;
}

void LogDivergenceTest::overwrittenMakesRoom()
{
    QFETCH(int, padding);
    const QByteArray bar = QByteArray(padding, '-') + QByteArray("10 MB\rabc ").repeated(300'000);
    for (const char* end : { "done", "done\r", "\rdone", "done\r\r" }) {
        QVERIFY(!compared(bar + "\r" + end + "\nlast\n", "done\nlast\n"));
        QVERIFY(compared(bar + "\r" + end + "\nlast\n", "abc\nlast\n"));
    }
}

void LogDivergenceTest::orderOfStepsIsNoDivergence()
{
    QVERIFY(!compared(steps({ 1, 2, 3, 4 }), steps({ 2, 1, 4, 3 })));
}

void LogDivergenceTest::failedStepStandsBesideItself()
{
    QByteArray failing = steps({ 1, 3, 2 });
    failing += "f2.cpp:9:1: error: no such type\nninja: build stopped: subcommand failed.\n";
    const auto found = compared(failing, steps({ 1, 2, 3, 4 }));
    QVERIFY(found);
    QCOMPARE(found->left.line, 8); // behind the line and the warning that both have
    QCOMPARE(found->left.shown.at(3), "f2.cpp:9:1: error: no such type");
    QCOMPARE(found->left.first, 5);
    QCOMPARE(found->right.line, 0);
    QCOMPARE(found->right.at, 6); // the next step there
}

void LogDivergenceTest::linesOutsideOfStepsHaveAnOrder()
{
    const auto found = compared("a\nb\nc\nd\n", "a\nc\nb\nd\n");
    QVERIFY(found);
    QCOMPARE(found->left.line, 2);
    QCOMPARE(found->right.line, 2);
}

void LogDivergenceTest::shorterLogEnds()
{
    const auto found = compared("a\nb\n", "a\nb\nc\n");
    QVERIFY(found);
    QCOMPARE(found->left.line, 0);
    QCOMPARE(found->left.shown, QStringList({ "a", "b" }));
    QCOMPARE(found->right.line, 3);
    QVERIFY(compared("", "a\n"));
    QVERIFY(!compared("", ""));
}

void LogDivergenceTest::stepThatCameNever()
{
    const auto found = compared(steps({ 1, 2, 3, 4 }), steps({ 1, 4, 3 }));
    QVERIFY(found);
    QCOMPARE(found->left.line, 4);
    QVERIFY(found->left.shown.join('\n').contains("f2.o"));
    QCOMPARE(found->right.line, 0);
    QCOMPARE(found->right.at, 4); // behind the step that stands before it
}

void LogDivergenceTest::stagesThatBothHave()
{
    AttemptRecord records[2];
    QString folders[2] { m_folder.filePath("1"), m_folder.filePath("2") };
    for (int i : { 0, 1 }) {
        for (const char* id : { "fetch", "configure", "compile" }) {
            StageResult stage;
            stage.id = QLatin1String(id);
            stage.state = StageState::Succeeded;
            stage.logFile = QStringLiteral("logs/%1.log").arg(stage.id);
            records[i].stages.append(stage);
            const bool differs = stage.id != "configure"; // of the fetch stage only servers are told
            write(folders[i] + '/' + stage.logFile, differs && i == 1 ? "one\n" : "other\n");
        }
    }
    const auto stages = [&] {
        QStringList names;
        if (const auto found = divergentStages(records[0], folders[0], records[1], folders[1])) {
            for (const StageDivergence& one : *found)
                names << one.stage;
        }
        return names;
    };
    QCOMPARE(stages(), QStringList { "compile" });
    records[1].stages[0].state = StageState::Failed;
    QCOMPARE(stages(), (QStringList { "fetch", "compile" }));
    records[1].stages.clear();
    QCOMPARE(stages(), QStringList());
}

// Where a stage begins with steps of our own, the place is one where a program said something else.
void LogDivergenceTest::ownLinesArePassedOver()
{
    AttemptRecord records[2];
    QString logs[2];
    QString folders[2] { m_folder.filePath("own 1"), m_folder.filePath("own 2") };
    for (int i : { 0, 1 }) {
        Stage planned;
        planned.id = "configure";
        for (int own = 0; own <= i; ++own)
            planned.commands.append({ helperProgram(hostPlatform()), {}, {}, {}, {} });
        planned.commands.append({ "/usr/bin/cmake", {}, {}, {}, {} });
        records[i].plan.stages.append(planned);
        StageResult stage;
        stage.id = planned.id;
        stage.logFile = "logs/configure.log";
        records[i].stages.append(stage);
        logs[i] = folders[i] + "/logs/configure.log";
    }
    const auto places = [&] { return *divergentStages(records[0], folders[0], records[1], folders[1]); };
    write(logs[0], "It is ready.\n-- A\n-- B\n");
    write(logs[1], "It was configured.\nIt is there already.\n-- A\n-- C\n");
    QCOMPARE(places().size(), 1);
    const LogDivergence place = places().first().place;
    QCOMPARE(place.left.line, 3);
    QCOMPARE(place.left.shown, (QStringList { "-- A", "-- B" }));
    QCOMPARE(place.right.line, 4);
    QCOMPARE(place.right.shown, (QStringList { "-- A", "-- C" }));
    write(logs[1], "It was configured.\nIt is there already.\n-- A\n-- B\n");
    QVERIFY(places().isEmpty());
    write(logs[1], "It cannot be used as it is.\n"); // no program ran
    QCOMPARE(places().size(), 1);
    QCOMPARE(places().first().place.right.line, 1);
}

// What one of them does not have makes room for what both have.
void LogDivergenceTest::linesStandBesideTheirOwn()
{
    const auto rows = [this](const QByteArray& left, const QByteArray& right) {
        const LogDivergence place = *compared(left, right);
        QStringList texts;
        for (const auto& [one, other] : linesSideBySide(place))
            texts << place.left.shown.value(one, "-") + '|' + place.right.shown.value(other, "-");
        return texts;
    };
    const auto step = [](const char* name, const char* output = "") {
        return QByteArray("[1/9] ") + name + '\n' + output;
    };
    // What stands around a step that one of them lacks is there on both sides.
    QCOMPARE(rows(step("f1") + step("f2", "w\n") + step("f3"), step("f1") + step("f3")),
        (QStringList { "[1/9] f1|[1/9] f1", "[1/9] f2|-", "w|-", "[1/9] f3|[1/9] f3" }));
    QCOMPARE(rows(step("f1") + step("f3"), step("f1") + step("f2") + step("f3")),
        (QStringList { "[1/9] f1|[1/9] f1", "-|[1/9] f2", "[1/9] f3|[1/9] f3" }));
    QCOMPARE(rows(step("f1"), step("f0") + step("f1")), (QStringList { "-|[1/9] f0", "[1/9] f1|[1/9] f1" }));
    // Other steps that come then are no difference.
    QCOMPARE(rows(step("f1") + step("f2", "w\n") + step("f3") + step("f4"),
                 step("f2") + step("f4") + step("f1") + step("f3")),
        (QStringList { "[1/9] f2|[1/9] f2", "w|-" }));
    // Beside lines that are not shown any more, nothing lacks.
    QCOMPARE(rows("a\n" + lines("x", 20), "a\n" + lines("y", 2)).last(), "x11|-");
    QCOMPARE(rows(lines("x", 20), "new\n" + lines("x", 20)).last(), "x11|x11");
    QCOMPARE(rows("new\na\nb\nc\n", "a\nb\nc\n"), (QStringList { "new|-", "a|a", "b|b", "c|c" }));
    QCOMPARE(rows("a\nx\nc\n", "a\ny\nz\nc\nd\n"), (QStringList { "a|a", "x|y", "-|z", "c|c", "-|d" }));
    QCOMPARE(rows("x (1.2 MB)\nl\n", "x (1.3 MB)\nr\n"), (QStringList { "x (1.2 MB)|x (1.3 MB)", "l|r" }));
}

// Also where steps came in another order, so that lines around the place say the same farther down.
void LogDivergenceTest::theyPartInOneRow()
{
    LogDivergence place;
    place.left = { 14, 11, { "a", "b", "c", "x", "d" }, { 1, 2, 3, 10, 4 }, 14, 2 };
    place.right = { 12, 11, { "a", "y", "b", "c", "d" }, { 1, 11, 2, 3, 4 }, 12, 4 };
    const ShownRows rows = linesSideBySide(place);
    const qsizetype here = partingRow(place, rows);
    QVERIFY(here >= 0);
    QCOMPARE(rows[here], (std::pair<qsizetype, qsizetype>(3, 1)));
    QCOMPARE(here, 0); // what stands before it is not the same
    QVector<qsizetype> lefts;
    QVector<qsizetype> rights;
    for (const auto& [one, other] : rows) {
        if (one >= 0)
            lefts << one;
        if (other >= 0)
            rights << other;
    }
    QCOMPARE(lefts, (QVector<qsizetype> { 3, 4 })); // none is lost from there on, in their order
    QCOMPARE(rights, (QVector<qsizetype> { 1, 2, 3, 4 }));

    // Where one log has nothing there, the line of the other one is the place.
    const auto ended = compared("a\nb\n", "a\nb\nc\n");
    QVERIFY(ended);
    const ShownRows all = linesSideBySide(*ended);
    QCOMPARE(partingRow(*ended, all), 2);
    QCOMPARE(all[2], (std::pair<qsizetype, qsizetype>(-1, 2)));
}

// Each log is read once, and what waits is little.
void LogDivergenceTest::longLogs()
{
    QByteArray left;
    QByteArray right;
    const auto step = [](int number, int place) {
        return "[" + QByteArray::number(place) + "/60000|2|1.0] Building CXX object caffe2/f"
            + QByteArray::number(number)
            + ".o\nIn file included from /home/a/aten/src/ATen/core/IListRef.h:6,\n" + QByteArray(200, 'x')
            + '\n';
    };
    constexpr int count = 40000;
    for (int i = 0; i < count; ++i) {
        left += step(i, i);
        right += step(i ^ 3, i).replace("/home/a", "D:/src");
    }
    right += "the end\n";
    QElapsedTimer timer;
    timer.start();
    const auto found = compared(left, right);
    QVERIFY(found);
    QCOMPARE(found->right.line, count * 3 + 1);
    qInfo("%lld MB in %lld ms", (left.size() + right.size()) / 1000000, timer.elapsed());
    QVERIFY(timer.elapsed() < 300'000);
}

QTEST_GUILESS_MAIN(LogDivergenceTest)
#include "LogDivergenceTest.moc"
