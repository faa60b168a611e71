// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Libraries.h"
#include "core/base/Platform.h"
#include "tests/endtoend/cli/AskedCli.h"
#include "tests/support/TestFiles.h"

#include <algorithm>

using namespace torchmason;

// What torchmason-cli says before anything is built.
class CliTest : public QObject, AskedCli {
    Q_OBJECT

private slots:
    void wrongUseIsOneSentence_data();
    void wrongUseIsOneSentence();
    void helpIsThere_data();
    void helpIsThere();
    void theVersionNamesTheLibraries();
    void plansAreFitToBePasted_data();
    void plansAreFitToBePasted();
    void plansShowAnEnvironmentOnce();
    void plansNeedNoToolkit();
    void plansTellWhatChecksFind();
    void scriptsAreForTheirSystem();
    void programsOfTheOtherSystemAreTaken();
    void listOfNothing();
    void whatAttemptsTellTogether();
    void theLogHoldsNoSecret();
    void aClosedReaderIsNoCrash();
    void brokenProfilesAreNamed();
    void adviceIsTakenAsItIsGiven();
    void aLogWithoutACauseSaysWhatItKnows();
};

void CliTest::wrongUseIsOneSentence_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QByteArray>("named");
    const auto row = [](const char* words, const char* named) {
        QTest::newRow(words) << QString::fromLatin1(words).split(QLatin1Char(' '), Qt::SkipEmptyParts)
                             << QByteArray(named);
    };
    row("", "--help");
    row("frob", "frob");
    row("--frob", "--frob");
    row("build", "--profile ID is needed (`torchmason-cli profiles` lists them), or --like N");
    row("build --frob 1", "--frob");
    row("build --profile nobody", "nobody");
    row("build --profile tour --jobs many", "many");
    row("build --profile tour --memory-limit 1", "needs 256 MB at least, not 1");
    row("attempts limits 1 --memory-limit 1", "needs 256 MB at least, not 1");
    row("build --profile tour -D NOVALUE", "NOVALUE");
    row("build --profile tour -D TOUR_SIZE=small -U TOUR_SIZE", "-U TOUR_SIZE and -D TOUR_SIZE");
    row("build --profile tour --from lunch", "lunch");
    row("build --profile tour --env A;B=1", "A;B");
    row("check", "--profile");
    row("check --profile tour --env =1", "=1");
    row("check --profile tour --jobs 5000", "5000");
    row("plan --profile tour --format pdf", "pdf");
    row("plan --profile tour extra", "extra");
    row("check tour", "Unexpected argument \"tour\" (a profile is named by --profile ID)");
    row("attempts frob", "frob");
    row("attemts", "no command attemts (did you mean `attempts`?)");
    row("atempts lst", "(did you mean `attempts list`?)");
    row("attempts shwo 3", "(did you mean `attempts show`?)");
    row("chek --profile tour", "(did you mean `check`?)");
    row("attempts list --outcome good", "takes succeeded, failed, stopped or running, not");
    row("attempts list 3", "no `attempts list 3`; see");
    row("attempts show", "number");
    row("attempts show x", "\"x\" is not the number of an attempt.");
    row("attempts export 1 --format pdf", "trace");
    row("attempts time 1 --top 0", "--top");
}

void CliTest::wrongUseIsOneSentence()
{
    QFETCH(QStringList, words);
    QFETCH(QByteArray, named);
    const Answer answer = ask(words);
    QCOMPARE(answer.code, 2);
    QVERIFY2(answer.output.isEmpty(), answer.output.constData());
    QVERIFY2(answer.trouble.count('\n') == 1, answer.trouble.constData());
    QVERIFY2(answer.trouble.contains(named), answer.trouble.constData());
}

void CliTest::helpIsThere_data()
{
    QTest::addColumn<QStringList>("words");
    for (const char* words :
        { "--help", "doctor --help", "profiles --help", "check --help", "plan --help", "build --help",
            "attempts --help", "attempts show --help", "attempts retry --help", "attempts export --help" })
        QTest::newRow(words) << QString::fromLatin1(words).split(QLatin1Char(' '));
}

void CliTest::helpIsThere()
{
    QFETCH(QStringList, words);
    const Answer answer = ask(words);
    QCOMPARE(answer.code, 0);
    QVERIFY2(answer.output.contains("usage: torchmason-cli"), answer.output.constData());
    QVERIFY2(answer.trouble.isEmpty(), answer.trouble.constData());
}

