// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/PythonChoice.h"
#include "core/config/BuildChoice.h"
#include "core/config/DetectionNeeds.h"
#include "core/config/JobAdvice.h"
#include "core/preflight/Preflight.h"
#include "core/solver/BuildCase.h"
#include "core/stages/StageMakers.h"
#include "tests/core/config/TwoPythons.h"
#include "tests/support/Rows.h"
#include "tests/support/TestFiles.h"

#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

namespace {

RequestWishes flagWish(const QString& path)
{
    RequestWishes wishes;
    wishes.configuration.flags = { { "Python_EXECUTABLE", path, {}, ValueOrigin::User } };
    return wishes;
}

// Everybody who asks for the Python of a build, of one request.
QStringList everybodysPython(const HostFacts& facts, const Profile& profile, const RequestWishes& wishes)
{
    const RequestDraft draft = draftRequest(profile, facts, wishes);
    const BuildRequest& request = draft.request;
    QStringList warnings;
    QStringList said { pythonProgram({ request, facts.platform, warnings }) };
    for (const QString& name : pythonFlagNames()) {
        if (const FlagValue* flag = request.configuration.flag(name))
            said << flag->value;
    }
    said.removeDuplicates();
    return said;
}

QStringList modulesRowPlace(const HostFacts& facts, const Profile& profile, const RequestWishes& wishes)
{
    QStringList places;
    for (const CheckRow& row : checkMachine(facts, profile, draftRequest(profile, facts, wishes).request)) {
        if (row.group == "python")
            places << row.where;
    }
    places.removeDuplicates();
    return places;
}

}

// One interpreter for checks, configuring, wheel and verifying, whoever names it.
class PythonChoiceTest : public QObject {
    Q_OBJECT

private slots:
    void theStrongestNames_data()
    {
        QTest::addColumn<QString>("ofProfile");
        QTest::addColumn<QString>("flag");
        QTest::addColumn<QString>("chosen");
        QTest::addColumn<QString>("expected");
        QTest::addColumn<QString>("from");
        newRow("found: what has the modules", "", "", "", "/usr/bin/python3", "found");
        newRow("profile", "/usr/bin/python3.12", "", "", "/usr/bin/python3.12", "profile");
        newRow("chosen over profile", "/usr/bin/python3", "", "/opt/py/bin/python3", "/opt/py/bin/python3",
            "you");
        newRow("flag over all", "/usr/bin/python3", "/usr/bin/python3.12", "/opt/py/bin/python3",
            "/usr/bin/python3.12", "you");
        newRow("placeholder", "${python}", "", "", "/usr/bin/python3", "found");
        newRow(
            "placeholder and chosen", "${python}", "", "/opt/py/bin/python3", "/opt/py/bin/python3", "you");
    }
    void theStrongestNames()
    {
        QFETCH(const QString, ofProfile);
        QFETCH(const QString, flag);
        QFETCH(const QString, chosen);
        QFETCH(const QString, expected);
        HostFacts facts = machine();
        if (!chosen.isEmpty())
            chooseProgram(facts, "python", chosen);
        const Profile profile = wheelProfile(ofProfile);
        const RequestWishes wishes = flag.isEmpty() ? RequestWishes() : flagWish(flag);
        QCOMPARE(everybodysPython(facts, profile, wishes), QStringList { expected });
        QCOMPARE(modulesRowPlace(facts, profile, wishes), QStringList { expected });
        const BuildRequest request = draftRequest(profile, facts, wishes).request;
        const PythonFacts* chosenFacts = chooseBuild(facts, profile, request).python;
        QVERIFY(chosenFacts);
        QCOMPARE(chosenFacts->path, expected);
        Configuration merged = profile.configuration;
        for (const FlagValue& one : wishes.configuration.flags)
            merged.setFlag(one);
        QTEST(choosePython(facts, profile.needs, merged).from, "from");
    }

