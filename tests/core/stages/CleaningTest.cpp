// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/buildfolder/FolderSize.h"
#include "core/stages/BuildFolderCleaner.h"
#include "tests/support/Rows.h"
#include "tests/support/TestFiles.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

namespace {

bool isEmpty(const QString& folder)
{
    return QDir(folder).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
}

QString messageOf(const Result<FolderCount>& result)
{
    return result ? QString() : result.error().message;
}

}

class CleaningTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void removesEverythingInsideAndNothingElse();
    void linksAreRemovedButNotFollowed();
    void aBuildFolderThatIsALinkIsRefused();
    void aFolderAboveMayBeALink();
    void readOnlyPartsGoToo();
    void countsWithoutRemoving();
    void missingAndEmptyFoldersAreFine();
    void dangerousFoldersAreRefused_data();
    void dangerousFoldersAreRefused();
    void foldersAboveTheSourceAreRefused();
    void foldersOfProjectsAreRefused();
    void repositoriesStopTheCleaning_data();
    void repositoriesStopTheCleaning();
    void mountsStopTheCleaning();
    void preparedFolderIsKnownAgain();
    void textReadsWell();

private:
    QString path(const char* name) const { return m_folder->filePath(QString(name)); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void CleaningTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    write(path("build/CMakeCache.txt"));
    write(path("build/lib/deep/er/a.o"), QByteArray(1000, 'o'));
    write(path("build/.hidden"));
    write(path("beside/keep.txt"), "precious");
}

void CleaningTest::removesEverythingInsideAndNothingElse()
{
    const Bytes room = measureFolder(path("build")).size;
    const auto removed = cleanBuildFolder(path("build"), path("source"));
    QVERIFY2(removed.ok(), qPrintable(messageOf(removed)));
    QVERIFY(QFileInfo(path("build")).isDir());
    QVERIFY(isEmpty(path("build")));
    QVERIFY(QFileInfo::exists(path("beside/keep.txt")));
    QCOMPARE(removed->files, quint64(3));
    QCOMPARE(removed->folders, quint64(3));
    QCOMPARE(removed->bytes, room);
}

void CleaningTest::linksAreRemovedButNotFollowed()
{
#ifdef Q_OS_WIN
    QSKIP("Making links takes rights that a test need not have.");
#endif
    QVERIFY(QFile::link(path("beside"), path("build/link-to-folder")));
    QVERIFY(QFile::link(path("beside/keep.txt"), path("build/lib/link-to-file")));
    QVERIFY(QFile::link("/", path("build/lib/link-to-root")));
    QVERIFY(QFile::link("..", path("build/up")));
    QVERIFY(QFile::link(path("nowhere"), path("build/dangling")));
    const auto removed = cleanBuildFolder(path("build"), {});
    QVERIFY2(removed.ok(), qPrintable(messageOf(removed)));
    QCOMPARE(removed->links, quint64(5));
    QVERIFY(isEmpty(path("build")));
    QFile kept(path("beside/keep.txt"));
    QVERIFY(kept.open(QIODevice::ReadOnly));
    QCOMPARE(kept.readAll(), QByteArray("precious"));
}

void CleaningTest::aBuildFolderThatIsALinkIsRefused()
{
#ifdef Q_OS_WIN
    QSKIP("Making links takes rights that a test need not have.");
#endif
    QVERIFY(QFile::link(path("build"), path("link")));
    const auto removed = cleanBuildFolder(path("link"), {});
    QVERIFY(messageOf(removed).contains("is a link"));
    QVERIFY(!cleanBuildFolder(path("link") + "/", {}).ok());
    QVERIFY(!countBuildFolder(path("link")).ok());
    QVERIFY(QFileInfo::exists(path("build/CMakeCache.txt")));
}

void CleaningTest::aFolderAboveMayBeALink()
{
#ifdef Q_OS_WIN
    QSKIP("Making links takes rights that a test need not have.");
#endif
    QVERIFY(QFile::link(m_folder->path(), path("above")));
    QVERIFY(QFile::link(path("beside"), path("build/lib/out")));
    const auto removed = cleanBuildFolder(path("above/build"), path("source"));
    QVERIFY2(removed.ok(), qPrintable(messageOf(removed)));
    QVERIFY(isEmpty(path("build")));
    QVERIFY(QFileInfo::exists(path("beside/keep.txt"))); // nothing goes through a link inside
    write(path("build/CMakeCache.txt"));
    write(path("build/a.o"));
    QCOMPARE(forgetConfiguration(path("above/build"), {})->files, quint64(1));
    QVERIFY(QFileInfo::exists(path("build/a.o")));
}

