// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/TreeFacts.h"
#include "core/knowledge/CMakeText.h"
#include "core/preflight/Preflight.h"
#include "core/preflight/PreflightRules.h"
#include "tests/support/CheckedBuild.h"
#include "tests/support/TestFiles.h"

#include <QTemporaryDir>
#include <QTest>

#ifdef Q_OS_UNIX
#include <sys/stat.h>
#endif

using namespace torchmason;

namespace {

struct SmallTree {
    QByteArray version;
    QByteArray cmake; // CMakeLists.txt
    QByteArray cuda; // cmake/public/cuda.cmake
    QByteArray setup;
    QByteArray project; // pyproject.toml
};

// Each in the form of its release, with numbers of its own where the table has others.
SmallTree like113()
{
    return { "1.13.0a0\n",
        "cmake_minimum_required(VERSION 3.13 FATAL_ERROR)\nproject(Torch CXX C)\n"
        "set(CMAKE_CXX_STANDARD 14 CACHE STRING \"The standard (#14)\")\noption(BUILD_CAFFE2 \"Caffe2\" "
        "OFF)\n",
        "if(CUDA_VERSION VERSION_LESS 10.2)\n  message(FATAL_ERROR \"PyTorch requires CUDA 10.2 or "
        "above.\")\nendif()\n",
        "python_min_version = (3, 7, 0)\n", "[build-system]\nrequires = [\n    \"setuptools\",\n]\n" };
}

SmallTree like26()
{
    return { "2.6.0a0\n",
        "cmake_minimum_required(VERSION 3.19 FATAL_ERROR)\nproject(Torch CXX C)\n"
        "set(CMAKE_CXX_STANDARD\n    17\n    CACHE STRING\n          \"The standard\")\n"
        "#[[ option(USE_IN_COMMENT \"no\" ON) ]]\n# option(USE_GONE_HERE \"no\" ON)\n"
        "if(CMAKE_COMPILER_IS_GNUCXX AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 9.3)\n  message(\n"
        "    FATAL_ERROR\n      \"GCC-9.3 or newer is required to compile PyTorch, but found ${X}\"\n  "
        ")\nendif()\n"
        "option(USE_MADE_HERE \"this fork's own\" ON)\n"
        "cmake_dependent_option(\n  USE_NVSHMEM \"earlier than the table has it\" ON\n  \"USE_CUDA;UNIX\" "
        "OFF)\n",
        "message(FATAL_ERROR \"PyTorch requires CUDA 11.8 or above.\")\n",
        "# USE_ONLY_TOLD=1\npython_min_version = (3, 10, 0)\nif check_env_flag(\"USE_OF_PYTHON\"):\n    "
        "pass\n",
        "[build-system]\nrequires = [\n    \"setuptools>=77.0.0,<82\",  # why\n]\n"
        "build-backend = \"setuptools.build_meta:__legacy__\"\n" };
}

SmallTree like214()
{
    return { "2.14.0\n",
        "cmake_minimum_required(VERSION 3.27...4.2 FATAL_ERROR)\nproject(Torch LANGUAGES CXX C)\n"
        "set(CMAKE_CXX_STANDARD 20 CACHE STRING \"\")\nmessage(FATAL_ERROR \"GCC-11.3 or newer is "
        "required\")\n",
        "message(FATAL_ERROR \"PyTorch requires CUDA 12.6 or above.\")\n", "",
        "# Package ####\n\n[build-system]\r\nrequires = [\"scikit-build-core>=1.0\"]\n"
        "build-backend = \"scikit_build_core.build\"\n\n[project]\nname = \"torch\"\n"
        "requires-python = \">=3.10,<3.15\"\nclassifiers = [\n    \"Programming Language :: Python :: 3 :: "
        "Only\",\n"
        "    \"Programming Language :: Python :: 3.9\",\n    \"Programming Language :: Python :: "
        "3.14\",\n]\n\n"
        "[tool.other]\nrequires-python = \">=3.99\"\n" };
}

void plant(const QString& folder, const SmallTree& tree)
{
    write(folder + "/version.txt", tree.version);
    write(folder + "/CMakeLists.txt", tree.cmake);
    write(folder + "/cmake/public/cuda.cmake", tree.cuda);
    write(folder + "/cmake/Dependencies.cmake", "if(USE_READ_ALONE)\nendif()\n");
    write(folder + "/setup.py", tree.setup);
    write(folder + "/pyproject.toml", tree.project);
}

QStringList said(const TreeFacts& tree)
{
    QStringList all;
    for (const TreeStatement& statement : statementsOf(tree, nullptr))
        all << statement.name + u' ' + statement.tree;
    return all;
}

// A machine and a request that builds the tree as it is.
struct Case {
    HostFacts facts;
    Profile profile;
    BuildRequest request;

