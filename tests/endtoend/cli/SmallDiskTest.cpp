// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/SmallDisk.h"
#include "tests/endtoend/cli/AskedCli.h"
#include "tests/support/Rows.h"

#include <QStandardPaths>

using namespace torchmason;

// The tour upon small disks that are full, have no inodes or let nothing be written, for what is not the
// build folder's room. Each time one sentence names the place, nothing is left that is told as running, and
// with room the build goes on.
class SmallDiskTest : public QObject, AskedCli {
    Q_OBJECT

private slots:
    void initTestCase();
    void init() { makeFolder(); }
    void temporaryFilesHaveNoRoom();
    void theHomeHasNoRoom();
    void theBuildFolderHasNoInodes();
    void noAttemptCanBeKept_data();
    void noAttemptCanBeKept();

private:
    // Configuring compiles, too.
    Answer build(const Variables& more = {}) const
    {
        return ask({ "build", "--profile", "tour", "-DTOUR_SIZE=small", "--until", "configure" }, more);
    }
    Json attempt(int number)
    {
        return json({ "attempts", "show", QString::number(number), "--json" })["attempt"];
    }
    QString sentence(int number)
    {
        return QString::fromStdString(attempt(number)["error"].get<std::string>());
    }
    void goesOn()
    {
        const Answer again = ask({ "attempts", "retry", "1" });
        QVERIFY2(again.code == 0, (again.output + again.trouble).constData());
    }
};

void SmallDiskTest::initTestCase()
{
    for (const char* tool : { "cmake", "ninja", "c++" }) {
        if (QStandardPaths::findExecutable(QLatin1String(tool)).isEmpty())
            QSKIP("CMake, Ninja or a compiler is not on this machine.");
    }
    const SmallDisk disk(path("tried"));
    if (!disk.isMounted())
        QSKIP("Only root may mount a small disk.");
}

void SmallDiskTest::temporaryFilesHaveNoRoom()
{
    SmallDisk disk(path("temporary"));
    disk.breakIt(QStringLiteral("full"));
    const Answer full = build({ { "TMPDIR", path("temporary") } });
    QVERIFY2(full.code == 1, (full.output + full.trouble).constData());
    QVERIFY(attempt(1)["state"] == "failed");
    QVERIFY2(sentence(1).contains("The disk " + path("temporary") + " is full (")
            && sentence(1).contains("it holds temporary files"),
        qPrintable(sentence(1)));
    goesOn();
}

// Nothing of a build needs it where our own folders lie elsewhere.
void SmallDiskTest::theHomeHasNoRoom()
{
    SmallDisk disk(path("own"));
    disk.breakIt(QStringLiteral("full"));
    const Answer built = build({ { "HOME", path("own") }, { "XDG_CACHE_HOME", {} } });
    QVERIFY2(built.code == 0, (built.output + built.trouble).constData());
    // Where they lie there, a build is not begun.
    const Answer refused = build({ { "HOME", path("own") }, { "TORCHMASON_HOME", {} },
        { "XDG_DATA_HOME", {} }, { "XDG_CONFIG_HOME", {} }, { "XDG_CACHE_HOME", {} } });
    QVERIFY2(refused.code == 1 && refused.trouble.contains("Disk for the build: "),
        (refused.output + refused.trouble).constData());
}

// CMake cannot make a folder, and does not say why.
void SmallDiskTest::theBuildFolderHasNoInodes()
{
    const QString folder = home("data/work/tour/build");
    SmallDisk disk(folder, "size=400m,nr_inodes=900");
    disk.breakIt(QStringLiteral("no inodes"));
    const Answer none = build();
    QVERIFY2(none.code == 1, (none.output + none.trouble).constData());
    QVERIFY(attempt(1)["state"] == "failed");
    QVERIFY2(
        sentence(1).contains("The disk " + folder + " has hardly an inode left"), qPrintable(sentence(1)));
    const std::string rule = json({ "attempts", "show", "1", "--json" })["findings"][0]["rule"];
    QVERIFY2(rule == "cmake-cannot-write" || rule == "disk-full", rule.c_str());
    disk.mendIt(QStringLiteral("no inodes"));
    goesOn();
}

void SmallDiskTest::noAttemptCanBeKept_data()
{
    QTest::addColumn<QString>("how");
    for (const char* how : { "no inodes", "read-only" })
        newRow(how, QString::fromLatin1(how));
}

void SmallDiskTest::noAttemptCanBeKept()
{
    QFETCH(QString, how);
    SmallDisk disk(home("data/attempts"));
    disk.breakIt(how);
    const Answer refused = build();
    QVERIFY2(refused.code == 1
            && refused.trouble.contains("Cannot make the folder " + home("data/attempts/0001").toUtf8()),
        (refused.output + refused.trouble).constData());
    QCOMPARE(json({ "attempts", "list", "--json" })["attempts"].size(), size_t(0));
    disk.mendIt(how);
    const Answer built = build();
    QVERIFY2(built.code == 0, (built.output + built.trouble).constData());
}

QTEST_GUILESS_MAIN(SmallDiskTest)
#include "SmallDiskTest.moc"