void CliTest::theVersionNamesTheLibraries()
{
    const Answer brief = ask({ "--version" });
    QCOMPARE(brief.code, 0);
    QCOMPARE(brief.output, QByteArray("torchmason-cli " TORCHMASON_VERSION "\n"));
    QByteArray all = brief.output;
    for (const Library& library : usedLibraries())
        all += shownLibrary(library).toUtf8() + '\n';
    const Answer answer = ask({ "--version", "--verbose" });
    QCOMPARE(answer.code, 0);
    QCOMPARE(answer.output, all);
}

void CliTest::plansAreFitToBePasted_data()
{
    QTest::addColumn<QString>("format");
    for (const char* format : { "text", "json", "sh", "bat" })
        QTest::newRow(format) << QString::fromLatin1(format);
}

void CliTest::plansAreFitToBePasted()
{
    QFETCH(QString, format);
    const Answer plan = ask({ "plan", "--profile", "tour", "--env", "MY_TOKEN=s3cr3t-value", "--env",
        "COLOUR=mauve", "--format", format });
    QCOMPARE(plan.code, 0);
    QVERIFY2(plan.output.contains("mauve"), plan.output.constData());
    QVERIFY2(!plan.output.contains("s3cr3t"), plan.output.constData());
}

// What several commands have stands on top, and a shell can run it.
void CliTest::plansShowAnEnvironmentOnce()
{
    const QStringList words { "plan", "--profile", "cpu-only", "--platform", "linux" };
    const Answer plan = ask(words);
    QVERIFY2(plan.code == 0, plan.trouble.constData());
    QCOMPARE(plan.output.count("GIT_TERMINAL_PROMPT=0"), 1);
    const qsizetype begin = plan.output.indexOf("env_1() {\n");
    const QByteArray last = "\n    \"$@\"; }\n";
    const qsizetype end = plan.output.indexOf(last, begin);
    QVERIFY2(begin > 0 && end > begin, plan.output.constData());
    const QByteArray definition = plan.output.mid(begin, end + last.size() - begin);
    for (const QByteArray& line : plan.output.split('\n')) // no command is hidden behind its environment
        QVERIFY2(line.count(" -u ") <= 1, line.constData());
    QVERIFY2(plan.output.count("\n  env_1 ") > 2, plan.output.constData());
    QVERIFY(!ask(words + QStringList { "--json" }).output.contains("env_1"));
    // The folder that the build makes has a name that a shell does not take for a variable.
    QVERIFY(!plan.output.contains("${attempt}"));
    QVERIFY(plan.output.contains(" --attempt ATTEMPT_FOLDER "));
    QVERIFY(plan.output.contains("\nATTEMPT_FOLDER stands for the folder of the attempt"));
    if (hostPlatform() == Platform::Windows)
        QSKIP("There is no POSIX shell.");
    QProcess shell;
    shell.start("sh", { "-c", definition + "\nenv_1 sh -c 'printf %s \"$GIT_TERMINAL_PROMPT\"'" });
    QVERIFY(shell.waitForFinished());
    QCOMPARE(shell.readAllStandardOutput(), "0");
}

// A machine without the toolkit shows the plan of a build that needs it, and builds nothing.
void CliTest::plansNeedNoToolkit()
{
    write(home(QStringLiteral("config/profiles/oldest.json")),
        R"({"profile": 1, "name": "Oldest", "summary": "x", "platforms": ["linux", "windows"],
            "source": {"kind": "sample"}, "needs": {"cudaMinimum": "1.0", "cudaMaximum": "1.1"},
            "flags": [{"name": "USE_CUDA", "value": "ON"}, {"name": "CUDA_HOME", "value": "${cuda}"}]})");
    const QStringList wish { "--profile", "oldest" };
    for (const char* format : { "text", "json", "sh", "bat" }) {
        const Answer plan = ask(QStringList { "plan", "--format", format } + wish);
        QVERIFY2(plan.code == 0, plan.trouble.constData());
        QVERIFY2(plan.output.contains("No CUDA toolkit 1.0 to 1.1 is known"), plan.output.constData());
        if (format == QByteArray("text"))
            QVERIFY2(plan.output.contains("What blocks this build"), plan.output.constData());
        if (format == QByteArray("json"))
            QVERIFY(plan.output.contains("\"blockers\": [") && !plan.output.contains("\"blockers\": []"));
    }
    const Answer build = ask(QStringList { "build" } + wish);
    QVERIFY2(build.code != 0 && build.trouble.contains("No CUDA toolkit 1.0 to 1.1 was found"),
        build.trouble.constData());
}

