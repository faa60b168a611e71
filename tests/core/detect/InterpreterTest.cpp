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
    void anEnvironmentInATreeIsNotStarted();
    void anEnvironmentInATreeIsStartedWhereItIsNamed_data();
    void anEnvironmentInATreeIsStartedWhereItIsNamed();
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
    const QStringList paths { "/usr/bin/python3", "/home/u/.pyenv/versions/3.11.9/bin/python3",
        "/home/u/.local/share/uv/python/cpython-3.13.1-linux-x86_64-gnu/bin/python3",
        "/data/envs/torch/bin/python", "/home/u/miniforge3/bin/python" };
    for (const QString& path : paths)
        addPython(machine, path, told(path.toLatin1(), path.section("/bin", 0, 0).toLatin1()));
    machine.file("/home/u/.conda/environments.txt", "/data/envs/torch\n/home/u/miniforge3\n/gone/env\n\n");
    QCOMPARE(pathsOf(machine.after(probePythons)), paths);
}

// It would be started as soon as the folder is named, and whoever knows that folder can write its place into
// the environment.
void InterpreterTest::anEnvironmentInATreeIsNotStarted()
{
    FakeMachine machine;
    machine.context.wishes.sourceFolder = "/src/pytorch";
    const QString python = "/src/pytorch/venv/bin/python";
    addPython(machine, python, told(python.toLatin1(), "/src/pytorch/venv"));
    machine.file("/src/pytorch/venv/bin/activate", "VIRTUAL_ENV=\"/src/pytorch/venv\"\n");
    const HostFacts facts = machine.after(probePythons);
    QCOMPARE(pathsOf(facts), QStringList());
    QCOMPARE(facts.unknown.size(), 1);
    QCOMPARE(facts.unknown[0].probe, "python");
    QVERIFY2(facts.unknown[0].reason.startsWith(python + " was found and not started"),
        qPrintable(facts.unknown[0].reason));
}

// The user names it: as the Python to use, in a flag, or by having activated it.
void InterpreterTest::anEnvironmentInATreeIsStartedWhereItIsNamed_data()
{
    QTest::addColumn<QString>("by");
    for (const char* by : { "choice", "flag", "variable" })
        QTest::newRow(by) << QString::fromLatin1(by);
}

void InterpreterTest::anEnvironmentInATreeIsStartedWhereItIsNamed()
{
    QFETCH(QString, by);
    FakeMachine machine;
    machine.context.wishes.sourceFolder = "/src/pytorch";
    const QString python = "/src/pytorch/.venv/bin/python";
    addPython(machine, python, told(python.toLatin1(), "/src/pytorch/.venv"));
    if (by == "choice")
        machine.context.wishes.overrides.insert("python", python);
    else if (by == "flag")
        machine.context.wishes.pythons << python;
    else
        machine.variable("VIRTUAL_ENV", "/src/pytorch/.venv");
    const HostFacts facts = machine.after(probePythons);
    QCOMPARE(pathsOf(facts), QStringList { python });
    QVERIFY(facts.unknown.isEmpty());
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
