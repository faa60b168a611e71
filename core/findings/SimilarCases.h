// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Json.h"

#include <QHash>
#include <QSet>
#include <QString>
#include <QStringList>
#include <QVector>

namespace torchmason {

// A failure that somebody else had, with what it was.
struct SimilarCase {
    QString cause; // one sentence
    QString solution; // one sentence; empty where none is known
    QString url; // of the thread
    double similarity = 0; // 0 to 1
};

// The cases that come with the program (resources/knowledge/cases.json). What is compared are the words of
// the line in which the failure was recognised, rare words more than frequent ones, without paths and
// numbers. Immutable.
class SimilarCases {
public:
    static Result<SimilarCases> load();
    // The same of another document, which has "cases": each with line, cause, solution and url.
    static Result<SimilarCases> fromJson(const Json& document);

    // Those that are near enough to be told, the nearest first, at most `most`.
    QVector<SimilarCase> nearest(const QString& errorLine, int most) const;

private:
    struct Known {
        SimilarCase told;
        double weight = 0;
    };
    double weightOf(const QString& word) const;
    double weightOf(const QSet<QString>& words) const;

    QVector<Known> m_cases;
    QHash<QString, QVector<qsizetype>> m_casesOf; // word -> cases that have it
};

}
