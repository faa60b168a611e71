// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/ScriptSteps.h"
#include "tests/core/export/BatchParser.h"
#include "tests/core/export/ScriptRun.h"
#include "tests/support/Rows.h"
#include "tests/support/Sample.h"
#include "tests/support/TestFiles.h"

#include <QRandomGenerator>
#include <QStandardPaths>
#include <QTemporaryDir>

using namespace torchmason;

namespace {

// Ways out of comments, quotes, brackets, variables and lines. "planted" is a program that leaves a file.
const QStringList& escapes()
{
    static const QStringList all { "\nplanted\n", "\r\nplanted\r\n", "\rplanted\r", "'\nplanted\n'",
        "'; planted; '", "\"; planted; \"", "; planted;", "$(planted)", "`planted`", "${x:-$(planted)}",
        "\\\nplanted\n", "'$(planted)'", "& planted &", "\" & planted & \"", "\"\"\" & planted & \"",
        "^\" & planted & ^\"", "^\n\nplanted\n", "%SOURCE%\" & planted & \"", "%\n& planted &", "| planted |",
        ") & planted & (", "x\x1aplanted\x1a", "@STATE@; planted; @SUITE@", "@source@ & planted & ",
        "%1%2%3\nplanted", "TORCHMASON_PATCHES\nplanted\n",
        "\n:failed\nplanted\n:torchmason_patches\nplanted\n", "A=1;planted;B", "A=1& planted &B",
        QString::fromUtf8("\uFDD0\nplanted\n\uFDD1"), "-exec planted {} +", "!\" & planted & \"",
        "<(planted)", "*) planted ;; x", "fi; planted; if :; then", QString("x") + QChar(0) + "\nplanted",
        QString(9000, 'y') + " & planted & ", QString(8189, 'z') + "\" & planted &",
        "\\\" & planted & \\\"" };
    return all;
}

QString randomText(QRandomGenerator& random)
{
    static const QStringList parts { "planted", "\n", "\r", "'", "\"", "`", "$(", ")", "(", ";", "&", "|",
        "^", "%", "%%", "!", "\\", " ", "\t", "#", "=", "<", ">", "@", "{", "}", "*", "-", "/", ":", "\x1a",
        "x", "~", ",", "planted\n", "%SOURCE%", "\u2028", "\u0085" };
    QString text;
    for (int count = int(random.bounded(3, 14)); count > 0; --count)
        text += parts[random.bounded(parts.size())];
    return text.startsWith('/') ? 'x' + text : text; // all that is made stays in one folder
}

// Every text of a recorded attempt that reaches a script, each as `text` says.
AttemptSummary hostileAttempt(const std::function<QString()>& text, ScriptKind kind)
{
    AttemptSummary attempt;
    attempt.number = 3;
    BuildRequest& request = attempt.record.request;
    request.hostFacts = { { "platform", platformId(platformOf(kind)).toStdString() } };
    request.profileName = text();
    request.sourceFolder = text();
    request.buildFolder = text();
    request.vcvars = text();
    request.jobs = 2;
    request.python.folder = text();
    request.python.base = text();
    request.python.packages = { text() };
    request.configuration.flags = { { "CUDA_TOOLKIT_ROOT_DIR", text(), {}, {} }, { text(), text(), {}, {} } };
    request.configuration.environment = { { text(), text() } };
    request.patches = { { text(), text(), text(), text(), {} }, { {}, {}, {}, text(), text().toUtf8() } };
    Stage stage;
    stage.kind = StageKind::Wheel;
    stage.id = text();
    stage.title = text();
    stage.commands = { { "true", { text(), text() }, {},
        { { text(), text() }, { text(), text(), {}, true }, { text(), {} } }, text() } };
    static const QStringList options { "--source", "--build", "--git", "--url", "--revision", "--toolkit",
        "--state", "--suite", "--downloads", "--package", "--apt", "--folder", "--expected", "--python",
        "--flag", "--wheels", "--backend", "--into", "--wheel", "--of", "--attempt", "--script", "--target",
        "--arch", "--file", "--level" };
    for (QString mode : modesWithLines() + QStringList { "load-library", text() }) {
        QStringList arguments { mode };
        for (const QString& option : options) {
            if (option != "--level" || mode != "clean-parts")
                arguments << option << text();
        }
        for (const char* part : { "USE_CUDA=ON", "USE_MPI=OFF", "USE_NCCL=ON" })
            arguments << "--flag" << QLatin1String(part);
        stage.commands.append(
            { "/opt/torchmason-runner", arguments, text(), { { text(), text() } }, text() });
    }
    Stage skipped = stage;
    skipped.commands.clear();
    skipped.skipped = true;
    skipped.skipReason = text();
    attempt.record.plan = { { stage, skipped }, { text() } };
    return attempt;
}

// Goes on after failures: all steps are to run.
QByteArray withoutStopping(QByteArray script)
{
    const QByteArray strict = "set -euo pipefail\n";
    const QByteArray stop = "stop() { printf '%s\\n' \"$1\" >&2; exit 1; }\n";
    if (!script.contains(strict) || !script.contains(stop))
        qFatal("the head of scripts is another one");
    return script.replace(strict, "set -u\n").replace(stop, "stop() { :; }\n");
}

// A folder with programs that do nothing, and "planted".
class ScriptPlace {
public:
    ScriptPlace()
    {
        for (const char* name : { "git", "apt-get", "dpkg-source", "python", "python3", "pip", "awk" })
            program(QLatin1String(name), "exit 0\n");
        program("planted", ": > " + mark().toUtf8() + "\n");
    }

