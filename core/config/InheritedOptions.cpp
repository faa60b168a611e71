// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/InheritedOptions.h"

#include "core/config/OptionValue.h"
#include "core/knowledge/OptionCatalogue.h"
#include "core/request/InheritedVariable.h"

namespace torchmason {

namespace {

// Where things lie on a machine is no option of a build.
bool takesVariable(const OptionInfo& option, const QString& release, const TreeFacts* tree)
{
    const bool wins = effectOfVariable(option.name, release) == VariableEffect::Wins;
    return option.passedAs == QLatin1String("both") && !namesPath(option)
        && (wins || isReadFromEnvironment(option.name))
        && presenceOf(option, release, tree) == OptionPresence::Present;
}

}

QVector<EnvironmentValue> inheritedOptions(const BuildRequest& request, const TreeFacts* tree)
{
    const auto catalogue = OptionCatalogue::load();
    QVector<EnvironmentValue> found;
    if (!catalogue || request.source.kind == SourceKind::Sample)
        return found;
    const QString release = releaseOf(request.source);
    const QMap<QString, QString> own = ownBuildVariables();
    for (auto one = own.begin(); one != own.end(); ++one) {
        const OptionInfo* option = catalogue->option(one.key());
        // Of launchers the catalogue has those of compilers alone.
        const bool isTaken = option ? takesVariable(*option, release, tree) : isLauncher(one.key());
        const QString name = option ? option->name : one.key();
        if (isTaken && !one->isEmpty() && !request.configuration.variable(name))
            found.append({ name, *one, ValueOrigin::Environment });
    }
    return found;
}

QVector<EnvironmentValue> inheritedOptions(const BuildRequest& request, const HostFacts& facts)
{
    return facts.isHere() ? inheritedOptions(request) : QVector<EnvironmentValue>();
}

bool variableCounts(const Configuration& configuration, const QString& name, const QString& release)
{
    return effectOfVariable(name, release) == VariableEffect::Wins
        || (isReadFromEnvironment(name) && !configuration.flag(name));
}

Configuration takenConfiguration(const BuildRequest& request, const QVector<EnvironmentValue>& inherited)
{
    const QString release = releaseOf(request.source);
    Configuration taken = request.configuration;
    for (const EnvironmentValue& variable : request.configuration.environment + inherited) {
        if (variable.value && variableCounts(request.configuration, variable.name, release))
            taken.setFlag({ variable.name, *variable.value, {}, ValueOrigin::Environment });
    }
    return taken;
}

Configuration takenConfiguration(const BuildRequest& request)
{
    return takenConfiguration(request, inheritedOptions(request));
}

}
