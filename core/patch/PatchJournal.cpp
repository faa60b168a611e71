// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/patch/PatchJournal.h"

#include "core/patch/SourceFile.h"

#include <QDir>
#include <QFileInfo>

namespace torchmason {

namespace {

// Of a content that is not there: empty.
QString hashOf(const std::optional<QByteArray>& content)
{
    return content ? contentHash(*content) : QString();
}

QString noteOn(PatchState state)
{
    if (state == PatchState::Already)
        return QStringLiteral(" (applied already)");
    return state == PatchState::NothingToTakeAway
        ? QStringLiteral(" (not there, so there is nothing to remove)")
        : QString();
}

Json hashJson(const QString& hash)
{
    return hash.isEmpty() ? Json() : toJson(hash);
}

// Folders that new files need and that are not there, the outer one first.
QStringList missingFolders(const QString& source, const PatchPlan& plan)
{
    QStringList missing;
    for (const PatchedFile& file : plan.files) {
        const QStringList parts = QDir::fromNativeSeparators(file.file).split(QLatin1Char('/'));
        for (qsizetype count = 1; file.after && count < parts.size(); ++count) {
            const QString folder = parts.mid(0, count).join(QLatin1Char('/'));
            if (!missing.contains(folder) && !QFileInfo::exists(source + QLatin1Char('/') + folder))
                missing << folder;
        }
    }
    return missing;
}

Json filesOf(const PatchPlan& plan)
{
    Json files = Json::array();
    for (const PatchedFile& file : plan.files) {
        Json json = { { "file", toJson(file.file) }, { "before", hashJson(hashOf(file.before)) },
            { "after", hashJson(hashOf(file.after)) } };
        if (file.mode)
            json["mode"] = toJson(modeText(*file.mode));
        files.push_back(json);
    }
    return files;
}

Json journalOf(const QString& source, const PatchPlan& plan)
{
    return { { "schema", patchSchema }, { "source", toJson(source) }, { "state", "applying" },
        { "steps", stepsJson(plan, "applied") }, { "files", filesOf(plan) },
        { "folders", toJson(missingFolders(source, plan)) } };
}

Result<void> keepOriginals(const QString& attempt, const PatchPlan& plan)
{
    for (const PatchedFile& file : plan.files) {
        if (!file.before)
            continue;
        if (const auto kept = writeSourceFile(keptOriginal(attempt, hashOf(file.before)), file.before, false);
            !kept)
            return kept.error();
    }
    return {};
}

// Puts back what was written before `failed`.
void rollBack(const QString& source, const PatchPlan& plan, qsizetype failed, const QStringList& madeFolders)
{
    for (qsizetype index = 0; index < failed; ++index) {
        const PatchedFile& file = plan.files[index];
        const auto place = placeInTree(source, file.file);
        if (place && writeSourceFile(*place, file.before, false) && file.mode)
            setFileMode(*place, *file.mode);
    }
    for (auto folder = madeFolders.rbegin(); folder != madeFolders.rend(); ++folder)
        QDir().rmdir(source + QLatin1Char('/') + *folder); // an empty one only
}

Result<void> writeAll(const QString& source, const PatchPlan& plan)
{
    const QStringList madeFolders = missingFolders(source, plan);
    for (qsizetype index = 0; index < plan.files.size(); ++index) {
        const PatchedFile& file = plan.files[index];
        const auto place = placeInTree(source, file.file);
        const auto written
            = place ? writeSourceFile(*place, file.after, file.executable) : Result<void>(place.error());
        if (!written) {
            rollBack(source, plan, index, madeFolders);
            return written.error();
        }
    }
    return {};
}

}

QString patchJournal(const QString& attemptFolder)
{
    return attemptFolder + QStringLiteral("/patches.json");
}

QString keptOriginal(const QString& attemptFolder, const QString& hash)
{
    return attemptFolder + QStringLiteral("/originals/") + hash;
}

Result<QString> applyPatches(const QString& sourceFolder, const QVector<SourcePatch>& patches,
    const QString& attemptFolder, const std::function<void(const QString&)>& print)
{
    const auto plan = planPatches(sourceFolder, patches);
    if (!plan)
        return plan.error();
    for (const PatchStep& step : plan->steps)
        print(QStringLiteral("%1: %2%3").arg(step.file, step.why, noteOn(step.state)));
    const QString journal = patchJournal(attemptFolder);
    Json document = journalOf(sourceFolder, *plan);
    const auto keepAs = [&](const char* state) {
        document["state"] = state;
        return writeJsonFile(journal, document);
    };
    if (plan->files.isEmpty()) {
        // What a first run in this folder wrote is still what undoes it.
        if (!QFileInfo::exists(journal)) {
            if (const auto kept = keepAs("applied"); !kept)
                return kept.error();
        }
        return QStringLiteral(
            "There is nothing to change; the lines above say which patches are applied already.");
    }
    if (const auto kept = keepOriginals(attemptFolder, *plan); !kept)
        return kept.error();
    if (const auto kept = keepAs("applying"); !kept)
        return kept.error();
    if (const auto written = writeAll(sourceFolder, *plan); !written)
        return written.error();
    if (const auto kept = keepAs("applied"); !kept)
        return kept.error();
    return QStringLiteral("Changed %1 of the source tree; what they were is kept in %2.")
        .arg(plan->files.size() == 1 ? QStringLiteral("1 file")
                                     : QStringLiteral("%1 files").arg(plan->files.size()),
            attemptFolder);
}

}
