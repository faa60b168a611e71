// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/InstallUndo.h"

#include "tests/support/TestFiles.h"

#include <QTemporaryDir>
#include <QTest>

using namespace torchmason;

namespace {

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

// What taking an install back would do, without pip.
class InstallUndoPlanTest : public QObject {
    Q_OBJECT

private:
    QString path(const QString& name) const { return m_folder.filePath(name); }

    QTemporaryDir m_folder;

private slots:
    void plans()
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

    void requirersThatStayKeepOthers()
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
    void halfDoneGoesOn()
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

    void whatCondaHadIsNotPromised()
    {
        InstalledPackages before { { "numpy", package("1.26", "c") }, { "torch", package("2.5.1", "old") } };
        before["numpy"].isFromConda = before["torch"].isFromConda = true;
        const InstalledPackages after { { "numpy", package("2.1", "n") },
            { "torch", package("2.6.0", "t") } };
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
                "torch 2.6.0 is removed; conda had installed 2.5.1, which only conda brings back: conda "
                "install "
                "-p /e "
                "--force-reinstall pytorch=2.5.1" }));
        QCOMPARE(undoLines(note).last(), QString("conda install -p /e --force-reinstall pytorch=2.5.1"));
    }

    void whatOthersMayNeedIsNotRemoved()
    {
        InstalledPackages before { { "numpy", package("1.26+mine", "m") } };
        before["numpy"].source = QStringList { "/src/numpy" };
        const InstalledPackages after { { "numpy", package("2.1", "n") },
            { "torch", package("2.6.0", "t") } };
        const InstallUndo undo = planInstallUndo(noteOf(before, after), after);
        QCOMPARE(undo.gone, QStringList { "torch" });
        QVERIFY(undo.again.isEmpty());
        QCOMPARE(undo.leftAlone,
            QStringList {
                "numpy 2.1 stays. numpy 1.26+mine, which was built from /src/numpy, comes back with: "
                "/e/bin/python -m pip install --no-build-isolation /src/numpy" });
    }

    void commands()
    {
        QVERIFY(undoCommands({}, {}, {}).isEmpty());
        const QVector<InstallChange> again { { "torch", { "2.5.1+cu124", {}, {}, {} },
                                                 { "2.6.0", {}, {}, {} } },
            { "triton", { "3.1.0", {}, "file:///d/triton.whl#sha256=12ab", {} }, { "3.2.0", {}, {}, {} } },
            { "other", { "1", {}, "https://e.org/other-1.whl#sha256=34cd", {} }, { "2", {}, {}, {} } } };
        const QVector<QStringList> all = undoCommands(again, { "sympy" }, {});
        QCOMPARE(all.size(), 2);
        QCOMPARE(all[0].mid(all[0].indexOf("--no-deps")),
            (QStringList { "--no-deps", "--force-reinstall", "--extra-index-url",
                "https://download.pytorch.org/whl/cu124", "torch==2.5.1+cu124",
                "triton @ file:///d/triton.whl", "other @ https://e.org/other-1.whl#sha256=34cd" }));
        QVERIFY(all[1].contains("uninstall") && all[1].endsWith("sympy"));
        const QStringList offline = undoCommands(again, {}, "/w").first();
        QVERIFY(offline.contains("--no-index") && !offline.contains("--extra-index-url"));
        QVERIFY(offline.contains("other==1"));
    }

    void notesOfEarlierVersions()
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

    void brokenNotesAreTold()
    {
        for (const char* text :
            { "", "[]", "{}", R"({"v": 2, "interpreter": "/e", "wheels": [], "before": {}, "after": {}})",
                R"({"v": 1, "interpreter": "/e", "wheels": [], "before": [], "after": {}})" }) {
            write(path("broken.json"), text);
            QVERIFY2(!readInstallNote(path("broken.json")), text);
            QVERIFY2(!lookAtInstallUndo(path("broken.json")).refusal.isEmpty(), text);
        }
    }
};

QTEST_GUILESS_MAIN(InstallUndoPlanTest)
#include "InstallUndoPlanTest.moc"
