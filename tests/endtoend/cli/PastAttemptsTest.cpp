// SPDX-License-Identifier: GPL-3.0-or-later
// Two real attempts, a failure and what mended it, and all that can be asked about them afterwards, also on
// another machine: two home folders are the two machines.
#include "tests/endtoend/cli/AskedCli.h"
#include "tests/support/TestFiles.h"

#include <QStandardPaths>

using namespace torchmason;

class PastAttemptsTest : public QObject, AskedCli {
    Q_OBJECT

private slots:
    void initTestCase();
    void init() { m_home = QStringLiteral("there"); }
    void theyAreListedAndSearched();
    void theirTimesAreTold();
    void onlyTheTopOfTheTimesIsTold();
    void theyAreCompared();
    void theTraceHasWhatTheTimesTell();
    void reportsAreWritten();
    void theyGoToAnotherMachine();
    void aPackedLogComesToo();
    void aBuildFolderIsCleared();
    void whatIsKeptStaysAndTheRestGoes(); // last

private:
    Answer attempts(const QStringList& words) { return ask(QStringList { "attempts" } + words); }
    Json asked(const QStringList& words) { return json(attempts(words + QStringList { "--json" })); }
    Json row(int number);
};

void PastAttemptsTest::initTestCase()
{
    init();
    const Answer failed = ask({ "build", "--profile", "tour", "-DTOUR_SIZE=small",
        "-DTOUR_FAILURE=unresolved", "--target", "brick_graph" });
    QVERIFY2(failed.code == 1, (failed.output + failed.trouble).constData());
    const Answer mended = attempts({ "retry", "1", "-DTOUR_FAILURE=none" });
    QVERIFY2(mended.code == 0, (mended.output + mended.trouble).constData());
}

Json PastAttemptsTest::row(int number)
{
    const Json list = asked({ "list" });
    for (const Json& one : list["attempts"]) {
        if (one["number"] == number)
            return one;
    }
    return Json::object();
}

void PastAttemptsTest::theyAreListedAndSearched()
{
    QCOMPARE(row(1).value("state", ""), std::string("failed"));
    QCOMPARE(row(2).value("state", ""), std::string("succeeded"));
    QCOMPARE(asked({ "show", "2" })["attempt"]["request"]["continuesAttempt"].get<int>(), 1);
    QVERIFY(attempts({ "show", "1" }).output.contains("Attempt 2, a later retry, succeeded."));
    QVERIFY(!attempts({ "show", "2" }).output.contains("a later retry"));
    const Json found = asked({ "search", "undefined\treference|UNDEFINED reference", "--regex" });
    QCOMPARE(found["count"].get<int>(), 1);
    const Json& hit = found["attempts"][0];
    QCOMPARE(hit["number"].get<int>(), 1);
    const Json& line = hit["lines"][0];
    QCOMPARE(line["stage"].get<std::string>(), std::string("compile"));
    const QList<QByteArray> log = attempts({ "log", "1", "--stage", "compile" }).output.split('\n');
    QVERIFY(log.value(line["line"].get<int>() - 1).contains("undefined reference"));
}

void PastAttemptsTest::theirTimesAreTold()
{
    const Json first = asked({ "time", "1" });
    QCOMPARE(first["failed"].get<int>(), 1);
    const Json second = asked({ "time", "2" });
    QCOMPARE(second["failed"].get<int>(), 0);
    QVERIFY(second["steps"].get<int>() < first["steps"].get<int>()); // it went on where the first one failed
    QVERIFY(
        first["workMs"].get<qint64>() > 0 && first["spanMs"].get<qint64>() > 0 && !first["slowest"].empty());
}

void PastAttemptsTest::onlyTheTopOfTheTimesIsTold()
{
    const Json all = asked({ "time", "1", "--top", "10000" });
    const auto steps = all["steps"].get<int>();
    QVERIFY(steps > 1);
    QCOMPARE(all["slowest"].size(), size_t(steps));
    const auto took
        = [](const Json& step) { return step["end"].get<qint64>() - step["start"].get<qint64>(); };
    for (int i = 1; i < steps; ++i)
        QVERIFY(took(all["slowest"][i - 1]) >= took(all["slowest"][i]));
    const Json first = asked({ "time", "1", "--top", "1" });
    QCOMPARE(first["steps"].get<int>(), steps); // sums are of all
    for (const char* table : { "slowest", "targets", "folders" })
        QVERIFY2(first[table].size() == std::min<size_t>(1, all[table].size()), table);
    QCOMPARE(took(first["slowest"][0]), took(all["slowest"][0]));
    const QByteArray told = attempts({ "time", "1", "--top", "1" }).output;
    QVERIFY2(told.contains(QStringLiteral("(and %1 more; --top").arg(steps - 1).toUtf8()), told.constData());
    QVERIFY(!attempts({ "time", "1", "--top", "10000" }).output.contains("more; --top"));
    for (const char* wrong : { "0", "10001", "many" })
        QCOMPARE(attempts({ "time", "1", "--top", wrong }).code, 2);
}

