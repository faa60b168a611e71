// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/FolderClaim.h"

#include "core/stages/BuildFolderCleaner.h"
#include "tests/support/TestFiles.h"

#include <QDir>
#include <QFileInfo>
#include <QLockFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

namespace {

template <typename Value> QString messageOf(const Result<Value>& result)
{
    return result ? QString() : result.error().message;
}

void makeOld(const QString& path)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadWrite));
    QVERIFY(file.setFileTime(QDateTime::currentDateTime().addSecs(-60), QFileDevice::FileModificationTime));
}

}

// Who may build where, and what becomes of locks that nobody holds.
class FolderClaimTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void locksCountAcrossDataFolders();
    void aFolderInsideIsRefused();
    void aCleanKeepsTheLock();
    void aCleanMindsBuildsInside();
    void anEmptyLockIsTakenOver_data();
    void anEmptyLockIsTakenOver();
    void aDamagedLockIsTakenOverOrNamed();
    void aHeldLockIsNamed();

private:
    QString path(const char* name = "") const { return m_root->filePath(QLatin1String(name)); }
    void useHome(const char* name) const { qputenv("TORCHMASON_HOME", path(name).toUtf8()); }

    std::unique_ptr<QTemporaryDir> m_root;
};

void FolderClaimTest::init()
{
    m_root = std::make_unique<QTemporaryDir>();
    useHome("one");
}

void FolderClaimTest::locksCountAcrossDataFolders()
{
    auto build = FolderClaim::takeBuild(path("build"), 7);
    QVERIFY2(build, qPrintable(messageOf(build)));
    QVERIFY(!QFileInfo::exists(path("build"))); // a fetch takes an empty folder
    auto inBuild = FolderClaim::takeInside(path("build"), 7, {});
    QVERIFY2(inBuild, qPrintable(messageOf(inBuild)));
    useHome("two");
    QVERIFY(FolderClaim::buildInUse(path("build")));
    const auto other = FolderClaim::takeBuild(path("build"), 1);
    QVERIFY2(messageOf(other).startsWith("Attempt 7 of another data folder"), qPrintable(messageOf(other)));
    inBuild->reset();
    build->reset();
    QVERIFY(!FolderClaim::buildInUse(path("build")));
    QVERIFY(!FolderClaim::buildInUse({})); // none is chosen yet
    QVERIFY(FolderClaim::takeBuild(path("build"), 1).ok());
    QVERIFY(QDir(path("build")).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot));
}

void FolderClaimTest::aFolderInsideIsRefused()
{
    const auto inBuild = FolderClaim::takeInside(path("build"), 7, {});
    QVERIFY(inBuild);
    for (const char* home : { "one", "two" }) {
        useHome(home);
        const auto inner = FolderClaim::takeBuild(path("build/deep/er"), 8);
        // Windows does not tell capitals from small letters, and the lock has the latter.
        QVERIFY2(
            messageOf(inner).startsWith("Attempt 7 is building in " + path("build"), Qt::CaseInsensitive),
            qPrintable(messageOf(inner)));
        QVERIFY(FolderClaim::takeBuild(path("builder"), 8).ok());
    }
}

void FolderClaimTest::aCleanKeepsTheLock()
{
    const auto inBuild = FolderClaim::takeInside(path("build"), 7, {});
    QVERIFY(inBuild);
    QVERIFY(cleanBuildFolder(path("build"), {}).ok()); // it is as good as empty
    QVERIFY(prepareBuildFolder(path("build")).ok());
    write(path("build/CMakeCache.txt"));
    const auto removed = cleanBuildFolder(path("build"), {});
    QVERIFY2(removed, qPrintable(messageOf(removed)));
    QCOMPARE(removed->files, quint64(2)); // and the mark
    useHome("two");
    QVERIFY(FolderClaim::buildInUse(path("build")));
}

void FolderClaimTest::aCleanMindsBuildsInside()
{
    write(path("build/CMakeCache.txt"));
    auto inner = FolderClaim::takeInside(path("build/deep/er"), 7, {});
    QVERIFY(inner);
    const auto removed = cleanBuildFolder(path("build"), {});
    QVERIFY2(messageOf(removed).contains("is building in " + path("build/deep/er")),
        qPrintable(messageOf(removed)));
    QVERIFY(QFileInfo::exists(path("build/CMakeCache.txt")));
    inner->reset();
    QVERIFY(cleanBuildFolder(path("build"), {}).ok());
}

