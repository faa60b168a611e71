// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fixes/FixProposals.h"

#include "core/config/PythonChoice.h"
#include "core/detect/HostFacts.h"
#include "core/findings/FailureMatcher.h"
#include "core/findings/RuleSet.h"
#include "core/fixes/FixPreparation.h"
#include "core/fixes/RequestSteps.h"
#include "core/fixes/TriedFixes.h"
#include "core/profile/ProfileCatalogue.h"
#include "tests/support/TestFiles.h"

#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <memory>

using namespace torchmason;

namespace {

Fix fix(const char* id, const char* kind, const Json& action)
{
    Fix made;
    made.id = QLatin1String(id);
    made.kind = QLatin1String(kind);
    made.title = "Title of " + made.id;
    made.detail = "Words.";
    made.action = action;
    return made;
}

Finding finding(const QVector<Fix>& fixes)
{
    Finding made;
    made.rule = "nvcc-unsupported-gpu-arch";
    made.subject = "compute_120";
    made.root = true;
    made.fixes = fixes;
    return made;
}

HostFacts factsNamed(const char* name)
{
    const auto facts
        = readFactsFile(QStringLiteral(TORCHMASON_FIXTURES "/facts/%1.json").arg(QLatin1String(name)));
    if (!facts)
        qFatal("%s", qPrintable(facts.error().message));
    return *facts;
}

BuildRequest requestFor(const HostFacts& facts)
{
    BuildRequest request;
    request.sourceFolder = "C:/pt";
    request.buildFolder = "C:/pt/build";
    request.source = { SourceKind::Git, {}, "v2.7.1", {}, "2.7.1" };
    request.jobs = 8;
    request.hostFacts = toJson(facts);
    request.configuration.setFlag({ "USE_CUDA", "ON", {} });
    request.configuration.setFlag({ "TORCH_CUDA_ARCH_LIST", "12.0", {} });
    return request;
}

QVector<Fix> completed(const QVector<Fix>& fixes, const BuildRequest& request, const HostFacts& facts)
{
    QVector<Finding> findings { finding(fixes) };
    completeFixes(findings, request, facts);
    return findings.first().fixes;
}

QStringList ids(const QVector<Fix>& fixes)
{
    QStringList all;
    for (const Fix& one : fixes)
        all << one.id;
    return all;
}

}

class FixProposalsTest : public QObject {
    Q_OBJECT

private slots:
    void onlyWhatFitsStays();
    void commandsAreOfTheSystem();
    void aMissingModuleHasItsLine_data();
    void aMissingModuleHasItsLine();
    void aListThatIsNotThereIsNotNamed();
    void checksProposeWhatTheyHaveTried();
    void oneChangeIsOfferedOnce();
    void stepsMakeAChangeTheSame();
    void whatDidNotHelpStandsLast();
    void theRecordTellsMostOfThem();
    void linesOfAKnownMachineComeAtOnce();
    void linesOfAnImportedLogComeAtOnce();
    void aLineNamesThePythonOfTheBuild();
    void anAnswerIsNotedAndTakenBack();
    void whatDidNotHelpSpeaksAgainstTheCause();
    void aReleaseIsTakenBackWithItsResult();
    void theGateIsOfferedWhereItWasLeftOut();
    void fewerJobsMayBeTriedAgain();
    void whatIsMissingComesFromWhereTheTreeCame();
    void whatIsNotThereCannotBeTakenOut();
};

void FixProposalsTest::onlyWhatFitsStays()
{
    const HostFacts facts = factsNamed("rtx5070-windows-cuda129");
    Fix elsewhere = fix("ulimit", "text", Json());
    elsewhere.on = "linux";
    const QVector<Fix> fixes
        = completed({ fix("same", "set-flag", { { "name", "USE_CUDA" }, { "value", "ON" } }), elsewhere,
                        fix("words", "text", Json()),
                        fix("other", "set-flag", { { "name", "USE_CUDA" }, { "value", "OFF" } }) },
            requestFor(facts), facts);
    QCOMPARE(ids(fixes), (QStringList { "words", "other" }));
    QVERIFY(fixes[0].changes.isEmpty());
    QVERIFY(fixes[1].changes.contains("USE_CUDA becomes OFF (it is ON now)"));
    QCOMPARE(fixes[1].rule, "nvcc-unsupported-gpu-arch");
    QCOMPARE(fixes[1].subject, QString()); // it is for whatever is printed first
}