void CleaningTest::readOnlyPartsGoToo()
{
    QFile::setPermissions(path("build/CMakeCache.txt"), QFile::ReadOwner);
    QFile::setPermissions(path("build/lib/deep/er/a.o"), QFile::ReadOwner);
#ifndef Q_OS_WIN
    QFile::setPermissions(path("build/lib/deep/er"), QFile::ReadOwner | QFile::ExeOwner);
    QFile::setPermissions(path("build/lib"), QFile::ReadOwner | QFile::ExeOwner);
#endif
    const auto removed = cleanBuildFolder(path("build"), {});
    QVERIFY2(removed.ok(), qPrintable(messageOf(removed)));
    QVERIFY(isEmpty(path("build")));
}

void CleaningTest::countsWithoutRemoving()
{
    const auto count = countBuildFolder(path("build"));
    QVERIFY(count.ok());
    QCOMPARE(count->files, quint64(3));
    QCOMPARE(count->bytes, measureFolder(path("build")).size);
    QVERIFY(QFileInfo::exists(path("build/lib/deep/er/a.o")));
    QVERIFY(countBuildFolder(path("build/CMakeCache.txt")).ok() == false);
}

void CleaningTest::missingAndEmptyFoldersAreFine()
{
    QVERIFY(cleanBuildFolder(path("missing"), {}).ok());
    QVERIFY(!QFileInfo::exists(path("missing")));
    QVERIFY(QDir().mkpath(path("empty")));
    const auto removed = cleanBuildFolder(path("empty"), {});
    QVERIFY(removed.ok());
    QCOMPARE(removed->files, quint64(0));
}

void CleaningTest::dangerousFoldersAreRefused_data()
{
    QTest::addColumn<QString>("folder"); // below the scratch folder unless absolute
    QTest::addColumn<QStringList>("content");
    QTest::addColumn<QString>("words");
    const QStringList none;
    QTest::newRow("root") << QDir::rootPath() << none << "root";
    QTest::newRow("home") << QDir::homePath() << none << "home";
    QTest::newRow("above home") << QFileInfo(QDir::homePath()).path() << none << "";
    QTest::newRow("relative") << "./x" << none << "absolute";
    QTest::newRow("nothing") << "" << none << "absolute";
    QTest::newRow("photos") << "photos" << QStringList({ "a.jpg" }) << "does not look like a build";
    QTest::newRow("source tree") << "tree" << QStringList({ "CMakeLists.txt" }) << "source tree";
    QTest::newRow("built in its source")
        << "tree" << QStringList({ "CMakeLists.txt", "CMakeCache.txt" }) << "source tree";
    QTest::newRow("git tree") << "git" << QStringList({ ".git/HEAD", "build.ninja" }) << "source tree";
    QTest::newRow("a file") << "beside/keep.txt" << none << "is a file";
    QTest::newRow("through dots") << "photos/../photos/." << QStringList({ "a.jpg" }) << "does not look";
}

void CleaningTest::dangerousFoldersAreRefused()
{
    QFETCH(QString, folder);
    QFETCH(QStringList, content);
    QFETCH(QString, words);
    if (!folder.isEmpty() && !folder.startsWith('.') && QDir::isRelativePath(folder))
        folder = m_folder->filePath(folder);
    for (const QString& name : content)
        write(folder + '/' + name);
    // Only the guard is asked: a test must not depend on it to keep the machine whole.
    const auto allowed = checkCleanable(folder, {});
    QVERIFY(!allowed.ok());
    QVERIFY2(allowed.error().message.contains(words), qPrintable(allowed.error().message));
}

void CleaningTest::foldersAboveTheSourceAreRefused()
{
    write(path("build/tree/src/main.cpp"));
    QVERIFY(!checkCleanable(path("build"), path("build/tree")).ok());
    QVERIFY(!checkCleanable(path("build"), path("build")).ok());
    QVERIFY(!checkCleanable(path("build"), path("build/tree/../tree/src")).ok());
    QVERIFY(checkCleanable(path("build"), path("beside")).ok());
    // A build folder inside of the source tree is the common case.
    write(path("source/build/build.ninja"));
    QVERIFY(checkCleanable(path("source/build"), path("source")).ok());
}

