// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/HelperModes.h"
#include "core/export/ScriptSteps.h"
#include "core/stages/StageMakers.h"
#include "tests/core/stages/PlannedStages.h"
#include "tests/support/Rows.h"

#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

using Change = void (*)(BuildRequest&);

namespace {

// CMake's own, between our steps.
Command configureCommand(const StagePlan& plan)
{
    for (const Command& command : stageOf(plan, "configure")->commands) {
        if (command.arguments.contains("-G"))
            return command;
    }
    return {};
}

}

QString sourceText(const QString& path)
{
    QFile file(QStringLiteral(TORCHMASON_SOURCE "/") + path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

class StagePlanTest : public QObject {
    Q_OBJECT

private slots:
    void everyStageIsDescribed()
    {
        const QString header = sourceText("core/request/StageCatalogue.h");
        const QString kinds = header.section("enum class StageKind {", 1).section('}', 0, 0);
        QCOMPARE(kinds.count(','), std::size(stageCatalogue));
        QCOMPARE(std::size(stageMakers), std::size(stageCatalogue));
        QSet<QString> ids;
        for (const StageFacts& facts : stageCatalogue) {
            ids.insert(facts.id);
            QVERIFY(QByteArray(facts.title).size() > 0 && QByteArray(facts.verb).size() > 0);
            QVERIFY(stageKindFromId(facts.id) == facts.kind);
            QCOMPARE(std::count_if(std::begin(stageMakers), std::end(stageMakers),
                         [&](const auto& row) { return row.first == facts.kind; }),
                1);
        }
        QCOMPARE(size_t(ids.size()), std::size(stageCatalogue));
        QVERIFY(!stageKindFromId("complie") && !stageKindFromId({}));
    }

    void documentsNameEveryStage_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("begin"); // of the list, which a full stop or a bracket ends
        newRow("man page", "packaging/linux/man/torchmason-cli.1", "Begin here:");
        newRow("help", "docs/cli.md", "begin here:");
        newRow("stages", "docs/stages.md", "The stages are");
        newRow("glossary", "docs/glossary.md", "A part of a build:");
    }
    void documentsNameEveryStage()
    {
        QFETCH(QString, path);
        QFETCH(QString, begin);
        const QString list
            = sourceText(path).section(begin, 1, 1).section(QRegularExpression("[.(]\\s|\\(|\\.Pq"), 0, 0);
        QStringList named;
        for (auto word = QRegularExpression("[a-z]+").globalMatch(list); word.hasNext();)
            named << word.next().captured();
        named.removeIf([](const QString& word) { return !stageKindFromId(word); });
        QCOMPARE(named, allStages());
    }

    void flagsArePassedInOrderWithTypes()
    {
        const auto plan = makeStagePlan(plainRequest(), Platform::Linux);
        const Command command = configureCommand(*plan);
        QCOMPARE(command.program, QString("cmake"));
        QCOMPARE(command.arguments,
            QStringList({ "-G", "Ninja", "-S", "/src/pytorch", "-B", "/build/pytorch", "-DUSE_CUDA:BOOL=OFF",
                "-DCMAKE_BUILD_TYPE=Release" }));
        QStringList environment;
        for (const EnvironmentValue& value : command.environment)
            environment << value.name + '=' + value.value.value_or("(unset)");
        QCOMPARE(environment, QStringList({ "LANGUAGE=en", "CC=gcc-12", "CUDA_HOME=(unset)" }));
    }

    // With the real CMake, because what -U takes out is CMake's business.
    void unsetFlagsLeaveTheCache()
    {
        BuildRequest request = plainRequest();
        request.configuration.unsetFlags = QStringList { "CUDNN_ROOT" };
        const auto plan = makeStagePlan(request, Platform::Linux);
        const Command command = configureCommand(*plan);
        QVERIFY(command.arguments.contains("-UCUDNN_ROOT"));
        QVERIFY(commandText(command, Platform::Linux).contains("-UCUDNN_ROOT"));
        QVERIFY(stageOf(*plan, "configure")->fingerprint
            != stageOf(*makeStagePlan(plainRequest(), Platform::Linux), "configure")->fingerprint);

        if (QStandardPaths::findExecutable("cmake").isEmpty()
            || QStandardPaths::findExecutable("ninja").isEmpty())
            QSKIP("cmake and ninja are needed.");
        QTemporaryDir folder;
        QFile project(folder.filePath("CMakeLists.txt"));
        QVERIFY(project.open(QIODevice::WriteOnly));
        project.write("cmake_minimum_required(VERSION 3.16)\nproject(x NONE)\n"
                      "message(\"a=${CUDNN_ROOT}, b=${MY_CUDNN_ROOT}, c=${USE_CUDA}\")\n");
        project.close();
        const auto configure = [&](Configuration configuration) {
            BuildRequest own = plainRequest();
            own.sourceFolder = folder.path();
            own.buildFolder = folder.filePath("build");
            own.configuration = std::move(configuration);
            const auto ownPlan = makeStagePlan(own, hostPlatform());
            QProcess process;
            process.setProcessChannelMode(QProcess::MergedChannels);
            process.start("cmake", configureCommand(*ownPlan).arguments);
            process.waitForFinished(-1);
            return QString::fromUtf8(process.readAll());
        };
        Configuration configuration;
        configuration.flags = { { "CUDNN_ROOT", "1", {}, ValueOrigin::User },
            { "MY_CUDNN_ROOT", "2", {}, ValueOrigin::User }, { "USE_CUDA", "3", {}, ValueOrigin::User } };
        QString output = configure(configuration);
        QVERIFY2(output.contains("a=1, b=2, c=3\n"), qPrintable(output));
        configuration.removeFlag("MY_CUDNN_ROOT");
        configuration.unsetFlag("CUDNN_ROOT");
        output = configure(configuration);
        QVERIFY2(output.contains("a=, b=2, c=3\n"), qPrintable(output));
    }

    void unsetFlagsAreExactNames_data()
    {
        QTest::addColumn<bool>("isGood");
        for (const char* name : { "CUDNN_ROOT", "a.b-c", "ns::x", "X+Y" })
            newRow(name, true);
        for (const char* name : { "", "*", "CUDNN_*", "A?", "[AB]", "A B", "A\\*" })
            newRow(name, false);
    }
    void unsetFlagsAreExactNames()
    {
        BuildRequest request = plainRequest();
        request.configuration.unsetFlags = QStringList { QString(QTest::currentDataTag()) };
        const auto plan = makeStagePlan(request, Platform::Linux);
        QTEST(plan.ok(), "isGood");
        QVERIFY(plan.ok() || plan.error().message.contains("exact name"));
    }

    // One flag says where to, however it came into the request.
    void theFlagSaysWhereToInstall()
    {
        BuildRequest request = plainRequest();
        request.configuration.setFlag({ "CMAKE_INSTALL_PREFIX", "/x", {}, ValueOrigin::Fix });
        const auto plan = makeStagePlan(request, Platform::Linux);
        const Stage* install = stageOf(*plan, "install");
        QVERIFY(!install->skipped);
        QCOMPARE(install->commands.first().arguments,
            QStringList({ "--install", "/build/pytorch", "--prefix", "/x" }));
        QVERIFY(configureCommand(*plan).arguments.contains("-DCMAKE_INSTALL_PREFIX=/x"));
        request.configuration.unsetFlag("CMAKE_INSTALL_PREFIX");
        QVERIFY(stageOf(*makeStagePlan(request, Platform::Linux), "install")->skipped);
    }

    void ninjaGetsJobsTargetsAndOurStatus()
    {
        const auto plan = makeStagePlan(plainRequest(), Platform::Linux);
        const Command command = stageOf(*plan, "compile")->commands.first();
        QCOMPARE(command.program, QString("ninja"));
        QCOMPARE(command.arguments, QStringList({ "-C", "/build/pytorch", "-j", "2", "c10" }));
        QCOMPARE(command.environment.last().name, QString("NINJA_STATUS"));
        QCOMPARE(command.environment.last().value, std::optional<QString>("[%f/%t|%r|%e] "));
    }

    void otherGeneratorsGoThroughCMake()
    {
        BuildRequest request = plainRequest();
        request.sourceFolder = "C:/src/pytorch";
        request.buildFolder = "C:\\build";
        request.generator = "Visual Studio 17 2022";
        const auto plan = makeStagePlan(request, Platform::Windows);
        QVERIFY2(plan.ok(), plan.ok() ? "" : qPrintable(plan.error().message));
        const Command command = stageOf(*plan, "compile")->commands.first();
        QCOMPARE(command.arguments,
            QStringList(
                { "--build", "C:\\build", "--config", "Release", "--parallel", "2", "--target", "c10" }));
    }

    void toolsComeFromTheFacts()
    {
        BuildRequest request = plainRequest();
        request.hostFacts
            = Json::parse(R"({"platform":"linux","tools":[{"name":"cmake","path":"/opt/cmake"},7,
        {"name":"ninja","path":"/opt/ninja"}]})");
        const auto plan = makeStagePlan(request, Platform::Linux);
        QCOMPARE(configureCommand(*plan).program, QString("/opt/cmake"));
        QCOMPARE(stageOf(*plan, "compile")->commands.first().program, QString("/opt/ninja"));
        QVERIFY(configureCommand(*plan).arguments.contains("-DCMAKE_MAKE_PROGRAM:FILEPATH=/opt/ninja"));
    }

    void factsOfAnotherPlatformAreLeftAlone()
    {
        BuildRequest request = plainRequest();
        request.hostFacts
            = Json::parse(R"({"platform":"windows","tools":[{"name":"cmake","path":"C:/cmake.exe"}]})");
        const auto plan = makeStagePlan(request, Platform::Linux);
        QCOMPARE(configureCommand(*plan).program, QString("cmake"));
    }

    void fingerprintFollowsTheInputs()
    {
        const auto print = [](const BuildRequest& request, const char* id) {
            return stageOf(*makeStagePlan(request, Platform::Linux), QString(id))->fingerprint;
        };
        const BuildRequest before = plainRequest();
        BuildRequest after = before;
        QCOMPARE(print(before, "configure"), print(after, "configure"));
        QCOMPARE(print(before, "configure").size(), 64);
        after.configuration.setFlag({ "USE_CUDA", "ON", {}, ValueOrigin::User });
        QVERIFY(print(before, "configure") != print(after, "configure"));
        QCOMPARE(print(before, "compile"), print(after, "compile"));
        after.configuration.setEnvironment({ "CC", QString(), ValueOrigin::User });
        BuildRequest unset = after;
        unset.configuration.setEnvironment({ "CC", std::nullopt, ValueOrigin::User });
        QVERIFY(print(after, "compile") != print(unset, "compile")); // empty is not unset
    }

    void patchesAreAStage()
    {
        BuildRequest request = plainRequest();
        QVERIFY(!stageOf(*makeStagePlan(request, Platform::Linux), "patch"));
        request.patches = { { "a.py", "x", "y", "because", {} } };
        auto plan = makeStagePlan(request, Platform::Linux);
        const Stage* patch = stageOf(*plan, "patch");
        QVERIFY(patch);
        QCOMPARE(patch->after, QStringList { "fetch" });
        QVERIFY(stageOf(*plan, "configure")->after.contains("patch"));
        const QString before = patch->fingerprint;
        request.patches[0].replace = "z";
        plan = makeStagePlan(request, Platform::Linux);
        QVERIFY(stageOf(*plan, "patch")->fingerprint != before);

        QVERIFY(stageOf(*plan, "patch")->commands[0].arguments.contains("${attempt}"));
        fillAttemptFolder(plan.value(), "/data/attempts/0007");
        QVERIFY(stageOf(*plan, "patch")->commands[0].arguments.contains("/data/attempts/0007"));
        request.fromStage = "configure";
        QVERIFY(stageOf(*makeStagePlan(request, Platform::Linux), "patch")->skipped);
        request.fromStage = "patch";
        QVERIFY(stageOf(*makeStagePlan(request, Platform::Linux), "fetch")->skipped);
    }

    void helperStepsAreModes_data()
    {
        QTest::addColumn<Change>("change");
        newRow("git with a wheel, a venv and an install", Change([](BuildRequest& r) {
            r.source.kind = SourceKind::Git;
            r.source.url = "https://github.com/pytorch/pytorch";
            r.source.tag = "v2.7.0";
            r.backend = "setup.py";
            r.python.folder = "/build/venv";
            r.python.base = "/usr/bin/python3";
            r.python.packages = QStringList { "numpy==1.26.4" };
            r.python.wheels = "/wheels";
            r.install.environment = "/opt/env";
            r.install.dependencies = false;
            r.buildFolder = "/src/pytorch/build";
            r.patches = { SourcePatch() };
        }));
        newRow("a part of the folder cleaned", Change([](BuildRequest& r) {
            r.clean = true;
            r.cleanLevel = "stale";
            r.targets = QStringList { "c10" };
            r.acceptConfiguration = true;
        }));
        newRow("an empty folder", Change([](BuildRequest& r) { r.clean = true; }));
        newRow("the tour", Change([](BuildRequest& r) { r.source.kind = SourceKind::Sample; }));
        newRow("Debian's source", Change([](BuildRequest& r) {
            r.source.kind = SourceKind::DebianSource;
            r.source.package = "pytorch";
            r.source.tag = "trixie";
        }));
        newRow("taken back", Change([](BuildRequest& r) {
            r.install.environment = "/opt/env";
            r.install.takesBack = 3;
        }));
    }
    void helperStepsAreModes()
    {
        QFETCH(Change, change);
        BuildRequest request = plainRequest();
        change(request);
        const auto plan = makeStagePlan(request, Platform::Linux);
        QVERIFY2(plan.ok(), plan.ok() ? "" : qPrintable(plan.error().message));
        int steps = 0;
        for (const Stage& stage : plan->stages) {
            for (const Command& command : stage.commands) {
                const auto step = helperStep(command);
                if (!step)
                    continue;
                ++steps;
                QVERIFY2(problemWith(*step).isEmpty(),
                    qPrintable(command.arguments.join(' ') + ": " + problemWith(*step)));
            }
        }
        QVERIFY(steps >= 4);
    }

    void everyModeHasLinesInScripts()
    {
        QStringList modes = helperModes();
        modes.removeOne("load-library"); // verifying starts it, no plan
        modes.sort();
        QCOMPARE(modesWithLines(), modes);
    }

    void planSurvivesJson()
    {
        BuildRequest request = plainRequest();
        request.source = { SourceKind::Git, "https://example.org/r.git", "v2.6.0", {}, "2.6.0" };
        request.backend = "wheel";
        const auto plan = makeStagePlan(request, Platform::Linux);
        const Json json = toJson(*plan);
        const auto again = stagePlanFromJson(json, "attempt.json");
        QVERIFY2(again.ok(), again.ok() ? "" : qPrintable(again.error().message));
        QCOMPARE(compactJson(toJson(*again)), compactJson(json));
        QCOMPARE(again->warnings.size(), 1);
    }

    void brokenPlansNameTheMember()
    {
        Json json = toJson(*makeStagePlan(plainRequest(), Platform::Linux));
        json["stages"][2]["commands"][0]["program"] = 7;
        const auto broken = stagePlanFromJson(json, "attempt.json");
        QVERIFY(!broken.ok());
        QVERIFY2(broken.error().message.contains("stages[2]") && broken.error().message.contains("program"),
            qPrintable(broken.error().message));
        json = toJson(*makeStagePlan(plainRequest(), Platform::Linux));
        json["stages"][0]["kind"] = "dance";
        QVERIFY(!stagePlanFromJson(json, "attempt.json").ok());
        QVERIFY(!stagePlanFromJson(Json::array(), "attempt.json").ok());
    }
};

QTEST_GUILESS_MAIN(StagePlanTest)
#include "StagePlanTest.moc"
