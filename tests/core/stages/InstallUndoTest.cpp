// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/InstallUndo.h"
#include "tests/core/stages/TorchInstalls.h"

#include <QTest>

using namespace torchmason;

// Installs of a stand-in for torch, taken back by the real pip in real environments, without a network.
class InstallUndoTest : public QObject, private TorchInstalls {
    Q_OBJECT

private:
    Result<QString> install(const QString& wheel, const QString& note, const QString& continued = {});
    // What an install leaves that is killed right after pip was done.
    void installAndDie(const QString& wheel, const QString& note);
    Result<QString> undo(const QString& note, const QString& wheels = {});
    // Name and version of all that the environment holds.
    QMap<QString, QString> versions() const;
    int pip(const QStringList& words) const;
    int python(const QString& program) const
    {
        return QProcess::execute(path("env/bin/python"), { "-c", program });
    }

    QTemporaryDir m_template; // an environment, which copies of may lie elsewhere

private slots:
    void initTestCase()
    {
        if (!canMakeVenv())
            QSKIP("There is no Python with the module venv.");
        qputenv("PIP_NO_INDEX", "1");
        qputenv("PIP_CONFIG_FILE", "/dev/null");
        QCOMPARE(QProcess::execute(systemPython, { "-m", "venv", m_template.filePath("env") }), 0);
    }

    void init()
    {
        setUp();
        QCOMPARE(QProcess::execute("/bin/cp", { "-a", m_template.filePath("env"), path("env") }), 0);
    }

    void allIsAsBefore()
    {
        QVERIFY(install(torch("2.5.0", {}, "first = True\n"), "first.json"));
        const auto before = versions();
        QCOMPARE(before.value("torch"), QString("2.5.0"));
        QVERIFY(makeTinyWheel((QDir().mkpath(path("packages")), path("packages")), "2.1"));
        const auto installed = install(torch("2.6.0", { "tinymod>=2" }), "second.json");
        QVERIFY2(installed, installed ? "" : qPrintable(installed.error().message));
        QCOMPARE(versions().value("tinymod"), QString("2.1"));
        const InstallUndo look = lookAtInstallUndo(path("second.json"));
        QCOMPARE(look.effects,
            (QStringList {
                "tinymod 2.1 is removed.", "torch 2.6.0 is replaced by 2.5.0, which was there before." }));
        QCOMPARE(look.leftAlone, QStringList());
        QCOMPARE(versions().value("torch"), QString("2.6.0")); // a look changes nothing
        const auto undone = undo("second.json");
        QVERIFY2(undone, undone ? "" : qPrintable(undone.error().message));
        QCOMPARE(versions(), before);
        QCOMPARE(python("import torch; torch.first"), 0);
        const auto again = undo("second.json");
        QVERIFY(!again);
        QVERIFY2(again.error().message.contains("can be undone now"), qPrintable(again.error().message));
        // The first install is as it was left, though its wheel was put there anew.
        QVERIFY(undo("first.json"));
        QVERIFY(!versions().contains("torch"));
    }

    void whatIsGoneComesFromAFolder()
    {
        const QString first = torch("2.5.0");
        QVERIFY(install(first, "first.json"));
        QVERIFY(install(torch("2.6.0"), "second.json"));
        const QString kept = path("kept/" + QFileInfo(first).fileName());
        QVERIFY(QDir().mkpath(path("kept")) && QFile::rename(first, kept));
        const auto before = versions();
        const auto refused = undo("second.json");
        QVERIFY(!refused);
        QVERIFY2(
            refused.error().message.contains("torch 2.5.0 had come from a wheel that is not there any more"),
            qPrintable(refused.error().message));
        QCOMPARE(versions(), before);
        // One that was built anew under that name is not what was there, whether or not this pip noted its
        // hash.
        torch("2.5.0", {}, "other = True\n");
        QVERIFY(lookAtInstallUndo(path("second.json")).again.value(0).before.origin.isEmpty());
        QVERIFY(!undo("second.json"));
        QCOMPARE(versions(), before);
        const auto undone = undo("second.json", path("kept"));
        QVERIFY2(undone, undone ? "" : qPrintable(undone.error().message));
        QCOMPARE(versions().value("torch"), QString("2.5.0"));
    }

    void aTorchThatCameLaterStops()
    {
        QVERIFY(install(torch("2.6.0"), "first.json"));
        QVERIFY(install(torch("2.6.0", {}, "again = True\n"), "second.json"));
        const auto other = undo("first.json");
        QVERIFY(!other);
        QVERIFY2(other.error().message.contains("another build of torch 2.6.0"),
            qPrintable(other.error().message));
        QVERIFY(install(torch("2.7.0"), "third.json"));
        const auto later = undo("second.json");
        QVERIFY(!later);
        QVERIFY2(later.error().message.contains("has torch 2.7.0 now"), qPrintable(later.error().message));
        QCOMPARE(versions().value("torch"), QString("2.7.0"));
        const auto last = undo("third.json");
        QVERIFY2(last, last ? "" : qPrintable(last.error().message));
        QCOMPARE(python("import torch; torch.again"), 0);
    }