void CliTest::plansTellWhatChecksFind()
{
    const QStringList wish { "--profile", "tour", "--gate", "--memory-limit", "900T" };
    const Json told = json(QStringList { "plan", "--json" } + wish);
    QVERIFY(told["verdict"] == json(QStringList { "check", "--json" } + wish)["verdict"]);
    QCOMPARE(told["warnings"].size(), told["verdict"]["warnings"].get<size_t>());
    QCOMPARE(told["blockers"].size(), told["verdict"]["blockers"].get<size_t>());
    const auto isOfLimit = [](const Json& row) { return row["rule"] == "memory-limit"; };
    QVERIFY(std::any_of(told["warnings"].begin(), told["warnings"].end(), isOfLimit));
    const QByteArray plan = ask(QStringList { "plan" } + wish).output;
    QVERIFY2(plan.contains(" to know); `check` says more:\n"), plan.constData());
    QCOMPARE(plan.count("\n  warning: Memory limit: The memory limit is "), 1);
    // Nothing is known of another system.
    const auto other = hostPlatform() == Platform::Windows ? Platform::Linux : Platform::Windows;
    const Json there = json(QStringList { "plan", "--json", "--platform", platformId(other) } + wish);
    QVERIFY(there["verdict"].is_null() && there["warnings"].empty() && there["blockers"].empty());
}

void CliTest::scriptsAreForTheirSystem()
{
    const QStringList tour { "plan", "--profile", "tour", "--format" };
    const QByteArray batch = ask(tour + QStringList { "bat" }).output;
    QVERIFY2(
        batch.contains("NUMBER_OF_PROCESSORS") && batch.contains("\r\ncmake -G Ninja"), batch.constData());
    QVERIFY2(
        !batch.contains("/usr/") && !batch.contains("-j 1") && !batch.contains("gate"), batch.constData());
    const Answer torn = ask(tour + QStringList { "bat", "--platform", "linux" });
    QCOMPARE(torn.code, 2);
    QVERIFY2(torn.trouble.contains("leave out --platform linux"), torn.trouble.constData());
}

void CliTest::programsOfTheOtherSystemAreTaken()
{
    const bool toWindows = hostPlatform() == Platform::Linux;
    const QString profile
        = toWindows ? QStringLiteral("kepler-cuda114-windows") : QStringLiteral("a100-linux");
    const QStringList plan { "plan", "--profile", profile, "--format", toWindows ? "bat" : "sh" };
    const auto use = [&](const char* program, const char* onWindows, const char* onLinux) {
        const QString path = QString::fromLatin1(toWindows ? onWindows : onLinux);
        return QStringList { "--use", QLatin1String(program) + QLatin1Char('=') + path };
    };
    const Answer script = ask(plan + use("python", "C:\\Py311\\python.exe", "/opt/py/bin/python3")
        + use("cmake", "C:\\tools\\cmake.exe", "/opt/tools/cmake")
        + use("nvcc", "D:\\CUDA\\v11.4\\bin\\nvcc.exe", "/opt/cuda-13.0/bin/nvcc"));
    QVERIFY2(script.code == 0, script.trouble.constData());
    const QList<QByteArray> lines = toWindows
        ? QList<QByteArray> { "\r\nset \"PYTHON=C:\\Py311\\python.exe\"\r\n",
              "\"C:\\tools\\cmake.exe\" -G Ninja", "\r\nset \"CUDA=D:\\CUDA\\v11.4\"\r\n" }
        : QList<QByteArray> { "\nPYTHON=/opt/py/bin/python3\n", "/opt/tools/cmake -G Ninja",
              "\nCUDA=/opt/cuda-13.0\n" };
    for (const QByteArray& line : lines)
        QVERIFY2(script.output.contains(line), script.output.constData());
    const Answer foreign = ask(plan + use("python", "/usr/bin/python3", "C:\\Py311\\python.exe"));
    QCOMPARE(foreign.code, 2);
    QVERIFY2(foreign.trouble.contains("--use python needs a full path of "), foreign.trouble.constData());
}

