// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/PythonChoice.h"
#include "core/config/BuildChoice.h"
#include "core/config/DetectionNeeds.h"
#include "core/config/JobAdvice.h"
#include "core/preflight/Preflight.h"
#include "core/solver/BuildCase.h"
#include "core/solver/Solver.h"
#include "core/stages/StageMakers.h"
#include "tests/support/Rows.h"
#include "tests/support/TestFiles.h"

#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

namespace {

PythonFacts python(const QString& path, const QString& version, const QString& kind = "system")
{
    PythonFacts facts;
    facts.path = path;
    facts.version = version;
    facts.kind = kind;
    facts.modules = QStringList { "yaml", "typing_extensions", "setuptools", "wheel", "numpy" };
    return facts;
}

// PATH leads to /opt/py, which has nothing; the system's has all.
HostFacts machine()
{
    HostFacts facts;
    facts.osName = "Debian";
    facts.isElsewhere = true;
    facts.platform = Platform::Linux;
    facts.logicalCores = 8;
    facts.memoryTotal = facts.memoryAvailable = 32 * gibibyte;
    PythonFacts first = python("/opt/py/bin/python3", "3.11.7");
    first.modules.clear();
    first.isDefault = true;
    facts.pythons = { first, python("/usr/bin/python3", "3.11.2"), python("/usr/bin/python3.12", "3.12.1") };
    return facts;
}

Profile wheelProfile(const QString& named = {})
{
    Profile profile;
    profile.id = "p";
    profile.platforms = { Platform::Linux };
    profile.source.kind = SourceKind::Git;
    profile.source.url = "https://example.org/x.git";
    profile.source.tag = "v2.6.0";
    profile.source.version = "2.6.0";
    profile.needs.python = true;
    profile.needs.pythonMinimum = "3.9";
    profile.backend = "wheel";
    if (!named.isEmpty()) {
        profile.configuration.setFlag({ "PYTHON_EXECUTABLE", named, "FILEPATH", ValueOrigin::Profile });
        profile.configuration.setFlag({ "Python_EXECUTABLE", named, "FILEPATH", ValueOrigin::Profile });
    }
    return profile;
}

RequestWishes flagWish(const QString& path)
{
    RequestWishes wishes;
    wishes.configuration.flags = { { "Python_EXECUTABLE", path, {}, ValueOrigin::User } };
    return wishes;
}

RequestWishes venvWish()
{
    RequestWishes wishes;
    wishes.venv = true;
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

class PythonModulesTest : public QObject {
    Q_OBJECT

private slots:
    void modulesFollowTheBackend_data();
    void modulesFollowTheBackend();
    void numpyThatIsSwitchedOffIsNotNeeded_data();
    void numpyThatIsSwitchedOffIsNotNeeded();
    void missingNumpyIsTold();
    void anOwnEnvironmentIsAChange();
};

void PythonModulesTest::modulesFollowTheBackend_data()
{
    QTest::addColumn<QString>("tag");
    QTest::addColumn<QString>("backend");
    QTest::addColumn<QString>("needed");
    newRow("setup.py asks for no build", "v2.6.0", "wheel", "yaml, typing_extensions, setuptools, wheel");
    newRow("2.14", "v2.14.0", "wheel",
        "yaml, typing_extensions, scikit_build_core, build, packaging, six, numpy");
    newRow("libraries only", "v2.6.0", "cmake", "yaml, typing_extensions");
}

void PythonModulesTest::modulesFollowTheBackend()
{
    QFETCH(const QString, tag);
    QFETCH(const QString, backend);
    Profile profile = wheelProfile();
    profile.source.tag = tag;
    profile.source.version.clear();
    profile.backend = backend;
    for (const CheckRow& row :
        checkMachine(machine(), profile, draftRequest(profile, machine(), {}).request)) {
        if (row.id == "python-modules")
            QTEST(row.need, "needed");
    }
}

void PythonModulesTest::numpyThatIsSwitchedOffIsNotNeeded_data()
{
    QTest::addColumn<QString>("tag");
    QTest::addColumn<QString>("flag");
    QTest::addColumn<QString>("variable");
    QTest::addColumn<bool>("isModule");
    QTest::addColumn<bool>("isTold");
    newRow("2.14", "v2.14.0", "", "", true, true);
    newRow("2.14, off", "v2.14.0", "OFF", "", false, false);
    newRow("2.14, the variable wins", "v2.14.0", "ON", "0", false, false);
    newRow("2.14, switched on by it", "v2.14.0", "OFF", "1", true, true);
    newRow("2.6, the flag wins", "v2.6.0", "OFF", "1", false, false);
    newRow("2.6, the variable alone", "v2.6.0", "", "0", false, true);
}

void PythonModulesTest::numpyThatIsSwitchedOffIsNotNeeded()
{
    QFETCH(const QString, tag);
    QFETCH(const QString, flag);
    QFETCH(const QString, variable);
    HostFacts facts = machine();
    for (PythonFacts& one : facts.pythons)
        one.modules.removeAll("numpy");
    Profile profile = wheelProfile();
    profile.source.tag = tag;
    profile.source.version.clear();
    RequestWishes wishes;
    if (!flag.isEmpty())
        wishes.configuration.flags = { { "USE_NUMPY", flag, "BOOL", ValueOrigin::User } };
    if (!variable.isEmpty())
        wishes.configuration.environment = { { "USE_NUMPY", variable, ValueOrigin::User } };
    bool isModule = false;
    bool isTold = false;
    for (const CheckRow& row : checkMachine(facts, profile, draftRequest(profile, facts, wishes).request)) {
        isModule = isModule || (row.id == "python-modules" && row.need.contains("numpy"));
        isTold = isTold || row.id == "python-numpy";
    }
    QTEST(isModule, "isModule");
    QTEST(isTold, "isTold");
}

void PythonModulesTest::missingNumpyIsTold()
{
    HostFacts facts = machine();
    for (PythonFacts& one : facts.pythons)
        one.modules.removeAll("numpy");
    const auto numpyRow = [&](const RequestWishes& wishes) {
        const Solution solution = solve({ facts, wheelProfile(), wishes });
        for (const CheckRow& row : solution.rows) {
            if (row.id == "python-numpy")
                return std::optional(row);
        }
        return std::optional<CheckRow>();
    };
    const auto row = numpyRow({});
    QVERIFY(row);
    QVERIFY(row->state == CheckState::Warning);
    QCOMPARE(row->where, QStringLiteral("/usr/bin/python3"));
    QVERIFY(row->changes.size() >= 2); // each was tried
    RequestWishes wishes;
    wishes.configuration.flags = { { "USE_NUMPY", "ON", "BOOL", ValueOrigin::User } };
    QVERIFY(numpyRow(wishes)->state == CheckState::Fail);
    wishes.configuration.flags = { { "USE_NUMPY", "OFF", "BOOL", ValueOrigin::User } };
    QVERIFY(!numpyRow(wishes));
    QVERIFY(!numpyRow(venvWish()));
}

void PythonModulesTest::anOwnEnvironmentIsAChange()
{
    HostFacts facts = machine();
    for (PythonFacts& one : facts.pythons)
        one.modules.clear();
    const Solution solution = solve({ facts, wheelProfile(), {} });
    QVERIFY(!solution.plan.isEmpty());
    QCOMPARE(commandLineOf(solution.plan.first()), QStringList { "--venv" });
    // What the button and the command line do is what was tried.
    const BuildCase tried = changed({ facts, wheelProfile(), {} }, solution.plan.first());
    QCOMPARE(draftRequest(tried.profile, tried.facts, tried.wishes).request.python,
        draftRequest(wheelProfile(), facts, venvWish()).request.python);
}

QTEST_GUILESS_MAIN(PythonModulesTest)
#include "PythonModulesTest.moc"