    // The notes lie as in the folder of all attempts.
    void aWheelThatWasBuiltAnewLeadsFurtherBack()
    {
        QCOMPARE(pip({ "install", torch("2.5.0", {}, "first = True\n") }), 0);
        QVERIFY(install(torch("2.6.0"), "attempts/0001/install.json"));
        QVERIFY(
            !install(torch("2.6.0", {}, "raise ImportError('libgone.so')\n"), "attempts/0002/install.json"));
        m_printed.clear();
        QVERIFY(install(torch("2.6.0", {}, "third = True\n"), "attempts/0003/install.json"));
        QVERIFY2(printed().contains("brings back torch 2.5.0"), qPrintable(printed()));
        const auto early = undo("attempts/0001/install.json");
        QVERIFY(!early);
        QVERIFY2(early.error().message.contains("what came later"), qPrintable(early.error().message));
        QCOMPARE(lookAtInstallUndo(path("attempts/0003/install.json")).effects,
            QStringList { "torch 2.6.0 is replaced by 2.5.0, which was there before." });
        const auto undone = undo("attempts/0003/install.json");
        QVERIFY2(undone, undone ? "" : qPrintable(undone.error().message));
        QCOMPARE(python("import torch; torch.first"), 0);
        for (const char* note : { "attempts/0002/install.json", "attempts/0001/install.json" })
            QVERIFY2(lookAtInstallUndo(path(note)).refusal.contains("can be undone now"), note);
    }

    // The install could not know it yet.
    void aWheelThatGoesLaterLeadsFurtherBack()
    {
        QCOMPARE(pip({ "install", torch("2.4.0", {}, "first = True\n") }), 0);
        const QString second = torch("2.5.0");
        QVERIFY(install(second, "attempts/0001/install.json"));
        QVERIFY(install(torch("2.6.0"), "attempts/0002/install.json"));
        QVERIFY(QFile::remove(second));
        const InstallUndo look = lookAtInstallUndo(path("attempts/0002/install.json"));
        QCOMPARE(look.refusal, QString());
        QVERIFY2(look.leftAlone.value(0).contains("brings back torch 2.4.0"),
            qPrintable(look.leftAlone.join('\n')));
        const auto undone = undo("attempts/0002/install.json");
        QVERIFY2(undone, undone ? "" : qPrintable(undone.error().message));
        QCOMPARE(python("import torch; torch.first"), 0);
        QVERIFY(lookAtInstallUndo(path("attempts/0002/install.json")).refusal.contains("can be undone now"));
    }

    // The same files, compressed: another archive, whose hash pip would refuse.
    void aWheelThatWasPackedAgainIsTheSame()
    {
        const QString first = torch("2.5.0");
        QVERIFY(install(first, "first.json"));
        QVERIFY(install(torch("2.6.0"), "second.json"));
        QCOMPARE(python("import sys, zipfile\nname = '" + first
                     + "'\nold = zipfile.ZipFile(name)\n"
                       "files = [(one, old.read(one)) for one in old.namelist()]\n"
                       "with zipfile.ZipFile(name, 'w', zipfile.ZIP_DEFLATED) as new:\n"
                       "    for one, data in files:\n        new.writestr(one, data)\n"),
            0);
        const auto undone = undo("second.json");
        QVERIFY2(undone, undone ? "" : qPrintable(undone.error().message));
        QCOMPARE(versions().value("torch"), QString("2.5.0"));
    }

    void whereNothingWasBeforeItIsRemoved()
    {
        QVERIFY(install(torch("2.6.0"), "attempts/0001/install.json"));
        QVERIFY(install(torch("2.6.0", {}, "again = True\n"), "attempts/0002/install.json"));
        const auto undone = undo("attempts/0002/install.json");
        QVERIFY2(undone, undone ? "" : qPrintable(undone.error().message));
        QVERIFY(!versions().contains("torch"));
    }

