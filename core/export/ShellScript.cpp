// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/AptPreparation.h"
#include "core/export/HelperSteps.h"
#include "core/export/PatchProgram.h"
#include "core/export/ScriptExport.h"
#include "core/export/ScriptSecrets.h"
#include "core/stages/VirtualEnvironment.h"
#include "core/store/SecretMask.h"

namespace torchmason {

namespace {

QString comment(QString text)
{
    text.replace(QLatin1Char('\r'), QLatin1Char(' ')).replace(QLatin1Char('\n'), QLatin1Char(' '));
    return QStringLiteral("# %1\n").arg(text);
}

QString option(const HelperStep& step, const char* name)
{
    return quotedForSh(step.value(QLatin1String(name)));
}

// A script that somebody else runs deletes nothing but a folder that CMake made.
QString cleanStep(const HelperStep& step)
{
    const QString build = option(step, "--build");
    return QStringLiteral("if [ -e %1 ]; then\n"
                          "  [ -f %1/CMakeCache.txt ] && [ ! -L %1 ] || { echo \"not a CMake build folder:\" "
                          "%1 >&2; exit 1; }\n"
                          "  rm -rf -- %1\n"
                          "fi\n")
        .arg(build);
}

QString verifyStep(const HelperStep& step)
{
    QString text = QStringLiteral("# Torchmason looks here whether the libraries are there and load.\n");
    text += QStringLiteral("find %1 -name '*.so' -type f -print\n").arg(option(step, "--build"));
    if (const QString python = step.value(QStringLiteral("--python")); !python.isEmpty())
        text += QStringLiteral("# (cd / && %1 -c 'import torch; print(torch.__version__)')\n")
                    .arg(quotedForSh(python));
    return text;
}

// As the program does it: a tree that is there already stays. In file names the epoch of a version is left
// out.
QString unpackStep(const HelperStep& step)
{
    const QString package = step.value(QStringLiteral("--package"));
    const QString version = package.section(QLatin1Char('='), 1);
    const QString begin = step.value(QStringLiteral("--downloads")) + QLatin1Char('/')
        + package.section(QLatin1Char('='), 0, 0) + QLatin1Char('_');
    const QString dsc = version.isEmpty()
        ? quotedForSh(begin) + QStringLiteral("*.dsc")
        : quotedForSh(begin + version.section(QLatin1Char(':'), -1) + QStringLiteral(".dsc"));
    return QStringLiteral("if [ ! -f %1/debian/changelog ]; then\n"
                          "  mkdir -p -- \"$(dirname -- %1)\"\n"
                          "  dpkg-source --no-check -x %2 %1\n"
                          "fi\n")
        .arg(option(step, "--source"), dsc);
}

// Not a pipe from git: its own failure must stop the script, too, and "!" would be exempt from set -e.
QString submodulesStep(const Command& command, const HelperStep& step)
{
    Command git = command;
    git.program = step.value(QStringLiteral("--git"));
    git.arguments = { QStringLiteral("-C"), step.value(QStringLiteral("--source")),
        QStringLiteral("submodule"), QStringLiteral("status"), QStringLiteral("--recursive") };
    return QStringLiteral("submodules=$(%1)\n"
                          "if grep '^[-+U]' <<< \"$submodules\"; then\n"
                          "  echo \"these submodules are not at their recorded commits\" >&2\n"
                          "  exit 1\n"
                          "fi\n")
        .arg(commandText(git, Platform::Linux));
}

// A remote that is there already is the user's.
QString originStep(const Command& command, const HelperStep& step)
{
    const auto remote = [&](const QStringList& words) {
        Command git = command;
        git.program = step.value(QStringLiteral("--git"));
        git.arguments = QStringList {
            QStringLiteral("-C"), step.value(QStringLiteral("--source")), QStringLiteral("remote")
        } + words;
        return commandText(git, Platform::Linux);
    };
    const QString origin = QStringLiteral("origin");
    return QStringLiteral("%1 >/dev/null 2>&1 || %2\n")
        .arg(remote({ QStringLiteral("get-url"), origin }),
            remote({ QStringLiteral("add"), origin, step.value(QStringLiteral("--url")) }));
}

// A Python is needed for the build anyway.
QString patchStep(const HelperStep& step, const QVector<SourcePatch>& patches)
{
    QString text;
    for (const SourcePatch& patch : patches)
        text += comment(patch.why);
    return text
        + QStringLiteral("python3 - %1 <<'TORCHMASON_PATCHES'\n%2TORCHMASON_PATCHES\n")
              .arg(option(step, "--source"), QString::fromLatin1(patchProgram(patches)));
}

QString venvStep(const HelperStep& step)
{
    const PythonEnvironment python { step.value(QStringLiteral("--folder")),
        step.value(QStringLiteral("--python")), step.values(QStringLiteral("--package")),
        step.value(QStringLiteral("--wheels")) };
    QString text = commandText({ python.base, venvArguments(python), {}, {}, {} }, Platform::Linux)
        + QLatin1Char('\n');
    if (!python.packages.isEmpty())
        text += commandText({ python.interpreter(Platform::Linux), pipArguments(python), {},
                                pipEnvironment(python, Platform::Linux), {} },
                    Platform::Linux)
            + QLatin1Char('\n');
    return text;
}

QString helperText(const Command& command, const HelperStep& step, const ScriptTitle& title)
{
    if (step.mode == QLatin1String("prepare-venv"))
        return venvStep(step);
    if (step.mode == QLatin1String("patch"))
        return patchStep(step, title.patches);
    if (step.mode == QLatin1String("clean"))
        return cleanStep(step);
    if (step.mode == QLatin1String("mend-submodules") || step.mode == QLatin1String("put-back-patches"))
        return comment(QStringLiteral("Nothing is to be done in a tree that no earlier attempt used."));
    if (step.mode == QLatin1String("verify"))
        return verifyStep(step);
    if (step.mode == QLatin1String("unpack-debian"))
        return unpackStep(step);
    if (step.mode == QLatin1String("check-source"))
        return QStringLiteral("[ -f %1/CMakeLists.txt ] || { echo \"no source tree in\" %1 >&2; exit 1; }\n")
            .arg(option(step, "--source"));
    if (step.mode == QLatin1String("prepare-build"))
        return QStringLiteral("mkdir -p -- %1\n").arg(option(step, "--build"));
    if (step.mode == QLatin1String("prepare-git"))
        return QStringLiteral("mkdir -p -- %1\n").arg(option(step, "--source"));
    if (step.mode == QLatin1String("name-origin"))
        return originStep(command, step);
    if (step.mode == QLatin1String("verify-submodules"))
        return submodulesStep(command, step);
    if (step.mode == QLatin1String("prepare-apt"))
        return aptPreparationForSh(
            step.value(QStringLiteral("--state")), step.value(QStringLiteral("--suite")));
    return QStringLiteral("# Torchmason does this step itself (%1); the sources must be in %2.\n")
        .arg(step.mode, step.value(QStringLiteral("--source")));
}

QString commandStep(Command command, const ScriptTitle& title)
{
    QString text = comment(command.purpose);
    for (const QString& name : takeOutMasked(command))
        text += comment(QStringLiteral("%1 was set to a secret: set it in your environment.").arg(name));
    if (const auto step = helperStep(command))
        return text + helperText(command, *step, title);
    const QString line = commandText(command, Platform::Linux);
    return text
        + (command.workingFolder.isEmpty()
                ? line + QLatin1Char('\n')
                : QStringLiteral("(cd %1 && %2)\n").arg(quotedForSh(command.workingFolder), line));
}

}

QString foreignScriptWarning()
{
    return QStringLiteral("It comes from another machine: read every line before you run it.");
}

QByteArray shellScript(const StagePlan& unmasked, const ScriptTitle& title)
{
    const StagePlan plan = masked(unmasked);
    const QString attempt
        = title.attempt.isEmpty() ? QString() : QStringLiteral(", attempt %1").arg(title.attempt);
    QString text = QStringLiteral("#!/usr/bin/env bash\n");
    text += comment(
        QStringLiteral("%1%2, written by Torchmason " TORCHMASON_VERSION ".").arg(title.profile, attempt));
    text += comment(QStringLiteral(
        "No secrets stand here. Where (masked) does, put the password in before you run this."));
    if (title.isForeign)
        text += comment(foreignScriptWarning());
    text += QStringLiteral("set -euo pipefail\n");
    for (const Stage& stage : plan.stages) {
        text += QLatin1Char('\n') + comment(QStringLiteral("---- %1 (%2)").arg(stage.title, stage.id));
        if (stage.skipped) {
            text += comment(QStringLiteral("left out: %1").arg(stage.skipReason));
            continue;
        }
        text += QStringLiteral("echo %1\n").arg(quotedForSh(QStringLiteral("== ") + stage.title));
        for (const Command& command : stage.commands)
            text += commandStep(command, title);
    }
    return text.toUtf8();
}

}
