// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/InstallUndo.h"

#include "core/stages/WheelInstall.h"
#include "tests/support/StandInTorch.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TinyWheel.h"

#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

namespace {

const QString systemPython = QStringLiteral("/usr/bin/python3");

InstallNote noteOf(const InstalledPackages& before, const InstalledPackages& after)
{
    return { QStringLiteral("/e/bin/python"),
        { QStringLiteral("/d/torch-2.6.0-cp311-cp311-linux_x86_64.whl") }, {}, before, after };
}

InstalledPackage package(const QString& version, const QString& mark = {}, const QStringList& needs = {})
{
    return { version, mark, {}, needs };
}

}

// Installs of a stand-in for torch, taken back by the real pip in real environments, without a network.
class InstallUndoTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void allIsAsBefore();
    void whatIsGoneComesFromAFolder();
    void aTorchThatCameLaterStops();
    void aWheelThatWasBuiltAnewLeadsFurtherBack();
    void aWheelThatGoesLaterLeadsFurtherBack();
    void aWheelThatWasPackedAgainIsTheSame();
    void whereNothingWasBeforeItIsRemoved();
    void whatPipDidNotReplaceIsNotTakenOver();
    void whatOthersRequireStays();
    void aMadeEnvironmentStays();
    void vanishedEnvironmentsAreTold();
    void aFailedInstallIsTakenBack();
    void aRetryLeadsToWhatWasThereFirst_data();
    void aRetryLeadsToWhatWasThereFirst();
    void anInstallThatWasEndedIsTakenBack();
    void plans();
    void requirersThatStayKeepOthers();
    void halfDoneGoesOn();
    void whatCondaHadIsNotPromised();
    void whatWasBuiltFromAFolderIsNotPromised_data();
    void whatWasBuiltFromAFolderIsNotPromised();
    void whatOthersMayNeedIsNotRemoved();
    void commands();
    void notesOfEarlierVersions();
    void brokenNotesAreTold();

private:
    QString path(const QString& name) const { return m_folder->filePath(name); }
    QString torch(const QString& version, const QStringList& requirements = {}, const QString& more = {});
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
    std::unique_ptr<QTemporaryDir> m_folder;
    QStringList m_printed;
};

void InstallUndoTest::initTestCase()
{
    if (!canMakeVenv())
        QSKIP("There is no Python with the module venv.");
    qputenv("PIP_NO_INDEX", "1");
    qputenv("PIP_CONFIG_FILE", "/dev/null");
    QCOMPARE(QProcess::execute(systemPython, { "-m", "venv", m_template.filePath("env") }), 0);
}

void InstallUndoTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QCOMPARE(QProcess::execute("/bin/cp", { "-a", m_template.filePath("env"), path("env") }), 0);
    m_printed.clear();
}

QString InstallUndoTest::torch(const QString& version, const QStringList& requirements, const QString& more)
{
    makeWheel(path("dist"), "torch", version,
        QString::fromUtf8(standInTorch).replace("2.6.0", version) + more, requirements);
    return path("dist/torch-" + version + "-py3-none-any.whl");
}

Result<QString> InstallUndoTest::install(const QString& wheel, const QString& note, const QString& continued)
{
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

void InstallUndoTest::allIsAsBefore()
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
    QVERIFY2(again.error().message.contains("nothing can be taken back"), qPrintable(again.error().message));
    // The first install is as it was left, though its wheel was put there anew.
    QVERIFY(undo("first.json"));
    QVERIFY(!versions().contains("torch"));
}

void InstallUndoTest::whatIsGoneComesFromAFolder()
{
    const QString first = torch("2.5.0");
    QVERIFY(install(first, "first.json"));
    QVERIFY(install(torch("2.6.0"), "second.json"));
    const QString kept = path("kept/" + QFileInfo(first).fileName());
    QVERIFY(QDir().mkpath(path("kept")) && QFile::rename(first, kept));
    const auto before = versions();
    const auto refused = undo("second.json");
    QVERIFY(!refused);
    QVERIFY2(refused.error().message.contains("torch 2.5.0 had come from a wheel that is not there any more"),
        qPrintable(refused.error().message));
    QCOMPARE(versions(), before);
    // One that was built anew under that name is not what was there, whether or not this pip noted its hash.
    torch("2.5.0", {}, "other = True\n");
    QVERIFY(lookAtInstallUndo(path("second.json")).again.value(0).before.origin.isEmpty());
    QVERIFY(!undo("second.json"));
    QCOMPARE(versions(), before);
    const auto undone = undo("second.json", path("kept"));
    QVERIFY2(undone, undone ? "" : qPrintable(undone.error().message));
    QCOMPARE(versions().value("torch"), QString("2.5.0"));
}