void FolderClaimTest::anEmptyLockIsTakenOver_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("garbage") << QByteArray("\0\1\2 no lock", 11);
}

void FolderClaimTest::anEmptyLockIsTakenOver()
{
    QFETCH(QByteArray, content);
    for (const QString& lock :
        { FolderClaim::lockPath(path("build")) + ".lock", path("build/.torchmason.lock") }) {
        write(lock, content);
        makeOld(lock);
    }
    const auto build = FolderClaim::takeBuild(path("build"), 7);
    QVERIFY2(build, qPrintable(messageOf(build)));
    const auto inBuild = FolderClaim::takeInside(path("build"), 7, {});
    QVERIFY2(inBuild, qPrintable(messageOf(inBuild)));
}

// Of a process that is gone, cut at every byte and more; and what is no file at all, which nobody waits for.
void FolderClaimTest::aDamagedLockIsTakenOverOrNamed()
{
#ifdef Q_OS_WIN
    QSKIP("there are no pipes among files there, and links need rights");
#endif
    const QString lock = path("valid.lock");
    QLockFile valid(lock);
    QVERIFY(valid.lock());
    QList<QByteArray> lines = contentOf(lock).split('\n');
    const auto with = [&lines](const char* pid, const QByteArray& program, const QByteArray& host) {
        lines.replace(0, pid);
        lines.replace(1, program);
        lines.replace(2, host);
        return lines.join('\n');
    };
    const QByteArray host = lines.at(2);
    QVector<QByteArray> contents { with("1", "not-its-name", host), with("-1", "x", host),
        "99999999\nx\nelsewhere\nother\nother\n", QByteArray(1000, '\0'), QByteArray(100, '\n') };
    const QByteArray dead = with("99999999", "x", host);
    for (qsizetype length = 0; length <= dead.size(); ++length)
        contents << dead.left(length);
    const QString target = path("build");
    const QVector<QString> places { path("0001/runner.lock"), FolderClaim::lockPath(target) + ".lock",
        path("build/.torchmason.lock") };
    const auto take = [&](const QString& place) {
        return place == places[0] ? FolderClaim::takeAttempt(path("0001"))
            : place == places[1]  ? FolderClaim::takeBuild(target, 7)
                                  : FolderClaim::takeInside(target, 7, {});
    };
    for (const QString& place : places) {
        for (const QByteArray& content : contents) {
            write(place, content);
            makeOld(place);
            const auto taken = take(place);
            QVERIFY2(taken || messageOf(taken).contains(place), qPrintable(messageOf(taken)));
            const bool isWhole = content.count('\n') > 4; // half a name is another computer's
            QVERIFY2(!isWhole || taken.ok() == !content.contains("elsewhere"), content.constData());
        }
        for (const char* made : { "mkfifo $0", "mkdir $0", "ln -s $0 $0", "ln -s nowhere $0" }) {
            QCOMPARE(QProcess::execute("sh", { "-c", made, place }), 0);
            const auto taken = take(place);
            // Without a lock inside the folder it is built all the same.
            QVERIFY2(taken ? place == places[2] : messageOf(taken).contains(place),
                qPrintable(QLatin1String(made) + messageOf(taken)));
            QCOMPARE(QProcess::execute("rm", { "-rf", place }), 0);
        }
    }
}

void FolderClaimTest::aHeldLockIsNamed()
{
#ifdef Q_OS_WIN
    QSKIP("the system lets nobody write a lock that is held there");
#endif
    const auto build = FolderClaim::takeBuild(path("build"), 7);
    QVERIFY(build);
    const QString base = FolderClaim::lockPath(path("build"));
    write(base + ".lock", {}); // it is held for all that
    QVERIFY(QFile::remove(base + ".attempt"));
    makeOld(base + ".lock");
    const auto other = FolderClaim::takeBuild(path("build"), 8);
    QVERIFY2(messageOf(other).contains(base + ".lock"), qPrintable(messageOf(other)));
}

QTEST_GUILESS_MAIN(FolderClaimTest)
#include "FolderClaimTest.moc"