void FixProposalsTest::commandsAreOfTheSystem()
{
    const Fix ninja = fix("ninja", "command", { { "install", "ninja" } });
    const Fix lines = fix("lines", "command",
        { { "linux", "${python} -m pip list" }, { "windows", "${python} -m pip list --user" } });
    HostFacts facts = factsNamed("rtx5070-windows-cuda129");
    BuildRequest request = requestFor(facts);
    request.configuration.setFlag({ "Python_EXECUTABLE", "C:/Program Files/Python/python.exe", {} });
    QVector<Fix> fixes = completed({ ninja, lines }, request, facts);
    QVERIFY2(fixes[0].command.startsWith("winget install"), qPrintable(fixes[0].command));
    QCOMPARE(QDir::fromNativeSeparators(fixes[1].command),
        "\"C:/Program Files/Python/python.exe\" -m pip list --user");
    facts = factsNamed("a100-cloud-cuda121");
    QVector<Finding> findings { finding({ ninja, lines }) };
    completeAdvice(findings, facts);
    fixes = findings.first().fixes;
    QVERIFY2(fixes[0].command.startsWith("sudo "), qPrintable(fixes[0].command));
    QCOMPARE(fixes[1].command, "python3 -m pip list");
    const Fix driver = fix("clock", "command", { { "linux", "sudo timedatectl set-ntp true" } });
    facts.runsAsRoot = true; // as in most containers, which are without sudo
    findings = { finding({ ninja, driver }) };
    completeAdvice(findings, facts);
    fixes = findings.first().fixes;
    QVERIFY2(fixes[0].command.startsWith("apt-get install"), qPrintable(fixes[0].command));
    QCOMPARE(fixes[1].command, "timedatectl set-ntp true");
}

// Where no check of this machine fails, as for a profile that asks for no Python.
void FixProposalsTest::aMissingModuleHasItsLine_data()
{
    QTest::addColumn<QString>("subject");
    QTest::addColumn<QString>("package"); // empty: only words are left
    QTest::newRow("module") << "packaging"
                            << "packaging";
    QTest::newRow("package of another name") << "yaml"
                                             << "PyYAML";
    QTest::newRow("command of setup.py") << "bdist_wheel"
                                         << "wheel";
    QTest::newRow("backend") << "scikit_build_core.build"
                             << "'scikit-build-core>=1.0'";
    QTest::newRow("dashes") << "setuptools_scm"
                            << "setuptools-scm";
    QTest::newRow("part of another package") << "past"
                                             << "future";
    QTest::newRow("backend of the tree") << "_build_backend"
                                         << "";
    QTest::newRow("backend in a folder") << "tools.backend"
                                         << "";
    QTest::newRow("of Python's own library") << "dataclasses"
                                             << "";
    QTest::newRow("none") << ""
                          << "";
    QTest::newRow("pip itself") << "pip"
                                << "";
    QTest::newRow("no name") << "x; reboot"
                             << "";
}

void FixProposalsTest::aMissingModuleHasItsLine()
{
    QFETCH(QString, subject);
    QFETCH(QString, package);
    const HostFacts facts = factsNamed("a100-cloud-cuda121");
    BuildRequest request = requestFor(facts);
    request.configuration.setFlag({ "Python_EXECUTABLE", "/opt/py/bin/python3", {} });
    Finding missing = finding({ fix("modules", "checks",
        { { "checks", { "no-such-row" } }, { "linux", "${python} -m pip install ${package}" } }) });
    missing.subject = subject;
    QVector<Finding> findings { missing };
    completeFixes(findings, request, facts);
    const Fix made = findings.first().fixes.value(0);
    QCOMPARE(made.kind, package.isEmpty() ? "checks" : "command");
    QCOMPARE(made.command, package.isEmpty() ? QString() : "/opt/py/bin/python3 -m pip install " + package);
    findings = { missing };
    completeAdvice(findings, facts);
    QCOMPARE(findings.first().fixes.value(0).command,
        package.isEmpty() ? QString() : "python3 -m pip install " + package);
}

