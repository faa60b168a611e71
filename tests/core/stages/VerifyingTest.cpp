// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/ProductCheck.h"
#include "tests/support/Rows.h"
#include "tests/support/StandInTorch.h"
#include "tests/support/TestFiles.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLibrary>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

namespace {

const char* buildFile = R"(# as CMake writes it
rule CXX_SHARED_LIBRARY_LINKER__good_Release
build CMakeFiles/x.o: CXX_COMPILER__good_Release x.cpp || order
build lib/libgood.so: CXX_SHARED_LIBRARY_LINKER__good_Release x.o | dep || order
build lib/libwith$ space.a | also: CXX_STATIC_LIBRARY_LINKER__spaced_Release x.o
build bin/tool: CXX_EXECUTABLE_LINKER__tool_Release x.o
build never: CXX_EXECUTABLE_LINKER__never_
build lib/libver.so.2.6.0: CXX_SHARED_LIBRARY_LINKER__ver_Release x.o
build lib/libver.so.2 lib/libver.so: CMAKE_SYMLINK_LIBRARY lib/libver.so.2.6.0
build ver: phony lib/libver.so
build good: phony lib/libgood.so
build tool: phony bin/tool
build codegen: phony CMakeFiles/codegen
build all: phony good tool
)";

}

class VerifyingTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void productsAreReadFromNinja_data();
    void productsAreReadFromNinja();
    void goodProductsPass();
    void missingProductsAreNamed();
    void brokenLibraryIsNamed();
    void crashWhileLoadingIsReported();
    void missingDependencyIsNamed();
    void warningsOfAGoodLoadAreNoProblem_data();
    void warningsOfAGoodLoadAreNoProblem();
    void whatNeedsPythonIsLoadedThere_data();
    void whatNeedsPythonIsLoadedThere();
    void aMissingDriverIsNoProblem_data();
    void aMissingDriverIsNoProblem();
    void pathIsSearchedOnWindows_data();
    void pathIsSearchedOnWindows();
    void wheelsAreLookedInto_data();
    void wheelsAreLookedInto();
    void nothingBuiltIsNoSuccess();
    void failuresAreOneLine();

private:
    QString path(const QString& name) const { return m_folder->filePath(name); }
    void compile(const QByteArray& source, const QString& output, const QStringList& arguments);
    Result<QString> check(const QStringList& targets);

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_python;
    QVector<MadeWheel> m_wheels;
    QStringList m_lines;
};

void VerifyingTest::initTestCase()
{
#ifdef Q_OS_WIN
    QSKIP("Made with the compiler of a Linux machine.");
#endif
    if (QStandardPaths::findExecutable("cc").isEmpty())
        QSKIP("A C compiler is needed.");
}

void VerifyingTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_lines.clear();
    m_python.clear();
    m_wheels.clear();
    write(path("build.ninja"), buildFile);
}

void VerifyingTest::compile(const QByteArray& source, const QString& output, const QStringList& arguments)
{
    write(path("x.c"), source);
    QDir().mkpath(QFileInfo(path(output)).path());
    QCOMPARE(QProcess::execute("cc", QStringList { "-o", path(output), path("x.c") } + arguments), 0);
}

Result<QString> VerifyingTest::check(const QStringList& targets)
{
    ProductCheckWishes wishes;
    wishes.buildFolder = m_folder->path();
    wishes.sourceFolder = m_folder->path();
    wishes.targets = targets;
    wishes.python = m_python;
    wishes.wheels = m_wheels;
    wishes.helper = STAGE_HELPER;
    return checkProducts(wishes, [this](const QString& line) { m_lines << line; });
}

void VerifyingTest::productsAreReadFromNinja_data()
{
    QTest::addColumn<QStringList>("targets");
    QTest::addColumn<QStringList>("files");
    QTest::addColumn<QStringList>("others");
    const QStringList all { "bin/tool", "lib/libgood.so", "lib/libver.so.2.6.0", "lib/libwith space.a",
        "never" };
    newRow("everything", QStringList(), all, QStringList());
    newRow("all by name", QStringList({ "all" }), all, QStringList());
    newRow("by target", QStringList({ "good" }), QStringList({ "lib/libgood.so" }), QStringList());
    newRow(
        "versioned library", QStringList({ "ver" }), QStringList({ "lib/libver.so.2.6.0" }), QStringList());
    newRow("by file", QStringList({ "bin/tool" }), QStringList({ "bin/tool" }), QStringList());
    newRow("code generation", QStringList({ "codegen", "tool" }), QStringList({ "bin/tool" }),
        QStringList({ "codegen" }));
    newRow("unknown", QStringList({ "goo" }), QStringList(), QStringList({ "goo" }));
}

