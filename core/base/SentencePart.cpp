// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/SentencePart.h"

#include <QRegularExpression>

namespace torchmason {

QString inOneLine(const QString& text)
{
    static const QRegularExpression lineEnd(QStringLiteral("\\s*[\\r\\n]+\\s*"));
    return text.trimmed().replace(lineEnd, QStringLiteral(" "));
}

QString sentencePart(const QString& text)
{
    QString line = inOneLine(text);
    if (line.endsWith(QLatin1Char('.')) && !line.endsWith(QLatin1String("..")))
        line.chop(1);
    return line;
}

}
