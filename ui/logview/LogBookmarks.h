// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "ui/models/Background.h"
#include "ui/models/WriteQueue.h"

#include <QMap>
#include <QObject>
#include <QString>
#include <QVector>

#include <optional>

namespace torchmason {

struct LogBookmark {
    QString stage;
    qint64 line = 0; // from 1, as in findings
    QString note;
};

// bookmarks.json of an attempt: read from what stands there, without more than a thousand of them.
Result<QVector<LogBookmark>> readBookmarks(const QString& path);
Result<void> writeBookmarks(const QString& path, const QVector<LogBookmark>& bookmarks);

struct BookmarkChange {
    enum class Kind {
        Set, // where there is none
        Remove,
        Note, // sets one where there is none
        Toggle, // before it is known whether there is one
    };
    Kind kind = Kind::Set;
    LogBookmark bookmark;
};

// The bookmarks that the user sets in the logs of an attempt: a file of their own in its folder, because the
// runner writes the others. Files are read and written on another thread.
class LogBookmarks : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;
    ~LogBookmarks() override { writeEarly(); }

    // Of this attempt from now on; empty: of none. What was done with the one before is still written.
    void open(const QString& folder);
    const QVector<LogBookmark>& all() const { return m_bookmarks; }
    std::optional<LogBookmark> at(const QString& stage, qint64 line) const;
    // Sets or takes away.
    void toggle(const QString& stage, qint64 line);
    // Of the bookmark there; sets one where there is none.
    void setNote(const QString& stage, qint64 line, const QString& note);

signals:
    void changed();
    // One sentence.
    void failed(const QString& problem);

private:
    bool waitsFor(const BookmarkChange& change);
    void writeEarly();
    void change(const BookmarkChange& change);
    void write(const QVector<BookmarkChange>& changes);
    void takeRead(const Result<QVector<LogBookmark>>& read);
    void takeWritten(const Result<QVector<LogBookmark>>& written);

    QString m_path;
    bool m_isReading = false;
    bool m_isRead = false; // nothing is written over a file that could not be read
    QVector<BookmarkChange> m_early; // what the user did before the file was read
    QVector<LogBookmark> m_bookmarks;
    QVector<BookmarkChange> m_changes; // not in the file yet
    int m_lastWrite = 0; // its answer knows of all changes
    LatestQuery m_reading { this };
    WriteQueue m_writing { this };
};

}
