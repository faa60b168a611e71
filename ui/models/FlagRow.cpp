// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/FlagRow.h"

#include "ui/text/FlagText.h"

#include <algorithm>

namespace torchmason {

const EnvironmentValue* environmentIn(const Configuration& configuration, const QString& name)
{
    for (const EnvironmentValue& value : configuration.environment) {
        if (value.name == name)
            return &value;
    }
    return nullptr;
}

bool isVariable(const FlagRow& row, const Configuration& configuration)
{
    if (!row.option)
        return row.environment;
    if (configuration.flag(row.name) || configuration.unsetFlags.contains(row.name))
        return false;
    return environmentIn(configuration, row.name) || row.option->passedAs == QStringLiteral("env");
}

std::optional<QString> valueIn(const Configuration& configuration, const FlagRow& row)
{
    if (!isVariable(row, configuration)) {
        const FlagValue* flag = configuration.flag(row.name);
        return flag ? std::optional(flag->value) : std::nullopt;
    }
    const EnvironmentValue* variable = environmentIn(configuration, row.name);
    return variable ? std::optional(variable->value.value_or(QString())) : std::nullopt;
}

std::vector<FlagRow> freeRows(const OptionCatalogue& catalogue, const Configuration& configuration,
    const QStringList& inherited, const QStringList& kept)
{
    std::vector<FlagRow> rows;
    for (const FlagValue& flag : configuration.flags) {
        if (!catalogue.option(flag.name))
            rows.push_back({ flag.name, nullptr, false });
    }
    for (const QString& name : configuration.unsetFlags) {
        if (!catalogue.option(name))
            rows.push_back({ name, nullptr, false });
    }
    for (const QString& name : kept) {
        if (!catalogue.option(name) && !configuration.flag(name) && !configuration.unsetFlags.contains(name))
            rows.push_back({ name, nullptr, false });
    }
    for (const EnvironmentValue& value : configuration.environment) {
        if (!catalogue.option(value.name) || configuration.flag(value.name))
            rows.push_back({ value.name, nullptr, true });
    }
    for (const QString& name : inherited) {
        if (!catalogue.option(name) && !environmentIn(configuration, name))
            rows.push_back({ name, nullptr, true });
    }
    return rows;
}

std::vector<FlagGroup> flagGroups(const OptionCatalogue& catalogue, const std::vector<FlagRow>& free)
{
    std::vector<FlagGroup> groups { { QStringLiteral("tour"), flagGroupTitle(QStringLiteral("tour")), {} } };
    for (const OptionInfo& option : catalogue.options()) {
        const auto known = std::find_if(
            groups.begin(), groups.end(), [&](const FlagGroup& group) { return group.id == option.group; });
        FlagGroup& group = known != groups.end()
            ? *known
            : groups.emplace_back(FlagGroup { option.group, flagGroupTitle(option.group), {} });
        group.rows.push_back({ option.name, &option, false });
    }
    for (const char* id : { "environment", "free" }) {
        FlagGroup group { QLatin1String(id), flagGroupTitle(QLatin1String(id)), {} };
        std::copy_if(free.begin(), free.end(), std::back_inserter(group.rows), [&](const FlagRow& row) {
            return row.environment == (group.id == QLatin1String("environment"));
        });
        groups.push_back(group);
    }
    std::erase_if(groups, [](const FlagGroup& group) { return group.rows.empty(); });
    return groups;
}

}
