// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/HowBuilt.h"
#include "core/config/BuildChoice.h"
#include "core/config/RequestMaker.h"
#include "core/history/AttemptComparison.h"
#include "core/preflight/Preflight.h"
#include "core/stages/StagePlan.h"
#include "tests/core/history/AttemptSet.h"
#include "tests/support/SetVariable.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace torchmason;

namespace {

const BuiltRow* rowNamed(const QVector<BuiltRow>& rows, const QString& group, const QString& name)
{
    const auto found = std::find_if(rows.begin(), rows.end(),
        [&](const BuiltRow& row) { return row.group == group && row.name == name; });
    return found == rows.end() ? nullptr : &*found;
}

QString valueOf(const QVector<BuiltRow>& rows, const QString& group, const QString& name)
{
    const BuiltRow* row = rowNamed(rows, group, name);
    return row ? row->value : QStringLiteral("(no such row)");
}

QStringList differing(const QVector<BuiltRow>& rows)
{
    QStringList names;
    for (const BuiltRow& row : rows) {
        if (row.differs)
            names << row.name;
    }
    return names;
}

}

class HowBuiltTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_set = std::make_unique<AttemptSet>(m_folder->path());
    }

    void saysTheSameAsAComparison()
    {
        m_set->setFlag("USE_CUDA", "ON", ValueOrigin::Profile);
        const AttemptSummary made = attempt();
        const QVector<BuiltRow> rows = howBuilt(made.record, made.folder, std::nullopt);
        int compared = 0;
        for (const ComparedRow& row : compareAttempts({ { made.number, made.folder, made.record, {} } })) {
            if (row.group == "outcome" || row.group == "stage" || row.name == "profile")
                continue;
            ++compared;
            QCOMPARE(valueOf(rows, row.group, row.name), row.values.first());
        }
        QVERIFY(compared > 8);
        QCOMPARE(valueOf(rows, "attempt", "profile"), "CUDA (ID: cuda)");
        QCOMPARE(valueOf(rows, "attempt", "folder"), made.folder);
        QCOMPARE(rowNamed(rows, "flag", "USE_CUDA")->origin, ValueOrigin::Profile);
    }

    // They may have been set since, and no record tells what they were.
    void foldersOfTodaysSettingsAreNotTold()
    {
        const SetVariable home("TORCHMASON_HOME", m_folder->filePath("home"));
        Profile profile;
        profile.id = m_set->request.profileId;
        profile.name = m_set->request.profileName;
        profile.source.kind = SourceKind::Git;
        profile.configuration.setFlag({ "USE_CUDA", "ON", {} });
        profile.configuration.setFlag({ "CMAKE_INSTALL_PREFIX", "${build}/out", {} });
        m_set->facts.platform = hostPlatform();
        m_set->facts.osName = "Test";
        RequestWishes wishes;
        wishes.sourceFolder = m_folder->filePath("old/source");
        wishes.buildFolder = m_folder->filePath("old/build");
        m_set->request = draftRequest(profile, m_set->facts, wishes).request;
        m_set->request.configuration.setEnvironment({ "CCACHE_DIR", "/old/ccache", ValueOrigin::User });
        m_set->setFlag("USE_CUDA", "OFF");
        const AttemptSummary made = attempt();
        const auto asked = profileRequest(made.record, { { profile }, {} });
        QVERIFY(asked);
        QVERIFY(asked->configuration.flag("USE_CUDA"));
        QCOMPARE(differing(howBuilt(made.record, made.folder, asked)), QStringList("USE_CUDA"));
        QVERIFY(!asked->sourceFolder.contains("home"));
        // What no setting makes was typed.
        m_set->request.configuration.setEnvironment({ "CCACHE_DIR", "/fast", ValueOrigin::User });
        const AttemptSummary typed = attempt();
        const auto plain = profileRequest(typed.record, { { profile }, {} });
        QCOMPARE(differing(howBuilt(typed.record, typed.folder, plain)),
            QStringList({ "USE_CUDA", "CCACHE_DIR" }));
    }

    // Programs get their ids.
    void stagesAreNamedByTheirTitles()
    {
        const AttemptSummary whole = attempt();
        m_set->request.fromStage = "configure";
        m_set->request.untilStage = "compile";
        m_set->request.skippedStages = { "wheel", "verify" };
        const AttemptSummary part = attempt();
        const auto built = howBuilt(part.record, part.folder, whole.record.request);
        QCOMPARE(valueOf(built, "request", "begins at"), "Configure");
        QCOMPARE(rowNamed(built, "request", "begins at")->profileValue, "Fetch source");
        const auto rows = compareAttempts({ { whole.number, whole.folder, whole.record, {} },
            { part.number, part.folder, part.record, {} } });
        const auto row = [&rows](const char* name) {
            return *std::find_if(rows.begin(), rows.end(), [name](const ComparedRow& one) {
                return one.group == "request" && one.name == QLatin1String(name);
            });
        };
        QCOMPARE(row("begins at").values, (QStringList { "Fetch source", "Configure" }));
        QCOMPARE(row("begins at").plain, (QStringList { "fetch", "configure" }));
        QVERIFY(row("begins at").differs);
        QCOMPARE(row("ends after").values, (QStringList { "the last stage", "Compile" }));
        QCOMPARE(row("ends after").plain, (QStringList { "the last stage", "compile" }));
        QCOMPARE(row("left out").values, (QStringList { "", "Wheel, Verify" }));
        QCOMPARE(row("left out").plain, (QStringList { "", "wheel verify" }));
    }

    // In the words of the window; programs get the ids.
    void idsAreToldInWords()
    {
        m_set->request.source.kind = SourceKind::Git;
        m_set->facts.environment = QStringList { "docker", "conda" };
        const AttemptSummary git = attempt();
        m_set->request.source.kind = SourceKind::DebianSource;
        m_set->facts.environment = QStringList { "wsl2" };
        m_set->request.profileId = "cuda-debian";
        const AttemptSummary debian = attempt();
        QCOMPARE(
            valueOf(howBuilt(git.record, git.folder, std::nullopt), "request", "from"), "a Git repository");
        const auto rows = compareAttempts({ { git.number, git.folder, git.record, {} },
            { debian.number, debian.folder, debian.record, {} } });
        const auto row = [&rows](const char* name) {
            return *std::find_if(rows.begin(), rows.end(),
                [name](const ComparedRow& one) { return one.name == QLatin1String(name); });
        };
        QCOMPARE(row("from").values, (QStringList { "a Git repository", "a Debian source package" }));
        QCOMPARE(row("from").plain, (QStringList { "git", "debian" }));
        QCOMPARE(row("profile").values, (QStringList { "CUDA (ID: cuda)", "CUDA (ID: cuda-debian)" }));
        QCOMPARE(row("profile").plain, (QStringList { "cuda", "cuda-debian" }));
        QCOMPARE(row("runs in").values, (QStringList { "Docker, conda", "WSL 2" }));
        QCOMPARE(row("runs in").plain, (QStringList { "docker, conda", "wsl2" }));
    }

    // As the Machine page names it; programs get what is compared.
    void theCompilerHasOneName()
    {
        CompilerFacts compiler;
        compiler.family = "msvc";
        compiler.version = "19.44.35207";
        compiler.product = "Visual Studio Community 2022";
        compiler.isDefault = true;
        m_set->facts.compilers = { compiler };
        const AttemptSummary made = attempt();
        const QString name = QStringLiteral("Visual Studio Community 2022 19.44.35207");
        const QVector<BuiltRow> rows = howBuilt(made.record, made.folder, std::nullopt);
        QCOMPARE(valueOf(rows, "tool", "compiler"), name);
        QCOMPARE(rowNamed(rows, "tool", "compiler")->label, "C++ compiler");
        int hits = 0;
        for (const CheckRow& row : describeMachine(m_set->facts)) {
            if (row.id == QLatin1String("compiler")) {
                ++hits;
                QCOMPARE(row.found, name);
                QCOMPARE(row.title, "C++ compiler");
            }
        }
        for (const ComparedRow& row : compareAttempts({ { made.number, made.folder, made.record, {} } })) {
            if (row.name == QLatin1String("compiler")) {
                ++hits;
                QCOMPARE(row.plain.first(), "msvc 19.44.35207");
            }
        }
        QCOMPARE(hits, 2);
        compiler.product = "Visual Studio Build Tools 2022"; // of one version, and not the one that is used
        compiler.isDefault = false;
        m_set->facts.compilers.append(compiler);
        const AttemptSummary again = attempt();
        QCOMPARE(valueOf(howBuilt(again.record, again.folder, std::nullopt), "tool", "compiler"), name);
    }

    void whatTheBuildFolderHadIsTold()
    {
        m_set->setFlag("USE_CUDA", "ON", ValueOrigin::Profile);
        const BuildRequest profile = m_set->request;
        m_set->folderSwitches = { { "USE_DISTRIBUTED", "OFF" } };
        const AttemptSummary made = attempt();
        const QVector<BuiltRow> rows = howBuilt(made.record, made.folder, profile);
        const BuiltRow* row = rowNamed(rows, "flag", "USE_DISTRIBUTED");
        QVERIFY(row);
        QCOMPARE(row->value, "OFF");
        QVERIFY(!row->origin);
        QCOMPARE(row->note, "build folder");
        QVERIFY(row->differs);
        QCOMPARE(row->profileValue, "not set");
    }

    void whatDiffersFromTheProfileIsMarked()
    {
        m_set->setFlag("USE_CUDA", "ON", ValueOrigin::Profile);
        m_set->setFlag("USE_MKLDNN", "ON", ValueOrigin::Profile);
        m_set->request.jobs = 8;
        const BuildRequest profile = m_set->request;
        m_set->setFlag("USE_CUDA", "OFF");
        m_set->request.configuration.removeFlag("USE_MKLDNN");
        m_set->request.jobs = 2;
        m_set->request.continuesAttempt = 7; // no profile says so
        const AttemptSummary made = attempt();
        const QVector<BuiltRow> rows = howBuilt(made.record, made.folder, profile);
        QVERIFY(rowNamed(rows, "request", "goes on with"));
        QCOMPARE(rowNamed(rows, "flag", "USE_CUDA")->profileValue, "ON");
        QCOMPARE(rowNamed(rows, "flag", "USE_MKLDNN")->value, "not set");
        QCOMPARE(rowNamed(rows, "request", "jobs")->profileValue, "8");
        QCOMPARE(differing(rows), QStringList({ "jobs", "USE_CUDA", "USE_MKLDNN" }));
        // Without the profile the origins tell.
        const QVector<BuiltRow> alone = howBuilt(made.record, made.folder, std::nullopt);
        QCOMPARE(rowNamed(alone, "request", "jobs")->label, "Number of jobs");
        QVERIFY(rowNamed(alone, "flag", "USE_CUDA")->differs);
        QVERIFY(!rowNamed(alone, "request", "jobs")->differs);
    }

    void whatTheTourPlantedIsNotTheUsers()
    {
        m_set->setFlag("TOUR_FAILURE", "unresolved", ValueOrigin::Tour);
        const AttemptSummary made = attempt(); // it was read from its file
        const QVector<BuiltRow> rows = howBuilt(made.record, made.folder, std::nullopt);
        const BuiltRow* row = rowNamed(rows, "flag", "TOUR_FAILURE");
        QVERIFY(row && row->differs && row->origin);
        QCOMPARE(originText(*row->origin), "tour");
    }

    // Ninja's -j and MAX_JOBS are larger than the number of jobs where the gate chooses among compilers.
    void twoNumbersOfJobsAreExplained()
    {
        m_set->request.jobs = 2;
        AttemptRecord record = attempt().record;
        record.request.generator = "Ninja";
        record.request.gate = GateUse::On;
        record.request.gateLeftOut = false;
        const auto noteOf = [](const AttemptRecord& of) {
            return rowNamed(howBuilt(of, "/a", std::nullopt), "request", "jobs")->note;
        };
        QVERIFY2(noteOf(record).contains("lets 2 of them compile"), qPrintable(noteOf(record)));
        record.request.gate = GateUse::Off;
        QCOMPARE(noteOf(record), QString());
    }

    // An imported log tells little of it.
    void whatIsNotKnownIsUnknown()
    {
        m_set->facts = {};
        AttemptRecord record = attempt().record;
        record.request = {};
        record.startedAt.reset();
        record.imported = ImportNote {};
        record.imported->log = "build.log";
        record.imported->told = { { "USE_CUDA", "ON" } };
        record.programVersion = "0.1.0"; // that read the log
        const QVector<BuiltRow> rows = howBuilt(record, "/a", std::nullopt);
        for (const auto& [group, name] : { std::pair("attempt", "profile"), std::pair("attempt", "program"),
                 std::pair("request", "source"), std::pair("request", "commit"),
                 std::pair("request", "build"), std::pair("request", "jobs"), std::pair("tool", "compiler"),
                 std::pair("tool", "cmake"), std::pair("tool", "ninja"), std::pair("tool", "CUDA"),
                 std::pair("python", "version"), std::pair("gpu", "driver"), std::pair("system", "name") })
            QVERIFY2(valueOf(rows, group, name) == "unknown", name);
        QCOMPARE(valueOf(rows, "attempt", "started"), formatMoment(record.createdAt));
        QCOMPARE(rowNamed(rows, "attempt", "started")->label, "Imported");
        QCOMPARE(valueOf(rows, "told", "USE_CUDA"), "ON");
        for (const char* name : { "clean", "gate", "result", "begins at", "from" }) // no log tells them
            QVERIFY2(!rowNamed(rows, "request", name), name);
        QVERIFY(!profileRequest(record, {}));
    }

    void anImportedLogHasItsName()
    {
        AttemptRecord record = attempt().record;
        record.request.profileId = "log";
        record.request.profileName = "build.log";
        record.imported = ImportNote {};
        record.imported->log = "build.log";
        const QVector<BuiltRow> rows = howBuilt(record, "/a", std::nullopt);
        QCOMPARE(rowNamed(rows, "attempt", "profile")->label, "Log");
        QCOMPARE(valueOf(rows, "attempt", "profile"), "build.log");
    }

    // A machine that was looked at, and has none.
    void whatIsMissingIsNotUnknown()
    {
        m_set->facts.gpus.clear();
        m_set->facts.cudaToolkits.clear();
        const AttemptSummary made = attempt();
        const QVector<BuiltRow> rows = howBuilt(made.record, made.folder, std::nullopt);
        QCOMPARE(valueOf(rows, "tool", "CUDA"), "none found");
        QCOMPARE(valueOf(rows, "gpu", "driver"), "none found");
        QCOMPARE(valueOf(rows, "tool", "cmake"), "3.31.6");
        QCOMPARE(valueOf(rows, "request", "jobs"), "unknown");
    }

    void commandsAreThere()
    {
        AttemptRecord record = attempt().record;
        Stage compile;
        compile.id = "compile";
        compile.kind = StageKind::Compile;
        compile.title = "Compile";
        Command ninja { "/usr/bin/ninja", { "-C", "/b u" }, {}, {}, "Compile with Ninja" };
        ninja.environment = { { "MAX_JOBS", QStringLiteral("4") }, { "MY_TOKEN", QStringLiteral("abc") } };
        compile.commands = { ninja };
        Stage fetch;
        fetch.id = "fetch";
        fetch.title = "Fetch";
        fetch.skipped = true;
        fetch.skipReason = "the source tree is already there";
        record.plan.stages = { fetch, compile };
        const QVector<BuiltRow> rows = howBuilt(record, "/a", std::nullopt);
        QCOMPARE(valueOf(rows, "command", "fetch"), "skipped: the source tree is already there");
        const QString platformText = platformOf(record.request) == Platform::Windows ? "\"/b u\"" : "'/b u'";
        QVERIFY(valueOf(rows, "command", "compile 1").contains("ninja -C " + platformText));
        QCOMPARE(rowNamed(rows, "command", "compile 1")->note, "Compile with Ninja");
        record.state = AttemptState::Failed;
        StageResult result;
        result.id = "compile";
        record.stages = { result };
        QCOMPARE(rowNamed(howBuilt(record, "/a", std::nullopt), "command", "compile 1")->note,
            "not reached; Compile with Ninja");
        record.stages[0].state = StageState::Failed;
        QCOMPARE(rowNamed(howBuilt(record, "/a", std::nullopt), "command", "compile 1")->note,
            "Compile with Ninja");
        QCOMPARE(valueOf(rows, "environment", "MAX_JOBS compile"), "4");
        QCOMPARE(rowNamed(rows, "environment", "MAX_JOBS compile")->note, "stages: Compile");
        QCOMPARE(valueOf(rows, "environment", "MY_TOKEN compile"), "(masked)");
    }

private:
    AttemptSummary attempt() { return *m_set->store().attempt(m_set->add(AttemptState::Succeeded)); }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<AttemptSet> m_set;
};

QTEST_GUILESS_MAIN(HowBuiltTest)
#include "HowBuiltTest.moc"
