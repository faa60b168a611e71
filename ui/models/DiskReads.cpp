// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/DiskReads.h"

#include "core/attempt/EarlierTimes.h"
#include "core/attempt/FolderClaim.h"
#include "core/base/ControlCharacters.h"
#include "core/base/RegularFile.h"
#include "core/buildfolder/BuildFolderRows.h"
#include "core/config/OptionValue.h"
#include "core/fixes/FixProposals.h"
#include "core/history/LaterTries.h"
#include "core/parse/LineCleaner.h"
#include "core/stages/StagePlan.h"
#include "core/store/AttemptFiles.h"
#include "core/store/AttemptStore.h"
#include "ui/text/Ui.h"
#include "ui/text/WindowWords.h"

namespace torchmason {

namespace {

constexpr qsizetype mostShown = 200'000; // characters of a diff

QString patchesText(const BuildRequest& request)
{
    if (!canPlanPatches(request))
        return {};
    const auto plan = planPatchStage(request);
    if (!plan)
        return {}; // a row says why
    const auto bytes = diffOf(*plan);
    if (!bytes)
        return bytes.error().message;
    const QString diff = QString::fromUtf8(*bytes);
    if (diff.isEmpty())
        return Ui::tr("The source has all of these changes already.");
    return diff.size() > mostShown ? diff.left(mostShown) + QStringLiteral("\n…") : diff;
}

// CMake reckons internal ones anew.
void addFolderValues(const QString& buildFolder, DiskAnswer& answer)
{
    const auto state = readConfigured(buildFolder);
    if (!state)
        return;
    for (const CacheEntry& entry : state->cache.entries()) {
        if (entry.type != QLatin1String("INTERNAL")
            && (isCMakeSwitch(entry.value) || state->asked.contains(entry.name)))
            answer.inFolder.insert(entry.name, entry.value);
    }
    answer.unlikeDefault = unaskedValues({}, *state, hostPlatform());
}

// Asked here, it is known to plans that must not wait.
QString compilerPrefix(const BuildRequest& request)
{
    const auto plan = makeStagePlan(request, hostPlatform());
    for (const Stage& stage : plan ? plan->stages : QVector<Stage>()) {
        for (const Command& command : stage.commands) {
            for (const EnvironmentValue& variable : command.environment) {
                if (variable.name == QLatin1String("CCACHE_PREFIX"))
                    return variable.value.value_or(QString());
            }
        }
    }
    return {};
}

// Whatever else is said of the folder may change before this build begins.
QVector<CheckRow> inUseRows(const BuildRequest& request)
{
    const auto inUse = FolderClaim::buildInUse(request.buildFolder);
    if (!inUse)
        return {};
    CheckRow row = problemRow(
        "build-folder-in-use", CheckState::Warning, Ui::tr("Build folder"), inWindowWords(inUse->message));
    row.field = BuildField::BuildFolder;
    row.fixText = Ui::tr("Choose another build folder, or wait until that attempt has ended.");
    return { row };
}

}

DiskAnswer readDisk(const BuildRequest& request)
{
    DiskAnswer answer { inUseRows(request) + diskRows(request), patchesText(request) };
    addFolderValues(request.buildFolder, answer);
    answer.compilerPrefix = compilerPrefix(request);
    return answer;
}

QString diskQuestion(const BuildRequest& request)
{
    Json asked = toJson(request);
    asked.erase("hostFacts");
    return QString::fromStdString(asked.dump());
}

std::optional<Configuration> lastSuccessOf(const BuildRequest& request, const QString& attemptsFolder)
{
    const QString wanted = comparableBuild(request);
    for (const AttemptSummary& attempt : AttemptStore(attemptsFolder).list()) {
        if (attempt.error.isEmpty() && attempt.record.state == AttemptState::Succeeded
            && !attempt.record.imported && comparableBuild(attempt.record.request) == wanted)
            return attempt.record.request.configuration;
    }
    return std::nullopt;
}

QVector<Fix> fittedFixes(const AttemptRecord& record, const Finding& finding, const QString& attemptsFolder)
{
    QVector<Finding> findings { finding };
    completeForAttempt(findings, record);
    markTriedLater(findings, record, AttemptStore(attemptsFolder));
    return findings.first().fixes;
}

QString endOfLog(const QString& attemptFolder, const QString& stage)
{
    constexpr qint64 most = 1 << 14; // bytes
    constexpr qsizetype mostLines = 30;
    RegularFile file(AttemptFiles::log(attemptFolder, stage));
    if (stage.isEmpty() || !file.open(QIODevice::ReadOnly))
        return {};
    const bool isCut = file.size() > most;
    if (isCut && !file.seek(file.size() - most))
        return {};
    LineCleaner cleaner;
    QStringList lines;
    for (const QByteArray& line : file.read(most).split('\n'))
        lines << withoutControls(QString::fromUtf8(cleaner.clean(line)));
    if (isCut)
        lines.removeFirst(); // begins in the middle
    while (!lines.isEmpty() && lines.last().trimmed().isEmpty())
        lines.removeLast();
    return lines.mid(std::max<qsizetype>(0, lines.size() - mostLines)).join(u'\n');
}

}
