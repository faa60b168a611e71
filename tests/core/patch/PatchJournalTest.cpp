// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/patch/PatchJournal.h"
#include "core/patch/PatchUndo.h"
#include "core/patch/SourceFile.h"
#include "tests/support/TestFiles.h"

#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>

using namespace torchmason;

class PatchJournalTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void madeAndUndone();
    void aSecondAttemptFindsItDone();
    void halfOfItWasThere();
    void permissionsAndFoldersAreAsBefore();
    void allAttemptsArePutBack();
    void allOrNothing();
    void whatCannotBeWrittenIsRolledBack();
    void changedFilesAreNotPutBack();
    void lostOriginalsAreNamed();
    void anInterruptedRunGoesOnOrBack();
    void nothingPatchedNothingToUndo();
    void brokenJournalsAreSentences();

private:
    QString path(const QString& name) const { return m_folder->filePath(name); }
    Result<QString> apply(const QString& attempt);
    Result<QString> revert(const QString& attempt);

    std::unique_ptr<QTemporaryDir> m_folder;
    QVector<SourcePatch> m_patches;
    QStringList m_lines;
};

void PatchJournalTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_lines.clear();
    write(path("tree/a.py"), "one\r\ntwo\r\n");
    write(path("tree/b/c.txt"), "x\ny");
    write(path("tree/gone"), "bye\n");
    QVERIFY(QFile::setPermissions(
        path("tree/a.py"), QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner));
    QVERIFY(QDir().mkpath(path("1")) && QDir().mkpath(path("2")));
    m_patches = { { "a.py", "two", "three", "counting", {} },
        { {}, {}, {}, "the rest",
            "--- a/b/c.txt\n+++ b/b/c.txt\n@@ -1,2 +1,2 @@\n-x\n+z\n y\n\\ No newline at end of file\n"
            "--- /dev/null\n+++ b/new/n\n@@ -0,0 +1 @@\n+n\n--- a/gone\n+++ /dev/null\n@@ -1 +0,0 "
            "@@\n-bye\n" } };
}

Result<QString> PatchJournalTest::apply(const QString& attempt)
{
    return applyPatches(
        path("tree"), m_patches, path(attempt), [this](const QString& line) { m_lines << line; });
}

Result<QString> PatchJournalTest::revert(const QString& attempt)
{
    return revertPatches(path(attempt), [this](const QString& line) { m_lines << line; });
}

void PatchJournalTest::madeAndUndone()
{
    const auto done = apply("1");
    QVERIFY2(done.ok(), done ? "" : qPrintable(done.error().message));
    QVERIFY2(done->contains("4 files"), qPrintable(*done));
    QCOMPARE(contentOf(path("tree/a.py")), QByteArray("one\r\nthree\r\n"));
    QVERIFY(QFileInfo(path("tree/a.py")).isExecutable());
    QCOMPARE(contentOf(path("tree/b/c.txt")), QByteArray("z\ny"));
    QCOMPARE(contentOf(path("tree/new/n")), QByteArray("n\n"));
    QVERIFY(!QFileInfo::exists(path("tree/gone")));
    QCOMPARE(m_lines.value(0), QString("a.py: counting"));

    const Json journal = *readJsonFile(path("1/patches.json"));
    QCOMPARE(journal["state"].get<std::string>(), std::string("applied"));
    QCOMPARE(journal["files"][0]["before"].get<std::string>(), contentHash("one\r\ntwo\r\n").toStdString());
    QCOMPARE(journal["files"][0]["after"].get<std::string>(), contentHash("one\r\nthree\r\n").toStdString());
    QVERIFY(journal["files"][2]["before"].is_null() && journal["files"][3]["after"].is_null());
    QCOMPARE(patchedFolder(path("1")), path("tree"));

    const auto undone = revert("1");
    QVERIFY2(undone.ok(), undone ? "" : qPrintable(undone.error().message));
    QCOMPARE(contentOf(path("tree/a.py")), QByteArray("one\r\ntwo\r\n"));
    QVERIFY(QFileInfo(path("tree/a.py")).isExecutable());
    QCOMPARE(contentOf(path("tree/b/c.txt")), QByteArray("x\ny"));
    QVERIFY(!QFileInfo::exists(path("tree/new/n")));
    QCOMPARE(contentOf(path("tree/gone")), QByteArray("bye\n"));
    QVERIFY(revert("1")->contains("Nothing had to be undone"));
}