// CMake was once run in the folder that holds all of somebody's projects.
void CleaningTest::foldersOfProjectsAreRefused()
{
    write(path("projects/foo/CMakeLists.txt"));
    write(path("projects/CMakeCache.txt"),
        "CMAKE_HOME_DIRECTORY:INTERNAL=" + path("projects/foo").toUtf8() + "\n");
    const auto configured = cleanBuildFolder(path("projects"), path("source"));
    QVERIFY2(
        messageOf(configured).contains("holds " + path("projects/foo")), qPrintable(messageOf(configured)));
    QVERIFY(QFileInfo::exists(path("projects/foo/CMakeLists.txt")));

    write(path("mixed/build.ninja"));
    write(path("mixed/thesis/.git/HEAD"));
    const auto mixed = cleanBuildFolder(path("mixed"), path("source"));
    QVERIFY2(messageOf(mixed).contains("thesis"), qPrintable(messageOf(mixed)));
    QVERIFY(QFileInfo::exists(path("mixed/thesis/.git/HEAD")));

    // What CMake itself fetches lies deeper.
    write(path("build/_deps/json-src/.git/HEAD"));
    QVERIFY(checkCleanable(path("build"), path("source")).ok());
}

void CleaningTest::repositoriesStopTheCleaning_data()
{
    QTest::addColumn<QString>("repository");
    QTest::addColumn<bool>("isOfBuild");
    newRow("two levels down", QStringLiteral("work/mine"), false);
    newRow("three levels down", QStringLiteral("lib/deep/mine"), false);
    newRow("named like CMake's", QStringLiteral("work/_deps/mine"), false);
    newRow("FetchContent", QStringLiteral("_deps/fmt-src"), true);
    newRow("ExternalProject", QStringLiteral("third_party/nccl-prefix/src/nccl"), true);
}

void CleaningTest::repositoriesStopTheCleaning()
{
    QFETCH(QString, repository);
    QFETCH(bool, isOfBuild);
    write(path("build/") + repository + "/.git/HEAD", "ref: refs/heads/main");
    const auto removed = cleanBuildFolder(path("build"), {});
    QVERIFY2(removed.ok() == isOfBuild, qPrintable(messageOf(removed)));
    QCOMPARE(QFileInfo::exists(path("build/CMakeCache.txt")), !isOfBuild);
    if (!isOfBuild)
        QVERIFY(messageOf(removed).startsWith(path("build/") + repository + " is a repository of git"));
}

void CleaningTest::mountsStopTheCleaning()
{
#ifdef Q_OS_WIN
    QSKIP("Mounted folders are junctions there.");
#endif
    QDir().mkpath(path("build/mounted"));
    if (QProcess::execute("mount", { "--bind", path("beside"), path("build/mounted") }) != 0)
        QSKIP("Mounting takes administrator rights.");
    const auto removed = cleanBuildFolder(path("build"), {});
    const bool isKept
        = QFileInfo::exists(path("beside/keep.txt")) && QFileInfo::exists(path("build/CMakeCache.txt"));
    QCOMPARE(QProcess::execute("umount", { path("build/mounted") }), 0);
    QVERIFY(!removed.ok());
    QVERIFY2(messageOf(removed).contains("mounted"), qPrintable(messageOf(removed)));
    QVERIFY(isKept);
}

void CleaningTest::preparedFolderIsKnownAgain()
{
    QVERIFY(prepareBuildFolder(path("new/build")).ok());
    write(path("new/build/CMakeFiles/half"));
    QVERIFY(cleanBuildFolder(path("new/build"), {}).ok());
    QVERIFY(isEmpty(path("new/build")));
    // A folder with other things in it does not become ours by building there.
    write(path("photos/a.jpg"));
    QVERIFY(prepareBuildFolder(path("photos")).ok());
    QVERIFY(!checkCleanable(path("photos"), {}).ok());
    QVERIFY(!prepareBuildFolder(path("photos/a.jpg")).ok());
}

void CleaningTest::textReadsWell()
{
    FolderCount count;
    count.files = 3412;
    count.folders = 1;
    count.bytes = 1536 * mebibyte;
    QCOMPARE(folderCountText(count), QString("3,412 files in 1 folder, 1.5 GB"));
    count.links = 1;
    QCOMPARE(folderCountText(count), QString("3,412 files and 1 link in 1 folder, 1.5 GB"));
}

QTEST_GUILESS_MAIN(CleaningTest)
#include "CleaningTest.moc"
