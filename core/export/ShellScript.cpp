// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/HelperSteps.h"
#include "core/export/ScriptExport.h"

namespace torchmason {

namespace {

QString option(const HelperStep& step, const char* name)
{
    return quotedForSh(step.value(QLatin1String(name)));
}

// A script that somebody else runs deletes nothing but a folder that CMake made.
QString cleanStep(const HelperStep& step)
{
    const QString build = option(step, "--build");
    return QStringLiteral("if [ -e %1 ]; then\n"
                          "  [ -f %1/CMakeCache.txt ] && [ ! -L %1 ] || { echo \"not a CMake build folder:\" %1 >&2; exit 1; }\n"
                          "  rm -rf -- %1\n"
                          "fi\n")
        .arg(build);
}

QString verifyStep(const HelperStep& step)
{
    QString text = QStringLiteral("# Torchmason looks here whether the libraries are there and load.\n");
    text += QStringLiteral("find %1 -name '*.so' -type f -print\n").arg(option(step, "--build"));
    if (const QString python = step.value(QStringLiteral("--python")); !python.isEmpty())
        text += QStringLiteral("# (cd / && %1 -c 'import torch; print(torch.__version__)')\n").arg(quotedForSh(python));
    return text;
}

QString unpackStep(const HelperStep& step)
{
    return QStringLiteral("# Unpack the source package that apt-get has fetched into %1.\n"
                          "dpkg-source --no-check -x %2/*.dsc %3\n")
        .arg(step.value(QStringLiteral("--source")), option(step, "--downloads"), option(step, "--source"));
}

QString helperText(const HelperStep& step)
{
    if (step.mode == QLatin1String("clean"))
        return cleanStep(step);
    if (step.mode == QLatin1String("verify"))
        return verifyStep(step);
    if (step.mode == QLatin1String("unpack-debian"))
        return unpackStep(step);
    if (step.mode == QLatin1String("check-source"))
        return QStringLiteral("[ -f %1/CMakeLists.txt ] || { echo \"no source tree in\" %1 >&2; exit 1; }\n").arg(option(step, "--source"));
    if (step.mode == QLatin1String("prepare-build"))
        return QStringLiteral("mkdir -p -- %1\n").arg(option(step, "--build"));
    if (step.mode == QLatin1String("prepare-git"))
        return QStringLiteral("mkdir -p -- %1\n").arg(option(step, "--source"));
    if (step.mode == QLatin1String("verify-submodules"))
        return QStringLiteral("! %1 -C %2 submodule status --recursive | grep '^[-+U]'\n").arg(option(step, "--git"), option(step, "--source"));
    if (step.mode == QLatin1String("prepare-apt"))
        return QStringLiteral("mkdir -p -- %1/downloads %1/lists/partial\n").arg(option(step, "--state"));
    return QStringLiteral("# Torchmason does this step itself (%1); the sources must be in %2.\n")
        .arg(step.mode, step.value(QStringLiteral("--source")));
}

QString commandStep(const Command& command)
{
    QString text = QStringLiteral("# %1\n").arg(QString(command.purpose).replace(QLatin1Char('\n'), QLatin1Char(' ')));
    if (const auto step = helperStep(command))
        return text + helperText(*step);
    const QString line = commandText(command, Platform::Linux);
    return text + (command.workingFolder.isEmpty() ? line + QLatin1Char('\n')
                                                   : QStringLiteral("(cd %1 && %2)\n").arg(quotedForSh(command.workingFolder), line));
}

}

QByteArray shellScript(const StagePlan& plan, const ScriptTitle& title)
{
    QString text = QStringLiteral("#!/usr/bin/env bash\n# %1%2, written by Torchmason " TORCHMASON_VERSION ".\n"
                                  "# Values shown as (masked) were secrets: set them in your environment and take them out here.\n"
                                  "set -euo pipefail\n")
                       .arg(title.profile, title.attempt.isEmpty() ? QString() : QStringLiteral(", attempt %1").arg(title.attempt));
    for (const Stage& stage : plan.stages) {
        text += QStringLiteral("\n# ---- %1 (%2)\n").arg(stage.title, stage.id);
        if (stage.skipped) {
            text += QStringLiteral("# left out: %1\n").arg(stage.skipReason);
            continue;
        }
        text += QStringLiteral("echo %1\n").arg(quotedForSh(QStringLiteral("== ") + stage.title));
        for (const Command& command : stage.commands)
            text += commandStep(command);
    }
    return text.toUtf8();
}

}
