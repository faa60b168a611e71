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
// Bytes are searched as they are, with escape sequences between them. Lines are decoded only where what was
// found does not tell enough.
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
    // A text of which one stands in every line with a hit.
    struct Sought {
        PatternFinder finder;
        bool isEnough = false; // and the line is one where it is shown as it is written
    };
    void seek(const BytePattern& pattern, bool isEnough);
    // Whether only the decoded text of some of these lines tells.
    bool mustDecode(QByteArrayView lines, const ByteCensus& census) const;
    void matchSought(
        QByteArrayView lines, const ByteCensus& census, qint64 firstLine, QVector<qint64>& hits) const;
    bool isShownAt(QByteArrayView lines, qsizetype at, const ByteCensus& census) const;
    void matchEachLine(QByteArrayView lines, qint64 firstLine, QVector<qint64>& hits) const;
    // Of a query without a text.
    bool isOfKind(QByteArrayView line) const;
    bool matchesPlainLine(QByteArrayView line) const;
    bool matchesLine(QByteArrayView line) const;
    bool matchesShown(QByteArrayView shown) const;
    bool matchesText(const QString& text) const;

    LogQuery m_query;
    QRegularExpression m_expression;
    std::vector<Sought> m_sought; // none: nothing is known
    std::vector<Sought> m_words; // parts of them without spaces, which tabs and the like are shown as
    bool m_hasSpace = false;
    bool m_hasOtherCases = false; // letters whose other cases are not all ASCII
    bool m_isNeverPlain = false; // the text is not ASCII
};

}
