// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/endtoend/cli/AskedCli.h"
#include "tests/support/Rows.h"
#include "tests/support/Sample.h"
#include "tests/support/SmallDisk.h"
#include "tests/support/WheelTree.h"

#include <QStorageInfo>

#include <algorithm>

using namespace torchmason;

// What happens to builds on the way: a tag that does not exist, a Python that is removed, a disk that fills.
// Each time one sentence says what, where and what to do, nothing is lost, and the build goes on from there.
class BadLuckTest : public QObject, AskedCli {
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void aTagThatIsNotThere_data();
    void aTagThatIsNotThere();
    void thePythonGoesBeforeAStage_data();
    void thePythonGoesBeforeAStage();
    void thePythonGoesWhileNinjaWorks();
    void theDiskFillsWhileTheWheelIsPacked();
    void theDiskFillsWhileTheWheelIsLookedAt();
    void theDiskFillsWhileItIsInstalled();

private:
    Answer build(const QStringList& more) const
    {
        return ask(
            QStringList { "build", "--profile", "small", "--source", m_tree, "-DUSE_NUMPY=OFF" } + more);
    }
    Json last()
    {
        const Json all = json({ "attempts", "list", "--json" })["attempts"];
        int number = 0;
        for (const Json& one : all)
            number = std::max(number, one["number"].get<int>());
        return json({ "attempts", "show", QString::number(number), "--json" });
    }
    static QString text(const Json& value) { return QString::fromStdString(value.get<std::string>()); }
    QString rule() { return text(last()["attempt"]["firstFindingRule"]); }
    QString error() { return text(last()["attempt"]["error"]); }
    QString number() { return QString::number(last()["attempt"]["number"].get<int>()); }
    QString stageState(const char* id);
    void makeVenv(const QString& folder) const;
    void fill(const QString& folder, qint64 leave) const;

    QString m_python; // with setuptools and wheel
    QString m_tree;
};

void BadLuckTest::initTestCase()
{
    for (const char* tool : { "cmake", "ninja", "cc", "git" }) {
        if (QStandardPaths::findExecutable(QLatin1String(tool)).isEmpty())
            QSKIP("CMake, Ninja, git or a C compiler is not on this machine.");
    }
    m_python = pythonThatPacks();
    if (m_python.isEmpty())
        QSKIP("No Python here has setuptools and wheel (python3-setuptools, python3-wheel).");
}

void BadLuckTest::init()
{
    makeFolder();
    m_tree = path("tree");
    const QByteArray head
        = R"({"profile": 1, "name": "Small", "summary": "A small tree.", "platforms": ["linux"],
        "backend": "wheel", "needs": {}, "flags": [{"name": "BUILD_PYTHON", "type": "BOOL", "value": "ON"},
            {"name": "Python_EXECUTABLE", "type": "FILEPATH", "value": "${python}"}], "source": )";
    write(home("config/profiles/small.json"), head + R"({"kind": "existing"}})");
    write(home("config/profiles/fetched.json"),
        head + R"({"kind": "git", "url": "file://)" + path("origin").toUtf8() + R"(", "tag": "v2.6.0"}})");
}

QString BadLuckTest::stageState(const char* id)
{
    const Json attempt = last()["attempt"];
    for (const Json& stage : attempt["stages"]) {
        if (stage["id"] == id)
            return text(stage["state"]);
    }
    return {};
}

// With the packages of the one that made it.
void BadLuckTest::makeVenv(const QString& folder) const
{
    QCOMPARE(
        QProcess::execute(m_python, { "-m", "venv", "--without-pip", "--system-site-packages", folder }), 0);
}

// Leaves so many bytes free.
void BadLuckTest::fill(const QString& folder, qint64 leave) const
{
    QFile ballast(folder + "/ballast");
    QVERIFY(ballast.open(QIODevice::WriteOnly));
    const QByteArray piece(16 * 1024, 'x');
    while (QStorageInfo(folder).bytesAvailable() > leave) {
        if (ballast.write(piece) <= 0 || !ballast.flush())
            break;
    }
}