    explicit Case(const QString& folder, const QString& version)
    {
        facts.platform = hostPlatform();
        request.sourceFolder = folder;
        request.source.version = version;
    }
    BuildChoice choice() const { return chooseBuild(facts, profile, request); }
    QStringList ids(PreflightRule rule) const
    {
        QVector<CheckRow> rows;
        rule(choice(), rows);
        QStringList found;
        for (const CheckRow& row : rows)
            found << row.id + u' ' + row.title;
        return found;
    }
};

}

class TreeFactsTest : public QObject {
    Q_OBJECT

private slots:
    void commandsOfCMake();
    void treesSayWhatTheyNeed_data();
    void treesSayWhatTheyNeed();
    void otherFoldersSayNothing();
    void brokenTreesAreRead();
    void anEditIsSeen();
    void everyFileThatIsReadIsWatched();
    void whoMustNotWaitGetsWhatIsKnown();
    void pipesAreNotRead();
    void theTreeGoesBeforeTheTable();
    void anotherReleaseIsNotAsked();
    void flagsAreThoseOfTheTree();
    void packagesAreThoseOfTheTree();
    void oneRowSaysSo();
    void theRealTree();
};

void TreeFactsTest::commandsOfCMake()
{
    const auto commands = cmakeCommands("Set(A \"x \\\" y\" # no\n [[b)]])\nif((A) OR B)\ntorn(1 2");
    QCOMPARE(commands.size(), 2);
    QCOMPARE(commands[0].name, QString("set"));
    QCOMPARE(commands[0].words, (QStringList { "A", "x \" y", "b)" }));
    QCOMPARE(commands[1].words, (QStringList { "(", "A", ")", "OR", "B" }));
    for (const char* torn : { "", "(", ")", "a(\"", "a([[", "#[==[", "a(\\", "[", "))))((" })
        QVERIFY(cmakeCommands(torn).isEmpty());
}

void TreeFactsTest::treesSayWhatTheyNeed_data()
{
    QTest::addColumn<SmallTree>("tree");
    QTest::addColumn<QString>("version");
    QTest::addColumn<QStringList>("expected");
    QTest::newRow("1.13") << like113() << "1.13.0"
                          << QStringList { "CMake 3.13", "CUDA 10.2", "Python 3.7", "C++ standard 14" };
    QTest::newRow("2.6") << like26() << "2.6.0"
                         << QStringList { "CMake 3.19", "CUDA 11.8", "Python 3.10", "gcc 9.3",
                                "C++ standard 17" };
    QTest::newRow("2.14") << like214() << "2.14.0"
                          << QStringList { "CMake 3.27", "CUDA 12.6", "Python 3.10", "gcc 11.3",
                                 "C++ standard 20" };
}

void TreeFactsTest::treesSayWhatTheyNeed()
{
    QFETCH(const SmallTree, tree);
    QTemporaryDir folder;
    plant(folder.path(), tree);
    const auto facts = factsOfTree(folder.path());
    QVERIFY(facts);
    QTEST(facts->version, "version");
    QTEST(said(*facts), "expected");
    QVERIFY(facts->isComplete);
    if (facts->version == "2.14.0") {
        QCOMPARE(facts->says.pythonMaximum, QString("3.14"));
        QCOMPARE(facts->pythonListed, QString("3.14"));
        QCOMPARE(facts->requirements, QStringList { "scikit-build-core>=1.0" });
    }
}

void TreeFactsTest::otherFoldersSayNothing()
{
    QTemporaryDir folder;
    QVERIFY(!factsOfTree({}) && !factsOfTree(folder.path()) && !factsOfTree(folder.filePath("missing")));
    write(folder.filePath("CMakeLists.txt"), "cmake_minimum_required(VERSION 3.20)\nproject(tour CXX)\n");
    QVERIFY(!factsOfTree(folder.path()));
}

