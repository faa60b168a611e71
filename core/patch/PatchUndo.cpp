// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/patch/PatchUndo.h"

#include "core/base/Core.h"
#include "core/patch/PatchJournal.h"
#include "core/patch/PatchPlan.h"
#include "core/patch/SourceFile.h"
#include "core/stages/FolderRemoval.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace torchmason {

namespace {

struct KeptFile {
    QString file;
    QString place;
    QString before; // hashes; empty: it is not there
    QString after;
    std::optional<int> mode; // before
};

struct Journal {
    QString source;
    QString state;
    QStringList already; // files of patches that were there before
    QStringList absent; // files in which what was to be taken away was not there
    QVector<KeptFile> files;
    QStringList folders; // that were made, absolute, the outer one first
};

// The members of a list, copied; a problem of the reader where it is none.
Json listOf(JsonReader& reader, const char* member)
{
    const Json& list = reader.child(member);
    if (!list.is_array())
        reader.fail(QStringLiteral("\"%1\" must be a list.").arg(QLatin1String(member)));
    return list.is_array() ? list : Json::array();
}

void readFiles(JsonReader& reader, const QString& path, Journal& journal)
{
    for (const Json& json : listOf(reader, "files")) {
        JsonReader entry(json, QStringLiteral("%1: files[%2]").arg(path).arg(journal.files.size()));
        KeptFile kept { entry.string("file"), {}, entry.string("before", {}), entry.string("after", {}),
            modeFromText(entry.string("mode", {})) };
        const auto place = placeInTree(journal.source, kept.file);
        if (!entry.ok() || !place)
            return reader.fail(entry.ok() ? place.error().message : entry.error().message);
        kept.place = *place;
        journal.files.append(kept);
    }
}

Result<Journal> readJournal(const Json& document, const QString& path)
{
    JsonReader reader(document, path);
    if (reader.integer("schema") > patchSchema)
        reader.fail(QStringLiteral("it was written by a newer version of the program."));
    Journal journal;
    journal.source = reader.string("source");
    journal.state = reader.string("state", {});
    readFiles(reader, path, journal);
    for (const Json& json : reader.has("steps") ? listOf(reader, "steps") : Json::array()) {
        JsonReader step(json, path);
        const QString state = step.string("state", {});
        if (state == QLatin1String("already"))
            journal.already << step.string("file", {});
        else if (state == QLatin1String("absent"))
            journal.absent << step.string("file", {});
    }
    for (const QString& folder : reader.strings("folders")) {
        const auto place = folderInTree(journal.source, folder);
        if (!place)
            return place.error();
        journal.folders << *place;
    }
    if (!reader.ok())
        return reader.error();
    return journal;
}

Result<Journal> journalOf(const QString& attemptFolder)
{
    const QString path = patchJournal(attemptFolder);
    const auto document = readJsonFile(path);
    if (!document)
        return document.error();
    if (document->is_object() && document->contains("imported"))
        return Error { Core::tr(
            "This attempt was imported, and what it patched is on another machine; nothing was undone.") };
    return readJournal(*document, path);
}

bool isReverted(const Journal& journal)
{
    return journal.state == QLatin1String("reverted");
}

Result<void> markReverted(const QString& attemptFolder)
{
    const QString path = patchJournal(attemptFolder);
    auto document = readJsonFile(path);
    if (!document)
        return document.error();
    document.value()["state"] = "reverted";
    return writeJsonFile(path, *document);
}

// Hash of a file as it is now; empty where there is none.
Result<QString> presentHash(const KeptFile& kept)
{
    const auto now = readSourceFile(kept.place);
    if (!now)
        return now.error();
    return *now ? contentHash(**now) : QString();
}

Result<std::optional<QByteArray>> originalOf(const KeptFile& kept, const QString& attempt)
{
    if (kept.before.isEmpty())
        return std::optional<QByteArray>();
    const auto read = readSourceFile(keptOriginal(attempt, kept.before));
    if (!read || !*read || contentHash(**read) != kept.before)
        return Error { Core::tr("What %1 was before is no longer kept in %2, so nothing was undone.")
                           .arg(kept.place, attempt) };
    return *read;
}

using Restoration = QVector<QPair<KeptFile, std::optional<QByteArray>>>;

// What is to be written where; those that are as before already are left out.
Result<Restoration> restorationOf(const Journal& journal, const QString& attempt)
{
    Restoration writes;
    for (const KeptFile& kept : journal.files) {
        const auto hash = presentHash(kept);
        if (!hash)
            return hash.error();
        if (*hash == kept.before)
            continue;
        if (*hash != kept.after)
            return Error { Core::tr("%1 was changed after it was patched, so nothing was undone; undo "
                                    "that change first, or take the file from its source again.")
                               .arg(kept.place) };
        const auto original = originalOf(kept, attempt);
        if (!original)
            return original.error();
        writes.append({ kept, *original });
    }
    return writes;
}

Result<void> restore(
    const Restoration& writes, const Journal& journal, const std::function<void(const QString&)>& print)
{
    for (const auto& [kept, original] : writes) {
        if (const auto written = writeSourceFile(kept.place, original, false); !written)
            return written.error();
        if (original && kept.mode)
            setFileMode(kept.place, *kept.mode);
        print(original ? Core::tr("%1 is as it was.").arg(kept.file)
                       : Core::tr("%1 is gone again.").arg(kept.file));
    }
    for (auto folder = journal.folders.rbegin(); folder != journal.folders.rend(); ++folder)
        QDir().rmdir(*folder); // an empty one only
    return {};
}

// Folders of attempts, the youngest first.
QStringList attemptFolders(const QString& attempts)
{
    QStringList folders;
    for (const QFileInfo& folder : QDir(attempts).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        // Others are none yet: a bundle that is being unpacked.
        if (folder.fileName().toInt() > 0 && QFileInfo::exists(patchJournal(folder.filePath())))
            folders.prepend(folder.filePath());
    }
    std::stable_sort(folders.begin(), folders.end(), [](const QString& left, const QString& right) {
        return QFileInfo(left).fileName().toInt() > QFileInfo(right).fileName().toInt();
    });
    return folders;
}

bool isOfTree(const Journal& journal, const QString& sourceFolder)
{
    return QDir::cleanPath(journal.source) == QDir::cleanPath(sourceFolder)
        || isSameFolder(journal.source, sourceFolder);
}

// The attempt whose patches the tree still has in one of those files; 0 where none is known.
int makerOf(const QStringList& files, const QString& sourceFolder, const QString& attempts)
{
    for (const QString& folder : attemptFolders(attempts)) {
        const auto journal = journalOf(folder);
        if (!journal || !isOfTree(*journal, sourceFolder) || isReverted(*journal))
            continue;
        for (const KeptFile& kept : journal->files) {
            if (!files.contains(kept.file))
                continue;
            const auto hash = presentHash(kept);
            if (hash && *hash == kept.after && *hash != kept.before)
                return QFileInfo(folder).fileName().toInt();
        }
    }
    return 0;
}

// What an attempt cannot undo, because it was there before; empty where there is nothing of the kind.
QString whatStays(const Journal& journal, const QString& attemptFolder)
{
    const QStringList files = journal.already + journal.absent;
    const int maker = makerOf(files, journal.source, QFileInfo(attemptFolder).path());
    if (maker == 0 && journal.already.isEmpty())
        return {};
    const QString before = files.size() == 1
        ? Core::tr("1 patch was in %1 before this attempt").arg(journal.source)
        : Core::tr("%n patches were in %1 before this attempt", nullptr, int(files.size()))
              .arg(journal.source);
    return maker == 0 ? Core::tr("%1, and not made by an attempt.").arg(before)
                      : Core::tr("%1, made by attempt %2; undo with: torchmason-cli attempts unpatch %2")
                            .arg(before)
                            .arg(maker);
}

// From a file as it is to what it was before the first attempt that patched it.
struct WayBack {
    QString now; // hashes
    QString before;
    FileContent original;
};

QHash<QString, WayBack> waysBack(const QString& sourceFolder, const QString& attempts)
{
    QHash<QString, WayBack> ways;
    for (const QString& folder : attemptFolders(attempts)) {
        const auto journal = journalOf(folder);
        if (!journal || !isOfTree(*journal, sourceFolder) || isReverted(*journal))
            continue;
        for (const KeptFile& kept : journal->files) {
            const auto hash = presentHash(kept);
            const auto original = originalOf(kept, folder);
            const auto way = ways.constFind(kept.file);
            if (hash && original && kept.after == (way == ways.cend() ? *hash : way->before))
                ways[kept.file] = { *hash, kept.before, *original };
        }
    }
    return ways;
}

// Files that are what those patches make of what the files were before all attempts.
QStringList filesAsPatched(
    const QVector<SourcePatch>& patches, const QString& sourceFolder, const QString& attempts)
{
    const QHash<QString, WayBack> ways = waysBack(sourceFolder, attempts);
    QStringList files;
    for (auto way = ways.cbegin(); way != ways.cend(); ++way) {
        const auto patched = patchedContent(patches, way.key(), way->original);
        if (patched && (*patched ? contentHash(**patched) : QString()) == way->now)
            files << way.key();
    }
    return files;
}

}

