// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/WrappedText.h"
#include "core/detect/HostFacts.h"
#include "tests/endtoend/cli/AskedCli.h"
#include "tests/support/TestFiles.h"

#include <algorithm>

using namespace torchmason;

// What `torchmason-cli doctor` promises to scripts and to people who ask for help.
class DoctorTest : public QObject, AskedCli {
    Q_OBJECT

private slots:
    void exitCodes_data();
    void exitCodes();
    void jsonHasItsShape();
    void ownAnswerIsReadBack();
    void whatWasTriedIsRemembered();
    void issuesHoldNoNames();
    void helpNamesTheExitCodes();
    void longLinesAreWrapped_data();
    void longLinesAreWrapped();

private:
    QString factsFile(const QString& name, const HostFacts& facts);
};

namespace {

HostFacts perfectMachine()
{
    HostFacts facts;
    facts.platform = Platform::Linux;
    facts.osName = "Debian GNU/Linux 13 (trixie)";
    facts.logicalCores = 24;
    facts.memoryTotal = Bytes(64) << 30;
    facts.memoryAvailable = Bytes(60) << 30;
    facts.swapTotal = Bytes(8) << 30;
    facts.compilers.append(CompilerFacts { "gcc", "/usr/bin/c++", "13.3.0", {}, true, "PATH" });
    PythonFacts python { "/home/annika/venv/bin/python", "3.12.4", "venv", {}, true, "PATH" };
    python.modules = { "yaml", "typing_extensions", "setuptools", "requests", "six", "jinja2", "numpy",
        "packaging", "wheel", "build", "scikit_build_core" };
    facts.pythons.append(python);
    for (const auto& [name, version] : { std::pair("cmake", "3.31.6"), { "ninja", "1.12.1" },
             { "git", "2.47.2" }, { "ccache", "4.11" }, { "gcc", "13.3.0" }, { "make", "4.4" } })
        facts.tools.append(ToolFacts { name, QStringLiteral("/usr/bin/") + name, version, "PATH" });
    for (const char* role : { "source", "build", "temp" })
        facts.disks.append(DiskFacts { role, "/data", Bytes(400) << 30, Bytes(900) << 30 });
    return facts;
}

}

QString DoctorTest::factsFile(const QString& name, const HostFacts& facts)
{
    const QString file = path(name);
    return writeJsonFile(file, toJson(facts)) ? file : QString();
}

void DoctorTest::exitCodes_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("said");
    HostFacts bare;
    bare.platform = Platform::Linux;
    const QString empty = factsFile(QStringLiteral("bare.json"), bare);
    const QString perfect = factsFile(QStringLiteral("perfect.json"), perfectMachine());
    const QString missing = path(QStringLiteral("nowhere.json"));
    const auto row = [](const char* name, const QStringList& words, int code, const char* said) {
        QTest::newRow(name) << words << code << QByteArray(said);
    };
    row("bare machine without a profile", { "--host", empty }, 0, "Do you need to build?");
    row("bare machine", { "--host", empty, "--profile", "cpu-only" }, 1, "things to fix");
    row("perfect machine without a profile", { "--host", perfect }, 0,
        "What this machine has. `torchmason-cli doctor --profile ID` says");
    row("perfect machine", { "--host", perfect, "--profile", "cpu-only" }, 0, "Ready");
    row("perfect machine but for the card's toolkit", { "--host", perfect, "--profile", "rtx50-linux" }, 1,
        "CUDA toolkit");
    row("profile that is not there", { "--host", perfect, "--profile", "nobody" }, 2, "nobody");
    row("facts that are not there", { "--host", missing }, 1, "nowhere.json");
    row("two ways to print", { "--json", "--for-issue" }, 2, "--for-issue");
    row("folder here of a machine elsewhere", { "--host", perfect, "--source", "/tmp" }, 2, "--source");
    row("trying elsewhere", { "--host", perfect, "--try" }, 2, "--try");
    row("word too many", { "extra" }, 2, "extra");
}

void DoctorTest::exitCodes()
{
    QFETCH(QStringList, words);
    QFETCH(QByteArray, said);
    const Answer answer = ask(QStringList { "doctor" } + words);
    const QByteArray all = answer.output + answer.trouble;
    QVERIFY2(all.contains(said), all.constData());
    QTEST(answer.code, "code");
    QCOMPARE(answer.trouble.count('\n'), answer.output.isEmpty() ? 1 : 0);
}

void DoctorTest::jsonHasItsShape()
{
    const QString perfect = factsFile(QStringLiteral("perfect.json"), perfectMachine());
    const Json told = json({ "doctor", "--json", "--profile", "cpu-only", "--host", perfect });
    QCOMPARE(told.value("schema", 0), 1);
    QCOMPARE(told.value("profile", std::string()), std::string("cpu-only"));
    for (const char* member : { "text", "blockers", "warnings", "unknown" })
        QVERIFY2(told["verdict"].contains(member), member);
    for (const char* member : { "answer", "headline", "release", "variant", "command", "source", "reasons",
             "buildReasons", "confidence" })
        QVERIFY2(told["wheel"].contains(member), member);
    QVERIFY(!told["checks"].empty());
    for (const Json& check : told["checks"]) {
        for (const char* member : { "id", "group", "title", "state", "found", "where", "source", "need",
                 "fix", "command", "values", "confidence", "changes" })
            QVERIFY2(check.contains(member), member);
    }
}

