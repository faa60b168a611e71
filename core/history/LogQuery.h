// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QRegularExpression>
#include <QString>
#include <QVector>

namespace torchmason {

// What is looked for in a log.
struct LogQuery {
    enum class Kind {
        Nothing,
        Text, // without regard to case
        Expression, // a Perl-like regular expression, without regard to case
        Problems, // lines that look like errors or warnings
    };
    Kind kind = Kind::Nothing;
    QString text;

    bool isEmpty() const { return kind == Kind::Nothing || (kind != Kind::Problems && text.isEmpty()); }
    bool operator==(const LogQuery&) const = default;
};

// Answers for whole blocks of bytes which lines hold the query; made once per search.
class LogQueryMatcher {
public:
    explicit LogQueryMatcher(const LogQuery& query);

    // Empty where the query can be used; else one sentence about the expression.
    QString problem() const;
    // Appends the numbers of the matching lines. `block` begins with line `firstLine`, ends with a line end.
    void match(QByteArrayView block, qint64 firstLine, QVector<qint64>& hits) const;
    // Where the query occurs in a shown line: start and length, for painting.
    QVector<std::pair<int, int>> places(const QString& shown) const;

private:
    bool matchesLine(QByteArrayView line) const;
    void matchText(QByteArrayView block, qint64 firstLine, QVector<qint64>& hits) const;

    LogQuery m_query;
    QByteArray m_needle; // lower case, when it is plain ASCII
    QRegularExpression m_expression;
};

}
