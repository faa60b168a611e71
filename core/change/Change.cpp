// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/change/Change.h"

#include "core/base/Core.h"

#include <algorithm>
#include <iterator>

namespace torchmason {

namespace {

// What the command line says after an option.
enum class Form { None, Name, Value, NameAndValue };

struct Kind {
    const char* id;
    int cost;
    const char* option; // nullptr: there is none
    Form form;
};

constexpr Kind kinds[] = {
    // In the order of StepKind.
    { "set-flag", 10, "-D", Form::NameAndValue },
    { "unset-flag", 10, "-U", Form::Name },
    { "set-environment", 10, "--env", Form::NameAndValue },
    { "unset-environment", 10, "--unset-env", Form::Name },
    { "choose", 20, "--use", Form::NameAndValue },
    { "jobs", 30, "--jobs", Form::Value },
    { "gate", 10, "--gate", Form::None },
    { "run-stage", 10, nullptr, Form::None },
    { "cache", 10, "--cache", Form::Value },
    { "release", 50, "--tag", Form::Value },
    { "build-folder", 30, "--build", Form::Value },
    { "own-environment", 40, "--venv", Form::None },
    { "package", 40, "--package", Form::Value },
    { "install", 70, nullptr, Form::None },
};
static_assert(std::size(kinds) == size_t(StepKind::Install) + 1);

const Kind& kindOf(StepKind kind)
{
    return kinds[size_t(kind)];
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

bool isSameChange(const Change& one, const Change& other)
{
    return std::is_permutation(one.steps.begin(), one.steps.end(), other.steps.begin(), other.steps.end());
}

Change setFlagChange(const QString& name, const QString& value)
{
    return oneStep(StepKind::SetFlag, name, value, Core::tr("Set %1 to %2").arg(name, value));
}

Change unsetFlagsChange(const QStringList& names)
{
    Change change { Core::tr("Remove %1").arg(names.join(QLatin1String(", "))), {}, {}, {} };
    for (const QString& name : names)
        change.steps.append({ StepKind::UnsetFlag, name, {} });
    return change;
}

Change setEnvironmentChange(const QString& name, const QString& value)
{
    return oneStep(StepKind::SetEnvironment, name, value,
        Core::tr("Set the environment variable %1 to %2").arg(name, value));
}

Change unsetEnvironmentChange(const QString& name)
{
    return oneStep(
        StepKind::UnsetEnvironment, name, {}, Core::tr("Remove the environment variable %1").arg(name));
}

Change chooseChange(const QString& what, const QString& key, const QString& path)
{
    return oneStep(StepKind::Choose, key, path, Core::tr("Use %1, which is installed").arg(what));
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
        dearest = std::max(dearest, kindOf(step.kind).cost);
    if (change.onlyLiftsCheck)
        dearest += kindOf(StepKind::Install).cost;
    return dearest + (change.caveat.isEmpty() ? 0 : 5);
}

QString stepKindId(StepKind kind)
{
    return QLatin1String(kindOf(kind).id);
}

QVector<StepKind> allStepKinds()
{
    QVector<StepKind> all;
    for (int number = 0; number <= int(StepKind::Install); ++number)
        all.append(StepKind(number));
    return all;
}

QStringList commandLineOf(const Change& change)
{
    QStringList words;
    for (const ChangeStep& step : change.steps) {
        const Kind& kind = kindOf(step.kind);
        if (kind.option)
            words << QLatin1String(kind.option);
        if (kind.form == Form::NameAndValue)
            words << step.name + QLatin1Char('=') + step.value;
        else if (kind.form != Form::None)
            words << (kind.form == Form::Name ? step.name : step.value);
    }
    return words;
}

}