void FixProposalsTest::aListThatIsNotThereIsNotNamed()
{
    QTemporaryDir source;
    const HostFacts facts = factsNamed("a100-cloud-cuda121");
    BuildRequest request = requestFor(facts);
    request.sourceFolder = source.path();
    AttemptRecord record;
    record.state = AttemptState::Failed;
    record.request = request;
    const Fix list = fix("list", "command",
        { { "file", "requirements.txt" }, { "linux", "${python} -m pip install -r requirements.txt" } });
    QCOMPARE(ids(completed({ list }, request, facts)), QStringList());
    const QVector<Fix> awaited = expectedFixes(finding({ list }), record); // looks at no folder
    QCOMPARE(ids(awaited), QStringList { "list" });
    QCOMPARE(awaited.first().command, "");
    write(source.filePath("requirements.txt"), "numpy\n");
    QCOMPARE(ids(completed({ list }, request, facts)), QStringList { "list" });
}

void FixProposalsTest::checksProposeWhatTheyHaveTried()
{
    // An RTX 50 with CUDA 12.3, which does not know it.
    const HostFacts facts = factsNamed("rtx5070-windows-cuda123");
    const Fix checks
        = fix("toolkit", "checks", { { "checks", { "arch-not-in-toolkit", "toolkit-not-for-gpu" } } });
    const QVector<Fix> fixes = completed({ checks }, requestFor(facts), facts);
    QVERIFY(!fixes.isEmpty());
    QCOMPARE(fixes.first().id, "toolkit-1");
    const bool installs = std::any_of(fixes.begin(), fixes.end(),
        [](const Fix& one) { return one.kind == "command" && one.command.contains("CUDA"); });
    QVERIFY2(installs, qPrintable(fixes.first().title + fixes.first().command));
    // Where nothing is in the way, the words stay.
    const Fix driver = fix("driver", "checks", { { "checks", { "no-such-row" } } });
    const QVector<Fix> words = completed({ driver }, requestFor(facts), facts);
    QCOMPARE(ids(words), QStringList { "driver" });
    QVERIFY(words.first().changes.isEmpty());
}

// In other words, or by the rule and by the checks: one card offers a change once, the surest first.
void FixProposalsTest::oneChangeIsOfferedOnce()
{
    const HostFacts facts = factsNamed("rtx5070-windows-cuda123");
    BuildRequest request = requestFor(facts);
    request.configuration.setFlag({ "TORCH_CUDA_ARCH_LIST", "8.9", {} });
    const Fix arch = fix("arch", "set-flag", { { "name", "TORCH_CUDA_ARCH_LIST" }, { "value", "12.0" } });
    Json steps = Json::array();
    steps.push_back(toJson(setFlagChange("TORCH_CUDA_ARCH_LIST", "12.0").steps.first()));
    const Fix again = fix("again", "change", { { "steps", steps } });
    const Fix ninja = fix("ninja", "command", { { "install", "ninja" } });
    const Fix sameLine = fix("line", "command", { { "windows", "winget install --id Ninja-build.Ninja" } });
    const Fix off = fix("off", "set-flag", { { "name", "USE_CUDA" }, { "value", "OFF" } });
    const Fix words = fix("words", "text", Json());
    const Fix moreWords = fix("more-words", "text", Json());
    const QVector<Fix> fixes
        = completed({ arch, words, again, ninja, sameLine, off, moreWords }, request, facts);
    QCOMPARE(ids(fixes), (QStringList { "arch", "words", "ninja", "off", "more-words" }));
    QCOMPARE(fixes[2].command, sameLine.action["windows"].get<std::string>().c_str());
}

