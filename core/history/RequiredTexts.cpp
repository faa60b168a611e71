// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/RequiredTexts.h"

#include <QRegularExpression>

#include <algorithm>

namespace torchmason {

namespace {

using Texts = QVector<QByteArray>;

constexpr qsizetype shortest = 2; // a single letter stands in every line
constexpr qsizetype mostTexts = 8;
constexpr int deepest = 50;

qsizetype worth(const Texts& texts)
{
    const auto shorter = [](const QByteArray& a, const QByteArray& b) { return a.size() < b.size(); };
    return texts.isEmpty() ? 0 : std::min_element(texts.begin(), texts.end(), shorter)->size();
}

// Knows the common parts of expressions, and gives up at all others.
class Reader {
public:
    explicit Reader(const QString& expression)
        : m_expression(expression)
    {
    }

    Texts read()
    {
        const Texts texts = alternatives(0);
        return m_gaveUp || m_at < m_expression.size() ? Texts {} : texts;
    }

private:
    QChar peek() const { return isAtEnd() ? QChar() : m_expression[m_at]; }
    bool isAtEnd() const { return m_gaveUp || m_at >= m_expression.size(); }
    bool skip(const char* text)
    {
        const QLatin1String wanted(text);
        const bool isThere = QStringView(m_expression).mid(m_at).startsWith(wanted);
        m_at += isThere ? wanted.size() : 0;
        return isThere;
    }

    // One of them is in the text, so each must have something to offer.
    Texts alternatives(int depth)
    {
        Texts all = sequence(depth);
        bool isKnown = !all.isEmpty();
        while (!isAtEnd() && peek() == u'|') {
            ++m_at;
            const Texts more = sequence(depth);
            isKnown = isKnown && !more.isEmpty();
            all += more;
        }
        return isKnown && all.size() <= mostTexts ? all : Texts {};
    }

    Texts sequence(int depth);
    QByteArray literal();
    Texts group(int depth);
    void skipClass();
    bool skipQuantifier();
    void giveUp() { m_gaveUp = true; }

    QString m_expression;
    qsizetype m_at = 0;
    bool m_gaveUp = false;
};

Texts Reader::sequence(int depth)
{
    Texts best;
    QByteArray run;
    const auto offer = [&best](const Texts& texts) {
        if (worth(texts) >= shortest && worth(texts) > worth(best))
            best = texts;
    };
    while (!isAtEnd() && peek() != u'|' && peek() != u')') {
        const bool isGroup = peek() == u'(';
        const Texts inside = isGroup ? group(depth + 1) : Texts {};
        const QByteArray one = isGroup ? QByteArray() : literal();
        const qsizetype before = m_at;
        const bool isNeeded = !skipQuantifier();
        run += isNeeded ? one : QByteArray();
        if (isNeeded)
            offer(inside);
        if (one.isEmpty() || m_at > before) {
            offer({ run });
            run.clear();
        }
    }
    offer({ run });
    return best;
}

// One character, or nothing where it is not a certain one.
QByteArray Reader::literal()
{
    const QChar c = peek();
    ++m_at;
    if (c == u'[') {
        skipClass();
        return {};
    }
    if (c == u'\\') {
        static const QString kinds = QStringLiteral("dDwWsSbBhHvVRAzZtrnfea");
        const QChar escaped = peek();
        ++m_at;
        if (escaped.isLetterOrNumber() && !kinds.contains(escaped))
            giveUp();
        return escaped.isLetterOrNumber() || escaped < u' ' || escaped > u'~'
            ? QByteArray()
            : QByteArray(1, char(escaped.unicode()));
    }
    const bool isSpecial = c == u'.' || c == u'^' || c == u'$' || c == u'{' || c == u'}';
    return isSpecial || c < u' ' || c > u'~' ? QByteArray() : QByteArray(1, char(c.unicode()));
}

Texts Reader::group(int depth)
{
    ++m_at;
    if (depth > deepest || peek() == u'*') {
        giveUp();
        return {};
    }
    const bool isLook = skip("?=") || skip("?!") || skip("?<=") || skip("?<!");
    if (!isLook && !skip("?:") && !skip("?>") && skip("?")) {
        skip("P");
        if (!skip("<")) {
            giveUp(); // options, conditions, recursion
            return {};
        }
        const qsizetype end = m_expression.indexOf(u'>', m_at);
        m_at = end < 0 ? m_expression.size() : end + 1;
    }
    const Texts texts = alternatives(depth);
    if (isAtEnd())
        giveUp();
    ++m_at;
    return isLook ? Texts {} : texts;
}

void Reader::skipClass()
{
    if (peek() == u'^')
        ++m_at;
    if (peek() == u']')
        ++m_at;
    while (!isAtEnd() && peek() != u']') {
        if (skip("[") || skip("\\Q") || skip("\\E"))
            giveUp();
        m_at += peek() == u'\\' ? 2 : 1;
    }
    ++m_at;
}

// True where what stands before it may be missing.
bool Reader::skipQuantifier()
{
    static const QRegularExpression quantifier(
        QStringLiteral("\\G(?:([*?])|\\+|\\{(?:([1-9])|[0,])[\\d,]*\\})[?+]?([*+?{])?"));
    const auto match = isAtEnd() ? QRegularExpressionMatch() : quantifier.match(m_expression, m_at);
    if (!match.hasMatch())
        return false;
    if (match.hasCaptured(3)) // upon a quantifier
        giveUp();
    m_at = match.capturedEnd();
    return match.hasCaptured(1) || (match.captured().startsWith(u'{') && !match.hasCaptured(2));
}

}

QVector<QByteArray> requiredTexts(const QString& expression)
{
    return Reader(expression).read();
}

}