void PastAttemptsTest::theyAreCompared()
{
    const Json compared = asked({ "compare", "1", "2" });
    bool hasFlag = false;
    bool hasState = false;
    bool hasStages = false;
    for (const Json& one : compared["differences"]) {
        hasFlag = hasFlag
            || (one["name"] == "TOUR_FAILURE" && one["values"] == Json::array({ "unresolved", "none" }));
        hasState
            = hasState || (one["name"] == "state" && one["values"] == Json::array({ "failed", "succeeded" }));
        hasStages = hasStages
            || (one["name"] == "begins at" && one["values"] == Json::array({ "fetch", "configure" }));
    }
    QVERIFY2(hasFlag && hasState && hasStages, compared.dump(1).c_str());
    const QString shown = attempts({ "compare", "1", "2" }).output;
    QVERIFY2(shown.contains(QRegularExpression("Begins at +Fetch source +Configure")), qPrintable(shown));
    for (const Json& log : compared["logs"]) {
        if (log["stage"] == "compile")
            QVERIFY2(log["left"].dump().find("\"FAILED: ") != std::string::npos, log.dump(1).c_str());
    }
    QVERIFY2(shown.contains("differ in the stage compile, at a step that failed:"), qPrintable(shown));
    QVERIFY(asked({ "patterns" })["patterns"].is_array());
    QVERIFY(!compared.contains("problems"));

    // What of one cannot be read is left out and named.
    const QString edges = home(QStringLiteral("data/attempts/0001/edges.jsonl"));
    QVERIFY(QFile::rename(edges, edges + QStringLiteral(".kept")));
    write(edges, "{}\n");
    QVERIFY(QFile::resize(edges, qint64(1) << 30));
    const Json without = asked({ "compare", "1", "2" });
    QVERIFY(QFile::remove(edges));
    QVERIFY(QFile::rename(edges + QStringLiteral(".kept"), edges));
    QCOMPARE(without["problems"].size(), size_t(1));
    QVERIFY(without["problems"][0].get<std::string>().find("edges.jsonl") != std::string::npos);
    QCOMPARE(without["differences"].size(), compared["differences"].size());
    const Json& counts = without["kinds"][0]["counts"];
    QCOMPARE(counts[0].get<int>(), 0);
    QVERIFY(counts[1].get<int>() > 0);
}

void PastAttemptsTest::theTraceHasWhatTheTimesTell()
{
    const auto trace = parseJson(attempts({ "export", "1", "--format", "trace" }).output, "trace");
    QVERIFY(trace && trace->is_array());
    int steps = 0;
    int failed = 0;
    bool hasStage = false;
    for (const Json& event : *trace) {
        hasStage = hasStage || (event["ph"] == "X" && event["cat"] == "stage" && event["name"] == "compile");
        steps += event["ph"] == "X" && event["cat"] != "stage";
        failed += event["ph"] == "X" && event["args"].contains("failed");
    }
    QVERIFY(hasStage);
    QCOMPARE(steps, asked({ "time", "1" })["steps"].get<int>());
    QCOMPARE(failed, 1);
    QCOMPARE(attempts({ "export", "1", "--format", "csv" }).output.count("\r\n"), steps + 1);
}

void PastAttemptsTest::reportsAreWritten()
{
    const QByteArray report = attempts({ "report" }).output;
    QVERIFY2(report.startsWith("# ") && report.contains("c10d"), report.constData());
    for (const char* format : { "html", "md" }) {
        const QByteArray written = attempts({ "export", "1", "--format", format }).output;
        QVERIFY2(written.contains("c10d-unresolved-symbol"), written.left(300).constData());
    }
}

void PastAttemptsTest::theyGoToAnotherMachine()
{
    const QString bundle = path("first.torchmason");
    QCOMPARE(attempts({ "export", "1", "--format", "bundle", "--output", bundle }).code, 0);
    const Json times = asked({ "time", "1" });
    m_home = QStringLiteral("here");
    QCOMPARE(asked({ "import", bundle })["number"].get<int>(), 1);
    const Json shown = asked({ "show", "1" });
    QCOMPARE(shown["attempt"]["imported"]["number"].get<int>(), 1);
    QCOMPARE(shown["findings"][0]["rule"].get<std::string>(), std::string("c10d-unresolved-symbol"));
    QVERIFY(asked({ "time", "1" })["steps"] == times["steps"]);
    QCOMPARE(asked({ "search", "undefined reference" })["count"].get<int>(), 1);
}

