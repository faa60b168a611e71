// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/TourProject.h"
#include "core/export/HelperModes.h"
#include "core/patch/PatchJournal.h"
#include "core/patch/SourceFile.h"
#include "core/stages/StagePlan.h"
#include "tests/support/Rows.h"
#include "tests/support/TestFiles.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

#ifdef Q_OS_LINUX
#include <sys/inotify.h>
#include <unistd.h>
#endif

using namespace torchmason;

class TourProjectTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void projectKeepsUnchangedFiles();
    void whatTheUserChangedIsKept();
    void aNewVersionReplacesWhatNobodyChanged();
    void marksOfOlderVersionsTellByTheTime();
    void aCopyWithoutMarkIsNotRestored();
    void projectOverwritesNobodysFiles_data();
    void projectOverwritesNobodysFiles();
    void projectGoesOnAfterAnInterruption();
    void theMarkIsMadeFirst();
    void patchesAreTakenBack();
    void aFolderMadeAnewGetsNoPatchedFiles();
    void projectIsNotWrittenThroughLinks_data();
    void projectIsNotWrittenThroughLinks();

private:
    QString path(const QString& name) const { return m_folder->filePath(name); }
    void setTime(const QString& name, const QDateTime& time);
    // Runs that stage of attempts/ATTEMPT, with the program's own project, in "to".
    bool fetch(int attempt) const;
    // What unpacking it says.
    QString unpacked(const QString& folder) const;

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TourProjectTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
}

void TourProjectTest::setTime(const QString& name, const QDateTime& time)
{
    QFile file(path(name));
    QVERIFY(file.open(QIODevice::ReadWrite) && file.setFileTime(time, QFileDevice::FileModificationTime));
}

bool TourProjectTest::fetch(int attempt) const
{
    BuildRequest request;
    request.source.kind = SourceKind::Sample;
    request.sourceFolder = path("to");
    request.buildFolder = path("build");
    auto plan = makeStagePlan(request, hostPlatform());
    if (!plan)
        return false;
    fillAttemptFolder(plan.value(), path("attempts/%1").arg(attempt));
    const QVector<Command>& commands = plan->stages.first().commands;
    return std::all_of(commands.begin(), commands.end(),
        [](const Command& command) { return runHelperMode(command.arguments) == 0; });
}

QString TourProjectTest::unpacked(const QString& folder) const
{
    const auto done = unpackProject(path("from"), path(folder));
    return done ? *done : done.error().message;
}

void TourProjectTest::projectKeepsUnchangedFiles()
{
    write(path("from/CMakeLists.txt"), "project(x)");
    write(path("from/src/a.cpp"), "int a;");
    QVERIFY(unpackProject(path("from"), path("to")).ok());
    const QDateTime old = QDateTime::fromSecsSinceEpoch(1000000000);
    setTime("to/CMakeLists.txt", old);
    write(path("to/build/x.o"), "o");
    QVERIFY(unpackProject(path("from"), path("to")).ok());
    QCOMPARE(QFileInfo(path("to/CMakeLists.txt")).lastModified(), old);
    QCOMPARE(contentOf(path("to/src/a.cpp")), QByteArray("int a;"));
    QVERIFY(QFileInfo::exists(path("to/build/x.o")));
    QVERIFY(!unpackProject(path("missing"), path("to")).ok());
}

void TourProjectTest::whatTheUserChangedIsKept()
{
    write(path("from/CMakeLists.txt"), "project(x)");
    write(path("from/src/a.cpp"), "int a;");
    QCOMPARE(unpacked("to"), QString("2 files are in %1.").arg(path("to")));
    write(path("to/src/a.cpp"), "int b;");
    const QString one = " Kept, because it was changed: src/a.cpp.";
    for (int build = 0; build < 2; ++build) {
        QVERIFY2(unpacked("to").endsWith(one), qPrintable(unpacked("to")));
        QCOMPARE(contentOf(path("to/src/a.cpp")), QByteArray("int b;"));
    }
    write(path("from/src/a.cpp"), "int c;"); // a new version of the program
    QVERIFY(unpacked("to").endsWith(one));
    write(path("to/CMakeLists.txt"), "project(y)");
    QVERIFY2(unpacked("to").endsWith(" Kept, because they were changed: CMakeLists.txt, src/a.cpp."),
        qPrintable(unpacked("to")));
    QCOMPARE(contentOf(path("to/CMakeLists.txt")), QByteArray("project(y)"));
    // Both are given up.
    QVERIFY(QFile::remove(path("to/CMakeLists.txt")));
    write(path("to/src/a.cpp"), "int a;");
    QVERIFY2(!unpacked("to").contains("Kept"), qPrintable(unpacked("to")));
    QCOMPARE(contentOf(path("to/CMakeLists.txt")), QByteArray("project(x)"));
    QCOMPARE(contentOf(path("to/src/a.cpp")), QByteArray("int c;"));
}

