// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/VirtualEnvironment.h"
#include "tests/support/TestFiles.h"

#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

// What a tree says about the Python packages of its build.
class TreeRequirementsTest : public QObject {
    Q_OBJECT

private slots:
    void lines_data();
    void lines();
    void pyprojects_data();
    void pyprojects();
    void treesAreFilledUp();
    void otherProjectsRequireNothing();
    void pinsReplace();
    void theRealTree();
};

void TreeRequirementsTest::lines_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QStringList>("expected");
    QTest::newRow("plain") << QByteArray(
        "# for the build\nsetuptools>=70.1.0,<80.0  # newer ones break\nnumpy\r\n")
                           << QStringList { "setuptools>=70.1.0,<80.0", "numpy" };
    QTest::newRow("condition") << QByteArray("sympy==1.13.1 ; python_version >= \"3.9\"\n")
                               << QStringList { "sympy==1.13.1 ; python_version >= \"3.9\"" };
    QTest::newRow("extras and compatible") << QByteArray("scikit-build-core[pyproject]~=0.10\n")
                                           << QStringList { "scikit-build-core[pyproject]~=0.10" };
    QTest::newRow("another file") << QByteArray("-r requirements-build.txt\npyyaml")
                                  << QStringList { "pyyaml" };
    QTest::newRow("an option") << QByteArray("--index-url http://example.org\n--pre\n") << QStringList();
    QTest::newRow("an address") << QByteArray("torch @ http://example.org/t.whl\nhttp://x/y.whl\n./local\n")
                                << QStringList();
    QTest::newRow("not text") << QByteArray("\xff\xfe\0s\0", 5) << QStringList();
}

void TreeRequirementsTest::lines()
{
    QFETCH(const QByteArray, file);
    QTEST(requirementLines(file), "expected");
}

void TreeRequirementsTest::pyprojects_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QStringList>("expected");
    QTest::newRow("several lines") << QByteArray(
        "[project]\nrequires = [\"no\"]\n\n[build-system]\nrequires = [\n    \"setuptools\",\n"
        "    # \"not this\",\n    \"typing-extensions>=4.10.0\",\n]\nbuild-backend = \"x\"\n\n"
        "[tool.black]\nrequires = [\"neither\"]\n")
                                   << QStringList { "setuptools", "typing-extensions>=4.10.0" };
    QTest::newRow("one line") << QByteArray("[build-system] # how\nrequires = ['wheel', \"numpy\"] # all\n")
                              << QStringList { "wheel", "numpy" };
    QTest::newRow("extras") << QByteArray("[build-system]\nrequires = [\"a[b]>=1\", \"c\"]\n")
                            << QStringList { "a[b]>=1", "c" };
    QTest::newRow("none") << QByteArray("[tool.x]\nrequires = [\"a\"]\n") << QStringList();
    QTest::newRow("torn") << QByteArray("[build-system]\nrequires = [\"a\",\n") << QStringList();
}

void TreeRequirementsTest::pyprojects()
{
    QFETCH(const QByteArray, file);
    QTEST(buildSystemRequires(file), "expected");
}

void TreeRequirementsTest::treesAreFilledUp()
{
    QTemporaryDir tree;
    write(tree.filePath("c10/CMakeLists.txt"), "");
    write(tree.filePath("requirements-build.txt"), "setuptools<80\ncmake>=3.27\nninja\nPyYAML\n");
    write(tree.filePath("pyproject.toml"), "[build-system]\nrequires = [\"setuptools>=62\", \"requests\"]\n");
    const QStringList with = treeRequirements(tree.path(), "setup.py", true);
    QCOMPARE(with.mid(0, 3), (QStringList { "setuptools<80", "PyYAML", "requests" }));
    QVERIFY2(
        with.contains("numpy") && with.filter("typing_extensions").size() == 1, qPrintable(with.join(' ')));
    QVERIFY(with.filter("cmake").isEmpty() && with.filter("ninja").isEmpty());
    QVERIFY(!with.contains("build"));
    QVERIFY(!treeRequirements(tree.path(), "setup.py", false).contains("numpy"));
    QVERIFY(treeRequirements(tree.path(), "scikit-build-core", true).contains("build"));
    write(tree.filePath("pyproject.toml"),
        "[build-system]\nrequires = [\"scikit-build-core>=0.10\", \"numpy\"]\n");
    QVERIFY(treeRequirements(tree.path(), "scikit-build-core", true).contains("numpy"));
    QVERIFY(!treeRequirements(tree.path(), "scikit-build-core", false).contains("numpy"));
}

void TreeRequirementsTest::otherProjectsRequireNothing()
{
    QTemporaryDir tree;
    QCOMPARE(treeRequirements(tree.path(), "cmake", true), QStringList());
    QCOMPARE(treeRequirements(tree.filePath("missing"), "cmake", true), QStringList());
}

void TreeRequirementsTest::pinsReplace()
{
    QCOMPARE(withPins({ "NumPy", "typing-extensions>=4" }, { "numpy==1.26.4", "typing_extensions==4.12.2" }),
        (QStringList { "numpy==1.26.4", "typing_extensions==4.12.2" }));
}

void TreeRequirementsTest::theRealTree()
{
    const QString tree = qEnvironmentVariable("TORCHMASON_REAL_TREE");
    if (tree.isEmpty())
        QSKIP("TORCHMASON_REAL_TREE names no tree of PyTorch.");
    const QStringList required = treeRequirements(tree, "setup.py", true);
    for (const char* name : { "setuptools", "numpy", "pyyaml" })
        QVERIFY2(required.join(' ').contains(QLatin1String(name), Qt::CaseInsensitive),
            qPrintable(required.join(' ')));
}

QTEST_GUILESS_MAIN(TreeRequirementsTest)
#include "TreeRequirementsTest.moc"
