// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/SavedWishes.h"

#include "core/base/Core.h"
#include "core/config/CacheWish.h"
#include "core/knowledge/ArchList.h"
#include "core/profile/Candidates.h"
#include "core/redact/SecretText.h"

#include <QRegularExpression>

namespace torchmason {

namespace {

void addConfiguration(Configuration& configuration, const RequestWishes& wishes)
{
    for (const QString& name : wishes.configuration.unsetFlags)
        configuration.removeFlag(name);
    for (const FlagValue& flag : wishes.configuration.flags)
        configuration.setFlag(flag);
    for (const EnvironmentValue& variable : wishes.configuration.environment)
        configuration.setEnvironment(variable);
    // By its name, without facts: where it lies is another place on another machine.
    if (!wishes.cache.isEmpty())
        (void)applyCacheWish(configuration, wishes.cache, {}, {});
    for (FlagValue& flag : configuration.flags)
        flag.origin = ValueOrigin::Profile;
    for (EnvironmentValue& variable : configuration.environment)
        variable.origin = ValueOrigin::Profile;
}

void addPython(ProfilePython& python, const RequestWishes& wishes)
{
    python.venv = wishes.venv.value_or(python.venv || !wishes.packages.isEmpty());
    for (const QString& wish : wishes.packages)
        pinPackage(python.packages, wish);
    if (!wishes.wheels.isEmpty())
        python.wheels = wishes.wheels;
}

QStringList capabilitiesOf(const ArchList& list)
{
    QStringList capabilities;
    for (const ArchEntry& entry : list.entries)
        capabilities << entry.capability + (entry.ptx ? QStringLiteral("+PTX") : QString());
    return capabilities;
}

void followFlags(Profile& profile, const Configuration& before)
{
    ProfileNeeds& needs = profile.needs;
    const Configuration& configuration = profile.configuration;
    if (usesCuda(before) && !usesCuda(configuration)) {
        needs.computeCapabilities.clear();
        needs.cudaMinimum.clear();
        needs.cudaMaximum.clear();
        needs.cudnn.clear();
        return;
    }
    const ArchList list = parseArchList(archListOf(configuration));
    if (archListOf(before) != archListOf(configuration) && !list.isAutomatic() && list.unknown.isEmpty())
        needs.computeCapabilities = capabilitiesOf(list);
}

// The release is what the tag says, where it names one.
void takeTag(SourceSpec& source, const QString& tag)
{
    static const QRegularExpression release(QStringLiteral("^v(\\d+\\.\\d+\\.\\d+)$"));
    if (tag.isEmpty() || tag == source.tag || source.kind != SourceKind::Git)
        return;
    source.tag = tag;
    source.version = release.match(tag).captured(1);
}

QStringList leftOut(const RequestWishes& wishes)
{
    QStringList left;
    const auto add = [&left](bool isThere, const char* what) {
        if (isThere)
            left << Core::tr(what);
    };
    add(!wishes.sourceFolder.isEmpty(), QT_TRANSLATE_NOOP("Core", "the source folder"));
    add(!wishes.buildFolder.isEmpty(), QT_TRANSLATE_NOOP("Core", "the build folder"));
    add(!wishes.programs.isEmpty(), QT_TRANSLATE_NOOP("Core", "which programs are taken"));
    add(wishes.memoryLimit.has_value(), QT_TRANSLATE_NOOP("Core", "the limit of memory"));
    add(wishes.gate.has_value(), QT_TRANSLATE_NOOP("Core", "whether the memory gate is used"));
    add(wishes.install.isWanted(), QT_TRANSLATE_NOOP("Core", "where the wheel is installed"));
    add(!wishes.cacheStorage.isEmpty(), QT_TRANSLATE_NOOP("Core", "the address of the shared cache"));
    add(!wishes.fromStage.isEmpty() || !wishes.untilStage.isEmpty() || !wishes.skippedStages.isEmpty(),
        QT_TRANSLATE_NOOP("Core", "which stages run"));
    return left;
}

}

QStringList removeSecrets(Configuration& configuration)
{
    QStringList names;
    configuration.flags.removeIf([&names](const FlagValue& flag) {
        const bool isSecret = !secretsOf(flag.name, flag.value).isEmpty();
        if (isSecret)
            names << flag.name;
        return isSecret;
    });
    configuration.environment.removeIf([&names](const EnvironmentValue& variable) {
        const bool isSecret = variable.value && !secretsOf(variable.name, *variable.value).isEmpty();
        if (isSecret)
            names << variable.name;
        return isSecret;
    });
    return names;
}

WishedProfile withWishes(const Profile& profile, const RequestWishes& wishes)
{
    WishedProfile wished { profile, leftOut(wishes) };
    Profile& made = wished.profile;
    addConfiguration(made.configuration, wishes);
    for (const QString& name : removeSecrets(made.configuration))
        wished.leftOut << Core::tr("%1 (secret)").arg(name);
    addPython(made.python, wishes);
    if (!wishes.targets.isEmpty())
        made.targets = wishes.targets;
    if (wishes.jobs)
        made.jobs = wishes.jobs;
    if (!wishes.backend.isEmpty())
        made.backend = wishes.backend;
    takeTag(made.source, wishes.tag);
    followFlags(made, profile.configuration);
    if (made.status == ProfileStatus::Historical && made.configuration != profile.configuration) {
        made.status = ProfileStatus::Current;
        made.statusReason.clear();
        made.fixes.clear();
    }
    return wished;
}

}
