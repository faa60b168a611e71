// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>
#include <QVector>

#include <optional>

namespace torchmason {

// The log of one stage as a part of a document.
struct LogPart {
    QString stage;
    QString path;
    QByteArray heading; // a line of its own above the log, with its line break; empty: none
    bool operator==(const LogPart&) const = default;
};

// A place as the stage's own log counts it.
struct StagePlace {
    QString stage;
    qint64 value = 0; // line from 0, or byte; -1 in the heading
};

// How the logs of several stages follow each other in one document. Lines count from 0. Where a log ends in
// the middle of a line and another one follows, a line break stands between them.
class LogLayout {
public:
    struct Section {
        LogPart part;
        qint64 begin = 0; // byte of the document: where the heading begins
        qint64 bytes = 0; // of its log
        qint64 line = 0; // of the document: the heading, or the first line where there is none
        bool addsBreak = false;

        qint64 logBegin() const { return begin + part.heading.size(); }
        qint64 end() const { return logBegin() + bytes + (addsBreak ? 1 : 0); }
        qint64 firstLine() const { return line + (part.heading.isEmpty() ? 0 : 1); }
        bool operator==(const Section&) const = default;
    };

    const QVector<Section>& sections() const { return m_sections; }
    // Behind all that is there, which ends with byte `bytes` and line `lines`.
    void append(const LogPart& part, qint64 bytes, qint64 lines);
    void grow(qint64 bytes) { m_sections.last().bytes += bytes; }
    void addBreak() { m_sections.last().addsBreak = true; }

    // The section that holds this line or byte, the last one for what lies behind the end; null where there
    // is none.
    const Section* sectionOfLine(qint64 line) const;
    const Section* sectionOfByte(qint64 offset) const;
    const Section* sectionOf(const QString& stage) const;
    bool isHeading(qint64 line) const;
    // The number of lines from this section's heading to the next one, without the heading itself.
    qint64 linesBelow(const Section& section, qint64 lineCount) const;

    StagePlace placeOfLine(qint64 line) const;
    StagePlace placeOfByte(qint64 offset) const;
    // nullopt where the document has no such stage.
    std::optional<qint64> lineOf(const QString& stage, qint64 stageLine) const;
    std::optional<qint64> byteOf(const QString& stage, qint64 stageOffset) const;

private:
    QVector<Section> m_sections;
};

}
