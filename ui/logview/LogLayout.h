// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/logview/LogIndex.h"

#include <QByteArray>
#include <QString>
#include <QVector>

#include <memory>
#include <optional>

namespace torchmason {

// The log of one stage as a part of a document.
struct LogPart {
    QString stage;
    QString path;
    QByteArray heading; // a line of its own above the log; empty: none
    bool operator==(const LogPart&) const = default;
};

// A place as the stage's own log counts it.
struct StagePlace {
    QString stage;
    qint64 value = 0; // line from 0, or byte; -1 in the heading
};

// What a document holds at one moment: the logs of several stages one after the other. Logs only grow behind
// what a layout knows of them, so it stays right for what it has until a log becomes shorter. Lines count
// from 0.
class LogLayout {
public:
    struct Section {
        LogPart part;
        std::shared_ptr<const LogIndex> index; // another one when the log has begun anew
        LogIndex::Size size; // of what is known of the log now
        qint64 line = 0; // of the document: the heading, or the first line where there is none

        qint64 firstLine() const { return line + (part.heading.isEmpty() ? 0 : 1); }
        qint64 end() const { return firstLine() + size.lines; }
    };

    const QVector<Section>& sections() const { return m_sections; }
    // Behind all that is there, with what its index holds now.
    void append(const LogPart& part, const std::shared_ptr<const LogIndex>& index);
    qint64 lineCount() const { return m_sections.isEmpty() ? 0 : m_sections.last().end(); }
    // Of all logs, and of about what stands before a line.
    qint64 byteCount() const { return bytesBefore(lineCount()); }
    qint64 bytesBefore(qint64 line) const;

    // The section that holds this line, the last one for what lies behind the end; null where there is none.
    const Section* sectionOfLine(qint64 line) const;
    const Section* sectionOf(const QString& stage) const;
    bool isHeading(qint64 line) const;
    // Ascending.
    QVector<qint64> headings() const;

    StagePlace placeOfLine(qint64 line) const;
    // nullopt where the document has no such stage.
    std::optional<qint64> lineOf(const QString& stage, qint64 stageLine) const;
    // Whether every line of `before` has its number here, too.
    bool keepsLinesOf(const LogLayout& before) const;
    // Where a line of `before` is here, or one near it.
    qint64 lineFrom(const LogLayout& before, qint64 line) const;

private:
    QVector<Section> m_sections;
};

}