void TourProjectTest::aNewVersionReplacesWhatNobodyChanged()
{
    write(path("from/CMakeLists.txt"), "project(x)");
    write(path("from/src/a.cpp"), "int a;");
    for (const char* version : { "int a;", "int b;", "int c;" }) {
        write(path("from/src/a.cpp"), version);
        QVERIFY2(!unpacked("to").contains("Kept"), version);
        QCOMPARE(contentOf(path("to/src/a.cpp")), QByteArray(version));
    }
}

void TourProjectTest::marksOfOlderVersionsTellByTheTime()
{
    write(path("from/CMakeLists.txt"), "project(x)");
    write(path("from/src/a.cpp"), "int a;");
    write(path("from/src/b.cpp"), "int b;");
    write(path("to/.torchmason-project"), "Torchmason unpacked its own project here.\n");
    write(path("to/CMakeLists.txt"), "project(x)");
    write(path("to/src/a.cpp"), "int older;");
    write(path("to/src/b.cpp"), "int edited;");
    const QDateTime then = QDateTime::fromSecsSinceEpoch(1000000000);
    setTime("to/.torchmason-project", then);
    setTime("to/src/a.cpp", then.addSecs(1));
    setTime("to/src/b.cpp", then.addSecs(3600));
    for (int build = 0; build < 2; ++build) {
        QVERIFY(unpacked("to").endsWith(" Kept, because it was changed: src/b.cpp."));
        QCOMPARE(contentOf(path("to/src/a.cpp")), QByteArray("int a;"));
        QCOMPARE(contentOf(path("to/src/b.cpp")), QByteArray("int edited;"));
    }
}

// It is known by its CMakeLists.txt, and gets a mark.
void TourProjectTest::aCopyWithoutMarkIsNotRestored()
{
    write(path("from/CMakeLists.txt"), "project(x)");
    write(path("from/src/a.cpp"), "int a;");
    write(path("copy/CMakeLists.txt"), "project(x)");
    write(path("copy/src/a.cpp"), "int mine;");
    for (int build = 0; build < 2; ++build) {
        QVERIFY(unpacked("copy").endsWith(" Kept, because it was changed: src/a.cpp."));
        QCOMPARE(contentOf(path("copy/src/a.cpp")), QByteArray("int mine;"));
    }
}

void TourProjectTest::projectOverwritesNobodysFiles_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("content");
    newRow("another project", "CMakeLists.txt", QByteArray("project(torch)"));
    newRow("one file of the same name", "src/a.cpp", QByteArray("int mine;"));
    newRow("an unrelated file", "letter.txt", QByteArray("dear"));
    newRow("a hidden file", ".git/config", QByteArray("[core]"));
}

void TourProjectTest::projectOverwritesNobodysFiles()
{
    QFETCH(QString, file);
    QFETCH(QByteArray, content);
    write(path("from/CMakeLists.txt"), "project(x)");
    write(path("from/src/a.cpp"), "int a;");
    write(path("mine/") + file, content);
    const auto unpacked = unpackProject(path("from"), path("mine"));
    QVERIFY(!unpacked.ok());
    QVERIFY2(unpacked.error().message.contains("empty source folder"), qPrintable(unpacked.error().message));
    QCOMPARE(contentOf(path("mine/") + file), content);
    QCOMPARE(QDir(path("mine")).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot).size(), 1);
    QVERIFY(!unpackTour(path("mine")).ok() && !checkTourFolder(path("mine")).ok());
    QVERIFY(checkTourFolder(path("new")).ok() && !QFileInfo::exists(path("new")));
}

void TourProjectTest::projectGoesOnAfterAnInterruption()
{
    write(path("from/CMakeLists.txt"), "project(x)");
    write(path("from/src/a.cpp"), "int a;");
    QVERIFY(QDir().mkpath(path("to")));
    QVERIFY(unpackProject(path("from"), path("to")).ok()); // an empty folder is free
    QVERIFY(QFile::remove(path("to/CMakeLists.txt")));
    QVERIFY(unpackProject(path("from"), path("to")).ok());
    QCOMPARE(contentOf(path("to/CMakeLists.txt")), QByteArray("project(x)"));
    // A copy that somebody made without hidden files is known by its CMakeLists.txt.
    write(path("copy/CMakeLists.txt"), "project(x)");
    QVERIFY(unpackProject(path("from"), path("copy")).ok());
}