void BadLuckTest::aTagThatIsNotThere_data()
{
    QTest::addColumn<QString>("tag");
    QTest::addColumn<QString>("told");
    QTest::addColumn<QString>("rule");
    newRow("without its v", "2.6.1",
        "has no tag, branch or commit named 2.6.1; what comes near is v2.6.1, v2.6.0", "git-ref-misspelt");
    newRow("nothing like it", "banana", "named banana; its newest releases are v2.6.1, v2.6.0",
        "git-ref-not-found");
    if (isSample)
        return;
    newRow("misspelt", "featur", "named featur; what comes near is feature", "git-ref-misspelt");
    newRow("a part of a commit", "1234567", "a commit must be named by all of its 40 digits",
        "git-ref-not-found");
    newRow("a commit of another tree", "0123456789012345678901234567890123456789",
        "has no tag, branch or commit named 0123456", "git-ref-not-found");
}

void BadLuckTest::aTagThatIsNotThere()
{
    QFETCH(QString, tag);
    QFETCH(QString, told);
    QFETCH(QString, rule);
    writeWheelTree(path("origin"));
    const auto git = [this](const QStringList& words) {
        return QProcess::execute("git",
            QStringList { "-C", path("origin"), "-c", "user.name=T", "-c", "user.email=t@example.org" }
                + words);
    };
    for (const QStringList& words : { QStringList { "init", "-q" }, { "add", "-A" },
             { "commit", "-qm", "one" }, { "tag", "v2.6.0" }, { "tag", "v2.6.1" }, { "branch", "feature" } })
        QCOMPARE(git(words), 0);
    const QStringList words { "--profile", "fetched", "--source", m_tree, "-DUSE_NUMPY=OFF", "--tag", tag };

    if (tag.size() != 40) { // whether a commit is there only fetching tells
        const Answer check = ask(QStringList { "check" } + words);
        QVERIFY2(check.code == 1 && check.output.contains(told.section(';', 0, 0).toUtf8()),
            (check.output + check.trouble).constData());
    }
    const Answer built = ask(QStringList { "build", "--until", "fetch", "--anyway" } + words);
    QVERIFY2(built.code == 1, (built.output + built.trouble).constData());
    QVERIFY2(error().contains(told) && error().contains("--tag"), qPrintable(error()));
    QCOMPARE(this->rule(), rule);
    if (rule != "git-ref-misspelt")
        return;
    const Answer retried = ask({ "attempts", "retry", number(), "--apply", "take-near" });
    QVERIFY2(retried.code == 0, (retried.output + retried.trouble).constData());
}

void BadLuckTest::thePythonGoesBeforeAStage_data()
{
    QTest::addColumn<QString>("until");
    QTest::addColumn<QString>("from");
    QTest::addColumn<bool>("onlyItsBase");
    newRow("compile", "configure", "compile", false);
    newRow("wheel, the base", "compile", "wheel", true);
    if (isSample)
        return;
    newRow("compile, the base", "configure", "compile", true);
    newRow("wheel", "compile", "wheel", false);
    newRow("verify", "wheel", "verify", false);
}