void PastAttemptsTest::aPackedLogComesToo()
{
    const QString gzip = QStandardPaths::findExecutable("gzip");
    if (gzip.isEmpty())
        QSKIP("gzip is not installed.");
    write(path("compile.log"), attempts({ "log", "1", "--stage", "compile" }).output);
    QCOMPARE(QProcess::execute(gzip, { "--force", path("compile.log") }), 0);
    m_home = QStringLiteral("here");
    const Json log = asked({ "import", path("compile.log.gz") });
    QCOMPARE(log["number"].get<int>(), 2);
    QCOMPARE(log["firstFinding"]["rule"].get<std::string>(), std::string("c10d-unresolved-symbol"));
    const Json told = json({ "diagnose", path("compile.log.gz"), "--json" });
    QVERIFY(told["findings"][0]["rule"] == log["firstFinding"]["rule"]);
    const QByteArray packed = contentOf(path("compile.log.gz"));
    write(path("cut.log.gz"), packed.first(packed.size() / 2));
    const Answer cut = ask({ "diagnose", path("cut.log.gz") });
    QCOMPARE(cut.code, 1);
    QVERIFY2(cut.trouble.contains("cut.log.gz was not read to its end"), cut.trouble.constData());
    QCOMPARE(ask({ "diagnose", path("compile.log.gz") }).code, 0);
    QVERIFY(attempts({ "tag", "2", "kept", "slow" }).output.contains("Attempt 2: #kept #slow"));
    QCOMPARE(attempts({ "tag", "2", "kept", "slow", "--remove" }).code, 0);
    write(path("picture.png"), QByteArray("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16));
    for (const QStringList& words : { QStringList { "attempts", "import" }, QStringList { "diagnose" } }) {
        const Answer refused = ask(words + QStringList { path("picture.png") });
        QVERIFY2(refused.code == 1 && refused.trouble.contains("picture.png is not text"),
            (refused.output + refused.trouble).constData());
    }
    QCOMPARE(attempts({ "install", "2" }).code, 1); // a log
    QCOMPARE(asked({ "list" })["attempts"].size(), size_t(2));
    QVERIFY(attempts({ "list" }).output.contains("compile.log.gz (from a log)"));
    QVERIFY(attempts({ "time", "2" }).output.contains("has no times of its steps"));
    for (const char* command : { "check", "plan", "build" }) {
        const Answer like = ask({ command, "--like", "2" });
        QVERIFY2(like.code == 1 && like.output.isEmpty(), like.output.constData());
        QVERIFY2(like.trouble.contains("was read from a log"), like.trouble.constData());
    }
}

void PastAttemptsTest::aBuildFolderIsCleared()
{
    const QString build = home("data/work/tour/build");
    const QString cache = build + "/CMakeCache.txt";
    const Json plan = asked({ "clear", "2", "--dry-run" });
    QVERIFY(!plan["cleared"].get<bool>() && plan["bytes"].get<qint64>() > 0);
    QVERIFY(!plan["losses"].empty());
    const Answer unsure = attempts({ "clear", "2" });
    QVERIFY2(unsure.code == 1 && unsure.trouble.contains("add --yes"), unsure.trouble.constData());
    QVERIFY(QFileInfo::exists(cache));
    const Answer gone = attempts({ "clear", "2", "--yes" });
    QVERIFY2(gone.code == 0 && gone.output.contains("freed"), (gone.output + gone.trouble).constData());
    QVERIFY(!QFileInfo::exists(cache));
    QVERIFY(QFileInfo(build).isDir());
    QVERIFY(!asked({ "clear", "1" })["cleared"].get<bool>()); // the same folder, and nothing is left
}

void PastAttemptsTest::whatIsKeptStaysAndTheRestGoes()
{
    QCOMPARE(attempts({ "note", "1", "the", "first" }).code, 0);
    QVERIFY(attempts({ "delete", "1" }).trouble.contains("has a note"));
    QCOMPARE(asked({ "tidy", "--keep", "1" })["attempts"].size(), size_t(0));
    const Json plan = asked({ "delete", "1", "--yes", "--dry-run" });
    QVERIFY(!plan["deleted"].get<bool>() && plan["bytes"].get<qint64>() > 0);
    QCOMPARE(asked({ "list" })["attempts"].size(), size_t(2));
    const QByteArray goesOn = "Attempts that continue it stay: 2.";
    QVERIFY(attempts({ "delete", "1", "--dry-run" }).output.contains(goesOn));
    const QByteArray gone = attempts({ "delete", "1", "--yes" }).output;
    QVERIFY2(gone.contains(goesOn), gone.constData());
    const QString freed = formatBytes(plan["bytes"].get<qint64>());
    QVERIFY2(gone.contains("Deleted attempts: 1, which freed " + freed.toUtf8()), gone.constData());
    QCOMPARE(asked({ "list" })["attempts"].size(), size_t(1));
    QCOMPARE(attempts({ "show", "1" }).code, 1);
    QVERIFY(QFileInfo(home("data/work/tour/build")).isDir()); // build folders stay
}

QTEST_GUILESS_MAIN(PastAttemptsTest)
#include "PastAttemptsTest.moc"