    void anEnvironmentIsMadeOfIt()
    {
        const HostFacts facts = machine();
        const BuildRequest request
            = draftRequest(wheelProfile("/usr/bin/python3.12"), facts, venvWish()).request;
        QCOMPARE(request.python.base, QStringLiteral("/usr/bin/python3.12"));
        const QString made = request.buildFolder + "-venv/bin/python";
        QCOMPARE(
            everybodysPython(facts, wheelProfile("/usr/bin/python3.12"), venvWish()), QStringList { made });
        QCOMPARE(modulesRowPlace(facts, wheelProfile("/usr/bin/python3.12"), venvWish()),
            QStringList { "/usr/bin/python3.12" });
        // A later choice moves both.
        BuildRequest moved = request;
        QVERIFY(settlePython(moved, "/usr/bin/python3", Platform::Linux, ValueOrigin::Fix));
        QCOMPARE(moved.python.base, QStringLiteral("/usr/bin/python3"));
        QCOMPARE(moved.configuration.flagValue("Python_EXECUTABLE"), made);
        QVERIFY(!settlePython(moved, "/usr/bin/python3", Platform::Linux, ValueOrigin::Fix));
    }

    void aFlagNamesTheBaseOfAnEnvironment()
    {
        HostFacts facts = machine();
        chooseProgram(facts, "python", "/opt/py/bin/python3");
        RequestWishes wishes = venvWish();
        wishes.configuration.flags = flagWish("/usr/bin/python3.12").configuration.flags;
        const BuildRequest request = draftRequest(wheelProfile(), facts, wishes).request;
        QCOMPARE(request.python.base, QStringLiteral("/usr/bin/python3.12"));
        QCOMPARE(request.configuration.flagValue("Python_EXECUTABLE"),
            request.python.interpreter(Platform::Linux));
        QCOMPARE(modulesRowPlace(facts, wheelProfile(), wishes), QStringList { "/usr/bin/python3.12" });
    }

    void aFlagThatNobodyLookedAtIsUnknown()
    {
        const HostFacts facts = machine();
        const RequestWishes wishes = flagWish("/elsewhere/python");
        QCOMPARE(everybodysPython(facts, wheelProfile(), wishes), QStringList { "/elsewhere/python" });
        const auto rows
            = checkMachine(facts, wheelProfile(), draftRequest(wheelProfile(), facts, wishes).request);
        for (const CheckRow& row : rows) {
            if (row.id != "python")
                continue;
            QVERIFY(row.state == CheckState::Unknown);
            QCOMPARE(row.where, QStringLiteral("/elsewhere/python"));
        }
        QVERIFY(
            !chooseBuild(facts, wheelProfile(), draftRequest(wheelProfile(), facts, wishes).request).python);
    }

    void aFlagThatNamesNothingHereFails()
    {
        HostFacts facts = machine();
        facts.platform = hostPlatform();
        facts.isElsewhere = false;
        Profile profile = wheelProfile();
        profile.platforms = { hostPlatform() };
        const auto stateOf = [&](const QString& path) {
            const BuildRequest request = draftRequest(profile, facts, flagWish(path)).request;
            for (const CheckRow& row : checkMachine(facts, profile, request)) {
                if (row.id == "python" && row.where == path)
                    return checkStateId(row.state);
            }
            return QString();
        };
        const QString self = QCoreApplication::applicationFilePath(); // some file that is there
        QCOMPARE(stateOf(self), QStringLiteral("unknown"));
        QCOMPARE(stateOf(self + "-not"), QStringLiteral("fail"));
        QCOMPARE(stateOf("no-such-python"), QStringLiteral("fail"));
        facts.isElsewhere = true;
        QCOMPARE(stateOf(self + "-not"), QStringLiteral("unknown"));
        facts.isElsewhere = false;
        profile.platforms.clear(); // of another system
        QCOMPARE(stateOf(self + "-not"), QStringLiteral("unknown"));
    }