// A code generator that ninja runs is the first to miss it.
void BadLuckTest::thePythonGoesBeforeAStage()
{
    QFETCH(QString, until);
    QFETCH(QString, from);
    QFETCH(bool, onlyItsBase);
    const QString venv = path("venv");
    const QString python = venv + "/bin/python";
    makeVenv(venv);
    writeWheelTree(m_tree);
    write(m_tree + "/CMakeLists.txt",
        "add_custom_command(OUTPUT made.c COMMAND ${Python_EXECUTABLE} ${CMAKE_SOURCE_DIR}/make.py "
        "VERBATIM)\n"
        "target_sources(small PRIVATE ${CMAKE_BINARY_DIR}/made.c)\n",
        QIODevice::Append);
    write(m_tree + "/make.py", "open('made.c', 'w').write('int made(void) { return 1; }\\n')\n");
    const Answer begun = build({ "--use", "python=" + python, "--until", until });
    QVERIFY2(begun.code == 0, (begun.output + begun.trouble).constData());

    if (onlyItsBase) {
        QVERIFY(QFile::remove(venv + "/bin/python3")
            && QFile::link("/nowhere/bin/python3", venv + "/bin/python3"));
    } else {
        QVERIFY(QDir(venv).removeRecursively());
    }
    const Answer gone = ask({ "attempts", "retry", number(), "--from", from, "--until", "verify" });
    QVERIFY2(gone.code == 1, (gone.output + gone.trouble).constData());
    QVERIFY2(error().contains("The Python that this build was configured with, " + python)
            && error().contains(onlyItsBase ? "leads to /nowhere/bin/python3, which is not there any more"
                                            : "is not there any more")
            && error().contains("--use python="),
        qPrintable(error()));
    QCOMPARE(rule(), QStringLiteral("python-gone"));

    QDir(venv).removeRecursively();
    makeVenv(venv);
    const Answer again = ask({ "attempts", "retry", number() });
    QVERIFY2(again.code == 0, (again.output + again.trouble).constData());
    QCOMPARE(stageState("configure"), QStringLiteral("skipped")); // nothing is lost
    QCOMPARE(stageState("verify"), QStringLiteral("succeeded"));
}

// Between two steps that need it.
void BadLuckTest::thePythonGoesWhileNinjaWorks()
{
    const QString venv = path("venv");
    makeVenv(venv);
    writeWheelTree(m_tree);
    write(m_tree + "/CMakeLists.txt",
        "foreach(name made more)\n"
        "  add_custom_command(OUTPUT ${name}.c COMMAND ${Python_EXECUTABLE} ${CMAKE_SOURCE_DIR}/make.py "
        "${name} "
        "DEPENDS ${before} VERBATIM)\n"
        "  target_sources(small PRIVATE ${CMAKE_BINARY_DIR}/${name}.c)\n"
        "  set(before ${CMAKE_BINARY_DIR}/${name}.c)\n"
        "endforeach()\n",
        QIODevice::Append);
    write(m_tree + "/make.py",
        "import os, shutil, sys\n"
        "open(sys.argv[1] + '.c', 'w').write('int %s(void) { return 1; }\\n' % sys.argv[1])\n"
        "if os.path.exists('../goes'):\n"
        "    os.remove('../goes')\n"
        "    shutil.rmtree(sys.prefix)\n");
    write(m_tree + "/goes");
    const Answer gone = build({ "--use", "python=" + venv + "/bin/python" });
    QVERIFY2(gone.code == 1, (gone.output + gone.trouble).constData());
    QCOMPARE(stageState("compile"), QStringLiteral("failed"));
    QCOMPARE(rule(), QStringLiteral("python-gone"));
    QVERIFY(QFileInfo::exists(m_tree + "/build/made.c") && !QFileInfo::exists(m_tree + "/build/more.c"));

    makeVenv(venv);
    const Answer again = ask({ "attempts", "retry", number() });
    QVERIFY2(again.code == 0, (again.output + again.trouble).constData());
    QCOMPARE(stageState("configure"), QStringLiteral("skipped"));
    QCOMPARE(stageState("verify"), QStringLiteral("succeeded"));
}

