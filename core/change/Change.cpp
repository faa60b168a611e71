// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/change/Change.h"

#include <QStringList>

#include <algorithm>

namespace torchmason {

namespace {

int costOf(const ChangeStep& step)
{
    switch (step.kind) {
    case StepKind::SetFlag:
    case StepKind::UnsetFlag:
    case StepKind::SetEnvironment:
    case StepKind::UnsetEnvironment:
    case StepKind::UseGate:
    case StepKind::RunStage:
    case StepKind::UseCache:
        return 10;
    case StepKind::Choose:
        return 20;
    case StepKind::Jobs:
    case StepKind::BuildFolder:
        return 30;
    case StepKind::OwnEnvironment:
    case StepKind::Package:
        return 40;
    case StepKind::Release:
        return 50;
    case StepKind::Install:
        return 70;
    }
    return 100;
}

Change oneStep(StepKind kind, const QString& name, const QString& value, const QString& title)
{
    return { title, {}, { { kind, name, value } }, {} };
}

}

bool Change::canBeDone() const
{
    return !steps.isEmpty() && std::none_of(steps.begin(), steps.end(), [](const ChangeStep& step) {
        return step.kind == StepKind::Install;
    });
}

QString Change::id() const
{
    QStringList parts;
    for (const ChangeStep& step : steps) {
        QString part = stepKindId(step.kind);
        if (!step.name.isEmpty())
            part += QLatin1Char(':') + step.name;
        if (!step.value.isEmpty())
            part += QLatin1Char('=') + step.value;
        parts << part;
    }
    return parts.join(QLatin1Char(' '));
}

Change setFlagChange(const QString& name, const QString& value)
{
    return oneStep(StepKind::SetFlag, name, value, QStringLiteral("Set %1 to %2").arg(name, value));
}

Change unsetFlagsChange(const QStringList& names)
{
    Change change { QStringLiteral("Take out %1").arg(names.join(QLatin1String(", "))), {}, {}, {} };
    for (const QString& name : names)
        change.steps.append({ StepKind::UnsetFlag, name, {} });
    return change;
}

Change setEnvironmentChange(const QString& name, const QString& value)
{
    return oneStep(StepKind::SetEnvironment, name, value,
        QStringLiteral("Set the environment variable %1 to %2").arg(name, value));
}

Change unsetEnvironmentChange(const QString& name)
{
    return oneStep(StepKind::UnsetEnvironment, name, {},
        QStringLiteral("Take the environment variable %1 out").arg(name));
}

Change chooseChange(const QString& what, const QString& key, const QString& path)
{
    return oneStep(StepKind::Choose, key, path, QStringLiteral("Use %1, which is here").arg(what));
}

Change installChange(
    const QString& title, const QString& name, const QString& version, const QString& command)
{
    Change change = oneStep(StepKind::Install, name, version, title);
    change.command = command;
    return change;
}

int costOf(const Change& change)
{
    int dearest = 0;
    for (const ChangeStep& step : change.steps)
        dearest = std::max(dearest, costOf(step));
    return dearest + (change.caveat.isEmpty() ? 0 : 5);
}

QString stepKindId(StepKind kind)
{
    switch (kind) {
    case StepKind::SetFlag:
        return QStringLiteral("set-flag");
    case StepKind::UnsetFlag:
        return QStringLiteral("unset-flag");
    case StepKind::SetEnvironment:
        return QStringLiteral("set-environment");
    case StepKind::UnsetEnvironment:
        return QStringLiteral("unset-environment");
    case StepKind::Choose:
        return QStringLiteral("choose");
    case StepKind::Jobs:
        return QStringLiteral("jobs");
    case StepKind::UseGate:
        return QStringLiteral("gate");
    case StepKind::RunStage:
        return QStringLiteral("run-stage");
    case StepKind::UseCache:
        return QStringLiteral("cache");
    case StepKind::Release:
        return QStringLiteral("release");
    case StepKind::BuildFolder:
        return QStringLiteral("build-folder");
    case StepKind::OwnEnvironment:
        return QStringLiteral("own-environment");
    case StepKind::Package:
        return QStringLiteral("package");
    case StepKind::Install:
        return QStringLiteral("install");
    }
    return {};
}

// Those that have an id: the compiler demands one for each.
QVector<StepKind> allStepKinds()
{
    QVector<StepKind> kinds;
    for (int number = 0; !stepKindId(StepKind(number)).isEmpty(); ++number)
        kinds.append(StepKind(number));
    return kinds;
}

}