void FixProposalsTest::stepsMakeAChangeTheSame()
{
    const Change flag = setFlagChange("A", "1");
    const Change jobs { "Fewer jobs", {}, { { StepKind::Jobs, {}, "4" } }, {} };
    const Change both { "A, then jobs", {}, flag.steps + jobs.steps, {} };
    const Change turned { "Jobs, then A", "With words.", jobs.steps + flag.steps, {} };
    QVERIFY(isSameChange(both, turned));
    QVERIFY(!isSameChange(both, flag));
    QVERIFY(!isSameChange(flag, setFlagChange("A", "2")));
}

void FixProposalsTest::whatDidNotHelpStandsLast()
{
    const HostFacts facts = factsNamed("rtx5070-windows-cuda129");
    BuildRequest request = requestFor(facts);
    request.continuesAttempt = 5;
    request.answers.append({ 3, "nvcc-unsupported-gpu-arch", "compute_120", "Title of first" });
    request.answers.append({ 4, "another", {}, "Title of second" });
    const QVector<Fix> fixes
        = { fix("first", "append-flag", { { "name", "CMAKE_C_FLAGS" }, { "value", "-w" } }),
              fix("second", "text", Json()) };
    QVector<Fix> found = completed(fixes, request, facts);
    QCOMPARE(ids(found), (QStringList { "second", "first" }));
    QCOMPARE(found[0].triedIn, 0); // it answered something else
    QCOMPARE(found[1].triedIn, 4);
    // What is so already because it was tried is told, too.
    QVector<Fix> flag { fix("first", "set-flag", { { "name", "USE_CUDA" }, { "value", "ON" } }) };
    found = completed(flag, request, facts);
    QCOMPARE(ids(found), QStringList { "first" });
    QCOMPARE(found[0].triedIn, 4);
    QVERIFY(found[0].changes.isEmpty());
    // Of another symbol, architecture or file it may help.
    request.answers[0].subject = "compute_90";
    found = completed(fixes, request, facts);
    QCOMPARE(found.last().triedIn, 0);
    // The last answer can be undone.
    request.answers.removeLast();
    request.answers[0].subject = "compute_120";
    found = completed(fixes, request, facts);
    QVERIFY(ids(found).contains("undo"));
    QCOMPARE(found.last().triedIn, 5);
    // Taken back is taken back, in whatever words.
    request.answers[0].takenBack = true;
    Fix words = fixes[0];
    words.id = "words";
    words.title = "Other words";
    found = completed({ words, fixes[0], fixes[1] }, request, facts);
    QCOMPARE(ids(found), (QStringList { "second", "words" }));
}

// Nothing was looked at yet, and what failed just now is not named as what helps.
void FixProposalsTest::theRecordTellsMostOfThem()
{
    AttemptRecord record;
    record.number = 6;
    record.state = AttemptState::Failed;
    record.request = requestFor({});
    record.request.answers.append({ 5, "nvcc-unsupported-gpu-arch", {}, "Title of tried" });
    const QVector<Fix> fixes
        = expectedFixes(finding({ fix("tried", "set-flag", { { "name", "USE_CUDA" }, { "value", "ON" } }),
                            fix("off", "set-flag", { { "name", "USE_CUDA" }, { "value", "OFF" } }),
                            fix("line", "command", { { "install", "ninja" } }) }),
            record);
    QCOMPARE(ids(fixes), (QStringList { "off", "line", "undo", "tried" }));
    QVERIFY(fixes.first().changes.contains("USE_CUDA becomes OFF (it is ON now)"));
    QVERIFY(fixes[1].command.isEmpty()); // it is of the machine
    QCOMPARE(fixes.last().triedIn, 6);
}