    void namesInFlagsBecomePaths()
    {
        QTemporaryDir folder;
        const QString name = hostPlatform() == Platform::Windows ? "some-python.exe" : "some-python";
        const QString path = QDir(folder.path()).filePath(name);
        write(path, "x");
        QVERIFY(QFile::setPermissions(path, QFileDevice::ReadOwner | QFileDevice::ExeOwner));
        const QByteArray before = qgetenv("PATH");
        const auto restore = qScopeGuard([&] { qputenv("PATH", before); });
        qputenv("PATH", QFile::encodeName(folder.path()));
        HostFacts facts = machine();
        Configuration asked;
        asked.flags = flagWish("some-python").configuration.flags;
        QCOMPARE(choosePython(facts, {}, asked).path, QString("some-python"));
        facts.platform = hostPlatform();
        facts.isElsewhere = false;
        facts.pythons = { python(path, "3.12.1") };
        const PythonChoice choice = choosePython(facts, {}, asked);
        QCOMPARE(choice.path, path);
        QVERIFY(choice.facts);
        const BuildRequest request = draftRequest(wheelProfile(), facts, flagWish("some-python")).request;
        QCOMPARE(request.configuration.flagValue("Python_EXECUTABLE"), path);
        QCOMPARE(detectionFor(wheelProfile(), flagWish("some-python")).pythons, QStringList { path });
        QCOMPARE(wholePythonPath("venv/bin/python"), QDir::current().absoluteFilePath("venv/bin/python"));
        QCOMPARE(wholePythonPath("C:/venv/python.exe"), QString("C:/venv/python.exe"));
        QCOMPARE(wholePythonPath("no-such-python"), QString("no-such-python"));
    }

    void projectsWithoutPythonAreLeftAlone()
    {
        Profile profile = wheelProfile();
        profile.needs.python = false;
        const BuildRequest request = draftRequest(profile, machine(), {}).request;
        QVERIFY(request.python.base.isEmpty());
        QVERIFY(!request.configuration.flag("Python_EXECUTABLE"));
    }

    // It packs and verifies, though the profile needs none.
    void aChosenPythonIsTakenAllTheSame()
    {
        const QString chosen = "/usr/bin/python3.12";
        Profile profile = wheelProfile();
        profile.needs.python = false;
        HostFacts facts = machine();
        chooseProgram(facts, "python", chosen);
        QCOMPARE(everybodysPython(facts, profile, {}), QStringList { chosen });
        profile.backend = "cmake";
        profile.source.kind = SourceKind::Sample; // which runs none
        QVERIFY(draftRequest(profile, facts, {}).request.python.base.isEmpty());
        RequestWishes packs; // its copy with a setup.py
        packs.backend = "wheel";
        QCOMPARE(everybodysPython(facts, profile, packs), QStringList { chosen });
    }

    void choicesReachRetries()
    {
        const BuildRequest request = draftRequest(wheelProfile("/usr/bin/python3"), machine(), {}).request;
        QCOMPARE(buildRequestFromJson(toJson(request), "request")->python, request.python);
        QVERIFY(pythonOf(machine(), request));
        QCOMPARE(pythonOf(machine(), request)->version, QStringLiteral("3.11.2"));
    }

    void namedProgramsAreLookedAt()
    {
        Profile profile = wheelProfile("/opt/py312/bin/python");
        profile.configuration.setFlag({ "CMAKE_CXX_COMPILER", "${cxx}", {}, ValueOrigin::Profile });
        RequestWishes wishes = flagWish("/mine/bin/python");
        wishes.configuration.flags.append({ "CUDA_HOST_COMPILER", "g++-13", {}, ValueOrigin::User });
        wishes.programs = { { "cmake", "/opt/cmake/bin/cmake" } };
        wishes.buildFolder = "/b";
        const DetectionWishes look = detectionFor(profile, wishes);
        QCOMPARE(look.pythons, QStringList({ "/opt/py312/bin/python", "/mine/bin/python" }));
        QCOMPARE(look.compilers, QStringList { "g++-13" });
        QCOMPARE(look.overrides, wishes.programs);
        QCOMPARE(look.buildFolder, QStringLiteral("/b"));
        // What stands for something that is found is no name.
        QVERIFY(detectionFor(wheelProfile("${python}"), {}).pythons.isEmpty());
    }

