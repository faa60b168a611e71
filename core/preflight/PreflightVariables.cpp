// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Core.h"
#include "core/buildfolder/SameValue.h"
#include "core/config/OptionValue.h"
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
        row.fixText = Core::tr("Look who made the profile, and at what it names; or take the variable out.");
        row.changes = { unsetEnvironmentChange(variable.name) };
    }
}

namespace {

// Where things lie on a machine is no option of a build.
bool countsAsVariable(const OptionInfo& option, const BuildChoice& choice)
{
    const bool wins = effectOfVariable(option.name, choice.releaseText) == VariableEffect::Wins;
    return option.passedAs == QLatin1String("both") && !namesPath(option)
        && (wins || isReadFromEnvironment(option.name))
        && presenceOf(option, choice.releaseText, choice.tree.get()) == OptionPresence::Present;
}

// Options that the build gets from our own environment.
QVector<EnvironmentValue> inheritedOptions(const BuildChoice& choice)
{
    const auto catalogue = OptionCatalogue::load();
    QVector<EnvironmentValue> found;
    if (!catalogue || choice.isSample() || !choice.facts.isHere())
        return found;
    const Configuration& configuration = choice.request.configuration;
    const OptionDependencies dependencies(*catalogue, configuration, choice.facts.platform);
    const QMap<QString, QString> own = ownBuildVariables();
    for (auto one = own.begin(); one != own.end(); ++one) {
        const OptionInfo* option = catalogue->option(one.key());
        if (option && countsAsVariable(*option, choice) && !one->isEmpty()
            && !configuration.variable(option->name) && !dependencies.lockOf(*option).isLocked())
            found.append({ option->name, *one, ValueOrigin::Environment });
    }
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
    for (const EnvironmentValue& variable : configuration.environment + inheritedOptions(choice)) {
        const FlagValue* flag = configuration.flag(variable.name);
        if (!flag || !variable.value || isSameFlagValue(flag->value, *variable.value))
            continue;
        const QString which = whichCounts(variable.name, choice.releaseText);
        const QString shown = withoutSecretsOf(variable.name, *variable.value);
        CheckRow& row = addProblem(rows, "name-set-twice", CheckState::Warning, variable.name,
            Core::tr("As a CMake entry %1 is \"%2\", as an environment variable \"%3\"%4.")
                .arg(variable.name, flag->value, shown,
                    which.isEmpty() ? which : QLatin1String(": ") + which));
        row.fixText = Core::tr("Take one of the two back on the Flags page.");
        row.values = { { variable.name, flag->value, originText(flag->origin) },
            { QStringLiteral("environment ") + variable.name, shown, originText(variable.origin) } };
        row.reference = QStringLiteral(
            "cmake/EnvVarForwarding.cmake, cmake/public/utils.cmake, cmake/Dependencies.cmake");
        row.changes = changesFor(variable, shown);
    }
}

// Started from another shell, the program would build something else.
void checkInheritedOptions(const BuildChoice& choice, QVector<CheckRow>& rows)
{
    for (const EnvironmentValue& variable : inheritedOptions(choice)) {
        if (choice.request.configuration.flag(variable.name))
            continue;
        const QString shown = withoutSecretsOf(variable.name, *variable.value);
        CheckRow& row = addProblem(rows, "variable-inherited", CheckState::Warning, variable.name,
            Core::tr("%1=%2 comes from the environment that Torchmason was started in; it takes effect.")
                .arg(variable.name, shown));
        row.fixText = Core::tr("Take it over as a flag, or leave it out.");
        row.values
            = { { QStringLiteral("environment ") + variable.name, shown, originText(variable.origin) } };
        row.changes = changesFor(variable, shown);
    }
}

}