void DoctorTest::ownAnswerIsReadBack()
{
    const QString perfect = factsFile(QStringLiteral("perfect.json"), perfectMachine());
    const Answer first = ask({ "doctor", "--json", "--host", perfect });
    const QString file = path(QStringLiteral("answer.json"));
    QVERIFY(!first.output.isEmpty());
    write(file, first.output);
    QCOMPARE(ask({ "doctor", "--json", "--host", file }).output, first.output);
}

// The tour wants a compiler, CMake and ninja; what became of them is told, kept, and read on another machine.
void DoctorTest::whatWasTriedIsRemembered()
{
    const Answer tried = ask({ "doctor", "--try", "--json", "--profile", "tour" });
    const auto document = parseJson(tried.output, QStringLiteral("doctor"));
    QVERIFY2(document.ok(), tried.trouble.constData());
    const auto facts = hostFactsFromJson(*document, QStringLiteral("doctor"));
    QVERIFY(facts.ok());
    QVERIFY(facts->trials.size() >= 6);
    bool anyFailed = false;
    QStringList ids;
    for (const TrialFacts& trial : facts->trials) {
        ids << trial.id;
        anyFailed = anyFailed || trial.state == QLatin1String("fail");
        QVERIFY2(!trial.found.isEmpty(), qPrintable(trial.id));
    }
    for (const char* id : { "compiler", "generator", "git", "folder", "long-path" })
        QVERIFY2(ids.contains(QLatin1String(id)), id);
    QVERIFY(!ids.contains(QStringLiteral("nvcc")) && !ids.contains(QStringLiteral("python-module")));
    if (anyFailed)
        QCOMPARE(tried.code, 1);
    const Answer later = ask({ "doctor", "--json", "--profile", "tour" });
    const auto remembered
        = hostFactsFromJson(*parseJson(later.output, QStringLiteral("later")), QStringLiteral("later"));
    QVERIFY(remembered.ok());
    const auto answered = std::count_if(facts->trials.begin(), facts->trials.end(),
        [](const TrialFacts& trial) { return trial.at.has_value(); });
    QCOMPARE(remembered->trials.size(), answered);
    const QString file = path(QStringLiteral("tried.json"));
    QVERIFY(writeJsonFile(file, *document).ok());
    const Answer elsewhere = ask({ "doctor", "--profile", "tour", "--host", file });
    QVERIFY2(elsewhere.output.contains("Tested\n"), elsewhere.output.constData());
    QVERIFY(elsewhere.output.contains("tried just now") || elsewhere.output.contains(" ago"));
}

void DoctorTest::issuesHoldNoNames()
{
    const QString perfect = factsFile(QStringLiteral("perfect.json"), perfectMachine());
    const Answer answer = ask({ "doctor", "--for-issue", "--host", perfect },
        { { "HOME", "/home/annika" }, { "USER", "annika" }, { "LOGNAME", "annika" } });
    QCOMPARE(answer.code, 0);
    QVERIFY2(answer.output.startsWith("### Machine"), answer.output.constData());
    // Windows tells the home folder without asking the environment: there it is another one's.
    const QByteArray python
        = hostPlatform() == Platform::Windows ? "/home/(user)/venv/bin/python" : "~/venv/bin/python";
    QVERIFY2(answer.output.contains(python), answer.output.constData());
    QVERIFY2(!answer.output.contains("annika"), answer.output.constData());
}

void DoctorTest::helpNamesTheExitCodes()
{
    const Answer answer = ask({ "doctor", "--help" });
    QCOMPARE(answer.code, 0);
    for (const char* words : { "--host", "--for-issue", "Exit code: 0", "; 1 something", "; 2 wrong usage" })
        QVERIFY2(answer.output.contains(words), words);
}

void DoctorTest::longLinesAreWrapped_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("lines");
    const auto row = [](const char* name, const char* text, const char* lines) {
        QTest::newRow(name) << QString::fromUtf8(text) << QString::fromUtf8(lines);
    };
    row("short", "  + CMake  3.25.1", "  + CMake  3.25.1");
    row("below the text", "      fix: Install one that is newer than that",
        "      fix: Install one that is\n      newer than that");
    row("in its column", "  ! Card  none that this profile could use",
        "  ! Card  none that this\n          profile could use");
    row("option", "  --jobs N  compilers at the same time",
        "  --jobs N  compilers at the\n            same time");
    row("option without a value", "  --gate    compilers ask before they start",
        "  --gate    compilers ask\n            before they start");
    row("list", "  - an entry that is longer than that", "  - an entry that is longer\n  than that");
    row("command", "      $ python3 -m pip install something", "      $ python3 -m pip install something");
    row("path", "      /usr/local/lib/a/long/path/that/stays", "      /usr/local/lib/a/long/path/that/stays");
    row("several lines", "a\n\nb", "a\n\nb");
    row("narrow text far right", "                         one two three four",
        "                         one two three four");
}

void DoctorTest::longLinesAreWrapped()
{
    QFETCH(QString, text);
    QTEST(cli::wrapped(text, 30), "lines");
}

QTEST_GUILESS_MAIN(DoctorTest)
#include "DoctorTest.moc"