    void retriesLookForTheSamePrograms()
    {
        HostFacts facts = machine();
        facts.platform = hostPlatform(); // it is done again here
        facts.tools = { { "cmake", "/opt/cmake/bin/cmake", "3.31.0", chosenByUser() },
            { "ninja", "/usr/bin/ninja", "1.11.1", "ninja --version" } };
        RequestWishes wishes = venvWish();
        wishes.sourceFolder = "/s";
        wishes.buildFolder = "/b";
        wishes.configuration.flags = { { "CMAKE_CXX_COMPILER", "/opt/gcc/bin/g++", {}, ValueOrigin::User } };
        BuildRequest request = draftRequest(wheelProfile("/usr/bin/python3.12"), facts, wishes).request;
        const DetectionWishes look = detectionForRetry(request);
        QCOMPARE(look.overrides, (QMap<QString, QString> { { "cmake", "/opt/cmake/bin/cmake" } }));
        QCOMPARE(look.sourceFolder, request.sourceFolder);
        QCOMPARE(look.buildFolder, request.buildFolder);
        QCOMPARE(
            look.pythons, QStringList { "/usr/bin/python3.12" }); // not the environment that is made of it
        QCOMPARE(look.compilers, QStringList { "/opt/gcc/bin/g++" });
        RequestWishes anew; // what a retry is told besides
        anew.configuration.flags = flagWish("/mine/bin/python").configuration.flags;
        anew.configuration.flags.append(
            { "CMAKE_CXX_COMPILER", "/opt/clang/bin/clang++", {}, ValueOrigin::User });
        anew.programs = { { "cmake", "/mine/cmake" } };
        const DetectionWishes again = detectionForRetry(request, anew);
        QCOMPARE(again.overrides, anew.programs);
        QCOMPARE(again.pythons, QStringList({ "/usr/bin/python3.12", "/mine/bin/python" }));
        QCOMPARE(again.compilers, QStringList({ "/opt/gcc/bin/g++", "/opt/clang/bin/clang++" }));
        chooseProgram(facts, "python", "/usr/bin/python3");
        request.hostFacts = toJson(facts);
        QCOMPARE(detectionForRetry(request).overrides.value("python"), QStringLiteral("/usr/bin/python3"));
        // Requests of earlier versions tell neither machine nor Python.
        BuildRequest old;
        old.buildFolder = "/b";
        QVERIFY(detectionForRetry(old).overrides.isEmpty());
        QVERIFY(detectionForRetry(old).pythons.isEmpty());
    }

    void maxJobsCounts_data()
    {
        QTest::addColumn<QString>("value");
        QTest::addColumn<int>("asked");
        QTest::addColumn<int>("expected");
        newRow("as it says", "3", 0, 3);
        newRow("more than cores, too", "12", 0, 12);
        newRow("--jobs goes before", "3", 5, 5);
        newRow("no number", "banana", 0, 8);
        newRow("none", "0", 0, 8);
    }
    void maxJobsCounts()
    {
        QFETCH(const QString, value);
        QFETCH(const int, asked);
        QFETCH(const int, expected);
        RequestWishes wishes;
        wishes.configuration.environment = { { "MAX_JOBS", value, ValueOrigin::User } };
        if (asked > 0)
            wishes.jobs = asked;
        const BuildRequest request = draftRequest(wheelProfile(), machine(), wishes).request;
        QCOMPARE(request.jobs.value_or(0), expected);
        // Our own environment counts for builds here alone.
        const auto restore = qScopeGuard([] { qunsetenv("MAX_JOBS"); });
        qputenv("MAX_JOBS", "4");
        HostFacts here = machine();
        here.isElsewhere = false;
        here.platform = hostPlatform();
        QCOMPARE(maxJobsOf({}, here), std::optional(4));
        QCOMPARE(maxJobsOf({}, machine()), std::optional<int>());
    }

    void tagsNeedGit()
    {
        Profile profile = wheelProfile();
        RequestWishes wishes;
        wishes.tag = "v2.7.0";
        QVERIFY(makeRequest(profile, machine(), wishes));
        profile.source.kind = SourceKind::DebianSource;
        profile.source.package = "pytorch=2.6.0+dfsg-7";
        const auto refused = makeRequest(profile, machine(), wishes);
        QVERIFY(!refused);
        QVERIFY2(refused.error().message.contains("v2.7.0 cannot be fetched"),
            qPrintable(refused.error().message));
    }
};

QTEST_GUILESS_MAIN(PythonChoiceTest)
#include "PythonChoiceTest.moc"
