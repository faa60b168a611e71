// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/ProbeRunner.h"
#include "core/detect/PythonAnswer.h"
#include "tests/core/detect/FakeMachine.h"
#include "tests/support/Rows.h"

#include <QTest>

using namespace torchmason;

namespace {

QByteArray told(const QByteArray& executable, const QByteArray& prefix, const QByteArray& kind = "system",
    const QByteArray& version = "3.12.4")
{
    return "torchmason " + version + "\nkind " + kind + "\nexecutable " + executable + "\nprefix " + prefix
        + "\ntag cp312\nheaders 1\nmodules yaml numpy\npackages numpy=2.1.0 setuptools=75.1.0\n";
}

void addPython(FakeMachine& machine, const QString& path, const QByteArray& output)
{
    machine.file(path);
    machine.runner->answer({ path }, output);
}

QStringList pathsOf(const HostFacts& facts)
{
    QStringList paths;
    for (const PythonFacts& python : facts.pythons)
        paths << python.path;
    return paths;
}

}

class InterpreterTest : public QObject {
    Q_OBJECT

private slots:
    void answersAreRead();
    void otherProgramsAreNoPython_data();
    void otherProgramsAreNoPython();
    void shimsAreFollowed();
    void placesOfInterpreters();
    void anEnvironmentThatCameWithATreeIsNotAsked_data();
    void anEnvironmentThatCameWithATreeIsNotAsked();
    void anEnvironmentMayLieInAFolderOfAnyName();
    void missingEnvironmentIsTold();
    void hangingFirstOneLeavesNoDefault();
    void aChosenOneThatDoesNotAnswerStays();
    void realInterpreterAnswers();
};

void InterpreterTest::answersAreRead()
{
    const auto answer = readPythonAnswer(
        QStringLiteral(
            "a start file says hello\ntorchmason 3.13.1\nkind venv\nexecutable /v/bin/python\nprefix "
            "/v\ntag cp313t\nheaders 0\nmodules yaml\npackages numpy=2.2.0 pip=24.3.1\n"),
        { "/shim", {}, "PATH" });
    QVERIFY(answer.ok());
    QCOMPARE(answer->facts.path, "/v/bin/python");
    QCOMPARE(answer->facts.version, "3.13.1");
    QCOMPARE(answer->facts.kind, "venv");
    QCOMPARE(answer->facts.tag, "cp313t");
    QCOMPARE(answer->facts.headers, std::optional(false));
    QCOMPARE(answer->facts.packages.value("pip"), "24.3.1");
    QCOMPARE(answer->prefix, "/v");
}

void InterpreterTest::otherProgramsAreNoPython_data()
{
    QTest::addColumn<QString>("output");
    newRow("nothing", "");
    newRow("pyenv without a version", "pyenv: python3.12: command not found");
    newRow("torn", "torchmason 3.12.4\nkind system\n");
    newRow("Windows' shop", "Python was not found; run without arguments to install from the Store");
}

void InterpreterTest::otherProgramsAreNoPython()
{
    QFETCH(QString, output);
    QVERIFY(!readPythonAnswer(output, { "/p", {}, {} }).ok());
}

void InterpreterTest::shimsAreFollowed()
{
    FakeMachine machine;
    const QString shim = "/home/u/.pyenv/shims/python3";
    const QString real = "/home/u/.pyenv/versions/3.12.4/bin/python3";
    machine.runner->programs.insert("python3", shim);
    addPython(machine, shim, told(real.toLatin1(), "/home/u/.pyenv/versions/3.12.4"));
    addPython(machine, real, told(real.toLatin1(), "/home/u/.pyenv/versions/3.12.4"));
    // One that is not switched on only complains.
    machine.program("python3.9", "/home/u/.pyenv/shims/python3.9", {});
    machine.variable("HOME", "/home/u");
    const HostFacts facts = machine.after(probePythons);
    QCOMPARE(pathsOf(facts), QStringList { real });
    QVERIFY(facts.pythons[0].isDefault);
    QCOMPARE(facts.pythons[0].source, "PATH");
    QVERIFY(facts.unknown.isEmpty());
}

void InterpreterTest::placesOfInterpreters()
{
    FakeMachine machine;
    machine.variable("HOME", "/home/u");
    machine.context.wishes.sourceFolder = "/src/pytorch";
    const QStringList paths { "/src/pytorch/.venv/bin/python", "/usr/bin/python3",
        "/home/u/.pyenv/versions/3.11.9/bin/python3",
        "/home/u/.local/share/uv/python/cpython-3.13.1-linux-x86_64-gnu/bin/python3",
        "/data/envs/torch/bin/python", "/home/u/miniforge3/bin/python" };
    for (const QString& path : paths)
        addPython(machine, path, told(path.toLatin1(), path.section("/bin", 0, 0).toLatin1()));
    machine.file("/home/u/.conda/environments.txt", "/data/envs/torch\n/home/u/miniforge3\n/gone/env\n\n");
    machine.file(
        "/src/pytorch/.venv/bin/activate", "unset VIRTUAL_ENV\nVIRTUAL_ENV=\"/src/pytorch/.venv\"\n");
    QCOMPARE(pathsOf(machine.after(probePythons)), paths);
}

