// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/logview/LogBookmarks.h"

#include "core/base/Json.h"
#include "core/base/WholeFile.h"
#include "ui/text/Ui.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

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

void LogBookmarks::open(const QString& folder)
{
    m_reading.forget();
    m_isRead = false;
    m_bookmarks.clear();
    m_path = folder.isEmpty() ? QString() : folder + QStringLiteral("/bookmarks.json");
    emit changed();
    if (m_path.isEmpty())
        return;
    m_reading.ask(
        {}, [path = m_path](const std::stop_token&) { return readBookmarks(path); },
        [this](const Result<QVector<LogBookmark>>& read) {
            if (!read)
                return emit failed(read.error().message);
            m_isRead = true;
            m_bookmarks = *read;
            emit changed();
        });
}

std::optional<LogBookmark> LogBookmarks::at(const QString& stage, qint64 line) const
{
    const auto found = std::find_if(m_bookmarks.begin(), m_bookmarks.end(),
        [&](const LogBookmark& bookmark) { return isAt(bookmark, stage, line); });
    return found == m_bookmarks.end() ? std::nullopt : std::optional(*found);
}

void LogBookmarks::toggle(const QString& stage, qint64 line)
{
    const auto removed
        = m_bookmarks.removeIf([&](const LogBookmark& bookmark) { return isAt(bookmark, stage, line); });
    if (removed == 0)
        m_bookmarks.append({ stage, line, {} });
    save();
}

void LogBookmarks::setNote(const QString& stage, qint64 line, const QString& note)
{
    m_bookmarks.removeIf([&](const LogBookmark& bookmark) { return isAt(bookmark, stage, line); });
    m_bookmarks.append({ stage, line, note.simplified().left(mostNote) });
    save();
}

// A newer list takes the place of one that waits to be written, so that the newest is written last.
void LogBookmarks::save()
{
    if (!m_isRead) {
        m_bookmarks.clear();
        return emit failed(
            tr("Bookmarks cannot be set: %1 cannot be read.").arg(QDir::toNativeSeparators(m_path)));
    }
    if (m_bookmarks.size() > mostBookmarks) {
        m_bookmarks.removeLast();
        return emit failed(
            tr("This attempt has %Ln bookmarks; take one away first.", nullptr, int(mostBookmarks)));
    }
    emit changed();
    m_writing.ask(
        {},
        [path = m_path, bookmarks = m_bookmarks](
            const std::stop_token&) { return writeBookmarks(path, bookmarks); },
        [this](const Result<void>& written) {
            if (!written)
                emit failed(written.error().message);
        });
}

}