// A new folder in which an interruption left another file alone would be refused.
void TourProjectTest::theMarkIsMadeFirst()
{
#ifdef Q_OS_LINUX
    write(path("from/CMakeLists.txt"), "project(x)");
    QVERIFY(QDir().mkpath(path("to")));
    const int watch = ::inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    QVERIFY(watch >= 0);
    const auto closing = qScopeGuard([watch] { ::close(watch); });
    QVERIFY(::inotify_add_watch(watch, QFile::encodeName(path("to")).constData(), IN_CREATE) >= 0);
    QVERIFY(unpackProject(path("from"), path("to")).ok());
    alignas(inotify_event) char events[4096];
    QVERIFY(::read(watch, events, sizeof events) > 0);
    const auto* first = reinterpret_cast<const inotify_event*>(events);
    QCOMPARE(QByteArray(first->name), QByteArray(".torchmason-project"));
#else
    QSKIP("Only Linux tells which file is made first.");
#endif
}

void TourProjectTest::patchesAreTakenBack()
{
    QVERIFY(fetch(1));
    const QString file = path("to/CMakeLists.txt");
    const QByteArray ours = contentOf(file);
    const QVector<SourcePatch> patches { { "CMakeLists.txt", "project(brick", "project(patched", "x", {} } };
    // The same patch comes again after it was taken back.
    for (int attempt = 1; attempt <= 2; ++attempt) {
        QVERIFY(QDir().mkpath(path("attempts/%1").arg(attempt)));
        QVERIFY(
            applyPatches(path("to"), patches, path("attempts/%1").arg(attempt), [](const QString&) {}).ok());
        QVERIFY(contentOf(file).contains("project(patched"));
        QVERIFY(fetch(attempt + 1));
        QCOMPARE(contentOf(file), ours);
    }
    // What the user changed beside the patch is kept.
    QVERIFY(applyPatches(path("to"), patches, path("attempts/2"), [](const QString&) {}).ok());
    const QByteArray mine = contentOf(file) + "# mine\n";
    write(file, mine);
    QVERIFY(fetch(3));
    QCOMPARE(contentOf(file), mine);
}

// A file that a patch removed looks as the patch left it where everything is gone.
void TourProjectTest::aFolderMadeAnewGetsNoPatchedFiles()
{
    const QByteArray old = "old\n";
    write(path("attempts/1/originals/") + contentHash(old), old);
    const Json file = { { "file", "old.txt" }, { "before", toJson(contentHash(old)) }, { "after", Json() } };
    const Json journal = { { "schema", patchSchema }, { "source", toJson(path("to")) },
        { "state", "applied" }, { "files", Json::array({ file }) }, { "folders", Json::array() } };
    QVERIFY(writeJsonFile(path("attempts/1/patches.json"), journal));
    QVERIFY(fetch(2));
    QVERIFY(!QFileInfo::exists(path("to/old.txt")));
    QVERIFY(fetch(3));
    QCOMPARE(contentOf(path("to/old.txt")), old);
}

void TourProjectTest::projectIsNotWrittenThroughLinks_data()
{
    QTest::addColumn<QString>("link");
    QTest::addColumn<QString>("target");
    newRow("the folder", "to", "elsewhere");
    newRow("a folder inside", "to/src", "elsewhere");
    newRow("a file", "to/src/a.cpp", "elsewhere/a.cpp");
    newRow("a file that is missing", "to/src/a.cpp", "elsewhere/new.cpp");
    newRow("the mark", "to/.torchmason-project", "elsewhere/a.cpp");
}

void TourProjectTest::projectIsNotWrittenThroughLinks()
{
#ifdef Q_OS_WIN
    QSKIP("Links take administrator rights on Windows.");
#endif
    QFETCH(QString, link);
    QFETCH(QString, target);
    write(path("from/CMakeLists.txt"), "project(x)");
    write(path("from/src/a.cpp"), "int a;");
    write(path("elsewhere/a.cpp"), "mine");
    if (link != "to")
        write(path("to/CMakeLists.txt"), "project(x)"); // ours
    QDir().mkpath(QFileInfo(path(link)).path());
    QVERIFY(QFile::link(path(target), path(link)));
    QVERIFY(!unpackProject(path("from"), path("to")).ok());
    QCOMPARE(QDir(path("elsewhere")).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
        QStringList("a.cpp"));
    QCOMPARE(contentOf(path("elsewhere/a.cpp")), QByteArray("mine"));
}

QTEST_GUILESS_MAIN(TourProjectTest)
#include "TourProjectTest.moc"
