// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/SecretMask.h"

#include <QRegularExpression>

namespace torchmason {

namespace {

EnvironmentValue masked(EnvironmentValue entry)
{
    if (!entry.value || entry.value->isEmpty())
        return entry;
    entry.value = withoutSecretsOf(entry.name, *entry.value);
    return entry;
}

FlagValue masked(FlagValue flag)
{
    flag.value = withoutSecretsOf(flag.name, flag.value);
    return flag;
}

QString maskedArgument(const QString& argument)
{
    // -DX_TOKEN=abc, -DX_TOKEN:STRING=abc
    static const QRegularExpression definition(
        QStringLiteral("^(-D([^:=]+)(:[^=]*)?=)(.+)$"), QRegularExpression::DotMatchesEverythingOption);
    const auto match = definition.match(argument);
    if (!match.hasMatch())
        return withoutSecrets(argument);
    return match.captured(1) + masked(FlagValue { match.captured(2), match.captured(4), {}, {} }).value;
}

}

bool isMasked(const EnvironmentValue& value)
{
    return value.value && value.value->contains(maskedText());
}

bool holdsSecret(const FlagValue& flag)
{
    return masked(flag).value.contains(maskedText());
}

Configuration masked(Configuration configuration)
{
    for (EnvironmentValue& entry : configuration.environment)
        entry = masked(std::move(entry));
    for (FlagValue& flag : configuration.flags)
        flag = masked(std::move(flag));
    return configuration;
}

BuildRequest masked(BuildRequest request)
{
    request.configuration = masked(std::move(request.configuration));
    request.source.url = withoutSecrets(request.source.url);
    for (QString& package : request.python.packages)
        package = withoutSecrets(package);
    return request;
}

StagePlan masked(StagePlan plan)
{
    for (Stage& stage : plan.stages) {
        for (Command& command : stage.commands) {
            for (EnvironmentValue& entry : command.environment)
                entry = masked(std::move(entry));
            for (QString& argument : command.arguments)
                argument = maskedArgument(argument);
        }
    }
    return plan;
}

QVector<EnvironmentValue> realSecrets(const Configuration& configuration)
{
    QVector<EnvironmentValue> secrets;
    for (const EnvironmentValue& entry : configuration.environment) {
        if (masked(entry) != entry)
            secrets.append(entry);
    }
    return secrets;
}

}
