// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Core.h"
#include "core/buildfolder/SameValue.h"
#include "core/config/Placeholders.h"
#include "core/knowledge/OptionCatalogue.h"
#include "core/preflight/OptionDependencies.h"
#include "core/preflight/PreflightRules.h"
#include "core/redact/SecretText.h"
#include "core/request/InheritedVariable.h"

// Variables of the environment that a build is given, or inherits from us.
namespace torchmason {

// Before 2.14 only setup.py hands variables to CMake, and here CMake is called before setup.py.
void checkVariablesNotRead(const BuildChoice& choice, QVector<CheckRow>& rows)
{
    if (choice.isSample() || choice.isAtLeast(QStringLiteral("2.14")).value_or(true))
        return;
    for (const EnvironmentValue& variable : choice.request.configuration.environment) {
        const bool isRead = effectOfVariable(variable.name, choice.releaseText) != VariableEffect::Ignored;
        if (!variable.value || isRead || isForFrontEnds(variable.name)
            || choice.request.configuration.flag(variable.name))
            continue;
        CheckRow& row = addProblem(rows, "variable-not-read", CheckState::Warning, variable.name,
            Core::tr("CMake does not read the environment variable %1 before PyTorch 2.14.")
                .arg(variable.name));
        row.values = { { QStringLiteral("environment ") + variable.name, *variable.value,
            originText(variable.origin) } };
        row.reference = Core::tr("setup.py, cmake/EnvVarForwarding.cmake of PyTorch");
        Change asFlag { Core::tr("Make %1=%2 a flag").arg(variable.name, *variable.value), {},
            { { StepKind::SetFlag, variable.name, *variable.value },
                { StepKind::UnsetEnvironment, variable.name, {} } },
            {} };
        row.changes = { asFlag, unsetEnvironmentChange(variable.name) };
        row.fixText = Core::tr("Set it as a flag instead.");
    }
}

// Nothing is taken out: a profile may need them. But what it names runs inside of programs that the flags and
// the plan do not show.
void checkVariablesThatRunCode(const BuildChoice& choice, QVector<CheckRow>& rows)
{
    static const QStringList names { QStringLiteral("PATH"), QStringLiteral("LD_PRELOAD"),
        QStringLiteral("LD_AUDIT"), QStringLiteral("LD_LIBRARY_PATH"), QStringLiteral("PYTHONPATH"),
        QStringLiteral("PYTHONHOME"), QStringLiteral("PYTHONSTARTUP"), QStringLiteral("BASH_ENV"),
        QStringLiteral("ENV"), QStringLiteral("PATHEXT"), QStringLiteral("COMSPEC") };
    for (const EnvironmentValue& variable : choice.request.configuration.environment) {
        const bool isOfGit = variable.name.startsWith(QLatin1String("GIT_"), Qt::CaseInsensitive);
        if (variable.origin != ValueOrigin::Profile || !variable.value
            || !(isOfGit || names.contains(variable.name, Qt::CaseInsensitive)))
            continue;
        CheckRow& row = addProblem(rows, "variable-runs-code", CheckState::Warning, variable.name,
            Core::tr(
                "The profile sets %1 to \"%2\", so programs of the build may load or start what lies there.")
                .arg(variable.name, withoutSecretsOf(variable.name, *variable.value)));
        row.fixText
            = Core::tr("Check who made the profile and what the variable names, or remove the variable.");
        row.changes = { unsetEnvironmentChange(variable.name) };
    }
}

namespace {

// Not those that another option makes without effect.
QVector<EnvironmentValue> tellableOptions(const BuildChoice& choice)
{
    QVector<EnvironmentValue> found = choice.inherited;
    const auto catalogue = OptionCatalogue::load();
    if (!catalogue)
        return found;
    const OptionDependencies dependencies(*catalogue, choice.request.configuration, choice.facts.platform);
    found.removeIf([&](const EnvironmentValue& variable) {
        const OptionInfo* option = catalogue->option(variable.name);
        return option && dependencies.lockOf(*option).isLocked();
    });
    return found;
}

// A secret of our environment stays in it.
QVector<Change> changesFor(const EnvironmentValue& variable, const QString& shown)
{
    QVector<Change> changes { unsetEnvironmentChange(variable.name) };
    if (variable.origin != ValueOrigin::Environment || shown == *variable.value)
        changes.append(setFlagChange(variable.name, *variable.value));
    return changes;
}

}

// The same name as a flag and as a variable of the environment, with two values.
void checkNamesSetTwice(const BuildChoice& choice, QVector<CheckRow>& rows)
{
    const Configuration& configuration = choice.request.configuration;
    for (const EnvironmentValue& variable : configuration.environment + tellableOptions(choice)) {
        const FlagValue* flag = configuration.flag(variable.name);
        if (!flag || !variable.value || isSameFlagValue(flag->value, *variable.value))
            continue;
        const QString which = whichCounts(variable.name, choice.releaseText);
        const QString shown = withoutSecretsOf(variable.name, *variable.value);
        CheckRow& row = addProblem(rows, "name-set-twice", CheckState::Warning, variable.name,
            Core::tr("As a CMake entry %1 is \"%2\", as an environment variable \"%3\"%4.")
                .arg(variable.name, flag->value, shown,
                    which.isEmpty() ? which : QLatin1String(": ") + which));
        row.fixText = Core::tr("Remove one of the two on the Flags page.");
        row.values = { { variable.name, flag->value, originText(flag->origin) },
            { QStringLiteral("environment ") + variable.name, shown, originText(variable.origin) } };
        row.reference = QStringLiteral(
            "cmake/EnvVarForwarding.cmake, cmake/public/utils.cmake, cmake/Dependencies.cmake");
        row.changes = changesFor(variable, shown);
    }
}

namespace {

// What the step names, as flags. Who chooses a compiler gets the C compiler beside it.
QStringList flagsOf(const ChangeStep& step)
{
    if (step.kind == StepKind::SetFlag)
        return { step.name };
    if (step.kind != StepKind::Choose)
        return {};
    if (step.name == QLatin1String("nvcc"))
        return { QStringLiteral("CMAKE_CUDA_COMPILER") };
    if (step.name != QLatin1String("cxx"))
        return {};
    QStringList names { QStringLiteral("CMAKE_CXX_COMPILER") };
    if (!sisterCompiler(step.value).isEmpty())
        names << QStringLiteral("CMAKE_C_COMPILER");
    return names;
}

void takeOutVariables(const BuildChoice& choice, Change& change)
{
    for (const ChangeStep& step : QVector<ChangeStep>(change.steps)) {
        for (const QString& name : flagsOf(step)) {
            const ChangeStep takeOut { StepKind::UnsetEnvironment, name, {} };
            if (choice.hasVariableOverFlag(name) && !change.steps.contains(takeOut))
                change.steps.append(takeOut);
        }
    }
}

}

void takeOutVariablesOverFlags(const BuildChoice& choice, QVector<CheckRow>& rows)
{
    for (CheckRow& row : rows) {
        for (Change& change : row.changes)
            takeOutVariables(choice, change);
    }
}

// Started from another shell, the program would build something else.
void checkInheritedOptions(const BuildChoice& choice, QVector<CheckRow>& rows)
{
    for (const EnvironmentValue& variable : tellableOptions(choice)) {
        if (choice.request.configuration.flag(variable.name))
            continue;
        const QString shown = withoutSecretsOf(variable.name, *variable.value);
        CheckRow& row = addProblem(rows, "variable-inherited", CheckState::Warning, variable.name,
            Core::tr("%1=%2 comes from the environment that Torchmason was started in; it takes effect.")
                .arg(variable.name, shown));
        row.fixText = Core::tr("Make it a flag, or remove the environment variable.");
        row.values
            = { { QStringLiteral("environment ") + variable.name, shown, originText(variable.origin) } };
        row.changes = changesFor(variable, shown);
    }
}

}
