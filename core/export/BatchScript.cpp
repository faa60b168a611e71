// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/HelperSteps.h"
#include "core/export/PatchProgram.h"
#include "core/export/ScriptExport.h"
#include "core/export/ScriptSecrets.h"
#include "core/stages/EnvironmentCapture.h"
#include "core/stages/VirtualEnvironment.h"
#include "core/store/SecretMask.h"

namespace torchmason {

namespace {

// In a batch file % begins a variable wherever it stands, carets or not; doubled it is itself. The caret
// that the interactive form puts before it goes away.
QString forBatchFile(QString line)
{
    line.replace(QLatin1String("^%"), QLatin1String("%"));
    return line.replace(QLatin1Char('%'), QLatin1String("%%"));
}

// No path of Windows holds a quotation mark; one of a stranger's plan would end ours.
QString quotedPath(QString path)
{
    path.replace(QLatin1Char('/'), QLatin1Char('\\')).remove(QLatin1Char('"'));
    return QLatin1Char('"') + forBatchFile(path) + QLatin1Char('"');
}

QString option(const HelperStep& step, const char* name)
{
    return quotedPath(step.value(QLatin1String(name)));
}

// cmd.exe still acts on an & in the first word after rem, so that word is ours.
QString comment(QString text)
{
    text.replace(QLatin1Char('\r'), QLatin1Char(' ')).replace(QLatin1Char('\n'), QLatin1Char(' '));
    return QStringLiteral("rem -- %1\n").arg(forBatchFile(text));
}

// "if errorlevel 1" would take a crash (0xC0000005 is negative) for a good end.
const QString& stopOnError()
{
    static const QString line = QStringLiteral("if not %errorlevel%==0 goto failed\n");
    return line;
}

// A script that somebody else runs deletes nothing but a folder that CMake made.
QString cleanStep(const HelperStep& step)
{
    const QString build = option(step, "--build");
    QString inside = build;
    inside.insert(inside.size() - 1, QStringLiteral("\\CMakeCache.txt"));
    return QStringLiteral("if exist %1 if not exist %2 echo not a CMake build folder: %1\n"
                          "if exist %1 if not exist %2 goto failed\n"
                          "if exist %1 rmdir /s /q %1 || goto failed\n"
                          "if exist %2 goto failed\n")
        .arg(build, inside);
}

// Looks at the folder itself: where nothing is made, errorlevel is still that of an earlier program.
QString folderStep(const QString& folder)
{
    return QStringLiteral("if not exist %1 mkdir %1\nif not exist %1 goto failed\n").arg(folder);
}

// A Python is needed for the build anyway. Its program is written in base64, which cmd.exe leaves alone, and
// certutil, which every Windows has, turns it back.
QString patchStep(const HelperStep& step, const QVector<SourcePatch>& patches)
{
    constexpr qsizetype width = 100;
    QString text;
    for (const SourcePatch& patch : patches)
        text += comment(patch.isDiff() ? patch.why : patch.file + QLatin1String(": ") + patch.why);
    const QString encoded = QString::fromLatin1(patchProgram(patches).toBase64());
    text += QStringLiteral("type nul > \"%TEMP%\\torchmason-patches.txt\"\n");
    for (qsizetype at = 0; at < encoded.size(); at += width)
        text += QStringLiteral(">> \"%TEMP%\\torchmason-patches.txt\" echo %1\n").arg(encoded.mid(at, width));
    text += QStringLiteral("certutil -f -decode \"%TEMP%\\torchmason-patches.txt\" "
                           "\"%TEMP%\\torchmason-patches.py\" >nul\n")
        + stopOnError();
    return text
        + QStringLiteral("python \"%TEMP%\\torchmason-patches.py\" %1\n").arg(option(step, "--source"))
        + stopOnError();
}

QString venvStep(const HelperStep& step)
{
    const PythonEnvironment python { step.value(QStringLiteral("--folder")),
        step.value(QStringLiteral("--python")), step.values(QStringLiteral("--package")),
        step.value(QStringLiteral("--wheels")) };
    const auto line = [](const QString& program, const QStringList& arguments,
                          const QVector<EnvironmentValue>& environment) {
        return forBatchFile(commandText({ program, arguments, {}, environment, {} }, Platform::Windows))
            + QLatin1Char('\n') + stopOnError();
    };
    QString text = line(python.base, venvArguments(python), {});
    if (!python.packages.isEmpty())
        text += line(python.interpreter(Platform::Windows), pipArguments(python),
            pipEnvironment(python, Platform::Windows));
    return text;
}

// It stays in force to the end of the script. A prompt for 32 bits or of another Visual Studio is refused.
QString vcvarsStep(const HelperStep& step)
{
    const QString folder = visualStudioFolder(step.value(QStringLiteral("--script")));
    QString text;
    for (const QString& other : { QStringLiteral("if /i not \"%VSCMD_ARG_TGT_ARCH%\"==\"x64\""),
             QStringLiteral("if /i not \"%VSINSTALLDIR%\"==") + quotedPath(folder + QLatin1Char('/')) }) {
        const QString condition = QStringLiteral("if defined VSCMD_VER ") + other;
        text += condition
            + QStringLiteral(
                " echo another developer prompt: open the x64 Native Tools Command Prompt of %1\n")
                  .arg(quotedPath(folder))
            + condition + QStringLiteral(" goto failed\n");
    }
    return text + QStringLiteral("if not defined VSCMD_VER call %1\n").arg(option(step, "--script"))
        + stopOnError();
}

QString helperText(const HelperStep& step, const ScriptTitle& title)
{
    if (step.mode == QLatin1String("prepare-venv"))
        return venvStep(step);
    if (step.mode == QLatin1String("capture-vcvars"))
        return vcvarsStep(step);
    if (step.mode == QLatin1String("patch"))
        return patchStep(step, title.patches);
    if (step.mode == QLatin1String("clean"))
        return cleanStep(step);
    if (step.mode == QLatin1String("check-source")) {
        QString file = option(step, "--source");
        file.insert(file.size() - 1, QStringLiteral("\\CMakeLists.txt"));
        return QStringLiteral("if not exist %1 goto failed\n").arg(file);
    }
    if (step.mode == QLatin1String("prepare-build"))
        return folderStep(option(step, "--build"));
    if (step.mode == QLatin1String("prepare-git"))
        return folderStep(option(step, "--source"));
    if (step.mode == QLatin1String("mend-submodules") || step.mode == QLatin1String("put-back-patches"))
        return comment(QStringLiteral("Nothing is to be done in a tree that no earlier attempt used."));
    if (step.mode == QLatin1String("verify"))
        return comment(QStringLiteral("Torchmason looks here whether the libraries are there and load."))
            + QStringLiteral("dir /s /b %1\\*.dll\n").arg(option(step, "--build"));
    return comment(QStringLiteral("Torchmason does this step itself (%1): %2")
                       .arg(step.mode, step.arguments.join(QLatin1Char(' '))));
}

// Between quotes cmd.exe acts on nothing. A quote in the value would end them, so such an assignment goes
// without them, a caret before everything that cmd.exe acts on.
QString assignmentText(QString assignment, const QString& rest)
{
    assignment.replace(QLatin1Char('\r'), QLatin1Char(' ')).replace(QLatin1Char('\n'), QLatin1Char(' '));
    if (!assignment.contains(QLatin1Char('"')))
        return QStringLiteral("set \"%1\"\n").arg(forBatchFile(assignment) + rest);
    QString escaped;
    for (const QChar c : assignment) {
        if (QLatin1String("()!^\"<>&|").contains(c))
            escaped += QLatin1Char('^');
        escaped += c;
    }
    return QStringLiteral("set %1\n").arg(escaped.replace(QLatin1Char('%'), QLatin1String("%%")) + rest);
}

QString environmentText(const Command& command)
{
    QString text;
    for (const EnvironmentValue& value : command.environment)
        text += assignmentText(value.name + QLatin1Char('=') + value.value.value_or(QString()),
            value.inFront ? QStringLiteral(";%%1%").arg(value.name) : QString());
    return text;
}

// A remote that is there already is the user's.
QString originStep(const Command& command, const HelperStep& step)
{
    const auto remote = [&step](const QStringList& words) {
        const QStringList begin { QStringLiteral("-C"), step.value(QStringLiteral("--source")),
            QStringLiteral("remote") };
        return forBatchFile(commandText(
            { step.value(QStringLiteral("--git")), begin + words, {}, {}, {} }, Platform::Windows));
    };
    const QString origin = QStringLiteral("origin");
    return QStringLiteral("setlocal\n") + environmentText(command)
        + remote({ QStringLiteral("get-url"), origin }) + QStringLiteral(" >nul 2>&1 || ")
        + remote({ QStringLiteral("add"), origin, step.value(QStringLiteral("--url")) }) + QLatin1Char('\n')
        + stopOnError() + QStringLiteral("endlocal\n");
}

// Each command has its own environment and folder, put back by endlocal and popd.
QString commandStep(Command command, const ScriptTitle& title)
{
    QString text = comment(command.purpose);
    for (const QString& name : takeOutMasked(command))
        text += comment(QStringLiteral("%1 was set to a secret: set it in your environment.").arg(name));
    if (const auto step = helperStep(command))
        return text
            + (step->mode == QLatin1String("name-origin") ? originStep(command, *step)
                                                          : helperText(*step, title));
    Command bare = command;
    bare.environment.clear();
    text += QStringLiteral("setlocal\n") + environmentText(command);
    if (!command.workingFolder.isEmpty())
        text += QStringLiteral("cd /d %1\n").arg(quotedPath(command.workingFolder)) + stopOnError();
    // call: a program that is itself a batch file would end ours otherwise. It reads carets and % a second
    // time, so it stands only where it is needed.
    const bool isBatch = command.program.endsWith(QLatin1String(".bat"), Qt::CaseInsensitive)
        || command.program.endsWith(QLatin1String(".cmd"), Qt::CaseInsensitive);
    const QString once = forBatchFile(commandText(bare, Platform::Windows));
    text += (isBatch ? QStringLiteral("call ") + forBatchFile(once) : once) + QLatin1Char('\n');
    return text + stopOnError() + QStringLiteral("endlocal\n");
}

}

QByteArray batchScript(const StagePlan& unmasked, const ScriptTitle& title)
{
    const StagePlan plan = masked(unmasked);
    const QString attempt
        = title.attempt.isEmpty() ? QString() : QStringLiteral(", attempt %1").arg(title.attempt);
    QString text = QStringLiteral("@echo off\nsetlocal DisableDelayedExpansion\nchcp 65001 >nul\n");
    text += comment(
        QStringLiteral("%1%2, written by Torchmason " TORCHMASON_VERSION ".").arg(title.profile, attempt));
    text += comment(QStringLiteral(
        "No secrets stand here. Where (masked) does, put the password in before you run this."));
    if (title.isForeign)
        text += comment(foreignScriptWarning());
    text += comment(QStringLiteral("Run it in an x64 developer prompt, where the compiler is found."));
    for (const Stage& stage : plan.stages) {
        text += QLatin1Char('\n') + comment(QStringLiteral("---- %1 (%2)").arg(stage.title, stage.id));
        if (stage.skipped) {
            text += comment(QStringLiteral("left out: %1").arg(stage.skipReason));
            continue;
        }
        for (const Command& command : stage.commands)
            text += commandStep(command, title);
    }
    text += QStringLiteral("\necho Done.\nexit /b 0\n\n:failed\necho The last step failed.\nexit /b 1\n");
    return text.replace(QLatin1Char('\n'), QLatin1String("\r\n")).toUtf8();
}

}
