// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/Language.h"

#include "ui/models/Settings.h"

#include <QDir>

namespace torchmason {

namespace {

const QString languageKey = QStringLiteral("window/language");
const QString prefix = QStringLiteral("torchmason_");

}

QStringList shippedLanguages()
{
    QStringList codes { QStringLiteral("en") };
    for (const QString& file :
        QDir(QStringLiteral(":/translations")).entryList({ prefix + QStringLiteral("*.qm") }))
        codes << file.mid(prefix.size()).chopped(3);
    return codes;
}

QString chosenLanguage()
{
    return settings()->value(languageKey).toString();
}

void setChosenLanguage(const QString& code)
{
    code.isEmpty() ? settings()->remove(languageKey) : settings()->setValue(languageKey, code);
}

QLocale languageAtStart()
{
    const QString code = chosenLanguage();
    return shippedLanguages().contains(code) ? QLocale(code) : QLocale();
}

}