void VerifyingTest::productsAreReadFromNinja()
{
    QFETCH(QStringList, targets);
    const auto list = readBuiltProducts(m_folder->path(), targets);
    QVERIFY(list.ok());
    QStringList files;
    for (const BuiltProduct& product : list->products)
        files << QDir(m_folder->path()).relativeFilePath(product.path);
    QTEST(files, "files");
    QTEST(list->others, "others");
}

void VerifyingTest::goodProductsPass()
{
    compile("int f(void) { return 1; }", "lib/libgood.so", { "-shared", "-fPIC" });
    compile("int main(void) { return 7; }", "bin/tool", {}); // not run, so its exit code is nobody's business
    write(path("lib/libwith space.a"), "!<arch>\nrest");
    const auto verdict = check({});
    QVERIFY2(verdict.ok(), verdict.ok() ? "" : qPrintable(verdict.error().message));
    QCOMPARE(m_lines,
        QStringList({ "bin/tool: finds its libraries", "lib/libgood.so: loads",
            "lib/libwith space.a: is an archive" }));
    QCOMPARE(*verdict, "Checked 3 files; all are there, and 2 of them load.");
}

void VerifyingTest::missingProductsAreNamed()
{
    const auto verdict = check({ "good" });
    QVERIFY(!verdict.ok() && verdict.error().message.contains("lib/libgood.so should have been built"));
}

void VerifyingTest::brokenLibraryIsNamed()
{
    write(path("lib/libgood.so"), QByteArray(4096, 'x'));
    const auto verdict = check({ "good" });
    QVERIFY(!verdict.ok());
    QVERIFY2(verdict.error().message.contains("libgood.so was built but does not load"),
        qPrintable(verdict.error().message));
}

void VerifyingTest::crashWhileLoadingIsReported()
{
    compile("#include <stdlib.h>\n__attribute__((constructor)) static void f(void) { abort(); }",
        "lib/libgood.so", { "-shared", "-fPIC" });
    const auto verdict = check({ "good" });
    QVERIFY(!verdict.ok());
    QVERIFY2(verdict.error().message.contains("crashed"), qPrintable(verdict.error().message));
}

void VerifyingTest::missingDependencyIsNamed()
{
    compile("int g(void) { return 1; }", "gone/libgone.so", { "-shared", "-fPIC" });
    compile("int g(void); int main(void) { return g(); }", "bin/tool", { "-L" + path("gone"), "-lgone" });
    QFile::remove(path("gone/libgone.so"));
    const auto verdict = check({ "tool" });
    QVERIFY(!verdict.ok());
    QVERIFY2(verdict.error().message.contains("libgone.so"), qPrintable(verdict.error().message));
}

void VerifyingTest::warningsOfAGoodLoadAreNoProblem_data()
{
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<QString>("problem"); // empty: none
    newRow("a warning",
        QByteArray("echo 'UserWarning: libcudart.so not found, using the CPU' >&2\n"
                   "echo 'TORCHMASON-VERIFY {\"version\":\"2.6.0\"}'\nexit 0"),
        "");
    newRow("an error", QByteArray("echo 'libx.so not found' >&2\necho 'ImportError: libx.so' >&2\nexit 1"),
        "ImportError: libx.so");
}

