// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/SecretMask.h"

#include <QRegularExpression>

namespace torchmason {

namespace {

EnvironmentValue masked(EnvironmentValue entry)
{
    if (!entry.value || entry.value->isEmpty())
        return entry;
    entry.value = namesSecret(entry.name) ? maskedText() : withoutUrlPasswords(*entry.value);
    return entry;
}

}

QString maskedText() { return QStringLiteral("(masked)"); }

bool namesSecret(const QString& variable)
{
    // HF_TOKEN, GITHUB_PAT, SIGNING_KEY, KEYFILE_PASSPHRASE; neither MONKEY nor KEYBOARD nor PATH.
    static const QRegularExpression words(
        QStringLiteral("TOKEN|SECRET|PASSWO?R?D|PASSPHRASE|CREDENTIAL|(^|_)(API|ACCESS)?KEY(_|$)|(^|_)PAT(_|$)|"
                       "(^|_)AUTH(_|$)|APIKEY"),
        QRegularExpression::CaseInsensitiveOption);
    return words.match(variable).hasMatch();
}

QString withoutUrlPasswords(const QString& text)
{
    // https://me:pw@proxy.example:3128, redis://:pw@cache; the password is all up to the last @ of the authority.
    static const QRegularExpression password(QStringLiteral(R"(([A-Za-z][A-Za-z0-9+.-]*://[^\s/:@]*):([^\s/]+)@)"));
    QString result = text;
    return result.replace(password, QStringLiteral("\\1:%1@").arg(maskedText()));
}

bool isMasked(const EnvironmentValue& value) { return value.value && value.value->contains(maskedText()); }

Configuration masked(Configuration configuration)
{
    for (EnvironmentValue& entry : configuration.environment)
        entry = masked(std::move(entry));
    for (FlagValue& flag : configuration.flags)
        flag.value = withoutUrlPasswords(flag.value);
    return configuration;
}

BuildRequest masked(BuildRequest request)
{
    request.configuration = masked(std::move(request.configuration));
    request.source.url = withoutUrlPasswords(request.source.url);
    return request;
}

StagePlan masked(StagePlan plan)
{
    for (Stage& stage : plan.stages) {
        for (Command& command : stage.commands) {
            for (EnvironmentValue& entry : command.environment)
                entry = masked(std::move(entry));
            for (QString& argument : command.arguments)
                argument = withoutUrlPasswords(argument);
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
