// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/BreakableText.h"

#include <QRegularExpression>

namespace torchmason {

namespace {

constexpr QChar zeroWidthSpace(0x200b);
constexpr QChar wordJoiner(0x2060);

}

QString breakable(const QString& text)
{
    QString result;
    QChar before(u' ');
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text[i];
        const bool isOfNumber = c == u'_' && i + 1 < text.size() && text[i + 1].isDigit(); // "sm_80"
        result += c;
        if (QStringLiteral("/\\_=,").contains(c)
            && !isOfNumber) // the first of a path stays with what follows
            result += before.isSpace() ? wordJoiner : zeroWidthSpace;
        before = c;
    }
    return result;
}

QString breakableAnywhere(const QString& text)
{
    static const QRegularExpression longRun(QStringLiteral("(\\w{16})(?=\\w)"));
    static const QRegularExpression partOfCode(QStringLiteral("(?<=\\S)(::|[(<>;&])(?=\\w)"));
    const QString broken = QStringLiteral("\\1") + zeroWidthSpace;
    return breakable(text).replace(longRun, broken).replace(partOfCode, broken);
}

QString breakableMarkdown(QString text)
{
    // "CMAKE_ARGS", but not in "https://host/a_b" and "[name](a_b)".
    static const QRegularExpression places(
        QStringLiteral("\\S*(?:://|\\]\\()\\S*(*SKIP)(*FAIL)|(?<=[A-Za-z0-9]_)(?=[A-Za-z0-9])"));
    return text.replace(places, zeroWidthSpace);
}

QString withWholeOptions(QString text)
{
    // "--no-index", "-j", "-DX=a-b", but not in "cu-12" and " - "
    static const QRegularExpression option(QStringLiteral("(?<![\\w-])--?[A-Za-z]\\S*"));
    qsizetype from = 0;
    for (auto found = option.match(text); found.hasMatch(); found = option.match(text, from)) {
        const QString whole = found.captured().replace(u'-', QString(u'-') + wordJoiner);
        text.replace(found.capturedStart(), found.capturedLength(), whole);
        from = found.capturedStart() + whole.size();
    }
    return text;
}

QString withoutBreaks(QString text)
{
    return text.remove(zeroWidthSpace).remove(wordJoiner);
}

}
