// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/HelperSteps.h"
#include "core/export/ScriptExport.h"

namespace torchmason {

namespace {

// In a batch file % begins a variable wherever it stands, carets or not; doubled it is itself. The caret
// that the interactive form puts before it goes away.
QString forBatchFile(QString line)
{
    line.replace(QLatin1String("^%"), QLatin1String("%"));
    return line.replace(QLatin1Char('%'), QLatin1String("%%"));
}

QString quotedPath(QString path)
{
    path.replace(QLatin1Char('/'), QLatin1Char('\\'));
    return QLatin1Char('"') + forBatchFile(path) + QLatin1Char('"');
}

QString option(const HelperStep& step, const char* name) { return quotedPath(step.value(QLatin1String(name))); }

QString comment(QString text)
{
    return QStringLiteral("rem %1\n").arg(forBatchFile(text.replace(QLatin1Char('\n'), QLatin1Char(' '))));
}

const QString& stopOnError()
{
    static const QString line = QStringLiteral("if errorlevel 1 goto failed\n");
    return line;
}

// A script that somebody else runs deletes nothing but a folder that CMake made.
QString cleanStep(const HelperStep& step)
{
    const QString build = option(step, "--build");
    QString inside = build;
    inside.insert(inside.size() - 1, QStringLiteral("\\CMakeCache.txt"));
    return QStringLiteral("if exist %1 rmdir /s /q %2\n").arg(inside, build);
}

QString helperText(const HelperStep& step)
{
    if (step.mode == QLatin1String("clean"))
        return cleanStep(step);
    if (step.mode == QLatin1String("check-source")) {
        QString file = option(step, "--source");
        file.insert(file.size() - 1, QStringLiteral("\\CMakeLists.txt"));
        return QStringLiteral("if not exist %1 goto failed\n").arg(file);
    }
    if (step.mode == QLatin1String("prepare-build"))
        return QStringLiteral("if not exist %1 mkdir %1\n").arg(option(step, "--build")) + stopOnError();
    if (step.mode == QLatin1String("prepare-git"))
        return QStringLiteral("if not exist %1 mkdir %1\n").arg(option(step, "--source")) + stopOnError();
    if (step.mode == QLatin1String("verify"))
        return comment(QStringLiteral("Torchmason looks here whether the libraries are there and load."))
            + QStringLiteral("dir /s /b %1\\*.dll\n").arg(option(step, "--build"));
    return comment(QStringLiteral("Torchmason does this step itself (%1): %2").arg(step.mode, step.arguments.join(QLatin1Char(' '))));
}

QString environmentText(const Command& command)
{
    QString text;
    for (const EnvironmentValue& value : command.environment) {
        QString assignment = value.name + QLatin1Char('=') + value.value.value_or(QString());
        assignment.replace(QLatin1Char('\r'), QLatin1Char(' ')).replace(QLatin1Char('\n'), QLatin1Char(' '));
        text += QStringLiteral("set \"%1\"\n").arg(forBatchFile(assignment));
    }
    return text;
}

// Each command has its own environment and folder, put back by endlocal and popd.
QString commandStep(const Command& command)
{
    QString text = comment(command.purpose);
    if (const auto step = helperStep(command))
        return text + helperText(*step);
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

QByteArray batchScript(const StagePlan& plan, const ScriptTitle& title)
{
    const QString attempt = title.attempt.isEmpty() ? QString() : QStringLiteral(", attempt %1").arg(title.attempt);
    QString text = QStringLiteral("@echo off\nsetlocal DisableDelayedExpansion\nchcp 65001 >nul\n");
    text += comment(QStringLiteral("%1%2, written by Torchmason " TORCHMASON_VERSION ".").arg(title.profile, attempt));
    text += comment(QStringLiteral("Run it in a developer prompt, where the compiler is found."));
    for (const Stage& stage : plan.stages) {
        text += QLatin1Char('\n') + comment(QStringLiteral("---- %1 (%2)").arg(stage.title, stage.id));
        if (stage.skipped) {
            text += comment(QStringLiteral("left out: %1").arg(stage.skipReason));
            continue;
        }
        for (const Command& command : stage.commands)
            text += commandStep(command);
    }
    text += QStringLiteral("\necho Done.\nexit /b 0\n\n:failed\necho The last step failed.\nexit /b 1\n");
    return text.replace(QLatin1Char('\n'), QLatin1String("\r\n")).toUtf8();
}

}