void TreeFactsTest::brokenTreesAreRead()
{
    QTemporaryDir folder;
    write(folder.filePath("CMakeLists.txt"),
        "project(Torch CXX C)\nset(CMAKE_CXX_STANDARD ${X})\n\xff\xfe(\0[[");
    write(folder.filePath("version.txt"), "main\n");
    write(
        folder.filePath("pyproject.toml"), "[project]\nrequires-python = \">=\n[build-system\nrequires = [");
    const auto torn = factsOfTree(folder.path());
    QVERIFY(torn && torn->version.isEmpty() && torn->isComplete);
    QCOMPARE(said(*torn), QStringList());
    write(folder.filePath("setup.py"), QByteArray(3 << 20, 'x'));
    const auto large = factsOfTree(folder.path());
    QVERIFY(large && !large->isComplete && !large->lacks("USE_ANYTHING"));
}

void TreeFactsTest::anEditIsSeen()
{
    QTemporaryDir folder;
    plant(folder.path(), like26());
    QCOMPARE(factsOfTree(folder.path())->says.cmakeMinimum, QString("3.19"));
    write(folder.filePath("CMakeLists.txt"), like26().cmake.replace("3.19", "3.101"));
    QCOMPARE(factsOfTree(folder.path())->says.cmakeMinimum, QString("3.101"));
}

void TreeFactsTest::everyFileThatIsReadIsWatched()
{
    QTemporaryDir folder;
    plant(folder.path(), like26());
    write(folder.filePath("cmake/Modules/FindOne.cmake"), "if(USE_ONE)\nendif()\n");
    QVERIFY(factsOfTree(folder.path())->isNamed("USE_ONE"));
    write(folder.filePath("cmake/Modules/FindOne.cmake"), "if(USE_OTHER_ONE)\nendif()\n");
    QVERIFY(factsOfTree(folder.path())->isNamed("USE_OTHER_ONE"));
    write(folder.filePath("c10/CMakeLists.txt"), "option(USE_OF_C10 \"\" ON)\n"); // was not there
    QVERIFY(factsOfTree(folder.path())->isNamed("USE_OF_C10"));
    QTest::qSleep(20); // more than a tick of the clock of the file system
    write(folder.filePath("cmake/Modules/FindTwo.cmake"), "if(USE_TWO)\nendif()\n");
    QVERIFY(factsOfTree(folder.path())->isNamed("USE_TWO"));
    QCOMPARE(factsOfTree(folder.path()), factsOfTree(folder.path())); // not read again
}

void TreeFactsTest::whoMustNotWaitGetsWhatIsKnown()
{
    QTemporaryDir folder;
    plant(folder.path(), like26());
    const auto asked = [&](const QString& path) {
        KnownAnswersOnly trees;
        return std::pair(factsOfTree(path), trees.missed);
    };
    QCOMPARE(asked(folder.path()).second, QStringList { folder.path() });
    QVERIFY(!asked(folder.path()).first);
    const auto read = factsOfTree(folder.path());
    QVERIFY(read);
    QCOMPARE(asked(folder.path()).first, read);
    QVERIFY(asked(folder.path()).second.isEmpty());
    write(folder.filePath("CMakeLists.txt"), like26().cmake.replace("3.19", "3.101"));
    QCOMPARE(asked(folder.path()).first, read); // no look at the disk
    QVERIFY(factsOfTree(folder.path()) != read);
    const QString missing = folder.filePath("missing");
    QCOMPARE(asked(missing).second, QStringList { missing });
    QVERIFY(!factsOfTree(missing));
    QVERIFY(asked(missing).second.isEmpty()); // known to hold none
}

// A pipe that nobody writes to would keep the check, and all others after it, for ever.
void TreeFactsTest::pipesAreNotRead()
{
#ifdef Q_OS_UNIX
    QTemporaryDir folder;
    plant(folder.path(), like26());
    for (const char* name : { "setup.py", "version.txt", "pyproject.toml" }) {
        QVERIFY(QFile::remove(folder.filePath(name)));
        QCOMPARE(::mkfifo(QFile::encodeName(folder.filePath(name)).constData(), 0600), 0);
    }
    QVERIFY(QFile::link(folder.filePath("setup.py"), folder.filePath("cmake/Pipe.cmake")));
    const auto tree = factsOfTree(folder.path());
    QVERIFY(tree && tree->version.isEmpty());
    QCOMPARE(tree->says.cmakeMinimum, QString("3.19"));
#else
    QSKIP("Pipes have no place in a folder here.");
#endif
}

