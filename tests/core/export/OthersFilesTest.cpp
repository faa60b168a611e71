// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/AppPaths.h"
#include "core/base/AppSettings.h"
#include "core/base/Json.h"
#include "core/base/WholeFile.h"
#include "core/buildfolder/BuildFolderState.h"
#include "core/buildfolder/ConfigurationCheck.h"
#include "core/detect/HostFacts.h"
#include "core/export/AttemptBundle.h"
#include "core/export/BundleImport.h"
#include "core/findings/LogDiagnosis.h"
#include "core/findings/RuleSet.h"
#include "core/gate/EdgeCosts.h"
#include "core/history/EdgeTimeline.h"
#include "core/history/LogImport.h"
#include "core/history/SampleLines.h"
#include "core/knowledge/TreeFacts.h"
#include "core/process/LogTail.h"
#include "core/profile/ProfileCatalogue.h"
#include "core/progress/BuildFile.h"
#include "core/progress/NinjaLogReader.h"
#include "core/request/TreeBackend.h"
#include "core/stages/CMakeCache.h"
#include "core/store/AttemptFiles.h"
#include "core/store/AttemptFollower.h"
#include "core/store/AttemptNotes.h"
#include "core/store/AttemptWriter.h"
#include "tests/core/store/AnyRecord.h"
#include "tests/support/Rows.h"
#include "tests/support/TestFiles.h"

#include <QCoreApplication>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <functional>

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace torchmason;

namespace {

// One file that others can have written, as its writer leaves it, and all who read it.
struct Kept {
    const char* name; // below the folder of the test
    std::function<void(const QString& folder)> read;
    const char* content = nullptr; // where a writer of ours has not made it
    bool atEveryByte = false; // it is cut and changed: reading it takes no time
};

void readProfile(const QString& path)
{
    const ProfileReading reading = readProfileFile(path, QStringLiteral("mine"));
    QVERIFY(reading.ok() || !reading.problems.isEmpty());
}

template <typename Value> void expectReason(const Result<Value>& result)
{
    if (!result)
        QVERIFY(!result.error().message.isEmpty());
}

const QVector<Kept>& keptFiles()
{
    static const QString attempt = QStringLiteral("/data/attempts/0001");
    static const auto follow = [](const QString& folder) {
        AttemptFollower follower(folder + attempt);
        follower.poll();
        follower.poll();
    };
    static const auto save = [](const QString& folder) {
        const auto saved = AttemptStore(folder + QStringLiteral("/data/attempts")).attempt(1);
        if (saved)
            expectReason(saveBundle(*saved, {}, folder + QStringLiteral("/saved.torchmason")));
    };
    static const QVector<Kept> all {
        { "data/attempts/0001/attempt.json",
            [](const QString& folder) {
                expectReason(AttemptFiles::readRecord(folder + attempt));
                const AttemptStore store(folder + QStringLiteral("/data/attempts"));
                QCOMPARE(store.list().size(), 1);
                QCOMPARE(store.outlines().size(), 1);
                follow(folder);
            } },
        { "data/attempts/0001/request.json",
            [](const QString& folder) {
                expectReason(AttemptFiles::readRequest(folder + attempt));
                save(folder);
            } },
        { "data/attempts/0001/findings.json",
            [](const QString& folder) {
                (void)AttemptFiles::readFindings(folder + attempt);
                follow(folder);
                save(folder);
            } },
        { "data/attempts/0001/notes.json",
            [](const QString& folder) { expectReason(readNotes(folder + attempt)); } },
        { "data/attempts/0001/events.jsonl", follow },
        { "data/attempts/0001/edges.jsonl",
            [](const QString& folder) {
                expectReason(readEdges(folder + attempt));
                follow(folder);
            } },
        { "data/attempts/0001/samples.jsonl",
            [](const QString& folder) {
                expectReason(eachSample(folder + attempt, [](const Sample&) {}));
                follow(folder);
            } },
        { "data/attempts/0001/logs/compile.log",
            [](const QString& folder) {
                const QString log = AttemptFiles::log(folder + attempt, QStringLiteral("compile"));
                static const auto rules = loadRules();
                expectReason(diagnoseFile(log, rules));
                expectReason(LogTail(log).read());
                expectReason(readConfigureLog(log));
            },
            "[1/2] Building a.o\nFAILED: b.o\nb.cpp:3:1: error: no\nninja: build stopped: failed.\n" },
        { "data/edge-costs.json",
            [](const QString& folder) {
                QString trouble;
                EdgeCosts costs(
                    folder + QStringLiteral("/data/edge-costs.json"), QStringLiteral("b"), &trouble);
                (void)costs.expected(QStringLiteral("a.o"), QStringLiteral("C++"));
            },
            nullptr, true },
        { "config/settings.ini", [](const QString&) { (void)AppPaths::attemptsFolder(); },
            "[folders]\nattempts=/somewhere\n", true },
        { "config/profiles/mine.json",
            [](const QString& folder) {
                readProfile(folder + QStringLiteral("/config/profiles/mine.json"));
                (void)loadProfiles();
            },
            R"({"schema": 1, "id": "mine", "name": "Mine", "description": "d", "platforms": ["linux"]})" },
        { "config/rules/mine.json", [](const QString&) { (void)loadRules(); },
            R"json({"schema":1,"pack":"p","rules":[{"id":"r","title":"t","group":"g","explanation":"e.",
               "signatures":[{"literals":["boom"],"expression":"boom (?<subject>x)"}],"fixes":[]}]
})json" },
        { "facts.json",
            [](const QString& folder) {
                expectReason(readFactsFile(folder + QStringLiteral("/facts.json")));
            },
            R"({"schema": 1, "platform": "linux", "osName": "Debian", "memory": {"total": 8}})" },
        { "some.torchmason",
            [](const QString& folder) {
                const AttemptStore store(folder + QStringLiteral("/data/attempts"));
                (void)looksLikeBundle(folder + QStringLiteral("/some.torchmason"));
                expectReason(importBundle(folder + QStringLiteral("/some.torchmason"), store));
            },
            "not a bundle" },
        { "build/build.ninja",
            [](const QString& folder) {
                (void)BuildFile::read(folder + QStringLiteral("/build"));
                expectReason(readBuildFolder(folder + QStringLiteral("/build")));
            },
            "rule cc\n  command = cc $in\nbuild a.o: cc a.c | b.h\n  pool = p\ninclude rules.ninja\n" },
        { "build/.ninja_log",
            [](const QString& folder) {
                (void)readEdgeTimes(folder + QStringLiteral("/build"));
                (void)readNinjaLogVersion(folder + QStringLiteral("/build"));
            },
            "# ninja log v5\n1\t2\t3\ta.o\t4\n5\t9\t3\tb.o\t4\n" },
        { "build/CMakeCache.txt",
            [](const QString& folder) { expectReason(CMakeCache::read(folder + QStringLiteral("/build"))); },
            "# This is the CMakeCache file.\nUSE_CUDA:BOOL=ON\nA:STRING=b;c\n" },
        { "source/pyproject.toml",
            [](const QString& folder) {
                (void)backendOf(folder + QStringLiteral("/source"));
                (void)factsOfTree(folder + QStringLiteral("/source"));
            },
            "[build-system]\nbuild-backend = \"scikit_build_core.build\"\n" },
        { "source/version.txt",
            [](const QString& folder) { (void)factsOfTree(folder + QStringLiteral("/source")); },
            "2.6.0a0\n" },
    };
    return all;
}