// Only those that are other ones on other machines wait.
void FixProposalsTest::linesOfAnImportedLogComeAtOnce()
{
    const auto record = std::make_unique<AttemptRecord>(); // gcc 12 takes one on the stack for not set
    record->imported.emplace();
    record->state = AttemptState::Failed;
    const QVector<Fix> fixes {
        fix("line", "command", { { "linux", "git --version" }, { "windows", "git --version" } }),
        fix("python", "command",
            { { "linux", "${python} -m pip install wheel" },
                { "windows", "${python} -m pip install wheel" } }),
        fix("installs", "command", { { "install", "ninja" } }),
        fix("system", "command", { { "debian", "a" }, { "linux", "b" }, { "windows", "c" } }),
        fix("off", "set-flag", { { "name", "USE_CUDA" }, { "value", "OFF" } }),
    };
    const QVector<Fix> expected = expectedFixes(finding(fixes), *record);
    QVector<Finding> later { finding(fixes) };
    completeAdvice(later, HostFacts());
    QCOMPARE(ids(expected), ids(later.first().fixes));
    QCOMPARE(expected.size(), fixes.size());
    QCOMPARE(expected[0].command, "git --version");
    QVERIFY2(expected[1].command.endsWith("-m pip install wheel"), qPrintable(expected[1].command));
    QVERIFY(expected[2].command.isEmpty());
    QVERIFY(expected[3].command.isEmpty());
    QVERIFY(expected[4].changes.isEmpty());
}

// With the Python of the build, whose path may need a line more: nothing moves when it was looked at.
void FixProposalsTest::linesOfAKnownMachineComeAtOnce()
{
    const HostFacts facts = factsNamed("rtx5070-windows-cuda129");
    AttemptRecord record;
    record.number = 6;
    record.state = AttemptState::Failed;
    record.request = requestFor(facts);
    record.request.configuration.setFlag({ "Python_EXECUTABLE", "C:/pt/build/python/python.exe", {} });
    const QVector<Fix> fixes { fix("line", "command", { { "install", "ninja" } }),
        fix("own", "command", { { "windows", "${python} -m pip install wheel" } }) };
    const QVector<Fix> expected = expectedFixes(finding(fixes), record);
    const QVector<Fix> fitted = completed(fixes, record.request, facts);
    QCOMPARE(ids(expected), ids(fitted));
    QCOMPARE(expected.size(), 2);
    for (qsizetype index = 0; index < expected.size(); ++index) {
        QVERIFY(!expected[index].command.isEmpty());
        QCOMPARE(expected[index].command, fitted[index].command);
    }
    QVERIFY2(expected.last().command.contains("python.exe"), qPrintable(expected.last().command));
}

// A terminal may find another Python by its name.
void FixProposalsTest::aLineNamesThePythonOfTheBuild()
{
    HostFacts facts;
    facts.isElsewhere = false;
    const bool isWindows = facts.platform == Platform::Windows;
    const QString python = wholePythonPath(isWindows ? "python" : "python3");
    if (!QFileInfo(python).isAbsolute())
        QSKIP("There is no Python in PATH.");
    const Fix line = fix(
        "own", "command", { { "linux", "${python} -m pip list" }, { "windows", "${python} -m pip list" } });
    const Fix made = completed({ line }, BuildRequest(), facts).value(0);
    QVERIFY2(made.command.contains(QDir::toNativeSeparators(python)), qPrintable(made.command));
}

void FixProposalsTest::anAnswerIsNotedAndTakenBack()
{
    const HostFacts facts = factsNamed("rtx5070-windows-cuda129");
    AttemptRecord record;
    record.number = 3;
    record.state = AttemptState::Failed;
    record.request = requestFor(facts);
    const auto noAttempt = [](int) { return Result<AttemptRecord>(Error { "gone" }); };
    const QVector<Fix> fixes = completed(
        { fix("off", "set-flag", { { "name", "USE_CUDA" }, { "value", "OFF" } }) }, record.request, facts);
    const auto fixed = prepareFixed(record, fixes, facts, noAttempt);
    QVERIFY(fixed);
    QCOMPARE(fixed->request.answers,
        (QVector<FindingAnswer> { { 3, "nvcc-unsupported-gpu-arch", {}, "Title of off" } }));
    QVERIFY(std::any_of(fixed->differences.begin(), fixed->differences.end(),
        [](const RequestDifference& difference) { return difference.name == "USE_CUDA"; }));
    // It survives being written, and the next failure offers to take it back.
    const auto written = buildRequestFromJson(toJson(fixed->request), "request");
    QVERIFY(written);
    QCOMPARE(written->answers, fixed->request.answers);
    AttemptRecord next = record;
    next.number = 4;
    next.request = *written;
    Fix undo = fix("undo", "undo", { { "attempt", 3 } });
    const auto lost = prepareFixed(next, { undo }, facts, noAttempt);
    QVERIFY(!lost);
    QVERIFY2(lost.error().message.contains("attempt 3"), qPrintable(lost.error().message));
    const auto back = prepareFixed(next, { undo }, facts,
        [&](int number) { return number == 3 ? Result<AttemptRecord>(record) : noAttempt(number); });
    QVERIFY(back);
    QCOMPARE(back->request.configuration, record.request.configuration);
    QVERIFY(back->request.answers.value(0).takenBack);
    QVERIFY(!standingAnswer(back->request));
    // Neither the attempt that took it back nor a later one had tried it.
    Finding again;
    again.rule = "nvcc-unsupported-gpu-arch";
    QCOMPARE(triedFixes(next.request, 4, again).value(0).attempt, 4);
    QCOMPARE(triedFixes(back->request, 5, again).size(), 1);
    QCOMPARE(triedFixes(back->request, 5, again).value(0).attempt, 0);
}

