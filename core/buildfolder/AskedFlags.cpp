// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/buildfolder/AskedFlags.h"

#include "core/buildfolder/SameValue.h"
#include "core/redact/SecretText.h"

#include <QFileInfo>

namespace torchmason {

namespace {

QString noteOf(const QString& buildFolder)
{
    return buildFolder + QStringLiteral("/.torchmason.flags");
}

QMap<QString, QString> readNote(const QString& buildFolder)
{
    const auto note = readJsonFile(noteOf(buildFolder));
    return note ? textsFromJson(*note).value_or(QMap<QString, QString>()) : QMap<QString, QString>();
}

}

Result<void> noteAskedFlags(const QString& buildFolder, const Configuration& asked)
{
    QMap<QString, QString> flags;
    if (QFileInfo::exists(cacheFileOf(buildFolder)))
        flags = readNote(buildFolder);
    for (const QString& name : asked.unsetFlags)
        flags.remove(name);
    for (const FlagValue& flag : asked.flags) {
        const bool isSecret = withoutSecretsOf(flag.name, flag.value) != flag.value;
        if (flag.origin != ValueOrigin::Default && !isSecret)
            flags.insert(flag.name, flag.value);
    }
    return writeJsonFile(noteOf(buildFolder), toJson(flags), FileAccess::AsUsual);
}

QMap<QString, QString> askedFlags(const QString& buildFolder, const CMakeCache& cache)
{
    QMap<QString, QString> kept;
    const auto asked = readNote(buildFolder);
    for (const auto& [name, value] : asked.asKeyValueRange()) {
        const CacheEntry* entry = cache.entry(name);
        if (entry && isSameFlagValue(value, entry->value))
            kept.insert(name, entry->value);
    }
    return kept;
}

std::optional<QMap<QString, QString>> textsFromJson(const Json& object)
{
    if (!object.is_object())
        return std::nullopt;
    QMap<QString, QString> texts;
    for (const auto& entry : object.items()) {
        if (!entry.value().is_string())
            return std::nullopt;
        texts.insert(
            QString::fromStdString(entry.key()), QString::fromStdString(entry.value().get<std::string>()));
    }
    return texts;
}

}