void BadLuckTest::theDiskFillsWhileTheWheelIsPacked()
{
    const SmallDisk disk(path("disk"), "size=24m");
    if (!disk.isMounted())
        QSKIP("Mounting a small disk is not permitted here.");
    m_tree = disk.path("tree");
    writeWheelTree(m_tree);
    const Answer begun = build({ "--use", "python=" + m_python, "--until", "compile" });
    QVERIFY2(begun.code == 0, (begun.output + begun.trouble).constData());
    fill(path("disk"), 0);
    const Answer full = build({ "--use", "python=" + m_python, "--from", "wheel", "--anyway" });
    QVERIFY2(full.code == 1, (full.output + full.trouble).constData());
    QVERIFY2(error().contains("The disk " + path("disk") + " is full (")
            && error().contains("free); it holds the build folder and the source folder")
            && error().contains("To make room, remove ") && error().contains("nothing is compiled again"),
        qPrintable(error()));
    QCOMPARE(rule(), QStringLiteral("disk-full"));
    QVERIFY(QFile::remove(disk.path("ballast")));
    const Answer again = ask({ "attempts", "retry", number() });
    QVERIFY2(again.code == 0, (again.output + again.trouble).constData());
    QCOMPARE(stageState("compile"), QStringLiteral("skipped"));
}

void BadLuckTest::theDiskFillsWhileTheWheelIsLookedAt()
{
    const SmallDisk disk(path("disk"), "size=24m");
    if (!disk.isMounted())
        QSKIP("Mounting a small disk is not permitted here.");
    m_tree = disk.path("tree");
    writeWheelTree(m_tree);
    write(m_tree + "/torch/large.py",
        "large = '" + QByteArray(4 << 20, 'x') + "'\n"); // packs to nearly nothing
    const Answer begun = build({ "--use", "python=" + m_python, "--until", "wheel" });
    QVERIFY2(begun.code == 0, (begun.output + begun.trouble).constData());
    fill(path("disk"), 1 << 20);
    const Answer full = ask({ "attempts", "retry", number(), "--from", "verify", "--until", "verify" });
    QVERIFY2(full.code == 1, (full.output + full.trouble).constData());
    QVERIFY2(
        error().contains("cannot be unpacked") && error().contains("The disk " + path("disk") + " is full ("),
        qPrintable(error()));
    QCOMPARE(rule(), QStringLiteral("disk-full"));
    QVERIFY(!QFileInfo::exists(m_tree + "/build/verify-wheel")); // it would keep the disk full
    QVERIFY(QFile::remove(disk.path("ballast")));
    const Answer again = ask({ "attempts", "retry", number() });
    QVERIFY2(again.code == 0, (again.output + again.trouble).constData());
    QCOMPARE(stageState("wheel"), QStringLiteral("skipped"));
}

// What was in the environment before works on.
void BadLuckTest::theDiskFillsWhileItIsInstalled()
{
    const SmallDisk disk(path("disk"), "size=64m");
    if (!disk.isMounted())
        QSKIP("Mounting a small disk is not permitted here.");
    const QString environment = disk.path("env");
    const auto imports = [&] {
        return QProcess::execute(environment + "/bin/python", { "-c", "import torch; torch.large" }) == 0;
    };
    writeWheelTree(m_tree);
    write(m_tree + "/torch/large.py", "large = '" + QByteArray(4 << 20, 'x') + "'\n");
    write(m_tree + "/torch/__init__.py", "from . import large\n", QIODevice::Append);
    const Answer built = build({ "--use", "python=" + m_python });
    QVERIFY2(built.code == 0, (built.output + built.trouble).constData());
    const QString wheelsAttempt = number();
    for (const char* time : { "new", "replaced" }) {
        const bool isReplaced = QLatin1String(time) == QLatin1String("replaced");
        fill(path("disk"), isReplaced ? 1 << 20 : 0);
        const Answer full = ask({ "attempts", "install", wheelsAttempt, "--into", environment });
        QVERIFY2(full.code == 1, (full.output + full.trouble).constData());
        QVERIFY2(error().contains("The disk " + path("disk") + " is full ("), qPrintable(error()));
        QCOMPARE(rule(), QStringLiteral("disk-full"));
        QVERIFY(QFile::remove(disk.path("ballast")));
        if (isReplaced)
            QVERIFY(imports());
        const Answer again = ask({ "attempts", "retry", number() });
        QVERIFY2(again.code == 0, (again.output + again.trouble).constData());
        QVERIFY(imports());
    }
}

QTEST_GUILESS_MAIN(BadLuckTest)
#include "BadLuckTest.moc"
