// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/WordReferences.h"

namespace torchmason {

namespace {

const QRegularExpression& reference()
{
    static const QRegularExpression expression(QStringLiteral("%\\{([\\w-]+)\\}"));
    return expression;
}

}

QString unknownWordIn(const QString& text, const WordLists& words)
{
    auto matches = reference().globalMatch(text);
    while (matches.hasNext()) {
        const QString name = matches.next().captured(1);
        if (!words.contains(name))
            return name;
    }
    return {};
}

QStringList spelledOut(const QString& text, const WordLists& words)
{
    const QRegularExpressionMatch match = reference().match(text);
    if (!match.hasMatch())
        return { text };
    QStringList all;
    for (const QString& phrase : words.value(match.captured(1))) {
        all += spelledOut(text.left(match.capturedStart()) + phrase + text.mid(match.capturedEnd()), words);
    }
    return all;
}

QString expressionWithWords(const QString& expression, const WordLists& words)
{
    QString whole = expression;
    for (auto match = reference().match(whole); match.hasMatch(); match = reference().match(whole)) {
        QStringList phrases;
        for (const QString& phrase : words.value(match.captured(1)))
            phrases << QRegularExpression::escape(phrase);
        whole.replace(match.capturedStart(), match.capturedLength(),
            QStringLiteral("(?:%1)").arg(phrases.join(QLatin1Char('|'))));
    }
    return whole;
}

const QStringList& failureKinds()
{
    static const QStringList kinds { QStringLiteral("not-found"), QStringLiteral("wrong-version"),
        QStringLiteral("refused-flag"), QStringLiteral("unknown-syntax"), QStringLiteral("incompatible-code"),
        QStringLiteral("undefined-symbol"), QStringLiteral("duplicate-symbol"),
        QStringLiteral("wrong-format"), QStringLiteral("out-of-memory"), QStringLiteral("out-of-disk"),
        QStringLiteral("limit"), QStringLiteral("network"), QStringLiteral("permission"),
        QStringLiteral("locked"), QStringLiteral("encoding"), QStringLiteral("timeout"),
        QStringLiteral("crash"), QStringLiteral("mismatch"), QStringLiteral("configuration") };
    return kinds;
}

const QStringList& failureOwners()
{
    static const QStringList owners { QStringLiteral("machine"), QStringLiteral("configuration"),
        QStringLiteral("tree"), QStringLiteral("change"), QStringLiteral("network") };
    return owners;
}

}
