// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/request/Configuration.h"

#include <algorithm>

namespace torchmason {

namespace {

constexpr QLatin1String originIds[] { QLatin1String("default"), QLatin1String("profile"),
    QLatin1String("environment"), QLatin1String("fix"), QLatin1String("tour"),
    QLatin1String("user") }; // in the order of ValueOrigin

template <typename List> auto findNamed(List& list, const QString& name)
{
    return std::find_if(list.begin(), list.end(), [&](const auto& item) { return item.name == name; });
}

}

const FlagValue* Configuration::flag(const QString& name) const
{
    const auto found = findNamed(flags, name);
    return found == flags.end() ? nullptr : &*found;
}

QString Configuration::flagValue(const QString& name, const QString& fallback) const
{
    const FlagValue* found = flag(name);
    return found ? found->value : fallback;
}

const EnvironmentValue* Configuration::variable(const QString& name) const
{
    const auto found = findNamed(environment, name);
    return found == environment.end() ? nullptr : &*found;
}

QString Configuration::variableValue(const QString& name) const
{
    const EnvironmentValue* found = variable(name);
    return found && found->origin != ValueOrigin::Default ? found->value.value_or(QString()) : QString();
}

void Configuration::setFlag(FlagValue flag)
{
    unsetFlags.removeAll(flag.name);
    const auto found = findNamed(flags, flag.name);
    if (found == flags.end()) {
        flags.push_back(std::move(flag));
        return;
    }
    if (flag.type.isEmpty())
        flag.type = found->type;
    *found = std::move(flag);
}

void Configuration::removeFlag(const QString& name)
{
    flags.removeIf([&](const FlagValue& flag) { return flag.name == name; });
}

void Configuration::unsetFlag(const QString& name)
{
    removeFlag(name);
    if (!unsetFlags.contains(name))
        unsetFlags << name;
}

void Configuration::setEnvironment(EnvironmentValue value)
{
    const auto found = findNamed(environment, value.name);
    if (found == environment.end())
        environment.push_back(std::move(value));
    else
        *found = std::move(value);
}

void Configuration::removeEnvironment(const QString& name)
{
    environment.removeIf([&](const EnvironmentValue& value) { return value.name == name; });
}

bool isVariableName(const QString& name)
{
    const auto isLetter
        = [](QChar c) { return (c >= u'A' && c <= u'Z') || (c >= u'a' && c <= u'z') || c == u'_'; };
    return !name.isEmpty() && isLetter(name.front())
        && std::all_of(name.begin(), name.end(), [&isLetter](QChar c) {
               return isLetter(c) || (c >= u'0' && c <= u'9') || c == u'.' || c == u'+' || c == u'-';
           });
}

bool isCMakeTrue(const QString& value)
{
    static const QStringList words { QStringLiteral("on"), QStringLiteral("true"), QStringLiteral("yes"),
        QStringLiteral("y") };
    bool isNumber = false;
    const double number = value.toDouble(&isNumber);
    return isNumber ? number != 0 : words.contains(value.toLower());
}

bool isWish(ValueOrigin origin)
{
    return origin == ValueOrigin::User || origin == ValueOrigin::Fix || origin == ValueOrigin::Tour;
}

QString valueOriginId(ValueOrigin origin)
{
    return originIds[size_t(origin)];
}

std::optional<ValueOrigin> valueOriginFromId(const QString& id)
{
    const auto found = std::find(std::begin(originIds), std::end(originIds), id);
    return found == std::end(originIds) ? std::nullopt
                                        : std::optional(ValueOrigin(found - std::begin(originIds)));
}

}
