// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preflight/Preflight.h"
#include "core/solver/BuildCase.h"
#include "core/solver/Solver.h"
#include "tests/core/config/TwoPythons.h"
#include "tests/support/Rows.h"

#include <QTest>

using namespace torchmason;

namespace {

HostFacts withoutNumpy()
{
    HostFacts facts = machine();
    for (PythonFacts& one : facts.pythons)
        one.modules.removeAll("numpy");
    return facts;
}

}

// The modules that a build needs of its Python, and NumPy among them.
class PythonModulesTest : public QObject {
    Q_OBJECT

private slots:
    void modulesFollowTheBackend_data()
    {
        QTest::addColumn<QString>("tag");
        QTest::addColumn<QString>("backend");
        QTest::addColumn<QString>("needed");
        newRow("setup.py asks for no build", "v2.6.0", "wheel", "yaml, typing_extensions, setuptools, wheel");
        newRow("2.14", "v2.14.0", "wheel",
            "yaml, typing_extensions, scikit_build_core, build, packaging, six, numpy");
        newRow("libraries only", "v2.6.0", "cmake", "yaml, typing_extensions");
    }
    void modulesFollowTheBackend()
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

    void missingModulesAreNamed()
    {
        HostFacts facts = machine();
        for (PythonFacts& python : facts.pythons)
            python.modules = { "yaml", "setuptools" };
        for (const CheckRow& row : checkMachine(facts, wheelProfile(), {})) {
            if (row.id != "python-modules")
                continue;
            QVERIFY(row.state == CheckState::Fail);
            QVERIFY2(row.found.startsWith("missing "), qPrintable(row.found));
            QVERIFY(!row.found.contains("yaml") && row.found.contains("typing_extensions"));
            return;
        }
        QFAIL("no row about modules");
    }

    void numpyThatIsSwitchedOffIsNotNeeded_data()
    {
        QTest::addColumn<QString>("tag");
        QTest::addColumn<QString>("flag");
        QTest::addColumn<QString>("variable");
        QTest::addColumn<bool>("isModule");
        QTest::addColumn<bool>("isTold");
        newRow("2.14", "v2.14.0", "", "", true, false); // said once
        newRow("2.14, off", "v2.14.0", "OFF", "", false, false);
        newRow("2.14, the variable wins", "v2.14.0", "ON", "0", false, false);
        newRow("2.14, switched on by it", "v2.14.0", "OFF", "1", true, false);
        newRow("2.6, the flag wins", "v2.6.0", "OFF", "1", false, false);
        newRow("2.6, the variable alone", "v2.6.0", "", "0", false, true);
    }
    void numpyThatIsSwitchedOffIsNotNeeded()
    {
        QFETCH(const QString, tag);
        QFETCH(const QString, flag);
        QFETCH(const QString, variable);
        const HostFacts facts = withoutNumpy();
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
        for (const CheckRow& row :
            checkMachine(facts, profile, draftRequest(profile, facts, wishes).request)) {
            isModule = isModule || (row.id == "python-modules" && row.need.contains("numpy"));
            isTold = isTold || row.id == "python-numpy";
        }
        QTEST(isModule, "isModule");
        QTEST(isTold, "isTold");
    }

    void missingNumpyIsTold()
    {
        const HostFacts facts = withoutNumpy();
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

    void anOwnEnvironmentIsAChange()
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
};

QTEST_GUILESS_MAIN(PythonModulesTest)
#include "PythonModulesTest.moc"
