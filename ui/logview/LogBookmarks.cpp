// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/logview/LogBookmarks.h"

#include "core/base/Json.h"
#include "core/base/LockFile.h"
#include "core/base/WholeFile.h"
#include "ui/text/Ui.h"

#include <QDir>
#include <QFileInfo>
#include <QLockFile>

#include <algorithm>
#include <utility>

namespace torchmason {

namespace {

constexpr int schema = 1;
constexpr qint64 mostBytes = 4 * 1024 * 1024;
constexpr qsizetype mostBookmarks = 1000;
constexpr qsizetype mostNote = 1000; // characters

LogBookmark bookmarkFromJson(JsonReader& reader)
{
    return { reader.string("stage"), std::max<qint64>(1, reader.integer("line")),
        reader.string("note", {}).left(mostNote) };
}

bool isAt(const LogBookmark& bookmark, const QString& stage, qint64 line)
{
    return bookmark.line == line && bookmark.stage == stage;
}

void apply(const BookmarkChange& change, QVector<LogBookmark>& bookmarks)
{
    const auto isHere = [&change](const LogBookmark& bookmark) {
        return isAt(bookmark, change.bookmark.stage, change.bookmark.line);
    };
    using Kind = BookmarkChange::Kind;
    const bool wasHere = std::any_of(bookmarks.begin(), bookmarks.end(), isHere);
    if (change.kind != Kind::Set)
        bookmarks.removeIf(isHere);
    if (change.kind == Kind::Note || (!wasHere && change.kind != Kind::Remove))
        bookmarks.append(change.bookmark);
}

QString tooMany()
{
    return LogBookmarks::tr("This attempt has %Ln bookmarks; remove one first.", nullptr, int(mostBookmarks));
}

}

Result<QVector<LogBookmark>> readBookmarks(const QString& path)
{
    if (!QFileInfo::exists(path))
        return QVector<LogBookmark> {};
    const QString shown = QDir::toNativeSeparators(path);
    const Result<Json> document = parseJson(readWhole(path, mostBytes), shown);
    if (!document)
        return document.error();
    JsonReader reader(*document, shown);
    if (reader.integer("schema") > schema)
        return Error { Ui::tr(
            "%1 was written by a newer version of this program; use that one to change bookmarks.")
                           .arg(shown) };
    QVector<LogBookmark> bookmarks = reader.list<LogBookmark>("bookmarks", bookmarkFromJson);
    if (!reader.ok())
        return reader.error();
    bookmarks.resize(std::min(bookmarks.size(), mostBookmarks));
    return bookmarks;
}

Result<void> writeBookmarks(const QString& path, const QVector<LogBookmark>& bookmarks)
{
    Json list = Json::array();
    for (const LogBookmark& bookmark : bookmarks) {
        Json one { { "stage", toJson(bookmark.stage) }, { "line", bookmark.line } };
        if (!bookmark.note.isEmpty())
            one["note"] = toJson(bookmark.note);
        list.push_back(one);
    }
    return writeJsonFile(path, Json { { "schema", schema }, { "bookmarks", list } });
}

namespace {

// Makes the changes in the file as it is now, because another window may have changed it. Answers what stands
// there then.
Result<QVector<LogBookmark>> changeBookmarks(const QString& path, const QVector<BookmarkChange>& changes)
{
    constexpr int longestWait = 5000; // milliseconds
    QLockFile lock(path + QStringLiteral(".lock"));
    if (!takeLock(lock, longestWait))
        return Error {
            Ui::tr("Bookmarks cannot be saved: %1 cannot be locked.").arg(QDir::toNativeSeparators(path))
        };
    const Result<QVector<LogBookmark>> read = readBookmarks(path);
    if (!read)
        return read;
    QVector<LogBookmark> bookmarks = *read;
    for (const BookmarkChange& change : changes)
        apply(change, bookmarks);
    if (bookmarks.size() > mostBookmarks)
        return Error { tooMany() };
    const Result<void> written = writeBookmarks(path, bookmarks);
    if (!written)
        return written.error();
    return bookmarks;
}

}

void LogBookmarks::open(const QString& folder)
{
    writeEarly();
    m_reading.forget();
    m_isRead = false;
    m_bookmarks.clear();
    m_changes.clear();
    m_path = folder.isEmpty() ? QString() : folder + QStringLiteral("/bookmarks.json");
    m_isReading = !m_path.isEmpty();
    emit changed();
    if (m_path.isEmpty())
        return;
    m_reading.ask(
        {}, [path = m_path](const std::stop_token&) { return readBookmarks(path); },
        [this](const Result<QVector<LogBookmark>>& read) { takeRead(read); });
}

void LogBookmarks::takeRead(const Result<QVector<LogBookmark>>& read)
{
    m_isReading = false;
    const QVector<BookmarkChange> early = std::exchange(m_early, {});
    if (!read)
        return emit failed(read.error().message);
    m_isRead = true;
    m_bookmarks = *read;
    emit changed();
    for (const auto& [kind, bookmark] : early)
        kind == BookmarkChange::Kind::Note ? setNote(bookmark.stage, bookmark.line, bookmark.note)
                                           : toggle(bookmark.stage, bookmark.line);
}

// What is asked for before the file was read is done when it is: only then is known what stands there.
bool LogBookmarks::waitsFor(const BookmarkChange& change)
{
    if (m_isReading)
        m_early.append(change);
    return m_isReading;
}

// Where nobody waits for the reading any more.
void LogBookmarks::writeEarly()
{
    if (!m_early.isEmpty())
        write(std::exchange(m_early, {}));
}

std::optional<LogBookmark> LogBookmarks::at(const QString& stage, qint64 line) const
{
    const auto found = std::find_if(m_bookmarks.begin(), m_bookmarks.end(),
        [&](const LogBookmark& bookmark) { return isAt(bookmark, stage, line); });
    return found == m_bookmarks.end() ? std::nullopt : std::optional(*found);
}

void LogBookmarks::toggle(const QString& stage, qint64 line)
{
    if (waitsFor({ BookmarkChange::Kind::Toggle, { stage, line, {} } }))
        return;
    using Kind = BookmarkChange::Kind;
    change({ at(stage, line) ? Kind::Remove : Kind::Set, { stage, line, {} } });
}

void LogBookmarks::setNote(const QString& stage, qint64 line, const QString& note)
{
    const BookmarkChange noted { BookmarkChange::Kind::Note,
        { stage, line, note.simplified().left(mostNote) } };
    if (!waitsFor(noted))
        change(noted);
}

void LogBookmarks::change(const BookmarkChange& change)
{
    if (!m_isRead)
        return emit failed(
            tr("Bookmarks cannot be set: %1 cannot be read.").arg(QDir::toNativeSeparators(m_path)));
    QVector<LogBookmark> bookmarks = m_bookmarks;
    apply(change, bookmarks);
    if (bookmarks.size() > mostBookmarks)
        return emit failed(tooMany());
    m_bookmarks = bookmarks;
    m_changes.append(change);
    emit changed();
    write(m_changes);
}

void LogBookmarks::write(const QVector<BookmarkChange>& changes)
{
    m_writing.write([path = m_path, changes] { return changeBookmarks(path, changes); },
        [this, path = m_path, number = ++m_lastWrite](const Result<QVector<LogBookmark>>& written) {
            if (path == m_path && number == m_lastWrite) // else a later one tells more
                takeWritten(written);
            else if (path != m_path && !written)
                emit failed(written.error().message);
        });
}

// Changes that could not be written are tried again with the next one.
void LogBookmarks::takeWritten(const Result<QVector<LogBookmark>>& written)
{
    if (!written)
        return emit failed(written.error().message);
    m_changes.clear();
    if (m_isReading) { // of an attempt that was left and is opened again: perhaps as it was before
        m_reading.forget();
        return takeRead(written);
    }
    m_bookmarks = *written;
    emit changed();
}

}