    bool runs(const QByteArray& script) const
    {
        QFile::remove(mark());
        const QByteArray there = "cd " + m_folder.filePath("work").toUtf8() + " || exit\n";
        QDir(m_folder.path()).mkpath("work");
        runInBash(there + script, m_folder.filePath("bin"), {}, QProcess::MergedChannels);
        return QFile::exists(mark());
    }

    // Windows has its own; Wine's is asked where TORCHMASON_TRY_WINE is set, for it takes a second each time.
    static QString cmd()
    {
        if constexpr (hostPlatform() == Platform::Windows)
            return "cmd.exe";
        return qEnvironmentVariableIsSet("TORCHMASON_TRY_WINE") ? QStandardPaths::findExecutable("wine")
                                                                : QString();
    }

    bool runsInCmd(QByteArray batch) const
    {
        QFile::remove(mark());
        write(m_folder.filePath("bin/planted.bat"),
            "@echo ran> \"" + QDir::toNativeSeparators(mark()).toUtf8() + "\"\r\n");
        write(m_folder.filePath("work/script.bat"), batch.replace("goto failed", "ver >nul"));
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        const QString bin = QDir::toNativeSeparators(m_folder.filePath("bin"));
        environment.insert("PATH", bin + QDir::listSeparator() + environment.value("PATH"));
        environment.insert("WINEPATH", "Z:" + QString(bin).replace('/', '\\'));
        environment.insert("WINEDEBUG", "-all");
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(m_folder.filePath("work"));
        process.setProcessChannelMode(QProcess::MergedChannels);
        const QStringList words { "/c", "script.bat" };
        process.start(cmd(), cmd().endsWith("wine") ? QStringList { "cmd" } + words : words);
        process.closeWriteChannel();
        process.waitForFinished();
        return QFile::exists(mark());
    }

private:
    QString mark() const { return m_folder.filePath("ran"); }

    void program(const QString& name, const QByteArray& text) const
    {
        const QString path = m_folder.filePath("bin/" + name);
        QDir(m_folder.path()).mkpath("bin");
        write(path, "#!/bin/sh\n" + text);
        QFile::setPermissions(path, QFile::permissions(path) | QFile::ExeOwner | QFile::ExeUser);
    }

    QTemporaryDir m_folder;
};

void planted_data()
{
    QTest::addColumn<QString>("escape");
    for (const QString& escape : escapes())
        newRow(qPrintable(QString::fromUtf8(escape.left(30).toUtf8().toPercentEncoding(" ;&|$(){}\"'^"))),
            escape);
}

}

class HostileScriptTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_hasBash = !QStandardPaths::findExecutable("bash").isEmpty();
        // The tests can fail.
        QVERIFY(BatchParser("rem -- a\nplanted\r\nexit /b 1\r\n").commands().contains("planted"));
        QVERIFY(BatchParser("set \"A=b\" & planted & \"\r\nexit /b 1\r\n").commands().contains("planted"));
        if (m_hasBash)
            QVERIFY(ScriptPlace().runs("# a\nplanted\n"));
        if (!ScriptPlace::cmd().isEmpty())
            QVERIFY(ScriptPlace().runsInCmd("@echo off\r\nrem -- a\r\nplanted\r\n"));
    }

    void nothingPlantedRunsInBash_data() { planted_data(); }
    void nothingPlantedRunsInBash()
    {
        QFETCH(QString, escape);
        if (!m_hasBash)
            QSKIP("There is no bash here.");
        runInBashOf([&] { return escape; });
    }

    void nothingPlantedRunsInCmd_data() { planted_data(); }
    void nothingPlantedRunsInCmd()
    {
        QFETCH(QString, escape);
        lookAtBatchOf([&] { return escape; }, true);
    }

    void randomTextsRunNothing()
    {
        QRandomGenerator random(22);
        for (int round = 0; round < (isSample ? 4 : 20); ++round) {
            if (m_hasBash)
                runInBashOf([&] { return randomText(random); });
            for (int again = 0; again < 50; ++again)
                lookAtBatchOf([&] { return randomText(random); }, again == 0);
        }
    }

private:
    void runInBashOf(const std::function<QString()>& text)
    {
        const auto script = attemptScript(hostileAttempt(text, ScriptKind::Shell), ScriptKind::Shell);
        QVERIFY2(script, script ? "" : qPrintable(script.error().message));
        QVERIFY2(runInBash(*script, {}, { "-n" }).exitCode == 0, script->constData());
        QVERIFY2(!m_place.runs(withoutStopping(*script)), script->constData());
    }

    void lookAtBatchOf(const std::function<QString()>& text, bool runs)
    {
        const auto script = attemptScript(hostileAttempt(text, ScriptKind::Batch), ScriptKind::Batch);
        QVERIFY2(script, script ? "" : qPrintable(script.error().message));
        const BatchParser parser(*script);
        for (const QString& command : parser.commands())
            QVERIFY2(!command.startsWith("planted"), script->constData());
        if (runs && !ScriptPlace::cmd().isEmpty())
            QVERIFY2(!m_place.runsInCmd(*script), script->constData());
    }

    bool m_hasBash = false;
    ScriptPlace m_place;
};

QTEST_GUILESS_MAIN(HostileScriptTest)
#include "HostileScriptTest.moc"