void FixProposalsTest::whatDidNotHelpSpeaksAgainstTheCause()
{
    AttemptRecord record;
    record.number = 3;
    Finding cause;
    cause.rule = "nvcc-unsupported-gpu-arch";
    Fix later = fix("off", "set-flag", {});
    QVERIFY(everTriedFixes(record, cause, { later }).isEmpty());
    QVERIFY(confidenceAfter({}, Confidence::High) == Confidence::High);
    later.triedIn = 4;
    const QVector<TriedFix> tried = everTriedFixes(record, cause, { later });
    QCOMPARE(tried.size(), 1);
    QCOMPARE(tried[0].attempt, 4);
    QVERIFY(confidenceAfter(tried, Confidence::High) == Confidence::Medium);
    QVERIFY(confidenceAfter(tried, Confidence::Low) == Confidence::Low);
    record.request.answers = { { 2, cause.rule, {}, "Title of off" } };
    QCOMPARE(everTriedFixes(record, cause, {}).size(), 1);
}

void FixProposalsTest::aReleaseIsTakenBackWithItsResult()
{
    AttemptRecord record;
    record.number = 3;
    record.state = AttemptState::Failed;
    record.request = requestFor({});
    record.request.backend = "setup.py";
    AttemptRecord next = record;
    next.number = 4;
    next.request.continuesAttempt = 3;
    next.request.answers.append({ 3, "rule", {}, "Build PyTorch 2.14.1" });
    QVERIFY(applyStep({ StepKind::Release, {}, "v2.14.1" }, next.request));
    QCOMPARE(next.request.backend, "scikit-build-core");
    const auto back = prepareFixed(next, { fix("undo", "undo", { { "attempt", 3 } }) }, {},
        [&](int) { return Result<AttemptRecord>(record); });
    QVERIFY(back);
    QCOMPARE(back->request.source, record.request.source);
    QCOMPARE(back->request.backend, record.request.backend);
}

// What happened counts, not what would be asked for anew.
void FixProposalsTest::theGateIsOfferedWhereItWasLeftOut()
{
    const HostFacts facts = factsNamed("rtx5070-windows-cuda129");
    AttemptRecord record;
    record.number = 3;
    record.state = AttemptState::Failed;
    record.request = requestFor(facts);
    record.request.gate = GateUse::WhereFree;
    record.request.jobs = 32;
    record.request.jobsWithoutGate = 8;
    record.request.gateLeftOut = true;
    const QVector<Fix> fixes
        = completed({ fix("gate", "gate", Json::object()), fix("fewer", "jobs", { { "change", "halve" } }) },
            onceMore(record, facts).request, facts);
    QCOMPARE(ids(fixes), (QStringList { "gate", "fewer" }));
    QVERIFY(fixes[0].changes.contains("Memory gate becomes on (it is left out now)"));
    QVERIFY(fixes[1].changes.contains("Number of jobs becomes 4 (it is 8 now)"));
    const auto none = [](int) { return Result<AttemptRecord>(Error { "gone" }); };
    const auto fixed = prepareFixed(record, { fixes[1] }, facts, none);
    QVERIFY(fixed);
    QCOMPARE(fixed->request.jobsWithoutGate, std::optional(4));
    QVERIFY(!fixed->request.gateLeftOut);
    record.request.gateLeftOut = false;
    QVERIFY(
        completed({ fix("gate", "gate", Json::object()) }, onceMore(record, facts).request, facts).isEmpty());
}

