// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>
#include <QStringList>

namespace torchmason {

// Codes of the languages that the program has sentences of, "en" first.
QStringList shippedLanguages();
// Of the user's choice; empty: as the system says.
QString chosenLanguage();
void setChosenLanguage(const QString& code);
// What translations are loaded for at the start.
QLocale languageAtStart();

}
