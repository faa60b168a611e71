// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/Candidates.h"
#include "core/profile/ProfileCatalogue.h"

namespace torchmason {

namespace {

using Fields = QVector<QPair<QString, QString>>;

QString platformsText(const Profile& profile)
{
    QStringList names;
    for (const Platform platform : profile.platforms)
        names << platformName(platform);
    return names.join(QLatin1String(", "));
}

QString sourceText(const SourceSpec& source)
{
    return (QStringList { sourceKindId(source.kind), source.url, source.package, source.tag })
        .join(QLatin1Char(' '))
        .simplified();
}

// Everything that can differ, as text, in the order in which people read it.
Fields fieldsOf(const Profile& profile)
{
    const ProfileNeeds& needs = profile.needs;
    Fields fields {
        { QStringLiteral("Status"),
            profile.status == ProfileStatus::Historical ? QStringLiteral("historical")
                                                        : QStringLiteral("current") },
        { QStringLiteral("Platforms"), platformsText(profile) },
        { QStringLiteral("Source"), sourceText(profile.source) },
        { QStringLiteral("Compute capability"), needs.computeCapabilities.join(QLatin1String(", ")) },
        { QStringLiteral("CUDA"), rangeText(needs.cudaMinimum, needs.cudaMaximum) },
        { QStringLiteral("cuDNN"), needs.cudnn },
        { QStringLiteral("Visual Studio"), needs.visualStudio },
        { QStringLiteral("Python"), rangeText(needs.pythonMinimum, needs.pythonMaximum) },
        { QStringLiteral("CMake"), rangeText(needs.cmakeMinimum, {}) },
        { QStringLiteral("Memory"), needs.memory ? formatBytes(*needs.memory) : QString() },
        { QStringLiteral("Disk"), needs.disk ? formatBytes(*needs.disk) : QString() },
        { QStringLiteral("Generator"), profile.generator },
        { QStringLiteral("Build with"), profile.backend },
        { QStringLiteral("Targets"), profile.targets.join(QLatin1String(", ")) },
        { QStringLiteral("Jobs"), profile.jobs ? QString::number(*profile.jobs) : QString() },
        { QStringLiteral("Patches"),
            profile.patches.isEmpty() ? QString() : QString::number(profile.patches.size()) },
    };
    for (const FlagValue& flag : profile.configuration.flags)
        fields.append({ flag.name, flag.value });
    for (const EnvironmentValue& variable : profile.configuration.environment)
        fields.append(
            { QLatin1Char('$') + variable.name, variable.value.value_or(QStringLiteral("(unset)")) });
    return fields;
}

QString valueIn(const Fields& fields, const QString& name)
{
    for (const auto& [field, value] : fields) {
        if (field == name)
            return value;
    }
    return {};
}

}

QVector<ProfileDifference> compareProfiles(const Profile& left, const Profile& right)
{
    const Fields leftFields = fieldsOf(left);
    const Fields rightFields = fieldsOf(right);
    QVector<ProfileDifference> differences;
    for (const auto& [field, value] : leftFields) {
        const QString other = valueIn(rightFields, field);
        if (value != other)
            differences.append({ field, value, other });
    }
    for (const auto& [field, value] : rightFields) {
        if (!value.isEmpty() && valueIn(leftFields, field).isEmpty()) {
            const auto known = [&](const ProfileDifference& difference) { return difference.field == field; };
            if (std::none_of(differences.begin(), differences.end(), known))
                differences.append({ field, {}, value });
        }
    }
    return differences;
}

}
