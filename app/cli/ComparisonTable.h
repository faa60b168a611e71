// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/LogDivergence.h"

#include <QString>
#include <QStringList>
#include <QVector>

namespace torchmason::cli {

// In one line, and without what a terminal acts upon or what turns the direction of the text.
QString harmlessText(const QString& text);

// A name and its values side by side, under headings. Long ones go on in the next lines of their column, and
// lose their middle where that is not enough; where columns would be too narrow, values stand below their
// name.
class ComparisonTable {
public:
    void addHeading(const QString& text);
    void addNote(const QString& text);
    void addRow(const QString& name, const QStringList& values); // an empty value is a dash

    // 0: as wide as it needs, with long values below their name.
    QString text(int width) const;

private:
    struct Row {
        QString name;
        QStringList values; // none: a heading or a note
    };
    QVector<Row> m_rows;
};

// Lines of the logs of two attempts, the one in question with a mark: side by side, or below each other for
// a width of 0.
QString placesText(int leftAttempt, int rightAttempt, const LogDivergence& place, int width);

}