void PatchJournalTest::aSecondAttemptFindsItDone()
{
    QVERIFY(apply("1").ok());
    m_lines.clear();
    const auto again = apply("2");
    QVERIFY(again.ok() && again->contains("applied already"));
    QVERIFY(m_lines.value(0).endsWith("(applied already)"));
    // What it did not do it cannot undo, and says whose it is.
    const QByteArray journal = contentOf(path("2/patches.json"));
    const auto undone = revert("2");
    QVERIFY(!undone.ok());
    QVERIFY2(undone.error().message.contains("attempts unpatch 1"), qPrintable(undone.error().message));
    QCOMPARE(contentOf(path("2/patches.json")), journal);
    QCOMPARE(contentOf(path("tree/a.py")), QByteArray("one\r\nthree\r\n"));
    // The same attempt again keeps what undoes it.
    QVERIFY(apply("1").ok());
    QVERIFY(revert("1").ok());
    QCOMPARE(contentOf(path("tree/a.py")), QByteArray("one\r\ntwo\r\n"));
    QVERIFY(revert("2").error().message.contains("not made by an attempt"));
}

// Attempt 2 finds one of four done by attempt 1.
void PatchJournalTest::halfOfItWasThere()
{
    const QVector<SourcePatch> all = m_patches;
    m_patches = all.mid(0, 1);
    QVERIFY(apply("1").ok());
    m_patches = all;
    QVERIFY(apply("2").ok());
    const auto undone = revert("2");
    QVERIFY(undone.ok());
    QVERIFY2(undone->contains("attempts unpatch 1"), qPrintable(*undone));
    QCOMPARE(contentOf(path("tree/a.py")), QByteArray("one\r\nthree\r\n"));
    QCOMPARE(contentOf(path("tree/gone")), QByteArray("bye\n"));
}

void PatchJournalTest::permissionsAndFoldersAreAsBefore()
{
    const QFileDevice::Permissions script = QFileDevice::ReadOwner | QFileDevice::WriteOwner
        | QFileDevice::ExeOwner | QFileDevice::ReadGroup | QFileDevice::ExeGroup | QFileDevice::ReadOther
        | QFileDevice::ExeOther;
    QVERIFY(QFile::setPermissions(path("tree/gone"), script));
    const bool isRoot = ::geteuid() == 0; // nobody else writes what is not writable
    if (isRoot)
        QVERIFY(QFile::setPermissions(path("tree/b/c.txt"), QFileDevice::ReadOwner | QFileDevice::ReadGroup));
    QVERIFY(apply("1").ok());
    QCOMPARE(fileMode(path("tree/b/c.txt")).value_or(0), isRoot ? 0440 : *fileMode(path("tree/b/c.txt")));
    const Json journal = *readJsonFile(path("1/patches.json"));
    QCOMPARE(journal["files"][3]["mode"].get<std::string>(), std::string("0755"));
    QCOMPARE(journal["folders"].dump(), std::string("[\"new\"]"));
    QVERIFY(revert("1").ok());
    QCOMPARE(fileMode(path("tree/gone")).value_or(0), 0755);
    QVERIFY(!isRoot || fileMode(path("tree/b/c.txt")) == 0440);
    QVERIFY(!QFileInfo::exists(path("tree/new")));

    // A folder that holds something else by then stays.
    QVERIFY(apply("2").ok());
    write(path("tree/new/mine"), "mine");
    QVERIFY(revert("2").ok());
    QCOMPARE(QDir(path("tree/new")).entryList(QDir::Files), QStringList("mine"));
}

void PatchJournalTest::allAttemptsArePutBack()
{
    const QVector<SourcePatch> all = m_patches;
    m_patches = all.mid(0, 1);
    QVERIFY(apply("1").ok());
    m_patches = all;
    QVERIFY(apply("2").ok());
    QVERIFY(QDir().mkpath(path("3")));
    write(path("3/patches.json"), "broken");
    write(path("tree/b/c.txt"), "mine\n");
    // What will be undone is known before; c.txt was edited since.
    const auto before = contentBeforePatches(path("tree"), m_folder->path());
    QCOMPARE(before.value("a.py"), FileContent("one\r\ntwo\r\n"));
    QCOMPARE(before.value("gone"), FileContent("bye\n"));
    QVERIFY(before.contains("new/n") && !before.value("new/n"));
    QVERIFY(!before.contains("b/c.txt"));
    const QVector<SourcePatch> other { { "a.py", "two", "four", "counting otherwise", {} } };
    QVERIFY(!planPatches(path("tree"), other));
    QVERIFY(planPatches(path("tree"), other, before));
    QVERIFY(contentBeforePatches(path("elsewhere"), m_folder->path()).isEmpty());
    const auto changed = [](const QString&) { return true; };
    const auto none = putBackPatches(path("elsewhere"), m_folder->path(), {}, changed, [](const QString&) {});
    QVERIFY(none.ok() && none->startsWith("No patches"));
    QCOMPARE(contentOf(path("tree/a.py")), QByteArray("one\r\nthree\r\n"));
    // What another revision brings by now is no patch any more.
    const auto clean = putBackPatches(
        path("tree"), m_folder->path(), {}, [](const QString&) { return false; }, [](const QString&) {});
    QVERIFY(clean.ok() && clean->startsWith("No patches"));
    QCOMPARE(contentOf(path("tree/a.py")), QByteArray("one\r\nthree\r\n"));
    const auto done = putBackPatches(path("tree"), m_folder->path(), {}, changed, [](const QString&) {});
    QVERIFY2(done.ok() && done->startsWith("3 files"), done ? qPrintable(*done) : "");
    QCOMPARE(contentOf(path("tree/a.py")), QByteArray("one\r\ntwo\r\n"));
    QCOMPARE(contentOf(path("tree/gone")), QByteArray("bye\n"));
    QCOMPARE(contentOf(path("tree/b/c.txt")), QByteArray("mine\n"));
    QVERIFY(contentOf(path("1/patches.json")).contains("reverted"));
    QVERIFY(!contentOf(path("2/patches.json")).contains("reverted"));
}