void TreeFactsTest::theTreeGoesBeforeTheTable()
{
    QTemporaryDir folder;
    plant(folder.path(), like26());
    Case wanted(folder.path(), "2.6.0");
    wanted.facts.tools = { { "cmake", "/usr/bin/cmake", "3.18.4", "PATH" } };
    const BuildChoice choice = wanted.choice();
    QVERIFY(choice.tree && choice.release);
    QCOMPARE(choice.release->cmakeMinimum, QString("3.19"));
    QCOMPARE(choice.release->pythonMinimum, QString("3.10"));
    QCOMPARE(choice.release->pythonMaximum, QString("3.13")); // of the table: this tree sets no bound
    QCOMPARE(wanted.ids(checkCMakeForRelease), QStringList { "cmake-too-old CMake for PyTorch 2.6" });
    QVector<CheckRow> rows;
    checkCMakeForRelease(choice, rows);
    QVERIFY2(rows[0].reference.contains(folder.path()), qPrintable(rows[0].reference));

    // A release that no table has.
    plant(folder.path(), like214());
    write(folder.filePath("version.txt"), "9.7.0a0\n");
    const BuildChoice unknown = Case(folder.path(), "9.7.0").choice();
    QVERIFY(unknown.release);
    QCOMPARE(unknown.release->version, QString("9.7"));
    QCOMPARE(unknown.release->cudaMinimum, QString("12.6"));
    QCOMPARE(unknown.release->pythonMaximum, QString("3.14"));
}

void TreeFactsTest::anotherReleaseIsNotAsked()
{
    QTemporaryDir folder;
    plant(folder.path(), like26());
    Case wanted(folder.path(), "");
    QVERIFY(wanted.choice().tree); // built as it is
    wanted.request.source.kind = SourceKind::Git;
    wanted.request.source.tag = "main";
    QVERIFY(!wanted.choice().tree); // fetching makes another one of it
    wanted.request.source.tag = "v2.7.0";
    QVERIFY(!wanted.choice().tree);
    QCOMPARE(wanted.choice().release->cmakeMinimum, QString("3.18"));
    wanted.request.source.tag = "v2.6.0";
    QVERIFY(wanted.choice().tree);
    wanted.facts.isElsewhere = true; // the path means another folder there
    QVERIFY(!wanted.choice().tree);
}

void TreeFactsTest::flagsAreThoseOfTheTree()
{
    QTemporaryDir folder;
    plant(folder.path(), like26());
    Case wanted(folder.path(), "2.6.0");
    const auto with = [&](const char* name) {
        wanted.request.configuration.flags = { userFlag(name, "ON") };
        return wanted.ids(checkNamesAndValues) + wanted.ids(checkFlagsForRelease);
    };
    QCOMPARE(with("USE_MADE_HERE"), QStringList());
    QCOMPARE(with("USE_READ_ALONE"), QStringList());
    QCOMPARE(with("USE_OF_PYTHON"), QStringList());
    QCOMPARE(with("USE_NVSHMEM"), QStringList()); // the table has it from 2.8 on
    QCOMPARE(with("USE_MADE_UP"), QStringList { "flag-unknown USE_MADE_UP" });
    QCOMPARE(with("USE_XCCL"), QStringList { "flags-too-new Flags of a newer release" });
    wanted.request.configuration.flags = { { "USE_XCCL", "0", {}, ValueOrigin::Profile },
        { "Python_EXECUTABLE", "/usr/bin/python3", {}, ValueOrigin::Environment } };
    QCOMPARE(wanted.ids(checkFlagsForRelease), QStringList()); // of a profile, and off; the program's own
    wanted.request.configuration.flags = { { "USE_XCCL", "ON", {}, ValueOrigin::Profile } };
    QCOMPARE(wanted.ids(checkFlagsForRelease), QStringList { "flags-too-new Flags of a newer release" });
    QCOMPARE(with("USE_FBGEMM"), QStringList { "flags-not-in-tree Flags that the source does not know" });
    QCOMPARE(with("CMAKE_CXX_FLAGS"), QStringList());
    // No other value of it would do more, so nothing is said about this one.
    QCOMPARE(with("TOUR_FAILURE"), QStringList { "flags-of-tour Flags of the tour" });
    Case sample(folder.path(), {});
    sample.request.source.kind = SourceKind::Sample;
    sample.request.configuration.flags = { userFlag("TOUR_FAILURE", "ON"), userFlag("TOUR_OWN", "ON") };
    QCOMPARE(sample.ids(checkNamesAndValues), QStringList { "flag-value TOUR_FAILURE" });
    QVector<CheckRow> rows;
    checkNamesAndValues(sample.choice(), rows);
    QVERIFY2(rows.first().found.startsWith("\"ON\" is not one of"),
        qPrintable(rows.first().found)); // after its name
    QCOMPARE(sample.ids(checkFlagsForRelease), QStringList());
    // It takes any name, but what looks like another one is a slip.
    sample.request.configuration.flags = { userFlag("USE_MKLDN", "OFF"), userFlag("TOUR_SIZZE", "small") };
    QCOMPARE(sample.ids(checkNamesAndValues),
        QStringList({ "flag-unknown USE_MKLDN", "flag-unknown TOUR_SIZZE" }));
    QVERIFY(!factsOfTree(folder.path())->options.contains("USE_IN_COMMENT"));
    QVERIFY(!factsOfTree(folder.path())->options.contains("USE_ONLY_TOLD"));

    wanted.request.sourceFolder = folder.filePath("not-here");
    QCOMPARE(with("USE_MADE_HERE"), QStringList { "flag-unknown USE_MADE_HERE" });
    QCOMPARE(with("USE_FBGEMM"), QStringList());
}