void makeFolder(const QString& folder)
{
    const AttemptStore store(folder + QStringLiteral("/data/attempts"));
    const auto reserved = store.reserve(anyRequest());
    QVERIFY(reserved);
    for (const Kept& kept : keptFiles()) {
        if (kept.content)
            write(folder + QLatin1Char('/') + QLatin1String(kept.name), kept.content);
    }
    const auto writer = AttemptWriter::open(reserved->folder);
    QVERIFY(writer);
    AttemptRecord record = anyRecord(AttemptState::Failed);
    record.number = 1;
    QVERIFY((*writer)->writeRecord(record));
    Finding finding;
    finding.rule = QStringLiteral("oom-compiler-killed");
    finding.title = QStringLiteral("Killed");
    QVERIFY((*writer)->writeFindings({ finding }));
    QVERIFY((*writer)->append(
        AttemptEvent { 1, QStringLiteral("stage-start"), QStringLiteral("compile"), Json::object() }));
    QVERIFY((*writer)->append(Sample {}));
    QVERIFY((*writer)->append(EdgeRecord {}));
    QVERIFY(writeNotes(reserved->folder, { QStringLiteral("note"), { QStringLiteral("tag") } }));
    EdgeCosts costs(folder + QStringLiteral("/data/edge-costs.json"), QStringLiteral("b"));
    costs.learn(QStringLiteral("a.o"), QStringLiteral("C++"), 1 << 30);
    QVERIFY(costs.save());
}
}

