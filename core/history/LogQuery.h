// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ByteScan.h"

#include <QByteArrayView>
#include <QRegularExpression>
#include <QString>
#include <QVector>

#include <vector>

namespace torchmason {

// What is looked for in a log.
struct LogQuery {
    enum class Kind {
        Nothing,
        Text, // without regard to case
        Expression, // a Perl-like regular expression, without regard to case
        Problems, // lines that look like errors or warnings
        Steps, // lines of ninja: of a step, or its last words, which belong to no step
        FailedSteps, // "FAILED: c10/x.cpp.o"
    };
    Kind kind = Kind::Nothing;
    QString text;

    bool hasText() const { return kind == Kind::Text || kind == Kind::Expression; }
    bool isEmpty() const { return kind == Kind::Nothing || (hasText() && text.isEmpty()); }
    bool operator==(const LogQuery&) const = default;
};

// Answers for whole blocks of bytes which lines hold the query, as they are shown; made once per search.
// Plain bytes are searched as they are. Other lines are decoded, and so are those that an expression may
// match.
class LogQueryMatcher {
public:
    explicit LogQueryMatcher(const LogQuery& query);

    // Empty where the query can be used; else one sentence about the expression.
    QString problem() const;
    // Appends the numbers of the matching lines. `block` begins with line `firstLine`, ends with a line end.
    // Answers how many line breaks it has.
    qint64 match(QByteArrayView block, qint64 firstLine, QVector<qint64>& hits) const;
    // Whether a piece of a line that is too long for a block holds the query. An expression sees the
    // beginning of a line only.
    bool matchesPiece(QByteArrayView piece, bool isFirst) const;
    // Bytes by which pieces overlap, so that none of them cuts the text.
    qsizetype overlap() const;
    // Where the query occurs in a shown line: start and length, for painting.
    QVector<std::pair<int, int>> places(const QString& shown) const;

private:
    void matchPlain(QByteArrayView lines, qint64 firstLine, QVector<qint64>& hits) const;
    void matchMixed(QByteArrayView lines, qint64 firstLine, QVector<qint64>& hits) const;
    // Of a query without a text.
    bool isOfKind(QByteArrayView line) const;
    bool matchesPlainLine(QByteArrayView line) const;
    bool matchesLine(QByteArrayView line) const;
    bool matchesShown(const QByteArray& shown) const;
    bool matchesText(const QString& text) const;

    LogQuery m_query;
    QRegularExpression m_expression;
    std::vector<CaselessFinder> m_required; // one of these texts is in every line with a hit; empty: unknown
    bool m_isFixed = false; // a plain line with such a text is a hit
    bool m_isNeverPlain = false; // the text is not ASCII
};

}