void PatchJournalTest::allOrNothing()
{
    write(path("tree/gone"), "hello\n");
    const auto done = apply("1");
    QVERIFY(!done.ok());
    QVERIFY2(
        done.error().message.contains("tree/gone: patch failed: gone:1"), qPrintable(done.error().message));
    QCOMPARE(contentOf(path("tree/a.py")), QByteArray("one\r\ntwo\r\n"));
    QVERIFY(!QFileInfo::exists(path("tree/new")));
    QVERIFY(!QFileInfo::exists(path("1/patches.json")));
}

void PatchJournalTest::whatCannotBeWrittenIsRolledBack()
{
    if (::geteuid() == 0)
        write(path("tree/new"), "a file where a folder is needed"); // nothing else stops root
    else
        QVERIFY(QFile::setPermissions(path("tree/b"), QFileDevice::ReadOwner | QFileDevice::ExeOwner));
    const auto done = apply("1");
    QFile::setPermissions(
        path("tree/b"), QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner);
    QVERIFY(!done.ok());
    QVERIFY2(done.error().message.contains(path("tree")), qPrintable(done.error().message));
    QCOMPARE(contentOf(path("tree/a.py")), QByteArray("one\r\ntwo\r\n"));
    QCOMPARE(contentOf(path("tree/b/c.txt")), QByteArray("x\ny"));
}

void PatchJournalTest::changedFilesAreNotPutBack()
{
    QVERIFY(apply("1").ok());
    write(path("tree/b/c.txt"), "mine\n");
    const auto undone = revert("1");
    QVERIFY(!undone.ok());
    QVERIFY2(
        undone.error().message.contains("b/c.txt was changed after"), qPrintable(undone.error().message));
    QCOMPARE(contentOf(path("tree/b/c.txt")), QByteArray("mine\n"));
    QCOMPARE(contentOf(path("tree/a.py")), QByteArray("one\r\nthree\r\n"));
}

void PatchJournalTest::lostOriginalsAreNamed()
{
    QVERIFY(apply("1").ok());
    write(path("1/originals/") + contentHash("bye\n"), "forged\n");
    const auto undone = revert("1");
    QVERIFY(!undone.ok() && undone.error().message.contains("no longer kept"));
    QVERIFY(!QFileInfo::exists(path("tree/gone")));
}

// Killed between two files: some are as before, some as after.
void PatchJournalTest::anInterruptedRunGoesOnOrBack()
{
    QVERIFY(apply("1").ok());
    write(path("tree/b/c.txt"), "x\ny");
    write(path("tree/gone"), "bye\n");
    const auto again = apply("2");
    QVERIFY(again.ok() && again->contains("2 files"));
    QVERIFY(revert("2").ok());
    QCOMPARE(contentOf(path("tree/b/c.txt")), QByteArray("x\ny"));
    QVERIFY(revert("1").ok());
    QCOMPARE(contentOf(path("tree/a.py")), QByteArray("one\r\ntwo\r\n"));
}

void PatchJournalTest::nothingPatchedNothingToUndo()
{
    QVERIFY(revert("1").error().message.contains("patched no source tree"));
    QCOMPARE(patchedFolder(path("1")), QString());
}

void PatchJournalTest::brokenJournalsAreSentences()
{
    for (const char* text : { "{}", "[]", R"({"schema":9,"source":"/x","files":[]})",
             R"({"schema":1,"source":"/x","files":[{"file":"../../etc/passwd","before":null,"after":"1"}]})",
             R"({"schema":1,"source":"/x","files":7})" }) {
        write(path("1/patches.json"), text);
        QVERIFY2(!revert("1").ok(), text);
    }
}

QTEST_GUILESS_MAIN(PatchJournalTest)
#include "PatchJournalTest.moc"