    void whatPipDidNotReplaceIsNotTakenOver()
    {
        const QString first = torch("2.6.0");
        QVERIFY(install(first, "attempts/0001/install.json"));
        QVERIFY(QFile::remove(first));
        QVERIFY(makeWheel(path("dist"), "torch", "2.7.0", "pass\n", {}, "py3-none-other"));
        QVERIFY(!install(path("dist/torch-2.7.0-py3-none-other.whl"), "attempts/0002/install.json"));
        QVERIFY(!undo("attempts/0002/install.json"));
        QCOMPARE(versions().value("torch"), QString("2.6.0"));
        // With that wheel gone, the install that put it there can still be taken back.
        QVERIFY(undo("attempts/0001/install.json"));
        QVERIFY(!versions().contains("torch"));
    }

    void whatOthersRequireStays()
    {
        QVERIFY(QDir().mkpath(path("packages")));
        QVERIFY(makeTinyWheel(path("packages"), "2.1"));
        QVERIFY(makeWheel(path("packages"), "second", "1.0", "pass\n"));
        QVERIFY(makeWheel(
            path("packages"), "user", "1.0", "pass\n", { "tinymod", "second; python_version<'3'" }));
        QVERIFY(install(torch("2.6.0", { "tinymod>=2", "second" }), "install.json"));
        QCOMPARE(pip({ "install", "--find-links", path("packages"), "user" }), 0);
        const auto undone = undo("install.json");
        QVERIFY2(undone, undone ? "" : qPrintable(undone.error().message));
        QVERIFY2(m_printed.contains("tinymod 2.1 stays, because user requires it."), qPrintable(printed()));
        QVERIFY(versions().contains("tinymod"));
        QVERIFY(!versions().contains("torch"));
        QVERIFY(!versions().contains("second"));
        QCOMPARE(pip({ "check" }), 0);
    }

    void aMadeEnvironmentStays()
    {
        QVERIFY(QDir(path("env")).removeRecursively());
        QVERIFY(install(torch("2.6.0"), "install.json"));
        const auto undone = undo("install.json");
        QVERIFY2(undone, undone ? "" : qPrintable(undone.error().message));
        QVERIFY2(undone->contains("its folder " + path("env") + " can be deleted"), qPrintable(*undone));
        QVERIFY(!versions().contains("torch"));
        QVERIFY(versions().contains("pip"));
    }

    void vanishedEnvironmentsAreTold()
    {
        QVERIFY(install(torch("2.6.0"), "install.json"));
        QVERIFY(QDir(path("env")).removeRecursively());
        const auto undone = undo("install.json");
        QVERIFY(!undone);
        QVERIFY2(
            undone.error().message.contains("is not there any more"), qPrintable(undone.error().message));
        QVERIFY(!QFileInfo::exists(path("env")));
        QVERIFY(lookAtInstallUndo(path("none.json")).refusal.contains("put nothing into"));
        // One that was made anew there has nothing of it.
        QCOMPARE(QProcess::execute("/bin/cp", { "-a", m_template.filePath("env"), path("env") }), 0);
        QVERIFY(lookAtInstallUndo(path("install.json")).refusal.contains("can be undone now"));
    }

    // What came before pip failed, or before the import did, is noted, too.
    void aFailedInstallIsTakenBack()
    {
        QVERIFY(QDir().mkpath(path("packages")));
        QVERIFY(makeTinyWheel(path("packages"), "2.1"));
        const auto before = versions();
        QVERIFY(!install(torch("2.6.0", { "tinymod" }, "raise ImportError('libgone.so')\n"), "install.json"));
        QVERIFY(versions() != before);
        QVERIFY(undo("install.json"));
        QCOMPARE(versions(), before);
        const QString alien = path("dist/torch-2.6.0-py3-none-other.whl");
        QVERIFY(makeWheel(path("dist"), "torch", "2.6.0", "pass\n", { "tinymod" }, "py3-none-other"));
        QVERIFY(!install(alien, "install.json"));
        QCOMPARE(versions().value("tinymod"), QString("2.1"));
        const auto undone = undo("install.json");
        QVERIFY2(undone, undone ? "" : qPrintable(undone.error().message));
        QCOMPARE(versions(), before);
    }

    void aRetryLeadsToWhatWasThereFirst_data()
    {
        QTest::addColumn<bool>("isKilled");
        QTest::newRow("failed") << false;
        QTest::newRow("killed") << true;
    }
    // The same wheel, with what its import needs put there by hand meanwhile.
    void aRetryLeadsToWhatWasThereFirst()
    {
        QFETCH(bool, isKilled);
        QVERIFY(install(torch("2.5.0", {}, "first = True\n"), "old.json"));
        const QString wheel = torch("2.6.0", {}, "import helper\n");
        if (isKilled)
            installAndDie(wheel, "first.json");
        else
            QVERIFY(!install(wheel, "first.json"));
        QVERIFY(makeWheel(path("packages"), "helper", "1.0", "pass\n"));
        QCOMPARE(pip({ "install", "--find-links", path("packages"), "helper" }), 0);
        const auto again = install(wheel, "second.json", "first.json");
        QVERIFY2(again, again ? "" : qPrintable(again.error().message));
        const auto undone = undo("second.json");
        QVERIFY2(undone, undone ? "" : qPrintable(undone.error().message));
        QCOMPARE(python("import torch; torch.first"), 0);
        QCOMPARE(versions().contains("helper"), !isKilled); // after a kill nobody knows who brought it
    }

