// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/FolderClaim.h"
#include "tests/endtoend/cli/AskedCli.h"
#include "tests/support/WheelTree.h"

using namespace torchmason;

// From a profile to an installed wheel, as a user types it, on a small tree with a setup.py.
class WheelCliTest : public QObject, AskedCli {
    Q_OBJECT

private slots:
    void initTestCase();
    void aBlockerStops();
    void theWheelIsBuiltAndInstalled();
    void aRefusedPlaceStopsTheBuild();
    void aMissingFolderOfWheelsStops();
    void whatARetryIsToldCounts();
    void aBusyFolderTakesNoNumber();

private:
    void writeProfile(const QString& id, const QByteArray& needs) const;
    QStringList build(const QString& profile) const
    {
        return { "build", "--profile", profile, "--source", path("tree"), "--use", "python=" + m_python,
            "-DUSE_NUMPY=OFF" };
    }
    size_t attempts() { return json({ "attempts", "list", "--json" })["attempts"].size(); }

    QString m_python;
};

void WheelCliTest::initTestCase()
{
    for (const char* tool : { "cmake", "ninja", "cc" }) {
        if (QStandardPaths::findExecutable(QLatin1String(tool)).isEmpty())
            QSKIP("CMake, Ninja or a C compiler is not on this machine.");
    }
    m_python = pythonThatPacks();
    if (m_python.isEmpty())
        QSKIP("No Python here has setuptools and wheel (python3-setuptools, python3-wheel).");
    writeWheelTree(path("tree"));
    writeProfile("small", R"({})");
    writeProfile("future", R"({"pythonMinimum": "4.0", "python": true})");
}

void WheelCliTest::writeProfile(const QString& id, const QByteArray& needs) const
{
    write(home("config/profiles/" + id + ".json"),
        R"({"profile": 1, "name": "Small", "summary": "A small tree.", "platforms": ["linux"], "backend": "wheel",
            "source": {"kind": "existing"}, "needs": )"
            + needs + R"(, "flags": [{"name": "BUILD_PYTHON", "type": "BOOL", "value": "ON"},
                             {"name": "Python_EXECUTABLE", "type": "FILEPATH", "value": "/nowhere/python"}]})");
}

void WheelCliTest::aBlockerStops()
{
    const Answer stopped = ask(build("future"));
    QCOMPARE(stopped.code, 1);
    QVERIFY2(stopped.trouble.contains("needs 4.0 or newer") || stopped.trouble.contains("4.0 or newer"),
        stopped.trouble.constData());
    QVERIFY2(stopped.trouble.contains("--anyway"), stopped.trouble.constData());
    QCOMPARE(attempts(), size_t(0));
    const Answer told = ask(build("future") + QStringList { "--anyway", "--until", "fetch" });
    QVERIFY2(told.code == 0, (told.output + told.trouble).constData());
    QVERIFY2(!told.output.contains("No wheel was made"), told.output.constData()); // it was to stop before
    QCOMPARE(attempts(), size_t(1));
    const Answer nowhere = ask(build("small") + QStringList { "--no-venv", "--package", "numpy==1.26.4" });
    QVERIFY2(
        nowhere.code == 2 && nowhere.trouble.contains("leave --no-venv out"), nowhere.trouble.constData());
}

