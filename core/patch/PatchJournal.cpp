// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/patch/PatchJournal.h"

#include "core/patch/SourceFile.h"

#include <QDir>
#include <QFileInfo>

namespace torchmason {

namespace {

constexpr int schema = 1;

QString journalPath(const QString& attempt)
{
    return attempt + QStringLiteral("/patches.json");
}

QString originalPath(const QString& attempt, const QString& hash)
{
    return attempt + QStringLiteral("/originals/") + hash;
}

// Of a content that is not there: empty.
QString hashOf(const std::optional<QByteArray>& content)
{
    return content ? contentHash(*content) : QString();
}

Json hashJson(const QString& hash)
{
    return hash.isEmpty() ? Json() : toJson(hash);
}

Json journalOf(const QString& source, const PatchPlan& plan, const char* state)
{
    Json steps = Json::array();
    for (const PatchStep& step : plan.steps)
        steps.push_back({ { "file", toJson(step.file) }, { "why", toJson(step.why) },
            { "state", step.already ? "already" : "applied" } });
    Json files = Json::array();
    for (const PatchedFile& file : plan.files)
        files.push_back({ { "file", toJson(file.file) }, { "before", hashJson(hashOf(file.before)) },
            { "after", hashJson(hashOf(file.after)) } });
    return { { "schema", schema }, { "source", toJson(source) }, { "state", state }, { "steps", steps },
        { "files", files } };
}

Result<void> keepOriginals(const QString& attempt, const PatchPlan& plan)
{
    for (const PatchedFile& file : plan.files) {
        if (!file.before)
            continue;
        if (const auto kept = writeSourceFile(originalPath(attempt, hashOf(file.before)), file.before, false);
            !kept)
            return kept.error();
    }
    return {};
}

// Puts back what was written before `failed`.
void rollBack(const QString& source, const PatchPlan& plan, qsizetype failed)
{
    for (qsizetype index = 0; index < failed; ++index) {
        const PatchedFile& file = plan.files[index];
        if (const auto place = placeInTree(source, file.file))
            (void)writeSourceFile(*place, file.before, false);
    }
}

Result<void> writeAll(const QString& source, const PatchPlan& plan)
{
    for (qsizetype index = 0; index < plan.files.size(); ++index) {
        const PatchedFile& file = plan.files[index];
        const auto place = placeInTree(source, file.file);
        const auto written
            = place ? writeSourceFile(*place, file.after, file.executable) : Result<void>(place.error());
        if (!written) {
            rollBack(source, plan, index);
            return written.error();
        }
    }
    return {};
}

struct KeptFile {
    QString file;
    QString place;
    QString before;
    QString after;
};

struct Journal {
    QString source;
    QVector<KeptFile> files;
};

Result<Journal> readJournal(const Json& document, const QString& path)
{
    JsonReader reader(document, path);
    if (reader.integer("schema") > schema)
        reader.fail(QStringLiteral("it was written by a newer version of the program."));
    Journal journal;
    journal.source = reader.string("source");
    const Json& files = reader.child("files");
    if (!files.is_array())
        reader.fail(QStringLiteral("\"files\" must be a list."));
    for (const Json& json : files.is_array() ? files : Json::array()) {
        JsonReader entry(json, QStringLiteral("%1: files[%2]").arg(path).arg(journal.files.size()));
        KeptFile kept { entry.string("file"), {}, entry.string("before", {}), entry.string("after", {}) };
        const auto place = placeInTree(journal.source, kept.file);
        if (!entry.ok() || !place)
            return entry.ok() ? place.error() : entry.error();
        kept.place = *place;
        journal.files.append(kept);
    }
    if (!reader.ok())
        return reader.error();
    return journal;
}

// What is to be written where; those that are as before already are left out.
Result<QVector<QPair<KeptFile, std::optional<QByteArray>>>> restorationOf(
    const Journal& journal, const QString& attempt)
{
    QVector<QPair<KeptFile, std::optional<QByteArray>>> writes;
    for (const KeptFile& kept : journal.files) {
        const auto now = readSourceFile(kept.place);
        if (!now)
            return now.error();
        const QString hash = hashOf(*now);
        if (hash == kept.before)
            continue;
        if (hash != kept.after)
            return Error { QStringLiteral(
                "%1 was changed after it was patched, so nothing was put back; undo "
                "that change first, or take the file from its source again.")
                               .arg(kept.place) };
        std::optional<QByteArray> original;
        if (!kept.before.isEmpty()) {
            const auto read = readSourceFile(originalPath(attempt, kept.before));
            if (!read || !*read || contentHash(**read) != kept.before)
                return Error { QStringLiteral(
                    "What %1 was before is no longer kept in %2, so nothing was put "
                    "back.")
                                   .arg(kept.place, attempt) };
            original = *read;
        }
        writes.append({ kept, original });
    }
    return writes;
}

}

Result<QString> applyPatches(const QString& sourceFolder, const QVector<SourcePatch>& patches,
    const QString& attemptFolder, const std::function<void(const QString&)>& print)
{
    const auto plan = planPatches(sourceFolder, patches);
    if (!plan)
        return plan.error();
    for (const PatchStep& step : plan->steps)
        print(QStringLiteral("%1: %2%3")
                  .arg(step.file, step.why, step.already ? QStringLiteral(" (applied already)") : QString()));
    const QString journal = journalPath(attemptFolder);
    if (plan->files.isEmpty()) {
        // What a first run in this folder wrote is still what undoes it.
        if (!QFileInfo::exists(journal)) {
            if (const auto kept = writeJsonFile(journal, journalOf(sourceFolder, *plan, "applied")); !kept)
                return kept.error();
        }
        return QStringLiteral("All patches are applied already; nothing was changed.");
    }
    if (const auto kept = keepOriginals(attemptFolder, *plan); !kept)
        return kept.error();
    if (const auto kept = writeJsonFile(journal, journalOf(sourceFolder, *plan, "applying")); !kept)
        return kept.error();
    if (const auto written = writeAll(sourceFolder, *plan); !written)
        return written.error();
    if (const auto kept = writeJsonFile(journal, journalOf(sourceFolder, *plan, "applied")); !kept)
        return kept.error();
    return QStringLiteral("Changed %1 of the source tree; what they were is kept in %2.")
        .arg(plan->files.size() == 1 ? QStringLiteral("1 file")
                                     : QStringLiteral("%1 files").arg(plan->files.size()),
            attemptFolder);
}

Result<QString> revertPatches(const QString& attemptFolder, const std::function<void(const QString&)>& print)
{
    const QString path = journalPath(attemptFolder);
    if (!QFileInfo::exists(path))
        return Error { QStringLiteral(
            "This attempt patched no source tree, so there is nothing to put back.") };
    auto document = readJsonFile(path);
    if (!document)
        return document.error();
    const auto journal = readJournal(*document, path);
    if (!journal)
        return journal.error();
    const auto writes = restorationOf(*journal, attemptFolder);
    if (!writes)
        return writes.error();
    for (const auto& [kept, original] : *writes) {
        if (const auto written = writeSourceFile(kept.place, original, false); !written)
            return written.error();
        print(original ? QStringLiteral("%1 is as it was.").arg(kept.file)
                       : QStringLiteral("%1 is gone again.").arg(kept.file));
    }
    document.value()["state"] = "reverted";
    if (const auto written = writeJsonFile(path, *document); !written)
        return written.error();
    if (writes->isEmpty())
        return QStringLiteral("Nothing had to be put back in %1.").arg(journal->source);
    return QStringLiteral("The source tree %1 is as it was before the patches.").arg(journal->source);
}

QString patchedFolder(const QString& attemptFolder)
{
    const auto document = readJsonFile(journalPath(attemptFolder));
    return document ? JsonReader(*document, {}).string("source", {}) : QString();
}

}
