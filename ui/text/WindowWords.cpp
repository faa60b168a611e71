// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/WindowWords.h"

#include <QRegularExpression>

namespace torchmason {

QString inWindowWords(QString sentence)
{
    static const QRegularExpression commands(QStringLiteral(" \\((?:attempts [a-z]+ N|--[a-z])[^()]*\\)"));
    return sentence.remove(commands);
}

}