void InstallUndoTest::aTorchThatCameLaterStops()
{
    QVERIFY(install(torch("2.6.0"), "first.json"));
    QVERIFY(install(torch("2.6.0", {}, "again = True\n"), "second.json"));
    const auto other = undo("first.json");
    QVERIFY(!other);
    QVERIFY2(
        other.error().message.contains("another build of torch 2.6.0"), qPrintable(other.error().message));
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
void InstallUndoTest::aWheelThatWasBuiltAnewLeadsFurtherBack()
{
    QVERIFY(QDir().mkpath(path("attempts/0001")) && QDir().mkpath(path("attempts/0002"))
        && QDir().mkpath(path("attempts/0003")));
    QCOMPARE(pip({ "install", torch("2.5.0", {}, "first = True\n") }), 0);
    QVERIFY(install(torch("2.6.0"), "attempts/0001/install.json"));
    QVERIFY(!install(torch("2.6.0", {}, "raise ImportError('libgone.so')\n"), "attempts/0002/install.json"));
    m_printed.clear();
    QVERIFY(install(torch("2.6.0", {}, "third = True\n"), "attempts/0003/install.json"));
    QVERIFY2(m_printed.join('\n').contains("leads to torch 2.5.0"), qPrintable(m_printed.join('\n')));
    const auto early = undo("attempts/0001/install.json");
    QVERIFY(!early);
    QVERIFY2(early.error().message.contains("what came later"), qPrintable(early.error().message));
    QCOMPARE(lookAtInstallUndo(path("attempts/0003/install.json")).effects,
        QStringList { "torch 2.6.0 is replaced by 2.5.0, which was there before." });
    const auto undone = undo("attempts/0003/install.json");
    QVERIFY2(undone, undone ? "" : qPrintable(undone.error().message));
    QCOMPARE(python("import torch; torch.first"), 0);
    for (const char* note : { "attempts/0002/install.json", "attempts/0001/install.json" })
        QVERIFY2(lookAtInstallUndo(path(note)).refusal.contains("nothing can be taken back"), note);
}

// The install could not know it yet.
void InstallUndoTest::aWheelThatGoesLaterLeadsFurtherBack()
{
    QVERIFY(QDir().mkpath(path("attempts/0001")) && QDir().mkpath(path("attempts/0002")));
    QCOMPARE(pip({ "install", torch("2.4.0", {}, "first = True\n") }), 0);
    const QString second = torch("2.5.0");
    QVERIFY(install(second, "attempts/0001/install.json"));
    QVERIFY(install(torch("2.6.0"), "attempts/0002/install.json"));
    QVERIFY(QFile::remove(second));
    const InstallUndo look = lookAtInstallUndo(path("attempts/0002/install.json"));
    QCOMPARE(look.refusal, QString());
    QVERIFY2(look.leftAlone.value(0).contains("leads to torch 2.4.0"), qPrintable(look.leftAlone.join('\n')));
    const auto undone = undo("attempts/0002/install.json");
    QVERIFY2(undone, undone ? "" : qPrintable(undone.error().message));
    QCOMPARE(python("import torch; torch.first"), 0);
    QVERIFY(
        lookAtInstallUndo(path("attempts/0002/install.json")).refusal.contains("nothing can be taken back"));
}

// The same files, compressed: another archive, whose hash pip would refuse.
void InstallUndoTest::aWheelThatWasPackedAgainIsTheSame()
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

void InstallUndoTest::whereNothingWasBeforeItIsRemoved()
{
    QVERIFY(QDir().mkpath(path("attempts/0001")) && QDir().mkpath(path("attempts/0002")));
    QVERIFY(install(torch("2.6.0"), "attempts/0001/install.json"));
    QVERIFY(install(torch("2.6.0", {}, "again = True\n"), "attempts/0002/install.json"));
    const auto undone = undo("attempts/0002/install.json");
    QVERIFY2(undone, undone ? "" : qPrintable(undone.error().message));
    QVERIFY(!versions().contains("torch"));
}

void InstallUndoTest::whatPipDidNotReplaceIsNotTakenOver()
{
    QVERIFY(QDir().mkpath(path("attempts/0001")) && QDir().mkpath(path("attempts/0002")));
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

void InstallUndoTest::whatOthersRequireStays()
{
    QVERIFY(QDir().mkpath(path("packages")));
    QVERIFY(makeTinyWheel(path("packages"), "2.1"));
    QVERIFY(makeWheel(path("packages"), "second", "1.0", "pass\n"));
    QVERIFY(
        makeWheel(path("packages"), "user", "1.0", "pass\n", { "tinymod", "second; python_version<'3'" }));
    QVERIFY(install(torch("2.6.0", { "tinymod>=2", "second" }), "install.json"));
    QCOMPARE(pip({ "install", "--find-links", path("packages"), "user" }), 0);
    const auto undone = undo("install.json");
    QVERIFY2(undone, undone ? "" : qPrintable(undone.error().message));
    QVERIFY2(
        m_printed.contains("tinymod 2.1 stays, because user requires it."), qPrintable(m_printed.join('\n')));
    QVERIFY(versions().contains("tinymod"));
    QVERIFY(!versions().contains("torch"));
    QVERIFY(!versions().contains("second"));
    QCOMPARE(pip({ "check" }), 0);
}

void InstallUndoTest::aMadeEnvironmentStays()
{
    QVERIFY(QDir(path("env")).removeRecursively());
    QVERIFY(install(torch("2.6.0"), "install.json"));
    const auto undone = undo("install.json");
    QVERIFY2(undone, undone ? "" : qPrintable(undone.error().message));
    QVERIFY2(undone->contains("its folder " + path("env") + " can be deleted"), qPrintable(*undone));
    QVERIFY(!versions().contains("torch"));
    QVERIFY(versions().contains("pip"));
}

void InstallUndoTest::vanishedEnvironmentsAreTold()
{
    QVERIFY(install(torch("2.6.0"), "install.json"));
    QVERIFY(QDir(path("env")).removeRecursively());
    const auto undone = undo("install.json");
    QVERIFY(!undone);
    QVERIFY2(undone.error().message.contains("is not there any more"), qPrintable(undone.error().message));
    QVERIFY(!QFileInfo::exists(path("env")));
    QVERIFY(lookAtInstallUndo(path("none.json")).refusal.contains("put nothing into"));
    // One that was made anew there has nothing of it.
    QCOMPARE(QProcess::execute("/bin/cp", { "-a", m_template.filePath("env"), path("env") }), 0);
    QVERIFY(lookAtInstallUndo(path("install.json")).refusal.contains("nothing can be taken back"));
}

// What came before pip failed, or before the import did, is noted, too.
void InstallUndoTest::aFailedInstallIsTakenBack()
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

void InstallUndoTest::aRetryLeadsToWhatWasThereFirst_data()
{
    QTest::addColumn<bool>("isKilled");
    QTest::newRow("failed") << false;
    QTest::newRow("killed") << true;
}

// The same wheel, with what its import needs put there by hand meanwhile.
void InstallUndoTest::aRetryLeadsToWhatWasThereFirst()
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
void InstallUndoTest::anInstallThatWasEndedIsTakenBack()
{
    QVERIFY(install(torch("2.5.0", {}, "first = True\n"), "old.json"));
    installAndDie(torch("2.6.0"), "second.json");
    const InstallUndo look = lookAtInstallUndo(path("second.json"));
    QCOMPARE(look.effects, QStringList { "torch 2.6.0 is replaced by 2.5.0, which was there before." });
    const auto undone = undo("second.json");
    QVERIFY2(undone, undone ? "" : qPrintable(undone.error().message));
    QCOMPARE(python("import torch; torch.first"), 0);
}

void InstallUndoTest::plans()
{
    const InstalledPackages before { { "numpy", package("1.26") }, { "pip", package("23") } };
    const InstalledPackages after { { "numpy", package("2.1", "n") }, { "pip", package("23") },
        { "sympy", package("1.13", "s") }, { "torch", package("2.6.0", "t", { "numpy", "sympy" }) } };
    const InstallNote note = noteOf(before, after);
    InstallUndo undo = planInstallUndo(note, after);
    QCOMPARE(undo.refusal, QString());
    QCOMPARE(undo.gone, (QStringList { "sympy", "torch" }));
    QCOMPARE(undo.again.size(), 1);
    QCOMPARE(undo.again[0].before.version, QString("1.26"));

    InstalledPackages now = after;
    now["numpy"] = package("2.2");
    now.remove("sympy");
    undo = planInstallUndo(note, now);
    QCOMPARE(undo.gone, QStringList { "torch" });
    QVERIFY(undo.again.isEmpty());
    // That sympy went, as it would have gone now, is no news.
    QCOMPARE(undo.leftAlone, QStringList { "numpy 2.2 came after the install (2.1); it stays." });

    now = after;
    now["torch"] = package("2.6.0", "other");
    undo = planInstallUndo(note, now);
    QVERIFY2(undo.refusal.contains("another build of torch 2.6.0"), qPrintable(undo.refusal));
    QVERIFY(undo.gone.isEmpty() && undo.again.isEmpty());
    QVERIFY(!planInstallUndo(note, before).refusal.isEmpty());
}

void InstallUndoTest::requirersThatStayKeepOthers()
{
    const InstalledPackages after { { "a", package("1", {}, { "b" }) }, { "b", package("1") },
        { "torch", package("2.6.0", {}, { "a", "b" }) } };
    InstalledPackages now = after;
    now["user"] = package("1", {}, { "a" });
    const InstallUndo undo = planInstallUndo(noteOf({}, after), now);
    QCOMPARE(undo.gone, QStringList { "torch" });
    QCOMPARE(undo.leftAlone,
        (QStringList { "a 1 stays, because user requires it.", "b 1 stays, because a requires it." }));
}

// pip had brought the torch before, and was stopped then.
void InstallUndoTest::halfDoneGoesOn()
{
    const InstalledPackages before { { "torch", package("2.5.0", "old") } };
    const InstalledPackages after { { "torch", package("2.6.0", "new", { "sympy" }) },
        { "sympy", package("1.13") } };
    InstalledPackages now = after;
    now["torch"] = package("2.5.0", "old");
    const InstallUndo undo = planInstallUndo(noteOf(before, after), now);
    QCOMPARE(undo.refusal, QString());
    QCOMPARE(undo.gone, QStringList { "sympy" });
    QVERIFY(undo.again.isEmpty());
}

void InstallUndoTest::whatCondaHadIsNotPromised()
{
    InstalledPackages before { { "numpy", package("1.26", "c") }, { "torch", package("2.5.1", "old") } };
    before["numpy"].isFromConda = before["torch"].isFromConda = true;
    const InstalledPackages after { { "numpy", package("2.1", "n") }, { "torch", package("2.6.0", "t") } };
    const InstallNote note = noteOf(before, after);
    QVERIFY(writeInstallNote(path("install.json"), note));
    QVERIFY(readInstallNote(path("install.json"))->before["torch"].isFromConda);
    const InstallUndo undo = planInstallUndo(note, after);
    QCOMPARE(undo.gone, QStringList { "torch" });
    QCOMPARE(undo.again.size(), 1);
    QCOMPARE(undo.effects,
        (QStringList {
            "numpy 2.1 is replaced by pip's 1.26; conda had installed its own, which comes back with: "
            "conda install -p /e --force-reinstall numpy=1.26",
            "torch 2.6.0 is removed; conda had installed 2.5.1, which only conda brings back: conda install "
            "-p /e "
            "--force-reinstall pytorch=2.5.1" }));
    QCOMPARE(undoLines(note).last(), QString("conda install -p /e --force-reinstall pytorch=2.5.1"));
}

void InstallUndoTest::whatWasBuiltFromAFolderIsNotPromised_data()
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
void InstallUndoTest::whatWasBuiltFromAFolderIsNotPromised()
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
    QVERIFY2(m_printed.join('\n').contains("this line does: " + line), qPrintable(m_printed.join('\n')));
    const InstallUndo look = lookAtInstallUndo(path("second.json"));
    QCOMPARE(look.refusal, QString());
    QCOMPARE(look.gone, QStringList { "torch" });
    QVERIFY(look.again.isEmpty());
    QVERIFY2(look.effects.value(0).startsWith("torch 2.6.0 is removed. torch 2.5.0, which was built from"),
        qPrintable(look.effects.value(0)));
    QVERIFY2(look.effects.value(0).endsWith(line), qPrintable(look.effects.value(0)));
    QVERIFY(undo("second.json"));
    QVERIFY(!versions().contains("torch"));
}

void InstallUndoTest::whatOthersMayNeedIsNotRemoved()
{
    InstalledPackages before { { "numpy", package("1.26+mine", "m") } };
    before["numpy"].source = QStringList { "/src/numpy" };
    const InstalledPackages after { { "numpy", package("2.1", "n") }, { "torch", package("2.6.0", "t") } };
    const InstallUndo undo = planInstallUndo(noteOf(before, after), after);
    QCOMPARE(undo.gone, QStringList { "torch" });
    QVERIFY(undo.again.isEmpty());
    QCOMPARE(undo.leftAlone,
        QStringList { "numpy 2.1 stays. numpy 1.26+mine, which was built from /src/numpy, comes back with: "
                      "/e/bin/python -m pip install --no-build-isolation /src/numpy" });
}

void InstallUndoTest::commands()
{
    QVERIFY(undoCommands({}, {}, {}).isEmpty());
    const QVector<InstallChange> again { { "torch", { "2.5.1+cu124", {}, {}, {} }, { "2.6.0", {}, {}, {} } },
        { "triton", { "3.1.0", {}, "file:///d/triton.whl#sha256=12ab", {} }, { "3.2.0", {}, {}, {} } },
        { "other", { "1", {}, "https://e.org/other-1.whl#sha256=34cd", {} }, { "2", {}, {}, {} } } };
    const QVector<QStringList> all = undoCommands(again, { "sympy" }, {});
    QCOMPARE(all.size(), 2);
    QCOMPARE(all[0].mid(all[0].indexOf("--no-deps")),
        (QStringList { "--no-deps", "--force-reinstall", "--extra-index-url",
            "https://download.pytorch.org/whl/cu124", "torch==2.5.1+cu124", "triton @ file:///d/triton.whl",
            "other @ https://e.org/other-1.whl#sha256=34cd" }));
    QVERIFY(all[1].contains("uninstall") && all[1].endsWith("sympy"));
    const QStringList offline = undoCommands(again, {}, "/w").first();
    QVERIFY(offline.contains("--no-index") && !offline.contains("--extra-index-url"));
    QVERIFY(offline.contains("other==1"));
}

void InstallUndoTest::notesOfEarlierVersions()
{
    write(path("old.json"),
        R"({"v": 1, "interpreter": "/e/bin/python", "wheel": "/d/torch-2.6.0-py3-none-any.whl",
        "before": {"pip": "23", "torch": "2.5"}, "after": {"pip": "23", "torch": "2.6.0", "sympy": "1"}})");
    const auto note = readInstallNote(path("old.json"));
    QVERIFY2(note, note ? "" : qPrintable(note.error().message));
    QCOMPARE(note->wheelPackages(), QStringList { "torch" });
    const InstallUndo undo
        = planInstallUndo(*note, { { "torch", package("2.6.0", "m") }, { "sympy", package("1", "m") } });
    QCOMPARE(undo.gone, QStringList { "sympy" });
    QCOMPARE(undo.again.value(0).before.version, QString("2.5"));
}

void InstallUndoTest::brokenNotesAreTold()
{
    for (const char* text :
        { "", "[]", "{}", R"({"v": 2, "interpreter": "/e", "wheels": [], "before": {}, "after": {}})",
            R"({"v": 1, "interpreter": "/e", "wheels": [], "before": [], "after": {}})" }) {
        write(path("broken.json"), text);
        QVERIFY2(!readInstallNote(path("broken.json")), text);
        QVERIFY2(!lookAtInstallUndo(path("broken.json")).refusal.isEmpty(), text);
    }
}

QTEST_GUILESS_MAIN(InstallUndoTest)
#include "InstallUndoTest.moc"