    // Only what it replaced: pip and the others are as they were.
    void anInstallThatWasEndedIsTakenBack()
    {
        QVERIFY(install(torch("2.5.0", {}, "first = True\n"), "old.json"));
        installAndDie(torch("2.6.0"), "second.json");
        const InstallUndo look = lookAtInstallUndo(path("second.json"));
        QCOMPARE(look.effects, QStringList { "torch 2.6.0 is replaced by 2.5.0, which was there before." });
        const auto undone = undo("second.json");
        QVERIFY2(undone, undone ? "" : qPrintable(undone.error().message));
        QCOMPARE(python("import torch; torch.first"), 0);
    }

    void whatWasBuiltFromAFolderIsNotPromised_data()
    {
        QTest::addColumn<QString>("note"); // direct_url.json
        QTest::addColumn<QString>("words");
        QTest::newRow("editable") << R"({"url": "file:///src/py%20torch", "dir_info": {"editable": true}})"
                                  << "-e '/src/py torch'";
        QTest::newRow("folder") << R"({"url": "file:///src/pytorch", "dir_info": {}})"
                                << "/src/pytorch";
        QTest::newRow("repository")
            << R"({"url": "https://e.org/t.git", "vcs_info": {"vcs": "git", "commit_id": "12ab"}})"
            << "git+https://e.org/t.git@12ab";
    }
    // As pip leaves it.
    void whatWasBuiltFromAFolderIsNotPromised()
    {
        QFETCH(QString, note);
        QFETCH(QString, words);
        QVERIFY(install(torch("2.5.0"), "first.json"));
        QCOMPARE(python("from importlib import metadata\n"
                        "(metadata.distribution('torch')._path / 'direct_url.json').write_text('"
                     + note + "')\n"),
            0);
        const QString line = path("env/bin/python") + " -m pip install --no-build-isolation " + words;
        QVERIFY(install(torch("2.6.0"), "second.json"));
        QVERIFY2(printed().contains("this line does: " + line), qPrintable(printed()));
        const InstallUndo look = lookAtInstallUndo(path("second.json"));
        QCOMPARE(look.refusal, QString());
        QCOMPARE(look.gone, QStringList { "torch" });
        QVERIFY(look.again.isEmpty());
        QVERIFY2(
            look.effects.value(0).startsWith("torch 2.6.0 is removed. torch 2.5.0, which was built from"),
            qPrintable(look.effects.value(0)));
        QVERIFY2(look.effects.value(0).endsWith(line), qPrintable(look.effects.value(0)));
        QVERIFY(undo("second.json"));
        QVERIFY(!versions().contains("torch"));
    }
};

Result<QString> InstallUndoTest::install(const QString& wheel, const QString& note, const QString& continued)
{
    QDir().mkpath(QFileInfo(path(note)).path());
    return installWheels({ { wheel }, path("env"), systemPython, true, path("packages"), path(note),
                             continued.isEmpty() ? QString() : path(continued) },
        [this](const QString& line) { m_printed << line; });
}

void InstallUndoTest::installAndDie(const QString& wheel, const QString& note)
{
    const QString interpreter = path("env/bin/python");
    QVERIFY(
        writeInstallNote(path(note), { interpreter, { wheel }, {}, *packagesIn(interpreter), {}, false }));
    QCOMPARE(pip({ "install", "--no-deps", "--force-reinstall", wheel }), 0);
}

Result<QString> InstallUndoTest::undo(const QString& note, const QString& wheels)
{
    m_printed.clear();
    return takeInstallBack(path(note), wheels, [this](const QString& line) { m_printed << line; });
}

QMap<QString, QString> InstallUndoTest::versions() const
{
    QMap<QString, QString> versions;
    const auto packages = packagesIn(path("env/bin/python"));
    if (!packages)
        return { { "cannot be read", packages.error().message } };
    for (auto one = packages->begin(); one != packages->end(); ++one)
        versions[one.key()] = one->version;
    return versions;
}

int InstallUndoTest::pip(const QStringList& words) const
{
    return QProcess::execute(path("env/bin/python"), QStringList { "-m", "pip", "-q" } + words);
}

QTEST_GUILESS_MAIN(InstallUndoTest)
#include "InstallUndoTest.moc"