void WheelCliTest::theWheelIsBuiltAndInstalled()
{
    const Answer built = ask(build("small"));
    QVERIFY2(built.code == 0, (built.output + built.trouble).constData());
    QVERIFY2(built.output.contains("torch-2.6.0-"), built.output.constData());
    const QString number = QString::number(WheelCliTest::number(built));
    QVERIFY2(built.output.contains("attempts install " + number.toUtf8() + " --into ENVIRONMENT"),
        built.output.constData());
    const Json record = json({ "attempts", "show", number, "--json" })["attempt"];
    QCOMPARE(record["wheels"].size(), size_t(1));
    QVERIFY(record["wheels"][0]["archs"].empty());
    // The one that was chosen goes before the profile's flag, everywhere.
    QCOMPARE(record["request"]["python"]["base"].get<std::string>(), m_python.toStdString());
    QVERIFY(!ask({ "attempts", "export", number, "--format", "sh" }).output.contains("/nowhere/python"));
    const Answer shown = ask({ "attempts", "show", number });
    QVERIFY2(shown.output.contains("no graphics card"), shown.output.constData());

    QCOMPARE(ask({ "attempts", "install", number }).code, 2);
    const Answer refused = ask({ "attempts", "install", number, "--into", "/usr/bin/python3" });
    QCOMPARE(refused.code, 1);
    QVERIFY2(refused.trouble.contains("system's own Python"), refused.trouble.constData());
    const size_t before = attempts();
    const Answer dry = ask({ "attempts", "install", number, "--into", "env", "--dry-run" });
    QVERIFY2(dry.code == 0 && dry.output.contains("new virtual environment"), dry.output.constData());
    QCOMPARE(attempts(), before);
    {
        qputenv("TORCHMASON_HOME", home().toUtf8());
        const auto claim = FolderClaim::takeEnvironment(path("env"), 99);
        QVERIFY2(claim, claim ? "" : qPrintable(claim.error().message));
        const Answer busy = ask({ "attempts", "install", number, "--into", "env" });
        QCOMPARE(busy.code, 1);
        QVERIFY2((busy.output + busy.trouble).contains("Attempt 99 installs into"),
            (busy.output + busy.trouble).constData());
        QVERIFY(!QFileInfo::exists(path("env")));
    }
    const Answer installed = ask({ "attempts", "install", number, "--into", "env" });
    QVERIFY2(installed.code == 0, (installed.output + installed.trouble).constData());
    QCOMPARE(QProcess::execute(path("env/bin/python"), { "-c", "import torch" }), 0);
    const Answer again = ask({ "attempts", "install", number, "--into", "env", "--dry-run" });
    QVERIFY2(again.output.contains("torch 2.6.0 is there and will be replaced"), again.output.constData());

    const QString installing = QString::number(WheelCliTest::number(installed));
    const Answer listed = ask({ "attempts" });
    QVERIFY2(listed.output.contains("Installed into "), listed.output.constData());
    QCOMPARE(ask({ "attempts", "install", number, "--into", "env", "--clean" }).code, 2); // nothing is built
    const auto wheelOf = [&](const QStringList& more) {
        const QStringList words { "attempts", "retry", installing, "--dry-run", "--json", "--install-into" };
        return json(words + QStringList { "env2" } + more)["request"]["install"].value("wheel", "");
    };
    QCOMPARE(wheelOf({}), record["wheels"][0]["path"].get<std::string>());
    QCOMPARE(wheelOf({ "--from", "compile" }), std::string()); // which packs a new one
    QCOMPARE(ask({ "attempts", "install", installing, "--undo", "--into", "env" }).code, 2);
    const Answer none = ask({ "attempts", "install", number, "--undo" });
    QVERIFY2(none.code == 1 && none.trouble.contains("installed no wheel"), none.trouble.constData());
    const size_t count = attempts();
    const Answer look = ask({ "attempts", "install", installing, "--undo", "--dry-run" });
    QVERIFY2(look.code == 0 && look.output.contains("torch 2.6.0 is removed."),
        (look.output + look.trouble).constData());
    QVERIFY2(look.output.contains("can be deleted"), look.output.constData());
    QCOMPARE(attempts(), count);
    QCOMPARE(QProcess::execute(path("env/bin/python"), { "-c", "import torch" }), 0);
    const Answer undone = ask({ "attempts", "install", installing, "--undo" });
    QVERIFY2(undone.code == 0, (undone.output + undone.trouble).constData());
    QCOMPARE(QProcess::execute(path("env/bin/python"), { "-c", "import torch" }), 1);
    const QString undoing = QString::number(WheelCliTest::number(undone));
    const Answer story = ask({ "attempts", "show", undoing });
    QVERIFY2(story.output.contains("what attempt " + installing.toUtf8() + " installed into"),
        story.output.constData());
    QVERIFY(json({ "attempts", "show", undoing, "--json" })["attempt"]["wheels"].empty());
    const Answer twice = ask({ "attempts", "install", installing, "--undo" });
    QVERIFY2(twice.code == 1 && twice.trouble.contains("can be undone now"), twice.trouble.constData());
    const Answer backwards = ask({ "attempts", "install", undoing, "--undo" });
    QVERIFY2(
        backwards.code == 1 && backwards.trouble.contains("undid an install"), backwards.trouble.constData());

    // Of the same size.
    const QString wheel = QString::fromStdString(record["wheels"][0]["path"].get<std::string>());
    const QByteArray packed = contentOf(wheel);
    write(wheel, packed.chopped(1) + char(~packed.back()));
    const Answer changed = ask({ "attempts", "install", number, "--into", "env", "--dry-run" });
    QVERIFY2(changed.code == 1 && changed.trouble.contains("which no attempt here has packed"),
        (changed.output + changed.trouble).constData());
    const Answer told = ask({ "attempts", "show", number });
    QVERIFY2(told.output.contains("is not the wheel of attempt " + number.toUtf8() + " any more"),
        told.output.constData());
    write(wheel, packed);
    QVERIFY(!ask({ "attempts", "show", number }).output.contains("is not the wheel"));
}

// Hours before the install stage would say it.
void WheelCliTest::aRefusedPlaceStopsTheBuild()
{
    const size_t before = attempts();
    QStringList check = build("small") + QStringList { "--install-into", "/usr/bin/python3" };
    const Answer stopped = ask(check);
    QCOMPARE(stopped.code, 1);
    QVERIFY2(stopped.trouble.contains("system's own Python"), stopped.trouble.constData());
    QCOMPARE(attempts(), before);
    check[0] = "check";
    const Answer checked = ask(check);
    QCOMPARE(checked.code, 1);
    QVERIFY2(checked.output.contains("system's own Python"), checked.output.constData());
    write(path("full/letter.txt"));
    check.last() = path("full");
    QVERIFY(ask(check).output.contains("holds no Python"));
    check.last() = path("a new one");
    QVERIFY(!ask(check).output.contains("Where the wheel is installed"));
}

