// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/FlagRank.h"

#include <algorithm>

namespace torchmason {

namespace {

bool has(const QString& text, const QString& word)
{
    return text.contains(word, Qt::CaseInsensitive);
}

bool hasPart(const QString& name, const QString& word)
{
    const QStringList parts = name.split(u'_', Qt::SkipEmptyParts);
    return std::any_of(parts.begin(), parts.end(),
        [&](const QString& part) { return part.startsWith(word, Qt::CaseInsensitive); });
}

FlagRank rankOfWord(const FlagTexts& flag, const QString& word)
{
    if (hasPart(flag.name, word))
        return FlagRank::NameWord;
    if (has(flag.name, word))
        return FlagRank::Name;
    if (has(flag.description, word))
        return FlagRank::Description;
    if (std::any_of(
            flag.aliases.begin(), flag.aliases.end(), [&](const QString& alias) { return has(alias, word); }))
        return FlagRank::Alias;
    return has(flag.value, word) ? FlagRank::Value : FlagRank::None;
}

}

FlagRank rankOf(const FlagTexts& flag, const QString& text)
{
    const QString plain = text.simplified();
    const QString asName = QString(plain).replace(u' ', u'_');
    if (flag.name.compare(asName, Qt::CaseInsensitive) == 0)
        return FlagRank::Exact;
    if (!asName.isEmpty() && flag.name.startsWith(asName, Qt::CaseInsensitive))
        return FlagRank::NameBegin;
    FlagRank worst = FlagRank::NameWord;
    for (const QString& word : plain.split(u' ', Qt::SkipEmptyParts))
        worst = std::max(worst, rankOfWord(flag, word));
    return worst;
}

}