// What others can have put in a file's place, or written into it: no reader hangs, crashes or takes the
// machine's memory. Every file is damaged in every way, and all who read it read it.
class OthersFilesTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        qputenv("TORCHMASON_HOME", m_folder->path().toUtf8());
        makeFolder(m_folder->path());
    }

    void whatIsNoFileIsRefused_data() { addRows(); }
    void whatIsNoFileIsRefused()
    {
        QFETCH(int, index);
        const Kept& kept = keptFiles()[index];
        const QString path = pathOf(kept);
        kept.read(m_folder->path());
        // The program's own locks of the system lie beside: they are no business of this test.
        QVERIFY2(QFile::remove(path), qPrintable(path));
        QVERIFY(::mkfifo(path.toUtf8().constData(), 0600) == 0);
        kept.read(m_folder->path());
        for (const char* device : { "/dev/zero", "/dev/full", "/dev/tty", "/nowhere", "/proc/self/mem" }) {
            QVERIFY(QFile::remove(path));
            QVERIFY(QFile::link(QLatin1String(device), path));
            kept.read(m_folder->path());
        }
        QVERIFY(QFile::remove(path));
        QVERIFY(QFile::link(path, path));
        kept.read(m_folder->path());
        QVERIFY(QFile::remove(path));
        QVERIFY(QDir().mkpath(path + QStringLiteral("/inside")));
        kept.read(m_folder->path());
    }

    // "diagnose <(ssh there cat log)"
    void whatTheShellOpenedIsRead()
    {
        int ends[2];
        QVERIFY(::pipe(ends) == 0);
        const QByteArray log("LINK : fatal error LNK1102: out of memory\n");
        QCOMPARE(::write(ends[1], log.constData(), size_t(log.size())), ssize_t(log.size()));
        ::close(ends[1]);
        const auto report = diagnoseFile(QStringLiteral("/dev/fd/%1").arg(ends[0]), loadRules());
        ::close(ends[0]);
        QVERIFY2(report.ok(), report ? "" : qPrintable(report.error().message));
        QCOMPARE(report->findings.size(), 1);
    }

    void damageIsLivedWith_data() { addRows(); }
    void damageIsLivedWith()
    {
        QFETCH(int, index);
        const Kept& kept = keptFiles()[index];
        const QByteArray whole = contentOf(pathOf(kept));
        QVERIFY(!whole.isEmpty());
        const bool everyByte = kept.atEveryByte || qEnvironmentVariableIsSet("TORCHMASON_LONG_TESTS");
        const qsizetype step = everyByte ? 1 : std::max<qsizetype>(1, whole.size() / 16);
        for (qsizetype at = 0; at < whole.size(); at += step) {
            readDamaged(kept, whole.first(at));
            QByteArray other = whole;
            other[at] = char(at * 37 + 128);
            readDamaged(kept, other);
        }
        readDamaged(kept, QByteArray(100'000, '\0'));
        readDamaged(kept, whole + QByteArray(4096, '\0'));
        readDamaged(kept, QByteArray("\xff\xfe\xfd\x80").repeated(20'000));
        readDamaged(kept, whole.repeated(50));
        readDamaged(kept, "{\"schema\": 1, \"number\": 1e400, \"state\": -9223372036854775808}");
        readDamaged(kept, "[]");
    }

    // Logs and lines are read piece by piece, and what is put into the tree is the tree's own affair.
    void aGigabyteIsNotRead_data()
    {
        QTest::addColumn<int>("index");
        for (int index = 0; index < keptFiles().size(); ++index) {
            const QByteArray name = keptFiles()[index].name;
            if (name.endsWith(".json") || name.endsWith(".ini"))
                newRow(name.constData(), index);
        }
    }
    void aGigabyteIsNotRead()
    {
        QFETCH(int, index);
        const Kept& kept = keptFiles()[index];
        kept.read(m_folder->path()); // what it takes anyway is taken
        QVERIFY(QFile::resize(pathOf(kept), qint64(1) << 30));
        const qint64 before = largestMemory();
        kept.read(m_folder->path());
        QVERIFY2(largestMemory() - before < 200 << 20, qPrintable(QString::number(largestMemory() - before)));
    }

    void whatRefusesAGigabyteSaysSo()
    {
        const QString folder = m_folder->path();
        const auto grow = [&folder](const char* name) {
            const QString path = folder + QLatin1Char('/') + QLatin1String(name);
            QVERIFY2(QFile::resize(path, qint64(1) << 30), name);
        };
        QVERIFY(AppPaths::settingsProblem().isEmpty());
        for (const char* name :
            { "config/settings.ini", "config/profiles/mine.json", "data/edge-costs.json" })
            grow(name);
        QVERIFY2(AppPaths::settingsProblem().contains("GB"), qPrintable(AppPaths::settingsProblem()));
        QCOMPARE(AppPaths::attemptsFolder(), AppPaths::usualFolder(AppPaths::Place::Attempts));
        const ProfileCatalogue catalogue = loadProfiles();
        const BrokenProfile* broken = catalogue.brokenProfile(QStringLiteral("mine"));
        QVERIFY(broken && broken->error.contains("larger than"));
        QString trouble;
        EdgeCosts(folder + QStringLiteral("/data/edge-costs.json"), QStringLiteral("b"), &trouble);
        QVERIFY2(trouble.contains("at most"), qPrintable(trouble));
    }

private:
    static qint64 largestMemory()
    {
        rusage used {};
        ::getrusage(RUSAGE_SELF, &used);
        return qint64(used.ru_maxrss) * 1024;
    }
    void addRows()
    {
        QTest::addColumn<int>("index");
        for (int index = 0; index < keptFiles().size(); ++index)
            newRow(keptFiles()[index].name, index);
    }
    QString pathOf(const Kept& kept) const { return m_folder->filePath(QLatin1String(kept.name)); }
    void readDamaged(const Kept& kept, const QByteArray& content)
    {
        write(pathOf(kept), content);
        kept.read(m_folder->path());
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_GUILESS_MAIN(OthersFilesTest)
#include "OthersFilesTest.moc"
