// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/HelperSteps.h"

#include "core/buildfolder/ConfigurationCheck.h"
#include "core/buildfolder/SwitchedParts.h"
#include "core/config/PythonChoice.h"
#include "core/stages/VirtualEnvironment.h"

namespace torchmason {

namespace {

// Those of --flag NAME=VALUE that are, or are not, ON.
QStringList askedFlags(const HelperStep& step, bool isOn)
{
    QStringList names;
    for (const QString& flag : step.values("--flag")) {
        if (isCMakeTrue(flag.section(QLatin1Char('='), 1)) == isOn)
            names << flag.section(QLatin1Char('='), 0, 0);
    }
    return names;
}

bool wantsNumpy(const HelperStep& step)
{
    return step.value("--numpy") != QLatin1String("no");
}

}

QStringList HelperStep::values(QAnyStringView option) const
{
    QStringList found;
    for (qsizetype at = 0; at + 1 < arguments.size(); at += 2) {
        if (arguments[at] == option)
            found.append(arguments[at + 1]);
    }
    return found;
}

QString HelperStep::value(QAnyStringView option) const
{
    return values(option).value(0);
}

std::optional<HelperStep> helperStep(const Command& command)
{
    if (!isHelper(command.program))
        return std::nullopt;
    return HelperStep { command.arguments.value(0), command.arguments.mid(1) };
}

QStringList venvRequirements(const HelperStep& step)
{
    const QStringList needed = packagesFor(neededModules(step.value("--backend")))
        + (wantsNumpy(step) ? QStringList { QStringLiteral("numpy") } : QStringList());
    return withPins(needed, step.values("--package"));
}

QStringList venvLeavesOut(const HelperStep& step)
{
    return QStringList { QStringLiteral("-"), QStringLiteral("cmake"), QStringLiteral("ninja") }
    + (wantsNumpy(step) ? QStringList() : QStringList { QStringLiteral("numpy") });
}

PythonEnvironment venvOf(const HelperStep& step)
{
    return { step.value("--folder"), step.value("--python"), step.values("--package"),
        step.value("--wheels") };
}

Command gitCommand(const Command& command, const HelperStep& step, const QStringList& words)
{
    Command git = command;
    git.program = step.value("--git");
    git.arguments = QStringList { QStringLiteral("-C"), step.value("--source") } + words;
    return git;
}

// NCCL serves torch.distributed alone, and there is none for Windows.
QVector<PartCheck> partChecks(const HelperStep& step, Platform platform)
{
    const QStringList asked = askedFlags(step, true);
    QVector<PartCheck> checks;
    for (const SilentPart& part : silentParts()) {
        const QString flag = QLatin1String(part.flag);
        const bool isNccl = flag == QLatin1String("USE_NCCL");
        if (!asked.contains(flag) || (isNccl && platform == Platform::Windows))
            continue;
        const QStringList also = isNccl ? QStringList { QStringLiteral("USE_DISTRIBUTED") } : QStringList();
        for (const QString& needed : QString::fromLatin1(part.needs).split(QStringLiteral(" or ")))
            checks.append({ flag, needed.isEmpty() ? also : QStringList { needed } + also });
    }
    return checks;
}

QStringList partsOff(const HelperStep& step)
{
    QStringList parts = switchedParts();
    const QStringList off = askedFlags(step, false);
    parts.removeIf([&off](const QString& part) { return !off.contains(part); });
    return parts;
}

QString importProgram()
{
    return QStringLiteral("import torch; ones = torch.ones((64, 64), device='cpu'); "
                          "assert float((ones @ ones)[3][5]) == 64.0, 'a wrong product'; "
                          "print('torch', torch.__version__, 'multiplies matrices')");
}

}
