// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/AttemptNotes.h"

#include "core/base/Core.h"
#include "core/base/Json.h"
#include "core/base/RegularFile.h"
#include "core/base/SentencePart.h"
#include "core/stages/FolderRemoval.h"
#include "core/store/AttemptFiles.h"

#include <QFile>
#include <QFileInfo>

#include <algorithm>

namespace torchmason {

namespace {

constexpr qsizetype longestTag = 32;
constexpr qsizetype mostTags = 20;
constexpr qsizetype longestNote = 100'000; // characters
constexpr qint64 longestFile = 4 << 20; // bytes; far more than notes of that length need

// Keeps what was read apart from what is not there.
Error unreadable(const QString& path, const QString& why)
{
    return { Core::tr("Cannot read the notes in %1: %2; correct or remove that file.").arg(path, why) };
}

Result<AttemptNotes> notesFromJson(const Json& document, const QString& path)
{
    JsonReader reader(document, path);
    if (!document.is_object())
        return unreadable(path, Core::tr("it is not a JSON object"));
    if (reader.integer("v", AttemptFiles::schema) > AttemptFiles::schema)
        return unreadable(path, Core::tr("a newer version of the program wrote it"));
    AttemptNotes notes { reader.string("note", QString()), {} };
    for (const QString& tag : reader.strings("tags")) {
        const auto spelt = normalizedTag(tag);
        if (!spelt)
            return unreadable(path, Core::tr("\"tags\" holds something that is not a tag"));
        if (!notes.tags.contains(*spelt))
            notes.tags.append(*spelt);
    }
    if (!reader.ok())
        return unreadable(path, sentencePart(reader.error().message));
    return notes;
}

bool isTagLetter(QChar letter)
{
    return letter.isLetterOrNumber() || letter.isMark() || letter.isSurrogate()
        || QStringView(u"-_.+/:").contains(letter);
}

}

Result<QString> normalizedTag(const QString& text)
{
    QString tag = text.simplified().normalized(QString::NormalizationForm_C).toLower();
    while (tag.startsWith(QLatin1Char('#')))
        tag.remove(0, 1);
    tag.replace(QLatin1Char(' '), QLatin1Char('-'));
    if (tag.isEmpty() || tag.size() > longestTag)
        return Error { Core::tr("A tag is a short word of at most %1 characters.").arg(longestTag) };
    if (!std::all_of(tag.begin(), tag.end(), isTagLetter))
        return Error { Core::tr("A tag has letters, digits and - _ . + / : only.") };
    return tag;
}

Result<AttemptNotes> readNotes(const QString& attemptFolder)
{
    const QString path = AttemptFiles::notes(attemptFolder);
    const QFileInfo info(path);
    if (!info.exists() && !isLink(path))
        return AttemptNotes();
    if (isLink(path) || !info.isFile())
        return unreadable(path, Core::tr("it is a link or not a regular file"));
    if (info.size() > longestFile)
        return unreadable(path, Core::tr("it is too large"));
    RegularFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return unreadable(path, file.errorString());
    const auto document = parseJson(file.readAll(), QStringLiteral("notes.json"));
    if (!document)
        return unreadable(path, sentencePart(document.error().message));
    return notesFromJson(*document, path);
}

Result<void> writeNotes(const QString& attemptFolder, const AttemptNotes& notes)
{
    const QString path = AttemptFiles::notes(attemptFolder);
    if (const auto before = readNotes(attemptFolder); !before)
        return before.error();
    if (notes.note.size() > longestNote)
        return Error { Core::tr("A note can have %1 characters at most.").arg(longestNote) };
    if (notes.tags.size() > mostTags)
        return Error { Core::tr("An attempt can have %1 tags at most.").arg(mostTags) };
    if (!notes.isEmpty())
        return writeJsonFile(path,
            { { "v", AttemptFiles::schema }, { "note", toJson(notes.note) },
                { "tags", toJson(notes.tags) } });
    QFile file(path);
    if (file.exists() && !file.remove())
        return Error { Core::tr("Cannot remove %1: %2.").arg(path, file.errorString()) };
    return {};
}

}
