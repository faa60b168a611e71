// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/BuildChoice.h"
#include "core/config/JobAdvice.h"
#include "core/config/RequestMaker.h"
#include "core/preflight/Preflight.h"
#include "core/preflight/PreflightRules.h"
#include "core/request/InheritedVariable.h"
#include "tests/support/Rows.h"
#include "tests/support/SetVariable.h"
#include "tests/support/TestFiles.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace torchmason;

namespace {

// A build of PyTorch on this machine.
struct Case {
    HostFacts facts;
    Profile profile;
    BuildRequest request;

    explicit Case(const QString& release)
    {
        facts.platform = hostPlatform();
        request.source.version = release;
    }
    BuildChoice choice() const { return chooseBuild(facts, profile, request); }
};

}

// What a build is given by the environment that this program was started in.
class InheritedOptionsTest : public QObject {
    Q_OBJECT

private slots:
    void countAsTheBuildTakesThem_data()
    {
        QTest::addColumn<QString>("release");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("inherited");
        QTest::addColumn<QString>("flag"); // empty: none
        QTest::addColumn<QString>("value"); // empty: not set
        QTest::addColumn<QString>("from");
        const QString archs = QStringLiteral("TORCH_CUDA_ARCH_LIST");
        newRow("taken by the tree", "2.14.0", "USE_CUDA", "0", "", "0", "environment");
        newRow("taken by the tree, over the flag", "2.14.0", "USE_CUDA", "0", "ON", "0", "environment");
        newRow("only setup.py would", "2.6.0", "USE_CUDA", "0", "", "", "");
        newRow("only setup.py would, with a flag", "2.6.0", "USE_CUDA", "0", "ON", "ON", "you");
        newRow("release not known", "", "USE_CUDA", "0", "", "", "");
        newRow("read by all releases", "2.6.0", archs, "8.6", "", "8.6", "environment");
        newRow("read by all releases, after the flag", "2.14.0", archs, "8.6", "12.0", "12.0", "you");
        const QString launcher = QStringLiteral("CMAKE_CXX_COMPILER_LAUNCHER");
        newRow("a launcher", "2.6.0", launcher, "sccache", "", "sccache", "environment");
        newRow("a launcher, after the flag", "2.14.0", launcher, "sccache", "ccache", "ccache", "you");
        newRow("empty", "2.14.0", "USE_CUDA", "", "", "", "");
        newRow("for front ends", "2.14.0", "USE_NINJA", "0", "", "", "");
        newRow("of no release any more", "2.14.0", "BUILD_CAFFE2", "1", "", "", "");
        newRow("a place on the machine", "2.14.0", "CUDA_HOME", "/opt/cuda", "", "", "");
    }
    void countAsTheBuildTakesThem()
    {
        QFETCH(const QString, release);
        QFETCH(const QString, name);
        QFETCH(const QString, inherited);
        QFETCH(const QString, flag);
        const SetVariable variable(name, inherited);
        Case build(release);
        if (!flag.isEmpty())
            build.request.configuration.setFlag({ name, flag, {}, ValueOrigin::User });
        const EffectiveValue found = build.choice().value(name);
        QTEST(found.value, "value");
        QTEST(found.from, "from");
        QCOMPARE(found.isVariable, found.from == QLatin1String("environment"));
    }

    void theConfigurationGoesFirst()
    {
        const QString name = QStringLiteral("USE_CUDA");
        const SetVariable variable(name, QStringLiteral("0"));
        Case build(QStringLiteral("2.14.0"));
        build.request.configuration.setEnvironment({ name, QStringLiteral("1"), ValueOrigin::User });
        QCOMPARE(build.choice().value(name).value, "1");
        build.request.configuration.setEnvironment({ name, std::nullopt, ValueOrigin::User });
        QVERIFY(!build.choice().value(name).isSet()); // taken out
    }

    void otherMachinesAndSamplesInheritNothing()
    {
        const QString name = QStringLiteral("USE_CUDA");
        const SetVariable variable(name, QStringLiteral("0"));
        Case build(QStringLiteral("2.14.0"));
        QVERIFY(build.choice().value(name).isSet());
        build.facts.isElsewhere = true;
        QVERIFY(!build.choice().value(name).isSet());
        build.facts.isElsewhere = false;
        build.request.source.kind = SourceKind::Sample;
        QVERIFY(!build.choice().value(name).isSet());
    }