void CliTest::whatAttemptsTellTogether()
{
    makeFolder();
    QVERIFY(ask({ "attempts", "patterns" }).output.contains("show no pattern"));
    QCOMPARE(json({ "attempts", "patterns", "--json" })["patterns"].size(), 0U);
    QVERIFY(ask({ "attempts", "report" }).output.startsWith("# Build attempts\n\n0 attempts: none."));
    QCOMPARE(ask({ "attempts", "report", "7" }).code, 1); // is not there
    QCOMPARE(ask({ "attempts", "report", "x" }).code, 2);
    QCOMPARE(ask({ "attempts", "report", "--output", path("all.md") }).code, 0);
    QVERIFY(QFile::exists(path("all.md")));
    QCOMPARE(ask({ "attempts", "report", "--output", path("no/all.md") }).code, 1);
}

void CliTest::listOfNothing()
{
    const Json list = json({ QStringLiteral("attempts"), QStringLiteral("--json") });
    QVERIFY(list.contains("attempts"));
    QVERIFY(list["attempts"].empty());
    QCOMPARE(ask({ QStringLiteral("attempts"), QStringLiteral("show"), QStringLiteral("77") }).code, 1);
}

void CliTest::theLogHoldsNoSecret()
{
    const QString address = QStringLiteral("https://me:s3cret-pw@127.0.0.1/a.torchmason");
    QCOMPARE(ask({ "attempts", "import", address }).code, 1);
    QCOMPARE(ask({ "plan", "--profile", "tour", "-D", "s3cret-pw" }).code, 2);
    QFile log(home(QStringLiteral("data/logs/torchmason-cli.log")));
    QVERIFY(log.open(QIODevice::ReadOnly));
    const QByteArray text = log.readAll();
    QVERIFY2(text.contains("attempts import begins."), text.constData());
    QVERIFY2(!text.contains("s3cret-pw"), text.constData());
}

void CliTest::aClosedReaderIsNoCrash()
{
    QProcess process;
    process.setStandardOutputFile(QStringLiteral("/dev/full"));
    if (!QFile::exists(QStringLiteral("/dev/full")))
        QSKIP("there is no /dev/full here");
    begin(process, { QStringLiteral("--help") });
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 0);
}

void CliTest::brokenProfilesAreNamed()
{
    const QString file = home(QStringLiteral("config/profiles/torn.json"));
    write(file, "{\"profile\": ");
    for (const char* command : { "check", "doctor", "plan" }) {
        const Answer answer = ask({ command, "--profile", "torn" });
        QCOMPARE(answer.code, 2);
        QVERIFY2(answer.trouble.contains("Cannot read the profile torn"), answer.trouble.constData());
    }
    QVERIFY(QFile::remove(file));
}

// -U beside the -D that it is about would be refused.
void CliTest::adviceIsTakenAsItIsGiven()
{
    const Json checked = json({ "check", "--profile", "cpu-only", "-D", "USE_MKLDN=OFF", "--json" });
    bool isNamed = false;
    for (const Json& check : checked["checks"]) {
        for (const Json& change : check["changes"]) {
            QVERIFY2(!compactJson(change["options"]).contains("-U"), compactJson(change).constData());
            isNamed |= compactJson(change["leaveOut"]) == QByteArray(R"(["USE_MKLDN"])");
        }
    }
    QVERIFY2(isNamed, compactJson(checked["checks"]).constData());
}

// Nothing follows where no cause is told.
void CliTest::aLogWithoutACauseSaysWhatItKnows()
{
    write(path("cuda.log"),
        "CMake Warning at cmake/public/cuda.cmake:31 (message):\n  PyTorch: CUDA cannot be found.  Depending "
        "on whether you are building PyTorch\n  or a PyTorch dependent library, the next warning / error "
        "will "
        "give you more\n  info.\nCall Stack (most recent call first):\n  CMakeLists.txt:853 (include)\n\n\n"
        "-- Configuring done\n");
    const Answer noted = ask({ "diagnose", path("cuda.log") });
    QCOMPARE(noted.code, 0);
    QVERIFY2(noted.output.contains("\nNote: No usable CUDA toolkit was found"), noted.output.constData());
    QVERIFY2(noted.output.contains("What to do:"), noted.output.constData());
    QVERIFY2(!noted.output.contains("Follows:"), noted.output.constData());
    write(path("empty.log"), QByteArray());
    QCOMPARE(ask({ "diagnose", path("empty.log") }).output, QByteArray("The log is empty.\n"));
    write(path("letter.txt"), "Dear reader,\nall is well.\n");
    const Answer letter = ask({ "diagnose", path("letter.txt") });
    QCOMPARE(letter.code, 0);
    QCOMPARE(letter.output,
        QByteArray("Nothing in 2 lines looks like a build, so whether one failed is not known.\n"));
}

QTEST_GUILESS_MAIN(CliTest)
#include "CliTest.moc"
