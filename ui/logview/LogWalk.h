// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/logview/LogIndex.h"

#include <QFile>

#include <memory>

namespace torchmason {

// Reads the logs of a document one after the other into its index, a bounded piece at a time. A log that is
// not there is passed over. Of the thread that indexes only.
class LogWalk {
public:
    LogWalk(QVector<LogPart> parts, std::shared_ptr<LogIndex> index);

    enum class Change {
        None,
        Grown, // of a log that another one follows: the document must be read anew
        Shrunk,
    };
    // What happened to the logs that were read.
    Change change() const;
    // Logs that were read and are not there any more, by file name.
    QString vanished() const;
    // Whether a log is there and cannot be opened: why.
    QString problem() const { return m_problem; }
    // At most 8 MB; true where there may be more at once.
    bool readSome();
    // More parts behind the ones that are there. False where the others are not the same.
    bool addParts(const QVector<LogPart>& parts);
    // Goes on with this one, which has taken all that the other one knows.
    void setIndex(std::shared_ptr<LogIndex> index) { m_index = std::move(index); }
    qint64 bytes() const { return m_index->byteCount(); }
    bool hasBegun() const { return !m_layout.sections().isEmpty(); }

private:
    bool beginNext();

    QVector<LogPart> m_parts;
    std::shared_ptr<LogIndex> m_index;
    LogLayout m_layout;
    qsizetype m_next = 0; // the part that has not begun
    std::unique_ptr<QFile> m_file; // of the last section
    QString m_problem;
    char m_last = '\n'; // byte of the document
};

}