    void buildsOfThePastInheritNothing()
    {
        const QString name = QStringLiteral("USE_CUDA");
        const SetVariable variable(name, QStringLiteral("0"));
        Case build(QStringLiteral("2.14.0"));
        const auto inPast
            = [&] { return chooseBuild(build.facts, build.profile, build.request, BuildTime::Past); };
        QVERIFY(!inPast().value(name).isSet());
        build.request.configuration.setEnvironment({ name, QStringLiteral("1"), ValueOrigin::User });
        QCOMPARE(inPast().value(name).value, "1"); // its own
    }

    // USE_CUDA=0 is an answer, not a missing one.
    void theRestOfTheChoiceFollows()
    {
        const SetVariable archs(QStringLiteral("TORCH_CUDA_ARCH_LIST"), QStringLiteral("8.6"));
        Case build(QStringLiteral("2.14.0"));
        {
            const SetVariable cuda(QStringLiteral("USE_CUDA"), std::nullopt);
            QCOMPARE(build.choice().archText, "8.6");
            QVERIFY(build.choice().usesCuda);
        }
        const SetVariable cuda(QStringLiteral("USE_CUDA"), QStringLiteral("0"));
        QVERIFY(!build.choice().usesCuda);
        build.request.configuration.setFlag(
            { QStringLiteral("USE_CUDA"), QStringLiteral("ON"), {}, ValueOrigin::User });
        QVERIFY(!build.choice().usesCuda);
    }

    // Jobs and rows of the machine ask a configuration.
    void aConfigurationIsAskedAsItIsTaken()
    {
        const QString name = QStringLiteral("USE_CUDA");
        const SetVariable variable(name, QStringLiteral("0"));
        const SetVariable archs(QStringLiteral("TORCH_CUDA_ARCH_LIST"), std::nullopt);
        const SetVariable most(QStringLiteral("MAX_JOBS"), std::nullopt);
        Case build(QStringLiteral("2.14.0"));
        build.facts.memoryTotal = 16 * gibibyte;
        build.facts.logicalCores = 64;
        build.request.configuration.setFlag({ name, QStringLiteral("ON"), {}, ValueOrigin::Profile });
        build.profile.source = build.request.source;
        build.profile.configuration = build.request.configuration;
        const Configuration taken = build.choice().taken();
        QCOMPARE(taken.flagValue(name), "0");
        QCOMPARE(
            chooseBuild(build.facts, build.profile, build.request, BuildTime::Past).taken().flagValue(name),
            "ON");
        const int jobs = adviseJobs(build.facts, taken).jobs;
        QVERIFY(jobs > adviseJobs(build.facts, build.request.configuration).jobs);
        const BuildRequest drafted = draftRequest(build.profile, build.facts, {}).request;
        QCOMPARE(drafted.jobsWithoutGate.value_or(0), jobs);
        QCOMPARE(drafted.configuration.flagValue(name), "ON"); // it goes on as it is
        const auto hasToolkit = [](const QVector<CheckRow>& rows) {
            return std::any_of(rows.begin(), rows.end(),
                [](const CheckRow& row) { return row.id == QLatin1String("cuda-toolkit"); });
        };
        QVERIFY(!hasToolkit(checkMachine(build.facts, build.profile, build.request)));
        const SetVariable on(name, QStringLiteral("1"));
        QVERIFY(hasToolkit(checkMachine(build.facts, build.profile, build.request)));
    }

    // Places on the machine are no options, but go before flags in the same way.
    void changedPlacesCount_data()
    {
        QTest::addColumn<QString>("release");
        QTest::addColumn<QString>("inherited");
        QTest::addColumn<bool>("isTakenOut");
        newRow("taken by the tree", "2.14.0", "CMAKE_CUDA_HOST_COMPILER", true);
        newRow("only setup.py would", "2.6.0", "CMAKE_CUDA_HOST_COMPILER", false);
        newRow("read where there is no flag", "2.14.0", "CUDAHOSTCXX", false);
    }
    void changedPlacesCount()
    {
        QFETCH(const QString, release);
        QFETCH(const QString, inherited);
        QFETCH(const bool, isTakenOut);
        const QString name = QStringLiteral("CMAKE_CUDA_HOST_COMPILER");
        const SetVariable none(name, std::nullopt);
        const SetVariable variable(inherited, QStringLiteral("/usr/bin/g++-15"));
        Case build(release);
        const auto takesOut = [&] {
            CheckRow row;
            row.changes = { setFlagChange(name, QStringLiteral("/usr/bin/g++-14")) };
            QVector<CheckRow> rows { row };
            takeOutVariablesOverFlags(build.choice(), rows);
            return rows.first().changes.first().steps.contains({ StepKind::UnsetEnvironment, name, {} });
        };
        QCOMPARE(takesOut(), isTakenOut);
        build.request.configuration.setEnvironment({ name, std::nullopt, ValueOrigin::User });
        QVERIFY(!takesOut()); // it is taken out already
        build.request.configuration.environment.clear();
        build.facts.isElsewhere = true;
        QVERIFY(!takesOut());
    }