void VerifyingTest::warningsOfAGoodLoadAreNoProblem()
{
    QFETCH(QByteArray, script);
    QFETCH(QString, problem);
    compile("int f(void) { return 1; }", "lib/libgood.so", { "-shared", "-fPIC" });
    write(path("torch/_C.so"), "x");
    m_python = path("python");
    write(m_python, "#!/bin/sh\n" + script + "\n");
    QVERIFY(QFile::setPermissions(m_python, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    const auto verdict = check({ "good" });
    QVERIFY2(verdict.ok() == problem.isEmpty(), verdict.ok() ? "" : qPrintable(verdict.error().message));
    QVERIFY(verdict.ok() || verdict.error().message.contains(problem));
    QCOMPARE(!m_lines.filter("torch 2.6.0 from").isEmpty(), problem.isEmpty());
}

void VerifyingTest::whatNeedsPythonIsLoadedThere_data()
{
    QTest::addColumn<QByteArray>("symbol");
    QTest::addColumn<bool>("isThere"); // a Python
    QTest::addColumn<QString>("said");
    newRow("in Python", QByteArray("PyExc_RuntimeError"), true, "lib/libgood.so: loads in Python");
    newRow("without Python", QByteArray("PyExc_RuntimeError"), false,
        "lib/libgood.so: is there; no Python was named to load it with");
    newRow("not Python's", QByteArray("Pylon"), true, "lib/libgood.so: does not load: ");
}

// As libnnapi_backend.so: its name says nothing, and what it depends on takes a variable from Python.
void VerifyingTest::whatNeedsPythonIsLoadedThere()
{
    QFETCH(QByteArray, symbol);
    QFETCH(bool, isThere);
    QFETCH(QString, said);
    const QString python = QStandardPaths::findExecutable("python3");
    if (python.isEmpty())
        QSKIP("Python is needed.");
    compile("extern void* " + symbol + "; void* g(void) { return " + symbol + "; } void** p = (void**)&"
            + symbol + ";",
        "lib/libsome_python.so", { "-shared", "-fPIC" });
    compile("void* g(void); void* f(void) { return g(); }", "lib/libgood.so",
        { "-shared", "-fPIC", "-L" + path("lib"), "-lsome_python", "-Wl,-rpath," + path("lib") });
    if (isThere)
        m_python = python;
    const auto verdict = check({ "good" });
    QCOMPARE(verdict.ok(), !said.contains("does not load"));
    QVERIFY2(m_lines.value(0).startsWith(said), qPrintable(m_lines.join('\n')));
}

void VerifyingTest::aMissingDriverIsNoProblem_data()
{
    QTest::addColumn<QString>("product"); // which target
    QTest::addColumn<QStringList>("missing");
    QTest::addColumn<bool>("isFine");
    newRow("library", "good", QStringList { "cuda" }, true);
    newRow("program", "tool", QStringList { "cuda" }, true);
    newRow("library, and another", "good", QStringList { "cuda", "gone" }, false);
    newRow("program, and another", "tool", QStringList { "cuda", "gone" }, false);
    newRow("alike", "good", QStringList { "cudart" }, false);
}

// As libcaffe2_nvrtc.so on a machine with CUDA's toolkit and without a card.
void VerifyingTest::aMissingDriverIsNoProblem()
{
    QFETCH(QString, product);
    QFETCH(QStringList, missing);
    QFETCH(bool, isFine);
    if (isFine && QLibrary(QStringLiteral("cuda"), 1).load())
        QSKIP("NVIDIA's driver is here.");
    QByteArray calls;
    QByteArray declarations;
    QStringList arguments { "-L" + path("gone") };
    for (const QString& name : missing) {
        const QByteArray function = name.toLatin1() + "_f";
        compile("int " + function + "(void) { return 1; }", "gone/lib" + name + ".so",
            { "-shared", "-fPIC", "-Wl,-soname,lib" + name + ".so.1" });
        declarations += "int " + function + "(void);";
        calls += "+ " + function + "()";
        arguments << "-l" + name;
    }
    const bool isProgram = product == "tool";
    compile(declarations + "int " + (isProgram ? "main" : "f") + "(void) { return 0" + calls + "; }",
        isProgram ? "bin/tool" : "lib/libgood.so",
        isProgram ? arguments : arguments + QStringList { "-shared", "-fPIC" });
    QVERIFY(QDir(path("gone")).removeRecursively());
    const auto verdict = check({ product });
    QVERIFY2(verdict.ok() == isFine, qPrintable(m_lines.join('\n')));
    const QString said = isFine ? QString("needs the NVIDIA driver, which is not here; not loaded")
                                : "lib" + missing.last() + ".so.1";
    QVERIFY2(m_lines.value(0).contains(said), qPrintable(m_lines.join('\n')));
}

void VerifyingTest::pathIsSearchedOnWindows_data()
{
    QTest::addColumn<QByteArray>("parameters"); // of ctypes.CDLL
    QTest::addColumn<QByteArray>("told");
    newRow("Python 3.8", QByteArray("winmode=None"), QByteArray("8"));
    newRow("Python 3.7", QByteArray("mode=0"), QByteArray("old"));
}

// What ctypes is asked for there; this Python is given another ctypes.
void VerifyingTest::pathIsSearchedOnWindows()
{
    QFETCH(QByteArray, parameters);
    QFETCH(QByteArray, told);
    write(path("other/ctypes.py"),
        "def CDLL(name, " + parameters + "):\n    open('" + QFile::encodeName(path("told"))
            + "', 'w').write(str(locals().get('winmode', 'old')))\n");
    write(path("python"),
        "#!/bin/sh\nPYTHONPATH='" + QFile::encodeName(path("other")) + "' exec python3 \"$@\"\n");
    QVERIFY(QFile::setPermissions(path("python"), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    m_python = path("python");
    write(path("build.ninja"), "build lib/libpython_x.so: CXX_SHARED_LIBRARY_LINKER__x_Release x.o\n");
    write(path("lib/libpython_x.so"));
    const auto verdict = check({});
    QVERIFY2(verdict.ok(), verdict.ok() ? "" : qPrintable(verdict.error().message));
    QCOMPARE(contentOf(path("told")), told);
}

void VerifyingTest::wheelsAreLookedInto_data()
{
    QTest::addColumn<QByteArray>("package"); // torch/__init__.py; empty: no torch in it
    QTest::addColumn<QByteArray>("leftOver"); // a file of an earlier look
    QTest::addColumn<qint64>("grown"); // since it was packed
    QTest::addColumn<QString>("problem"); // empty: none
    QTest::addColumn<QString>("told");
    const QByteArray torch = standInTorch;
    const QByteArray mark = ".torchmason-wheel";
    newRow("good", torch, QByteArray(), qint64(0), "", "torch 2.6.0 works.");
    newRow("a look that was stopped", torch, mark, qint64(0), "", "torch 2.6.0 works.");
    newRow("somebody's folder", torch, QByteArray("letter"), qint64(0), "was not made by Torchmason", "");
    newRow("without torch", QByteArray(), QByteArray(), qint64(0), "", "does not contain torch._C");
    newRow(
        "another one by now", torch, QByteArray(), qint64(1), "is not there any more as it was packed", "");
}

void VerifyingTest::wheelsAreLookedInto()
{
    QFETCH(QByteArray, package);
    QFETCH(QByteArray, leftOver);
    QFETCH(qint64, grown);
    QFETCH(QString, problem);
    QFETCH(QString, told);
    m_python = QStandardPaths::findExecutable("python3");
    if (m_python.isEmpty())
        QSKIP("Python is needed.");
    compile("int f(void) { return 1; }", "lib/libgood.so", { "-shared", "-fPIC" });
    if (!package.isEmpty()) {
        write(path("in/torch/__init__.py"), package);
        write(path("in/torch/_C.so"));
    }
    write(path("in/other/__init__.py"));
    QProcess zip;
    zip.setWorkingDirectory(path("in"));
    zip.start(
        m_python, { "-m", "zipfile", "-c", path("x.whl"), "other", package.isEmpty() ? "other" : "torch" });
    QVERIFY(zip.waitForFinished() && zip.exitCode() == 0);
    if (!leftOver.isEmpty()) {
        write(path("verify-wheel/" + leftOver));
        write(path("verify-wheel/torch/_C.so"));
        write(path("verify-wheel/torch/left.py"));
    }
    m_wheels = { { path("x.whl"), Bytes(QFileInfo(path("x.whl")).size() - grown), {} } };
    const auto verdict = check({ "good" });
    QVERIFY2(verdict.ok() == problem.isEmpty(), verdict ? "" : qPrintable(verdict.error().message));
    QVERIFY(verdict || verdict.error().message.contains(problem));
    QVERIFY2(told.isEmpty() || !m_lines.filter(told).isEmpty(), qPrintable(m_lines.join('\n')));
    if (package.isEmpty()) // the card shows warnings
        QVERIFY2(m_lines.filter(told).value(0).startsWith("Warning: "), qPrintable(m_lines.join('\n')));
    QCOMPARE(QFileInfo::exists(path("verify-wheel")), leftOver == "letter"); // gigabytes otherwise
}

void VerifyingTest::nothingBuiltIsNoSuccess()
{
    QVERIFY(!check({}).ok());
    QFile::remove(path("build.ninja"));
    QVERIFY(!check({}).ok());
}

// The runner takes the log's last line for the reason.
void VerifyingTest::failuresAreOneLine()
{
    QProcess helper;
    helper.start(STAGE_HELPER, { "verify", "--build", path("first\n  second") });
    QVERIFY(helper.waitForFinished());
    QCOMPARE(helper.exitCode(), 1);
    const QByteArray said = helper.readAllStandardError();
    QCOMPARE(said.count('\n'), 1);
    QVERIFY2(said.contains("first second"), said.constData());
}

QTEST_GUILESS_MAIN(VerifyingTest)
#include "VerifyingTest.moc"
