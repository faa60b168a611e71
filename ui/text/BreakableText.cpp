// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/BreakableText.h"

#include <QRegularExpression>

namespace torchmason {

namespace {

constexpr QChar zeroWidthSpace(0x200b);

}

QString breakable(const QString& text)
{
    QString result;
    for (const QChar c : text) {
        result += c;
        if (QStringLiteral("/\\_=,").contains(c))
            result += zeroWidthSpace;
    }
    return result;
}

QString breakableAnywhere(const QString& text)
{
    static const QRegularExpression longRun(QStringLiteral("(\\w{16})(?=\\w)"));
    return breakable(text).replace(longRun, QStringLiteral("\\1") + zeroWidthSpace);
}

QString breakableMarkdown(QString text)
{
    // "CMAKE_ARGS", but not in "https://host/a_b" and "[name](a_b)".
    static const QRegularExpression places(
        QStringLiteral("\\S*(?:://|\\]\\()\\S*(*SKIP)(*FAIL)|(?<=[A-Za-z0-9]_)(?=[A-Za-z0-9])"));
    return text.replace(places, zeroWidthSpace);
}

QString withoutBreaks(QString text)
{
    return text.remove(zeroWidthSpace);
}

}