    void aChosenProgramCounts_data()
    {
        QTest::addColumn<QString>("release");
        QTest::addColumn<QString>("program");
        QTest::addColumn<QString>("path");
        QTest::addColumn<QStringList>("takenOut");
        const QStringList both { QStringLiteral("CMAKE_CXX_COMPILER"), QStringLiteral("CMAKE_C_COMPILER") };
        newRow("compiler", "2.14.0", "cxx", "g++.exe", both);
        newRow("compiler of one language", "2.14.0", "cxx", "other.exe", both.first(1));
        newRow("only setup.py would", "2.6.0", "cxx", "g++.exe", QStringList());
        newRow("nvcc", "2.14.0", "nvcc", "nvcc.exe", QStringList { "CMAKE_CUDA_COMPILER" });
        newRow("no compiler", "2.14.0", "cmake", "cmake.exe", QStringList());
    }
    void aChosenProgramCounts()
    {
        QFETCH(const QString, release);
        QFETCH(const QString, program);
        QFETCH(const QString, path);
        const SetVariable cxx(QStringLiteral("CMAKE_CXX_COMPILER"), QStringLiteral("/in/c++"));
        const SetVariable c(QStringLiteral("CMAKE_C_COMPILER"), QStringLiteral("/in/cc"));
        const SetVariable cuda(QStringLiteral("CMAKE_CUDA_COMPILER"), QStringLiteral("/in/nvcc"));
        QTemporaryDir folder;
        const QString sister = folder.filePath(QStringLiteral("gcc.exe"));
        write(sister, "");
        QVERIFY(QFile::setPermissions(sister, QFile::ReadOwner | QFile::ExeOwner));
        CheckRow row;
        row.changes = { chooseChange(program, program, folder.filePath(path)) };
        QVector<CheckRow> rows { row };
        takeOutVariablesOverFlags(Case(release).choice(), rows);
        QStringList takenOut;
        for (const ChangeStep& step : rows.first().changes.first().steps) {
            if (step.kind == StepKind::UnsetEnvironment)
                takenOut << step.name;
        }
        QTEST(takenOut, "takenOut");
    }

    void theyAreReadOnceForAChoice()
    {
        const QString name = QStringLiteral("USE_CUDA");
        const Case build(QStringLiteral("2.14.0"));
        const auto choiceWith = [&](const QString& value) {
            const SetVariable variable(name, value);
            return build.choice();
        };
        const BuildChoice off = choiceWith(QStringLiteral("0"));
        const BuildChoice on = choiceWith(QStringLiteral("1"));
        QVERIFY(!off.isOn(name) && on.isOn(name));
    }

    void namesAreComparedAsTheSystemDoes()
    {
        const QMap<QString, QString> environment { { "use_Cuda", "0" }, { "cxxflags", "-O1" },
            { "CUDAToolkit_ROOT", "/cuda" }, { "BUILD_TEST", "1" }, { "Path", "/bin" } };
        QCOMPARE(buildVariables(environment, Platform::Windows),
            (QMap<QString, QString> { { "USE_CUDA", "0" }, { "CXXFLAGS", "-O1" },
                { "CUDAToolkit_ROOT", "/cuda" }, { "BUILD_TEST", "1" } }));
        QCOMPARE(buildVariables(environment, Platform::Linux),
            (QMap<QString, QString> { { "CUDAToolkit_ROOT", "/cuda" }, { "BUILD_TEST", "1" } }));
    }

    void theirSecretsAreNotShown()
    {
        const QString name = QStringLiteral("CMAKE_CXX_COMPILER_LAUNCHER");
        const SetVariable variable(name, QStringLiteral("run https://me:abcdefgh12345@host"));
        const Case build(QStringLiteral("2.14.0")); // the choice points into it
        const BuildChoice choice = build.choice();
        QVERIFY(choice.value(name).value.contains(QLatin1String("abcdefgh12345")));
        QVERIFY(!choice.shown(name).value.contains(QLatin1String("abcdefgh12345")));
        QCOMPARE(choice.shown(name).from, "environment");
    }
};

QTEST_GUILESS_MAIN(InheritedOptionsTest)
#include "InheritedOptionsTest.moc"