void TreeFactsTest::packagesAreThoseOfTheTree()
{
    QTemporaryDir folder;
    plant(folder.path(), like26());
    write(folder.filePath("version.txt"), "2.12.0\n"); // whose row has 70.1, and no end
    Case wanted(folder.path(), "2.12.0");
    wanted.request.backend = "setup.py";
    wanted.request.python.folder = folder.filePath("venv");
    wanted.request.python.packages = QStringList { "setuptools==76.0.0" };
    QCOMPARE(wanted.ids(checkPackagesForRelease), QStringList { "package-not-for-release setuptools" });
    wanted.request.python.packages = QStringList { "setuptools==82.0.0" };
    QCOMPARE(wanted.ids(checkPackagesForRelease), QStringList { "package-not-for-release setuptools" });
    wanted.request.python.packages = QStringList { "setuptools==81.0.0" };
    QCOMPARE(wanted.ids(checkPackagesForRelease), QStringList());
}

void TreeFactsTest::oneRowSaysSo()
{
    QTemporaryDir folder;
    plant(folder.path(), like26());
    const Case wanted(folder.path(), "2.6.0");
    const auto rows = treeRows(wanted.facts, wanted.profile, wanted.request);
    QCOMPARE(rows.size(), 1);
    QCOMPARE(rows[0].state, CheckState::Pass);
    QCOMPARE(rows[0].where, folder.path());
    QVERIFY2(rows[0].found.contains("CMake 3.19")
            && rows[0].found.contains("have CMake 3.18, CUDA 11.0, Python 3.9"),
        qPrintable(rows[0].found));
    QVERIFY(treeRows(wanted.facts, wanted.profile, Case({}, "2.6.0").request).isEmpty());
}

// 1.13.1 or 2.6.0 agree with their rows, but for the gcc that 2.6 refuses (9.3) and the one that it names
// (9.4).
void TreeFactsTest::theRealTree()
{
    const QString folder = qEnvironmentVariable("TORCHMASON_REAL_TREE");
    if (folder.isEmpty())
        QSKIP("TORCHMASON_REAL_TREE names no tree of PyTorch.");
    const auto tree = factsOfTree(folder);
    QVERIFY(tree && tree->isComplete);
    const auto catalogue = ReleaseCatalogue::load();
    QVERIFY(catalogue);
    const TorchRelease* table = catalogue->release(tree->version);
    QVERIFY(table);
    const auto statements = statementsOf(*tree, table);
    QVERIFY(statements.size() >= 4);
    for (const TreeStatement& statement : statements)
        QVERIFY2(!statement.differs() || statement.name == "gcc",
            qPrintable(statement.name + u' ' + statement.tree + u' ' + statement.table));
    for (const char* name : { "USE_CUDA", "USE_DISTRIBUTED", "BUILD_TEST", "USE_NCCL", "BLAS" })
        QVERIFY2(tree->options.contains(name), name);
    QVERIFY(tree->lacks("USE_MADE_UP_BY_A_TEST"));
}

QTEST_GUILESS_MAIN(TreeFactsTest)
#include "TreeFactsTest.moc"
