// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace torchmason {

// What of a flag is searched.
struct FlagTexts {
    QString name;
    QString description;
    QStringList aliases;
    QString value; // where one is set
};

// How well a flag answers a search, best first. Of several words the worst counts.
enum class FlagRank {
    Exact, // the name itself
    NameBegin,
    NameWord, // a part between underscores begins so
    Name,
    Description,
    Alias,
    Value,
    None,
};

// `text` as typed: case does not matter, and blanks stand for underscores, too.
FlagRank rankOf(const FlagTexts& flag, const QString& text);

}
