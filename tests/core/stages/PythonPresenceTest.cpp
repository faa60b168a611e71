// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/PythonPresence.h"
#include "tests/support/TestFiles.h"

#include <QTemporaryDir>

using namespace torchmason;

// An interpreter that went away.
class PythonPresenceTest : public QObject {
    Q_OBJECT

private slots:
    void onesThatAreGone();
    void aLauncherWhoseBaseIsGone();
    void oneThatDoesNotRun();
};

void PythonPresenceTest::onesThatAreGone()
{
    QTemporaryDir folder;
    const QString python = folder.filePath("venv/bin/python");
    QCOMPARE(missingPythonReason({}), QString());
    QCOMPARE(missingPythonReason("no-such-python-9.9"), QStringLiteral("is not found in PATH any more"));
    QCOMPARE(missingPythonReason(python), QStringLiteral("is not there any more"));
    QVERIFY(missingPythonSentence(python).contains(python)
        && missingPythonSentence(python).contains("attempts retry N"));
    write(python);
    QCOMPARE(missingPythonReason(python, Platform::Linux), QString());
    QVERIFY(missingPythonSentence(python).isEmpty() || hostPlatform() == Platform::Windows);
#ifndef Q_OS_WIN
    QVERIFY(QFile::link("python", folder.filePath("venv/bin/python3")));
    QCOMPARE(missingPythonReason(folder.filePath("venv/bin/python3")), QString());
    QVERIFY(QFile::remove(python) && QFile::link("/nowhere/python3.11", python));
    QCOMPARE(missingPythonReason(folder.filePath("venv/bin/python3")),
        QStringLiteral("leads to /nowhere/python3.11, which is not there any more"));
#endif
}

// On Windows Scripts\python.exe stays when the Python that made the environment is uninstalled.
void PythonPresenceTest::aLauncherWhoseBaseIsGone()
{
    QTemporaryDir folder;
    const QString base = folder.filePath("Python311");
    const QString python = folder.filePath("venv/Scripts/python.exe");
    write(python);
    write(folder.filePath("venv/pyvenv.cfg"), "home = " + base.toUtf8() + "\r\nversion = 3.11.9\r\n");
    QCOMPARE(missingPythonReason(python, Platform::Windows),
        QStringLiteral("was made of the one in %1, which is not there any more").arg(base));
    write(base + "/python.exe");
    QCOMPARE(missingPythonReason(python, Platform::Windows), QString());
}

void PythonPresenceTest::oneThatDoesNotRun()
{
#ifdef Q_OS_WIN
    QSKIP("A script cannot stand for an interpreter there.");
#endif
    QTemporaryDir folder;
    const QString shim = folder.filePath("python3");
    write(shim, "#!/bin/sh\necho \"pyenv: version '3.11.9' is not installed\" >&2\nexit 1\n");
    QVERIFY(QFile::setPermissions(shim, QFile::ReadOwner | QFile::ExeOwner | QFile::WriteOwner));
    const auto checked = checkPython(shim);
    QVERIFY(!checked);
    QVERIFY2(
        checked.error().message.contains("does not run any more (pyenv: version '3.11.9' is not installed)"),
        qPrintable(checked.error().message));
}

QTEST_GUILESS_MAIN(PythonPresenceTest)
#include "PythonPresenceTest.moc"
