// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/LogQuery.h"

#include "core/base/Core.h"
#include "core/base/TextDecoding.h"
#include "core/parse/LineSeverity.h"

#include <QByteArrayMatcher>

#include <algorithm>

namespace torchmason {

namespace {

constexpr qsizetype expressionBytes = 64 * 1024; // of a line that an expression is tried on

bool isAscii(const QString& text)
{
    return std::all_of(text.begin(), text.end(), [](QChar c) { return c.unicode() < 128; });
}

QByteArray lowered(QByteArrayView block)
{
    QByteArray copy(block.size(), Qt::Uninitialized);
    std::transform(block.begin(), block.end(), copy.begin(),
        [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
    return copy;
}

}

LogQueryMatcher::LogQueryMatcher(const LogQuery& query)
    : m_query(query)
{
    if (query.kind == LogQuery::Kind::Text && isAscii(query.text))
        m_needle = query.text.toLower().toLatin1();
    const bool plain = query.kind == LogQuery::Kind::Text;
    m_expression.setPattern(plain ? QRegularExpression::escape(query.text) : query.text);
    m_expression.setPatternOptions(QRegularExpression::CaseInsensitiveOption);
    m_expression.optimize();
}

QString LogQueryMatcher::problem() const
{
    if (m_query.kind != LogQuery::Kind::Expression || m_expression.isValid())
        return {};
    return Core::tr("This expression cannot be used: %1 at character %2.")
        .arg(m_expression.errorString())
        .arg(m_expression.patternErrorOffset() + 1);
}

bool LogQueryMatcher::matchesLine(QByteArrayView line) const
{
    if (m_query.kind == LogQuery::Kind::Problems)
        return severityOfRaw(line) >= Severity::Warning;
    return m_expression.match(plainToolText(line.first(std::min(line.size(), expressionBytes)))).hasMatch();
}

// Searches the block as one text and counts lines only up to the hits.
void LogQueryMatcher::matchText(QByteArrayView block, qint64 firstLine, QVector<qint64>& hits) const
{
    const QByteArray lower = lowered(block);
    const QByteArrayMatcher matcher(m_needle);
    qsizetype counted = 0;
    qint64 line = firstLine;
    for (qsizetype at = matcher.indexIn(lower); at >= 0;) {
        line += std::count(lower.begin() + counted, lower.begin() + at, '\n');
        hits.append(line);
        counted = at;
        const qsizetype end = lower.indexOf('\n', at);
        at = end < 0 ? -1 : matcher.indexIn(lower, end);
    }
}

void LogQueryMatcher::match(QByteArrayView block, qint64 firstLine, QVector<qint64>& hits) const
{
    if (!m_needle.isEmpty())
        return matchText(block, firstLine, hits);
    qint64 line = firstLine;
    for (qsizetype at = 0; at < block.size(); ++line) {
        const qsizetype end = block.indexOf('\n', at);
        const qsizetype length = (end < 0 ? block.size() : end) - at;
        if (matchesLine(block.sliced(at, length)))
            hits.append(line);
        at += length + 1;
    }
}

QVector<std::pair<int, int>> LogQueryMatcher::places(const QString& shown) const
{
    QVector<std::pair<int, int>> result;
    if (m_query.isEmpty() || m_query.kind == LogQuery::Kind::Problems || !m_expression.isValid())
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
