// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/LogQuery.h"

#include "core/base/CodePages.h"
#include "core/base/Core.h"
#include "core/base/TextDecoding.h"
#include "core/history/RequiredTexts.h"
#include "core/history/TextPatterns.h"
#include "core/parse/LineCleaner.h"
#include "core/parse/LineSeverity.h"
#include "core/parse/NinjaStatus.h"

#include <algorithm>

namespace torchmason {

namespace {

constexpr qsizetype expressionBytes = 64 * 1024; // of a line that an expression is tried on

constexpr qsizetype chunkBytes = 16 * 1024; // stays near the processor while it is looked at twice

bool isAscii(const QString& text)
{
    return std::all_of(text.begin(), text.end(), [](QChar c) { return c.unicode() < 128; });
}

bool isPlain(QByteArrayView bytes)
{
    const ByteCensus census = censusOf(bytes);
    return census.isAscii && !census.hasEscape && !census.hasOther
        && !(census.hasReturn && hasLoneReturn(bytes));
}

bool mayHold(const BytePattern& pattern, const char* bytes)
{
    return std::any_of(pattern.begin(), pattern.end(), [bytes](const ByteSet& one) {
        const QByteArrayView all(bytes);
        return std::any_of(all.begin(), all.end(), [&one](char c) { return one[uchar(c)]; });
    });
}

// The longest part without a space; perhaps nothing.
BytePattern longestWord(const BytePattern& pattern)
{
    BytePattern longest;
    BytePattern word;
    for (const ByteSet& byte : pattern) {
        if (byte[' '])
            word.clear();
        else
            word.push_back(byte);
        if (word.size() > longest.size())
            longest = word;
    }
    return longest;
}

PatternFinder finderOf(const QByteArray& bytes)
{
    BytePattern pattern;
    for (const char c : bytes)
        pattern.push_back(caselessByte(c));
    return PatternFinder(pattern);
}

// What is looked for is looked for in shown lines. Two letters beyond ASCII are "s" and "k" in other cases.
QString shownNeedle(QString text)
{
    text.replace(QLatin1Char('\t'), QLatin1String("    "));
    for (QChar& c : text)
        c = c < u' ' ? u' ' : c == u'\u017f' ? u's' : c == u'\u212a' ? u'k' : c.unicode();
    return text;
}

// Tabs in an expression stand for what shown lines have in their place.
QString shownExpression(const QString& expression)
{
    QString shown;
    bool isInClass = false;
    for (qsizetype at = 0; at < expression.size();) {
        const QStringView rest = QStringView(expression).mid(at);
        QStringView one = rest.first(rest.startsWith(u'\\') ? std::min<qsizetype>(2, rest.size()) : 1);
        if (isInClass && rest.startsWith(u"[:")) // [[:alpha:]\t]
            one = rest.first(std::max<qsizetype>(1, rest.indexOf(u":]") + 2));
        else if (!isInClass && one == u"[") // its first ] does not end it: []\t]
            one = rest.first(rest.startsWith(u"[^]") ? 3 : rest.startsWith(u"[]") ? 2 : 1);
        const bool isTab = one == u"\t" || one == u"\\t";
        shown += !isTab ? one : isInClass ? QStringView(u" ") : QStringView(u"(?:    )");
        isInClass = isInClass ? one != u"]" : one.startsWith(u'[');
        at += one.size();
    }
    return shown;
}

// The two, perhaps with escape sequences in them.
bool hasLetterOfAscii(QByteArrayView utf8)
{
    static const PatternFinder longS = finderOf("\xc5\xbf");
    static const PatternFinder kelvin = finderOf("\xe2\x84\xaa");
    return mayHaveLetterOfAscii(utf8) && (longS.placeIn(utf8, 0).at >= 0 || kelvin.placeIn(utf8, 0).at >= 0);
}

bool isUtf8Everywhere()
{
    return systemCodePage() == 65001;
}

// No more than an expression is tried on; no letter is torn.
QByteArrayView beginningOf(QByteArrayView line)
{
    qsizetype end = std::min(line.size(), expressionBytes);
    while (end > 0 && end < line.size() && (line[end] & 0xc0) == 0x80)
        --end;
    return line.first(end);
}

}

LogQueryMatcher::LogQueryMatcher(const LogQuery& query)
    : m_query(query)
{
    const bool isText = query.kind == LogQuery::Kind::Text;
    const QString text = isText                    ? shownNeedle(query.text)
        : QRegularExpression(query.text).isValid() ? shownExpression(query.text)
                                                   : query.text;
    m_expression.setPattern(isText ? QRegularExpression::escape(text) : text);
    m_expression.setPatternOptions(QRegularExpression::CaseInsensitiveOption);
    m_expression.optimize();
    m_isNeverPlain = isText && !isAscii(text);
    if (isText) {
        for (const TextPattern& one : patternsOf(text))
            seek(one.pattern, one.isEnough);
    } else if (query.kind == LogQuery::Kind::Expression && m_expression.isValid()) {
        const RequiredTexts required = requiredTexts(text);
        for (const BytePattern& one : required.texts)
            seek(one, required.areEnough);
    } else if (query.kind == LogQuery::Kind::FailedSteps) {
        for (const TextPattern& one : patternsOf(QStringLiteral("FAILED: ")))
            seek(one.pattern, false);
    }
    if (m_words.size() < m_sought.size())
        m_words.clear();
}

void LogQueryMatcher::seek(const BytePattern& pattern, bool isEnough)
{
    m_sought.push_back({ PatternFinder(pattern), isEnough });
    if (const BytePattern word = longestWord(pattern); !word.empty())
        m_words.push_back({ PatternFinder(word), false });
    m_hasSpace = m_hasSpace || mayHold(pattern, " ");
    m_hasOtherCases = m_hasOtherCases || mayHold(pattern, "sk");
}

QString LogQueryMatcher::problem() const
{
    if (m_query.kind != LogQuery::Kind::Expression || m_expression.isValid())
        return {};
    return Core::tr("This expression cannot be used: %1 at character %2.")
        .arg(m_expression.errorString())
        .arg(m_expression.patternErrorOffset() + 1);
}

qint64 LogQueryMatcher::match(QByteArrayView block, qint64 firstLine, QVector<qint64>& hits) const
{
    qint64 line = firstLine;
    for (qsizetype at = 0; at < block.size();) {
        const qsizetype end = endOfLine(block, std::min(at + chunkBytes, block.size() - 1));
        const QByteArrayView chunk = block.sliced(at, end - at);
        const ByteCensus census = censusOf(chunk);
        if (mustDecode(chunk, census))
            matchEachLine(chunk, line, hits);
        else
            matchSought(chunk, census, line, hits);
        line += census.lineBreaks;
        at = end;
    }
    return line - firstLine;
}

bool LogQueryMatcher::mustDecode(QByteArrayView lines, const ByteCensus& census) const
{
    if (m_sought.empty())
        return true;
    if (m_hasSpace && m_words.empty() && census.hasOther)
        return true;
    if (census.isAscii)
        return false;
    // What a text that is not ASCII looks like in the system's code page is not known.
    if (m_isNeverPlain && !isUtf8Everywhere() && !lines.isValidUtf8())
        return true;
    return m_hasOtherCases && hasLetterOfAscii(lines);
}

// Counts lines only up to the places where a text stands that a hit must have.
void LogQueryMatcher::matchSought(
    QByteArrayView lines, const ByteCensus& census, qint64 firstLine, QVector<qint64>& hits) const
{
    if (m_isNeverPlain && census.isAscii)
        return;
    const std::vector<Sought>& sought = m_hasSpace && census.hasOther ? m_words : m_sought;
    bool isOverwritten = census.hasReturn; // perhaps
    bool isKnown = !isOverwritten;
    std::vector<PatternPlace> places(sought.size()); // where each text stands next
    for (size_t i = 0; i < places.size() && m_isNeverPlain; ++i)
        places[i].at = sought[i].finder.mayBeIn(lines) ? -1 : lines.size();
    qint64 line = firstLine;
    for (qsizetype counted = 0, begin = 0; begin < lines.size();) {
        PatternPlace next { lines.size(), true };
        bool isEnough = false;
        for (size_t i = 0; i < places.size(); ++i) {
            PatternPlace& place = places[i];
            if (place.at < begin) {
                const PatternFinder& finder = sought[i].finder;
                place = census.hasEscape ? finder.placeIn(lines, begin)
                                         : PatternPlace { finder.indexIn(lines, begin), true };
                place.at = place.at < 0 ? lines.size() : place.at;
            }
            if (place.at < next.at) {
                next = place;
                isEnough = sought[i].isEnough && place.isWhole;
            }
        }
        if (next.at == lines.size())
            return;
        line += lineBreaksIn(lines.sliced(counted, next.at - counted));
        counted = next.at;
        const qsizetype end = endOfLine(lines, next.at);
        isOverwritten = isKnown ? isOverwritten : hasLoneReturn(lines);
        isKnown = true;
        // Of lines that are longer than a chunk, an expression sees the beginning only.
        isEnough = isEnough && !isOverwritten
            && (m_query.kind == LogQuery::Kind::Text || lines.size() <= expressionBytes);
        if (isEnough && isShownAt(lines, next.at, census)) {
            hits.append(line);
        } else {
            const qsizetype start = beginOfLine(lines, next.at);
            if (matchesLine(lines.sliced(start, end - start)))
                hits.append(line);
        }
        begin = end;
    }
}

// Whether what was found there is no part of an escape sequence, nor of other characters.
bool LogQueryMatcher::isShownAt(QByteArrayView lines, qsizetype at, const ByteCensus& census) const
{
    bool isBehindAscii = at == 0 || uchar(lines[at - 1]) < 0x80;
    if (census.hasEscape) {
        qsizetype before = at - 1;
        while (before >= 0 && lines[before] != '\n' && lines[before] != '\x1b')
            --before;
        const qsizetype end = before >= 0 && lines[before] == '\x1b' ? endOfEscape(lines, before + 1) : -1;
        if (end > at)
            return false;
        isBehindAscii = isBehindAscii && end < at;
    }
    // In code pages the second half of a character may look like ASCII, but no first half does.
    if (census.isAscii || (!m_isNeverPlain && isBehindAscii))
        return true;
    const qsizetype begin = beginOfLine(lines, at);
    return lines.sliced(begin, endOfLine(lines, at) - begin).isValidUtf8();
}

void LogQueryMatcher::matchEachLine(QByteArrayView lines, qint64 firstLine, QVector<qint64>& hits) const
{
    const bool areAllPlain = isPlain(lines);
    qint64 line = firstLine;
    for (qsizetype at = 0; at < lines.size(); ++line) {
        const qsizetype end = endOfLine(lines, at);
        const QByteArrayView one = lines.sliced(at, end - at);
        if (areAllPlain || isPlain(one) ? matchesPlainLine(one) : matchesLine(one))
            hits.append(line);
        at = end;
    }
}

bool LogQueryMatcher::isOfKind(QByteArrayView line) const
{
    if (m_query.kind == LogQuery::Kind::Problems)
        return severityOfRaw(line) >= Severity::Warning;
    LineCleaner cleaner;
    const QByteArrayView clean = cleaner.clean(line);
    if (m_query.kind == LogQuery::Kind::Steps)
        return ninjaCount(clean) || clean.startsWith("ninja: ");
    return m_query.kind == LogQuery::Kind::FailedSteps && !failedOutput(clean).isEmpty();
}

bool LogQueryMatcher::matchesPlainLine(QByteArrayView line) const
{
    if (!m_query.hasText())
        return isOfKind(line);
    while (line.endsWith('\n') || line.endsWith('\r'))
        line.chop(1);
    return matchesShown(
        m_query.kind == LogQuery::Kind::Text ? line : line.first(std::min(line.size(), expressionBytes)));
}

bool LogQueryMatcher::matchesLine(QByteArrayView line) const
{
    if (!m_query.hasText())
        return isOfKind(line);
    const QByteArrayView shown = withoutOverwritten(line);
    return matchesShown(shownBytes(m_query.kind == LogQuery::Kind::Expression ? beginningOf(shown) : shown));
}

bool LogQueryMatcher::matchesPiece(QByteArrayView piece, bool isFirst) const
{
    if (m_query.kind == LogQuery::Kind::Text)
        return matchesShown(shownBytes(piece));
    return isFirst && matchesLine(piece);
}

// A text in bytes of any encoding that holds an ASCII text has its bytes.
bool LogQueryMatcher::matchesShown(QByteArrayView shown) const
{
    const ByteCensus census = censusOf(shown);
    if (census.isAscii && m_isNeverPlain)
        return false;
    if (!m_sought.empty() && (census.isAscii || !m_isNeverPlain)) {
        const auto isThere = [&shown](const Sought& one) { return one.finder.indexIn(shown) >= 0; };
        const bool mayMatch = std::any_of(m_sought.begin(), m_sought.end(), isThere);
        if (census.isAscii && (!mayMatch || m_sought.front().isEnough))
            return mayMatch;
        if (!mayMatch && !(m_hasOtherCases && hasLetterOfAscii(shown)))
            return false;
    }
    return matchesText(census.isAscii ? QString::fromLatin1(shown) : decodeToolText(shown));
}

bool LogQueryMatcher::matchesText(const QString& text) const
{
    return m_expression
        .match(
            text, 0, QRegularExpression::NormalMatch, QRegularExpression::DontCheckSubjectStringMatchOption)
        .hasMatch();
}

qsizetype LogQueryMatcher::overlap() const
{
    return 4096 + 4 * m_query.text.size();
}

QVector<std::pair<int, int>> LogQueryMatcher::places(const QString& shown) const
{
    QVector<std::pair<int, int>> result;
    if (m_query.isEmpty() || !m_query.hasText() || !m_expression.isValid())
        return result;
    auto matches = m_expression.globalMatch(shown);
    while (matches.hasNext() && result.size() < 200) {
        const auto match = matches.next();
        if (match.capturedLength() > 0)
            result.append({ int(match.capturedStart()), int(match.capturedLength()) });
    }
    return result;
}

}