Result<QString> revertPatches(const QString& attemptFolder, const std::function<void(const QString&)>& print)
{
    if (!QFileInfo::exists(patchJournal(attemptFolder)))
        return Error { Core::tr("This attempt patched no source tree, so there is nothing to undo.") };
    const auto journal = journalOf(attemptFolder);
    if (!journal)
        return journal.error();
    const auto writes = restorationOf(*journal, attemptFolder);
    if (!writes)
        return writes.error();
    const QString staying = whatStays(*journal, attemptFolder);
    if (journal->files.isEmpty() && !staying.isEmpty())
        return Error { Core::tr("This attempt changed nothing.") + QLatin1Char(' ') + staying };
    if (const auto restored = restore(*writes, *journal, print); !restored)
        return restored.error();
    if (const auto marked = markReverted(attemptFolder); !marked)
        return marked.error();
    if (!staying.isEmpty())
        return Core::tr("What this attempt changed is as it was.") + QLatin1Char(' ') + staying;
    if (writes->isEmpty())
        return Core::tr("Nothing had to be undone in %1.").arg(journal->source);
    return Core::tr("The source tree %1 is as it was before the patches.").arg(journal->source);
}

Result<QString> putBackPatches(const QString& sourceFolder, const QString& attempts,
    const QVector<SourcePatch>& staying, const std::function<bool(const QString&)>& isChanged,
    const std::function<void(const QString&)>& print)
{
    int count = 0;
    const QStringList asPatched = filesAsPatched(staying, sourceFolder, attempts);
    for (const QString& folder : attemptFolders(attempts)) {
        auto journal = journalOf(folder);
        if (!journal || !isOfTree(*journal, sourceFolder) || isReverted(*journal))
            continue; // a broken journal says nothing
        QVector<KeptFile> untouched; // since that attempt
        for (const KeptFile& kept : journal->files) {
            const auto hash = presentHash(kept);
            if (hash && *hash == kept.after && !asPatched.contains(kept.file) && originalOf(kept, folder)
                && isChanged(kept.file))
                untouched.append(kept);
        }
        const bool isAll = untouched.size() == journal->files.size();
        journal.value().files = untouched;
        const auto writes = restorationOf(*journal, folder);
        if (!writes)
            return writes.error();
        if (const auto restored = restore(*writes, *journal, print); !restored)
            return restored.error();
        count += int(writes->size());
        if (const auto marked = isAll ? markReverted(folder) : Result<void>(); !marked)
            return marked.error();
    }
    return count == 0 ? Core::tr("No patches of earlier attempts are in %1.").arg(sourceFolder)
                      : Core::tr("%n files in %1 are as they were before earlier attempts.", nullptr, count)
                            .arg(sourceFolder);
}

QHash<QString, FileContent> contentBeforePatches(const QString& sourceFolder, const QString& attempts)
{
    const QHash<QString, WayBack> ways = waysBack(sourceFolder, attempts);
    QHash<QString, FileContent> contents;
    for (auto way = ways.cbegin(); way != ways.cend(); ++way)
        contents.insert(way.key(), way->original);
    return contents;
}

QString patchedFolder(const QString& attemptFolder)
{
    const auto document = readJsonFile(patchJournal(attemptFolder));
    return document ? JsonReader(*document, {}).string("source", {}) : QString();
}

}