// pip would only warn, and then say that there are no packages.
void WheelCliTest::aMissingFolderOfWheelsStops()
{
    const size_t before = attempts();
    const QByteArray there = "There is no folder " + path("typo").toUtf8();
    const QStringList typo { "--wheels", path("typo") };
    const QStringList intoNew { "--install-into", path("a new one") };
    for (const QStringList& words : { build("small") + intoNew, build("small") + QStringList { "--venv" },
             QStringList { "attempts", "install", "2", "--into", path("a new one") },
             QStringList { "attempts", "retry", "2" } + intoNew }) {
        const Answer stopped = ask(words + typo);
        QCOMPARE(stopped.code, 1);
        QVERIFY2(stopped.trouble.contains(there), (stopped.output + stopped.trouble).constData());
    }
    QStringList check = build("small") + intoNew + typo;
    check[0] = "check";
    QVERIFY(ask(check).output.contains(there));
    QCOMPARE(attempts(), before);
}

void WheelCliTest::whatARetryIsToldCounts()
{
    const auto preview = [this](const QStringList& words) {
        return ask(QStringList { "attempts", "retry", "2", "--dry-run" } + words);
    };
    const Answer unset = preview({ "-U", "BUILD_PYTHON" });
    QVERIFY2(unset.output.contains("BUILD_PYTHON"), (unset.output + unset.trouble).constData());
    const Answer own = preview({ "-U", "Python_EXECUTABLE" });
    QVERIFY2(own.code == 0 && !own.output.contains("Python_EXECUTABLE"), own.output.constData());
    const Answer jobs = preview({ "--env", "MAX_JOBS=77" });
    QVERIFY2(jobs.output.contains("Number of jobs becomes 77"), jobs.output.constData());
    const Answer both = preview({ "--env", "MAX_JOBS=77", "--jobs", "78" });
    QVERIFY2(both.output.contains("Number of jobs becomes 78"), both.output.constData());
    const Answer cached = preview({ "--cache", "none" });
    QVERIFY2(cached.code == 0, cached.trouble.constData());
    const Answer tagged = preview({ "--tag", "v2.7.0" });
    QCOMPARE(tagged.code, 2);
    QVERIFY2(tagged.trouble.contains("v2.7.0"), tagged.trouble.constData());
    const Answer libraries = preview({ "--backend", "cmake", "--wheels", "/wheels" });
    QVERIFY2(libraries.output.contains("Result becomes libraries only")
            && libraries.output.contains("Folder of Python packages becomes /wheels"),
        (libraries.output + libraries.trouble).constData());
    const Answer alone = preview({ "--without-requirements" });
    QVERIFY2(alone.code == 2 && alone.trouble.contains("--install-into"), alone.trouble.constData());
    const Answer none = preview({ "--use", "python=/usr/bin/env" });
    QVERIFY2(none.code == 2 && none.trouble.contains("/usr/bin/env was chosen and does not respond"),
        (none.output + none.trouble).constData());
    const QString other = path("another-python");
    QVERIFY(QFile::link(m_python, other));
    const Answer used = preview({ "--use", "python=" + other });
    QVERIFY2(used.output.contains(other.toUtf8()), (used.output + used.trouble).constData());

    // The flag that names CMake's Python names that of all stages.
    const Answer flagged = ask(
        { "attempts", "retry", "2", "-DPython_EXECUTABLE=" + other, "--from", "fetch", "--until", "fetch" });
    QVERIFY2(flagged.code == 0, (flagged.output + flagged.trouble).constData());
    const Json record = json({ "attempts", "show", QString::number(number(flagged)), "--json" })["attempt"];
    QCOMPARE(record["request"]["python"]["base"].get<std::string>(), other.toStdString());

    const size_t before = attempts();
    const Answer partly
        = ask({ "attempts", "retry", "2", "--target", "small", "--install-into", path("env3") });
    QVERIFY2(partly.code == 1 && partly.trouble.contains("No wheel would be made: only small is built"),
        (partly.output + partly.trouble).constData());
    QCOMPARE(attempts(), before);
}

void WheelCliTest::aBusyFolderTakesNoNumber()
{
    qputenv("TORCHMASON_HOME", home().toUtf8());
    const auto claim = FolderClaim::takeBuild(path("tree/build"), 99);
    QVERIFY2(claim, claim ? "" : qPrintable(claim.error().message));
    const size_t before = attempts();
    const Answer busy = ask(build("small"));
    QCOMPARE(busy.code, 1);
    QVERIFY2(busy.trouble.contains("Attempt 99 is building in"), busy.trouble.constData());
    QCOMPARE(attempts(), before);
}

QTEST_GUILESS_MAIN(WheelCliTest)
#include "WheelCliTest.moc"
