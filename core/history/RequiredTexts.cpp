// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/RequiredTexts.h"

#include "core/base/Ascii.h"

#include <QRegularExpression>

#include <algorithm>

namespace torchmason {

namespace {

using Texts = std::vector<BytePattern>;

constexpr qsizetype shortest = 2; // a single letter stands in every line
constexpr size_t mostTexts = 8;
constexpr int deepest = 50;

qsizetype worth(const Texts& texts)
{
    const auto shorter = [](const BytePattern& a, const BytePattern& b) { return a.size() < b.size(); };
    return texts.empty() ? 0 : qsizetype(std::min_element(texts.begin(), texts.end(), shorter)->size());
}

void append(Texts& texts, const Texts& more)
{
    texts.insert(texts.end(), more.begin(), more.end());
}

// What is known of a part of an expression.
struct Part {
    Texts needed; // one of them is in each text that it matches
    Texts whole; // it matches these and nothing else, where `isWhole`
    bool isWhole = true;
    bool mayGoOn = false; // more of its end may stand behind them: "sm_\\d+"
};

// In place of each text of `whole` there is each continuation.
void continueBy(Part& all, const Part& part)
{
    all.isWhole = all.isWhole && !all.mayGoOn && part.isWhole;
    all.mayGoOn = part.mayGoOn;
    if (all.isWhole)
        all.isWhole = all.whole.size() * part.whole.size() <= mostTexts;
    if (!all.isWhole)
        return;
    Texts texts;
    for (const BytePattern& before : all.whole) {
        for (const BytePattern& behind : part.whole) {
            texts.push_back(before);
            texts.back().insert(texts.back().end(), behind.begin(), behind.end());
        }
    }
    all.whole = texts;
}

ByteSet bytesThat(bool (*belong)(char))
{
    ByteSet bytes;
    for (int byte = 0; byte < 128; ++byte)
        bytes.set(size_t(byte), belong(char(byte)));
    return bytes;
}

ByteSet digits()
{
    return bytesThat([](char c) { return isDigit(c); });
}

ByteSet wordBytes()
{
    return bytesThat([](char c) { return isDigit(c) || isLetter(c) || c == '_'; });
}

// Knows the common parts of expressions, and gives up at all others.
class Reader {
public:
    explicit Reader(const QString& expression)
        : m_expression(expression)
    {
    }

    RequiredTexts read()
    {
        const Part all = alternatives(0);
        if (m_gaveUp || m_at < m_expression.size())
            return {};
        if (all.isWhole && worth(all.whole) > 0)
            return { all.whole, true };
        return { all.needed, false };
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
    Part alternatives(int depth)
    {
        Part all = sequence(depth);
        bool isKnown = !all.needed.empty();
        while (!isAtEnd() && peek() == u'|') {
            ++m_at;
            const Part more = sequence(depth);
            isKnown = isKnown && !more.needed.empty();
            append(all.needed, more.needed);
            append(all.whole, more.whole);
            all.isWhole = all.isWhole && more.isWhole;
            all.mayGoOn = all.mayGoOn || more.mayGoOn;
        }
        if (!isKnown || all.needed.size() > mostTexts)
            all.needed.clear();
        all.isWhole = all.isWhole && all.whole.size() <= mostTexts;
        return all;
    }

    enum class Times { Once, OnceOrMore, Unknown, Optional };

    Part sequence(int depth);
    Part character();
    Part group(int depth);
    void skipClass();
    Times quantifier();
    void giveUp() { m_gaveUp = true; }

    QString m_expression;
    qsizetype m_at = 0;
    bool m_gaveUp = false;
};

Part Reader::sequence(int depth)
{
    Part all;
    all.whole.emplace_back();
    BytePattern run;
    const auto offer = [&all](const Texts& texts) {
        if (worth(texts) >= shortest && worth(texts) > worth(all.needed))
            all.needed = texts;
    };
    while (!isAtEnd() && peek() != u'|' && peek() != u')') {
        const bool isGroup = peek() == u'(';
        Part part = isGroup ? group(depth + 1) : character();
        const Times times = quantifier();
        const bool isLiteral = !isGroup && !part.needed.empty();
        if (isLiteral && times != Times::Optional)
            run.push_back(part.needed.front().front());
        if (isGroup && times != Times::Optional)
            offer(part.needed);
        if (!isLiteral || times != Times::Once) {
            offer({ run });
            run.clear();
        }
        part.isWhole = part.isWhole && times != Times::Unknown;
        part.mayGoOn = part.mayGoOn || times != Times::Once;
        if (times == Times::Optional) {
            part.isWhole = true;
            part.whole.assign(1, {});
        }
        continueBy(all, part);
    }
    offer({ run });
    return all;
}

// One character: needed where it is a certain one, whole where it is one of a few.
Part Reader::character()
{
    Part part;
    const auto know = [&part](const ByteSet& bytes) { part.whole = { { bytes } }; };
    const QChar c = peek();
    part.isWhole = false;
    ++m_at;
    QChar literal = c;
    if (c == u'[') {
        skipClass();
        return part;
    }
    if (c == u'\\') {
        static const QString kinds = QStringLiteral("dDwWsSbBhHvVRAzZtrnfea");
        literal = peek();
        ++m_at;
        if (literal.isLetterOrNumber() && !kinds.contains(literal))
            giveUp();
        if (literal == u'd' || literal == u'w') {
            know(literal == u'd' ? digits() : wordBytes());
            part.isWhole = true;
        }
        if (literal.isLetterOrNumber())
            return part;
    } else if (QStringView(u".^${}").contains(c)) {
        return part;
    }
    if (literal >= u' ' && literal <= u'~') {
        know(caselessByte(char(literal.unicode())));
        part.needed = part.whole;
        part.isWhole = true;
    }
    return part;
}

Part Reader::group(int depth)
{
    Part part;
    part.isWhole = false;
    ++m_at;
    if (depth > deepest || peek() == u'*') {
        giveUp();
        return part;
    }
    const bool isLook = skip("?=") || skip("?!") || skip("?<=") || skip("?<!");
    const bool isAtomic = !isLook && skip("?>"); // does not look for another way to match
    if (!isLook && !isAtomic && !skip("?:") && skip("?")) {
        skip("P");
        if (!skip("<")) {
            giveUp(); // options, conditions, recursion
            return part;
        }
        const qsizetype end = m_expression.indexOf(u'>', m_at);
        m_at = end < 0 ? m_expression.size() : end + 1;
    }
    Part inside = alternatives(depth);
    if (isAtEnd())
        giveUp();
    ++m_at;
    inside.isWhole = inside.isWhole && !isAtomic;
    return isLook ? part : inside;
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

// How often what stands before it must be there.
Reader::Times Reader::quantifier()
{
    static const QRegularExpression known(
        QStringLiteral("\\G(?:([*?])|\\+|\\{(?:([1-9])|[0,])[\\d,]*\\})[?+]?([*+?{])?"));
    const auto match = isAtEnd() ? QRegularExpressionMatch() : known.match(m_expression, m_at);
    if (!match.hasMatch())
        return Times::Once;
    if (match.hasCaptured(3)) // upon a quantifier
        giveUp();
    m_at = match.capturedEnd();
    const bool isCounted = match.captured().startsWith(u'{');
    if (match.hasCaptured(1) || (isCounted && !match.hasCaptured(2)))
        return Times::Optional;
    return isCounted ? Times::Unknown : Times::OnceOrMore;
}

}

RequiredTexts requiredTexts(const QString& expression)
{
    return Reader(expression).read();
}

}