// It would be started as soon as the folder is named.
void InterpreterTest::anEnvironmentThatCameWithATreeIsNotAsked_data()
{
    QTest::addColumn<QByteArray>("activate");
    QTest::addColumn<bool>("isAsked");
    newRow("none", QByteArray(), false);
    newRow("made elsewhere", QByteArray("VIRTUAL_ENV=\"/home/other/pytorch/venv\"\n"), false);
    newRow("names many", QByteArray("VIRTUAL_ENV=/x\nVIRTUAL_ENV=/src/pytorch/venv\n"), false);
    newRow("begins alike", QByteArray("VIRTUAL_ENV=/src/pytorch/venv2\n"), false);
    newRow("of Python 3.11", QByteArray("VIRTUAL_ENV=\"/src/pytorch/venv\"\nexport VIRTUAL_ENV\n"), true);
    newRow("of Python 3.13",
        QByteArray("    export VIRTUAL_ENV=$(cygpath /src/pytorch/venv)\nelse\n"
                   "    export VIRTUAL_ENV=/src/pytorch/venv\nfi\n"),
        true);
    newRow("of uv", QByteArray("VIRTUAL_ENV='/src/pytorch/venv'\n"), true);
}

void InterpreterTest::anEnvironmentThatCameWithATreeIsNotAsked()
{
    QFETCH(QByteArray, activate);
    QFETCH(bool, isAsked);
    FakeMachine machine;
    machine.context.wishes.sourceFolder = "/src/pytorch";
    const QString python = "/src/pytorch/venv/bin/python";
    addPython(machine, python, told(python.toLatin1(), "/src/pytorch/venv"));
    if (!activate.isEmpty())
        machine.file("/src/pytorch/venv/bin/activate", activate);
    QCOMPARE(pathsOf(machine.after(probePythons)), isAsked ? QStringList { python } : QStringList());
}

// As of a tree that was downloaded twice.
void InterpreterTest::anEnvironmentMayLieInAFolderOfAnyName()
{
    FakeMachine machine;
    machine.context.wishes.sourceFolder = "/src/it's a tree (1)";
    const QString python = "/src/it's a tree (1)/venv/bin/python";
    addPython(machine, python, told(python.toLatin1(), "/src/it's a tree (1)/venv"));
    machine.file("/src/it's a tree (1)/venv/bin/activate", "VIRTUAL_ENV=\"/src/it's a tree (1)/venv\"\n");
    QCOMPARE(pathsOf(machine.after(probePythons)), QStringList { python });
}

void InterpreterTest::missingEnvironmentIsTold()
{
    FakeMachine machine;
    machine.variable("VIRTUAL_ENV", "/home/u/gone");
    machine.runner->programs.insert("python3", "/usr/bin/python3");
    addPython(machine, "/usr/bin/python3", told("/usr/bin/python3", "/usr"));
    const HostFacts facts = machine.after(probePythons);
    QCOMPARE(facts.pythons.size(), 1);
    QCOMPARE(facts.unknown.size(), 1);
    QCOMPARE(facts.unknown[0].probe, "VIRTUAL_ENV");
}

void InterpreterTest::hangingFirstOneLeavesNoDefault()
{
    FakeMachine machine;
    machine.variable("VIRTUAL_ENV", "/net/venv");
    machine.file("/net/venv/bin/python");
    machine.runner->hang("/net/venv/bin/python");
    addPython(machine, "/usr/bin/python3", told("/usr/bin/python3", "/usr"));
    const HostFacts facts = machine.after(probePythons);
    QCOMPARE(facts.pythons.size(), 1);
    QVERIFY(!facts.pythons[0].isDefault);
    QCOMPARE(facts.unknown.size(), 1);
}

void InterpreterTest::aChosenOneThatDoesNotAnswerStays()
{
    FakeMachine machine;
    machine.runner->programs.insert("python3", "/usr/bin/python3");
    addPython(machine, "/usr/bin/python3", told("/usr/bin/python3", "/usr"));
    machine.context.wishes.overrides.insert("python", "/home/u/gone/bin/python");
    const HostFacts facts = machine.after(probePythons);
    QCOMPARE(pathsOf(facts), QStringList({ "/home/u/gone/bin/python", "/usr/bin/python3" }));
    QCOMPARE(facts.pythons[0].source, chosenByUser());
    QVERIFY(facts.pythons[0].version.isEmpty());
    QCOMPARE(facts.unknown.size(), 1);
    QVERIFY(facts.unknown[0].reason.startsWith("/home/u/gone/bin/python "));
}

void InterpreterTest::realInterpreterAnswers()
{
    const ProcessProbeRunner runner(QProcessEnvironment::systemEnvironment());
    const QString python = runner.findProgram("python3");
    if (python.isEmpty())
        QSKIP("no python3 here");
    const ProbeAnswer answer = runner.run(python, pythonQuestion(), Milliseconds(20000));
    QVERIFY2(answer.exitCode == 0, answer.standardError.constData());
    const auto read = readPythonAnswer(QString::fromUtf8(answer.standardOutput), { python, {}, "PATH" });
    QVERIFY(read.ok());
    QVERIFY(read->facts.headers.has_value());
    QVERIFY2(read->facts.tag.startsWith("cp3"), qPrintable(read->facts.tag));
}

QTEST_GUILESS_MAIN(InterpreterTest)
#include "InterpreterTest.moc"
