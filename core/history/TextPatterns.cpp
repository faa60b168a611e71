// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/TextPatterns.h"

#include <QRegularExpression>

#include <algorithm>

namespace torchmason {

namespace {

QString allWithCases()
{
    QString all;
    for (char32_t c = 0x80; c < 0x20000; ++c) {
        if (c < 0xd800 || c > 0xdfff)
            all += QStringView(QChar::fromUcs4(c));
    }
    return all;
}

bool hasNoCase(char32_t c)
{
    return (c >= 0x2e80 && c < 0xa640) || (c >= 0xac00 && c < 0xd800) || c >= 0x20000;
}

// A character in all its cases, as expressions see them.
QVector<char32_t> casesOf(char32_t c)
{
    const QString text = QString::fromUcs4(&c, 1);
    if (hasNoCase(c))
        return { c };
    static const QString all = allWithCases();
    const QRegularExpression expression(
        QRegularExpression::escape(text), QRegularExpression::CaseInsensitiveOption);
    QVector<char32_t> cases;
    auto matches = expression.globalMatch(all);
    while (matches.hasNext())
        cases.append(char32_t(matches.next().captured().toUcs4().constFirst()));
    return cases;
}

// Empty where the cases are not of the same length.
TextPattern utf8Pattern(const QVector<char32_t>& cases)
{
    TextPattern result;
    for (const char32_t c : cases) {
        const QByteArray utf8 = QString::fromUcs4(&c, 1).toUtf8();
        if (!result.pattern.empty() && qsizetype(result.pattern.size()) != utf8.size())
            return {};
        result.pattern.resize(size_t(utf8.size()));
        for (qsizetype i = 0; i < utf8.size(); ++i)
            result.pattern[size_t(i)].set(uchar(utf8[i]));
    }
    size_t fitting = 1;
    for (const ByteSet& bytes : result.pattern)
        fitting *= bytes.count();
    result.isEnough = fitting == size_t(cases.size());
    return result;
}

void append(BytePattern& pattern, const BytePattern& more)
{
    pattern.insert(pattern.end(), more.begin(), more.end());
}

// Of what stands in a line of UTF-8, the longest piece that can be told.
class Utf8Pieces {
public:
    void add(const TextPattern& character)
    {
        if (character.pattern.empty()) {
            endPiece();
            m_isEnough = false;
        }
        append(m_piece, character.pattern);
        m_isEnough = m_isEnough && character.isEnough;
    }

    TextPattern longest()
    {
        endPiece();
        return { m_longest, m_isEnough };
    }

private:
    void endPiece()
    {
        if (m_piece.size() > m_longest.size())
            m_longest = m_piece;
        m_piece.clear();
    }

    BytePattern m_piece;
    BytePattern m_longest;
    bool m_isEnough = true;
};

}

std::vector<TextPattern> patternsOf(const QString& text)
{
    constexpr QChar byteOrderMark(0xfeff); // which decoding takes away
    if (text.isEmpty() || !text.isValidUtf16() || text.contains(byteOrderMark))
        return {};
    Utf8Pieces utf8;
    BytePattern latin1;
    bool isLatin1 = false; // and not ASCII, which is UTF-8 as well
    bool isAscii = true;
    for (const char32_t c : text.toUcs4()) {
        if (c < 0x80) {
            const BytePattern one { caselessByte(char(c)) };
            utf8.add({ one, true });
            append(latin1, one);
            continue;
        }
        const QVector<char32_t> cases = casesOf(c);
        utf8.add(utf8Pattern(cases));
        ByteSet bytes;
        for (const char32_t one : cases) {
            if (one <= 0xff)
                bytes.set(one);
        }
        isLatin1 = (isAscii || isLatin1) && bytes.any();
        isAscii = false;
        latin1.push_back(bytes);
    }
    const TextPattern longest = utf8.longest();
    if (longest.pattern.empty())
        return {};
    std::vector<TextPattern> patterns { longest };
    if (isLatin1)
        patterns.push_back({ latin1, false });
    return patterns;
}

}
