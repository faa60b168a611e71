// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/EditConflicts.h"

#include "core/config/ProfileStore.h"

#include <algorithm>
#include <map>

namespace torchmason {

namespace {

// Packages alone make an environment already, see draftRequest().
RequestWishes withoutRedundantPython(RequestWishes edits, const ProfilePython& python)
{
    edits.packages.removeIf([&python](const QString& package) { return python.packages.contains(package); });
    if (edits.wheels == python.wheels)
        edits.wheels.clear();
    if (edits.venv == (python.venv || !edits.packages.isEmpty()))
        edits.venv.reset();
    return edits;
}

}

RequestWishes withoutRedundant(RequestWishes edits, const Profile& profile)
{
    edits.configuration.flags.removeIf([&profile](const FlagValue& flag) {
        const FlagValue* said = profile.configuration.flag(flag.name);
        return said && said->value == flag.value;
    });
    edits.configuration.unsetFlags.removeIf(
        [&profile](const QString& name) { return !profile.configuration.flag(name); });
    edits.configuration.environment.removeIf([&profile](const EnvironmentValue& variable) {
        const auto& said = profile.configuration.environment;
        return std::any_of(said.begin(), said.end(), [&variable](const EnvironmentValue& other) {
            return other.name == variable.name && other.value == variable.value;
        });
    });
    edits.patches.removeIf([&profile](const SourcePatch& patch) { return profile.patches.contains(patch); });
    if (edits.targets == profile.targets)
        edits.targets.clear();
    if (edits.jobs == profile.jobs)
        edits.jobs.reset();
    if (edits.backend == profile.backend)
        edits.backend.clear();
    if (edits.tag == profile.source.tag)
        edits.tag.clear();
    edits = withoutRedundantPython(std::move(edits), profile.python);
    RequestWishes cache;
    cache.cache = edits.cache;
    if (edits.cacheStorage.isEmpty()
        && withWishes(profile, cache).profile.configuration == profile.configuration)
        edits.cache.clear();
    return edits;
}

namespace {

using Kind = EditConflict::Kind;

template <auto... members> void reset(RequestWishes& edits)
{
    ((edits.*members = {}), ...);
}

void addFlagConflicts(
    QVector<EditConflict>& conflicts, const Configuration& edits, const Configuration& plain)
{
    for (const FlagValue& flag : edits.flags) {
        const FlagValue* other = plain.flag(flag.name);
        if (other && other->value != flag.value)
            conflicts.append({ Kind::Flag, flag.name, flag.value, other->value });
    }
    for (const QString& name : edits.unsetFlags) {
        if (const FlagValue* other = plain.flag(name))
            conflicts.append({ Kind::Flag, name, {}, other->value });
    }
}

void addVariableConflicts(
    QVector<EditConflict>& conflicts, const Configuration& edits, const Configuration& plain)
{
    for (const EnvironmentValue& value : edits.environment) {
        const auto other = std::find_if(plain.environment.begin(), plain.environment.end(),
            [&](const EnvironmentValue& candidate) { return candidate.name == value.name; });
        if (other != plain.environment.end() && other->value != value.value)
            conflicts.append({ Kind::Variable, value.name, value.value.value_or(QString()),
                other->value.value_or(QString()) });
    }
}

// A folder or a tag that was chosen for another profile may not fit the source of this one.
void addPlaceConflicts(
    QVector<EditConflict>& conflicts, const RequestWishes& edits, const BuildRequest& plain)
{
    const auto add = [&](Kind kind, const QString& mine, const QString& own) {
        if (!mine.isEmpty() && !own.isEmpty() && mine != own)
            conflicts.append({ kind, {}, mine, own });
    };
    add(Kind::SourceFolder, edits.sourceFolder, plain.sourceFolder);
    add(Kind::BuildFolder, edits.buildFolder, plain.buildFolder);
    const QString tag = plain.source.kind == SourceKind::Git ? plain.source.tag : QString();
    if (!edits.tag.isEmpty() && edits.tag != tag) // also without a repository
        conflicts.append({ Kind::Tag, {}, edits.tag, tag });
}

// Only requests of the profile itself: "no wheel" and "no environment" are its defaults.
void addPythonConflicts(QVector<EditConflict>& conflicts, const RequestWishes& edits, const Profile& profile)
{
    if (edits.backend == QLatin1String("cmake") && profile.backend != edits.backend)
        conflicts.append({ Kind::Result, {}, edits.backend, profile.backend });
    if (edits.venv == false && profile.python.venv)
        conflicts.append({ Kind::Venv, {}, QStringLiteral("no"), QStringLiteral("yes") });
    for (const QString& mine : edits.packages) {
        for (const QString& other : profile.python.packages) {
            if (mine != other && packageName(mine) == packageName(other))
                conflicts.append({ Kind::Package, packageName(mine), mine, other });
        }
    }
    if (!edits.wheels.isEmpty() && !profile.python.wheels.isEmpty() && edits.wheels != profile.python.wheels)
        conflicts.append({ Kind::Wheels, {}, edits.wheels, profile.python.wheels });
}

}

QVector<EditConflict> conflictsOf(
    const RequestWishes& edits, const Profile& profile, const BuildRequest& plain)
{
    QVector<EditConflict> conflicts;
    addFlagConflicts(conflicts, edits.configuration, plain.configuration);
    const auto firstVariable = conflicts.size();
    addVariableConflicts(conflicts, edits.configuration, plain.configuration);
    // As requestDifferences() has them, which a line beside the conflicts tells.
    const auto byName
        = [](const EditConflict& one, const EditConflict& other) { return one.name < other.name; };
    std::sort(conflicts.begin(), conflicts.begin() + firstVariable, byName);
    std::sort(conflicts.begin() + firstVariable, conflicts.end(), byName);
    addPlaceConflicts(conflicts, edits, plain);
    addPythonConflicts(conflicts, edits, profile);
    const QString space = QStringLiteral(" ");
    if (edits.jobs && profile.jobs && edits.jobs != plain.jobs)
        conflicts.append({ Kind::Jobs, {}, QString::number(*edits.jobs), QString::number(*profile.jobs) });
    if (!edits.targets.isEmpty() && edits.targets != profile.targets)
        conflicts.append({ Kind::Targets, {}, edits.targets.join(space), profile.targets.join(space) });
    const QString launcher = plain.configuration.flagValue(QStringLiteral("CMAKE_CXX_COMPILER_LAUNCHER"));
    if (!edits.cache.isEmpty() && !launcher.isEmpty() && !launcher.contains(edits.cache))
        conflicts.append({ Kind::Cache, {}, edits.cache, launcher });
    if (!edits.patches.isEmpty())
        conflicts.append({ Kind::Patches, {}, patchesText(edits.patches), {} });
    if (!edits.skippedStages.isEmpty())
        conflicts.append({ Kind::SkippedStages, {}, edits.skippedStages.join(QStringLiteral(", ")), {} });
    return conflicts;
}

RequestWishes withProfileValue(RequestWishes edits, const EditConflict& conflict)
{
    static const std::map<Kind, void (*)(RequestWishes&)> resets {
        { Kind::Jobs, &reset<&RequestWishes::jobs> },
        { Kind::Targets, &reset<&RequestWishes::targets> },
        { Kind::SourceFolder, &reset<&RequestWishes::sourceFolder> },
        { Kind::BuildFolder, &reset<&RequestWishes::buildFolder> },
        { Kind::Cache, &reset<&RequestWishes::cache, &RequestWishes::cacheStorage> },
        { Kind::SkippedStages, &reset<&RequestWishes::skippedStages> },
        { Kind::Patches, &reset<&RequestWishes::patches> },
        { Kind::Result, &reset<&RequestWishes::backend> },
        { Kind::Tag, &reset<&RequestWishes::tag> },
        { Kind::Venv, &reset<&RequestWishes::venv> },
        { Kind::Wheels, &reset<&RequestWishes::wheels> },
    };
    if (const auto found = resets.find(conflict.kind); found != resets.end()) {
        found->second(edits);
    } else if (conflict.kind == Kind::Flag) {
        edits.configuration.removeFlag(conflict.name);
        edits.configuration.unsetFlags.removeAll(conflict.name);
    } else if (conflict.kind == Kind::Variable) {
        edits.configuration.removeEnvironment(conflict.name);
    } else if (conflict.kind == Kind::Package) {
        edits.packages.removeIf(
            [&conflict](const QString& package) { return packageName(package) == conflict.name; });
    }
    return edits;
}

}