// Halving jobs once more may help, though it did not the first time.
void FixProposalsTest::fewerJobsMayBeTriedAgain()
{
    const HostFacts facts = factsNamed("rtx5070-windows-cuda129");
    BuildRequest request = requestFor(facts);
    request.continuesAttempt = 4;
    request.answers.append({ 3, "nvcc-unsupported-gpu-arch", {}, "Title of fewer" });
    const Fix fewer = fix("fewer", "jobs", { { "change", "halve" } });
    QCOMPARE(completed({ fewer }, request, facts).first().id, "fewer");
    QCOMPARE(completed({ fewer }, request, facts).first().triedIn, 0);
    request.jobs = 1;
    QCOMPARE(completed({ fewer }, request, facts).last().triedIn, 4); // after "Undo"
}

// Git brings nothing back in a folder that was unpacked.
void FixProposalsTest::whatIsMissingComesFromWhereTheTreeCame()
{
    const HostFacts facts = factsNamed("rtx5070-windows-cuda129");
    BuildRequest request = requestFor(facts);
    const QTemporaryDir tree;
    request.sourceFolder = tree.path();
    const std::shared_ptr<const RuleSet> rules = loadRules();
    const auto* rule = rules->rule("incomplete-source-tree");
    QVERIFY(rule);
    QCOMPARE(ids(completed(rule->fixes, request, facts)).first(), "unpack-again");
    QVERIFY(!ids(completed(rule->fixes, request, facts)).contains("restore"));
    QVERIFY(QDir(tree.path()).mkdir(".git"));
    QCOMPARE(ids(completed(rule->fixes, request, facts)).first(), "restore");
    QVERIFY(!ids(completed(rule->fixes, request, facts)).contains("unpack-again"));
}

// A flag that nobody passed, in a folder without it, is no button.
void FixProposalsTest::whatIsNotThereCannotBeTakenOut()
{
    QTemporaryDir folder;
    const HostFacts facts = factsNamed("rtx5070-windows-cuda129");
    BuildRequest request = requestFor(facts);
    request.buildFolder = folder.path();
    const Fix unset = fix("unset", "unset-flag", { { "name", "USE_TENSORRT" } });
    QVERIFY(completed({ unset }, request, facts).isEmpty());
    QFile cache(folder.filePath("CMakeCache.txt"));
    QVERIFY(cache.open(QIODevice::WriteOnly));
    cache.write("USE_TENSORRT:BOOL=ON\nCMAKE_CXX_FLAGS:STRING=-march=native\n");
    cache.close();
    QCOMPARE(completed({ unset }, request, facts).size(), 1);
    // What CMake took from CXXFLAGS stands in its cache, and stays.
    const Fix append = fix("append", "append-flag", { { "name", "CMAKE_CXX_FLAGS" }, { "value", "-w" } });
    const QVector<Fix> appended = completed({ append }, request, facts);
    QVERIFY2(
        appended.first().changes.contains("CMAKE_CXX_FLAGS becomes -march=native -w (it is not set now)"),
        qPrintable(appended.first().changes.join(u'|')));
    // A variable that CMake read once is gone only when its cache is.
    request.configuration.setEnvironment({ "CXXFLAGS", "-march=native" });
    const QVector<Fix> without
        = completed({ fix("without", "unset-environment", { { "name", "CXXFLAGS" } }) }, request, facts);
    QVERIFY2(!without.isEmpty() && without.first().changes.join(u'|').contains("cleans "),
        without.isEmpty() ? "nothing" : qPrintable(without.first().changes.join(u'|')));
}

QTEST_GUILESS_MAIN(FixProposalsTest)
#include "FixProposalsTest.moc"
