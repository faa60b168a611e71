// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/LogQuery.h"

#include "core/base/Core.h"
#include "core/base/TextDecoding.h"
#include "core/history/RequiredTexts.h"
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

bool hasLetterOfAscii(QByteArrayView utf8)
{
    return utf8.contains(QByteArrayView("\xc5\xbf")) || utf8.contains(QByteArrayView("\xe2\x84\xaa"));
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
    m_isFixed = isText && !text.isEmpty() && isAscii(text);
    m_isNeverPlain = isText && !isAscii(text);
    if (m_isFixed) {
        m_required.emplace_back(text.toLatin1());
    } else if (query.kind == LogQuery::Kind::Expression && m_expression.isValid()) {
        for (const QByteArray& one : requiredTexts(text))
            m_required.emplace_back(one);
    } else if (query.kind == LogQuery::Kind::FailedSteps) {
        m_required.emplace_back(QByteArrayLiteral("FAILED: "));
    }
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
        if (census.isPlain)
            matchPlain(chunk, line, hits);
        else
            matchMixed(chunk, line, hits);
        line += census.lineBreaks;
        at = end;
    }
    return line - firstLine;
}

// Counts lines only up to the places where a text stands that a hit must have.
void LogQueryMatcher::matchPlain(QByteArrayView lines, qint64 firstLine, QVector<qint64>& hits) const
{
    if (m_isNeverPlain)
        return;
    std::vector<qsizetype> places(m_required.size(), -1); // where each text stands next
    qint64 line = firstLine;
    for (qsizetype counted = 0, begin = 0; begin < lines.size();) {
        qsizetype next = m_required.empty() ? begin : lines.size();
        for (size_t i = 0; i < places.size(); ++i) {
            if (places[i] < begin)
                places[i] = m_required[i].indexIn(lines, begin);
            if (places[i] < 0)
                places[i] = lines.size();
            next = std::min(next, places[i]);
        }
        if (next == lines.size())
            return;
        line += censusOf(lines.sliced(counted, next - counted)).lineBreaks;
        counted = next;
        const qsizetype end = endOfLine(lines, next);
        if (m_isFixed) {
            hits.append(line);
        } else {
            const qsizetype start = beginOfLine(lines, next);
            if (matchesPlainLine(lines.sliced(start, end - start)))
                hits.append(line);
        }
        begin = end;
    }
}

// Neighbours that are plain are looked at together.
void LogQueryMatcher::matchMixed(QByteArrayView lines, qint64 firstLine, QVector<qint64>& hits) const
{
    qint64 line = firstLine;
    qint64 plainLine = firstLine;
    qsizetype plainBegin = 0;
    for (qsizetype at = 0; at < lines.size(); ++line) {
        const qsizetype end = endOfLine(lines, at);
        const QByteArrayView one = lines.sliced(at, end - at);
        if (!censusOf(one).isPlain) {
            matchPlain(lines.sliced(plainBegin, at - plainBegin), plainLine, hits);
            if (matchesLine(one))
                hits.append(line);
            plainBegin = end;
            plainLine = line + 1;
        }
        at = end;
    }
    matchPlain(lines.sliced(plainBegin), plainLine, hits);
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
    return matchesText(QString::fromLatin1(line.first(std::min(line.size(), expressionBytes))));
}

bool LogQueryMatcher::matchesLine(QByteArrayView line) const
{
    if (!m_query.hasText())
        return isOfKind(line);
    if (m_query.kind == LogQuery::Kind::Expression)
        line = beginningOf(line);
    return matchesShown(shownBytes(withoutOverwritten(line)));
}

bool LogQueryMatcher::matchesPiece(QByteArrayView piece, bool isFirst) const
{
    if (m_query.kind == LogQuery::Kind::Text)
        return matchesShown(shownBytes(piece));
    return isFirst && matchesLine(piece);
}

// A text in bytes of any encoding that holds an ASCII text has its bytes.
bool LogQueryMatcher::matchesShown(const QByteArray& shown) const
{
    const bool isAsciiOnly = censusOf(shown).isPlain;
    if (isAsciiOnly && m_isNeverPlain)
        return false;
    const auto isThere = [&shown](const CaselessFinder& text) { return text.indexIn(shown) >= 0; };
    const bool mayMatch = m_required.empty() || std::any_of(m_required.begin(), m_required.end(), isThere);
    if (isAsciiOnly && (m_isFixed || !mayMatch))
        return mayMatch;
    return (mayMatch || hasLetterOfAscii(shown)) && matchesText(decodeToolText(shown));
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
