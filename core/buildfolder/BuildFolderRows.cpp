// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/buildfolder/BuildFolderRows.h"

#include "core/base/Core.h"
#include "core/buildfolder/BuildFolderFacts.h"
#include "core/buildfolder/CleanAdvice.h"
#include "core/config/OptionValue.h"
#include "core/knowledge/OptionCatalogue.h"
#include "core/stages/StagePlan.h"

namespace torchmason {

namespace {

CheckRow folderRow(const BuildRequest& request, const char* id, CheckState state, const QString& found)
{
    CheckRow row;
    row.id = QLatin1String(id);
    row.group = QStringLiteral("configuration");
    row.title = Core::tr("What is in the build folder");
    row.state = state;
    row.found = found;
    row.where = request.buildFolder;
    return row;
}

CheckRow unreadableRow(const BuildRequest& request, const Error& error)
{
    CheckRow row = folderRow(request, "build-folder-stale", CheckState::Fail, error.message);
    row.fixText = Core::tr("Empty the build folder.");
    return row;
}

CheckRow staleRow(const BuildRequest& request, const CleanAdvice& advice)
{
    CheckRow row
        = folderRow(request, "build-folder-stale", CheckState::Fail, advice.reasons.join(QLatin1Char(' ')));
    row.fixText = adviceSentence(advice, request.buildFolder).section(QLatin1String(". "), -1);
    return row;
}

// Empty where nobody can say that the value is not what CMake would take by itself.
QString unlikeDefault(const OptionInfo& option, const CMakeCache& cache, Platform platform)
{
    const CacheEntry* entry = cache.entry(option.name);
    const QString usual = OptionCatalogue::defaultFor(option, platform);
    if (!entry || entry->type == QLatin1String("INTERNAL") || !isCMakeSwitch(entry->value)
        || !isCMakeSwitch(usual) || isCMakeTrue(entry->value) == isCMakeTrue(usual))
        return {};
    return QStringLiteral("%1=%2").arg(option.name, entry->value);
}

// What nobody asks for now stays as it was asked for, or found, when the folder was configured. Of what
// PyTorch switches off by itself where a library is missing, that is no news.
QStringList keptValues(const BuildRequest& request, const BuildFolderState& state, Platform platform)
{
    QStringList kept;
    const auto options = OptionCatalogue::load();
    for (const char* name : { "USE_CUDA", "USE_CUDNN", "USE_DISTRIBUTED", "USE_FLASH_ATTENTION",
             "USE_MEM_EFF_ATTENTION", "USE_MKLDNN", "USE_OPENMP", "USE_NUMPY", "BUILD_PYTHON" }) {
        const OptionInfo* option = options ? options->option(QLatin1String(name)) : nullptr;
        const Configuration& asked = request.configuration;
        if (!option || asked.flag(option->name) || asked.unsetFlags.contains(option->name))
            continue;
        const QString value = unlikeDefault(*option, state.cache, platform);
        if (!value.isEmpty())
            kept << value;
    }
    return kept;
}

CheckRow keptRow(const BuildRequest& request, const QStringList& kept)
{
    CheckRow row = folderRow(request, "cached-value-wins", CheckState::Warning,
        Core::tr("Nothing is said about %1 now, so it stays as the folder was configured before.")
            .arg(kept.join(QLatin1String(", "))));
    row.reference = Core::tr("CMake's cache keeps options that are not given again");
    row.fixText = Core::tr("Set it to what it shall be, or clean CMake's cache first.");
    return row;
}

bool isLookedAt(const BuildRequest& request)
{
    return request.cleanLevel != QLatin1String("none") && runsStage(request, StageKind::Configure);
}

QVector<CheckRow> rowsOf(const BuildRequest& request, const BuildFolderState& state, Platform platform)
{
    QVector<CheckRow> rows;
    const CleanAdvice advice = adviseClean(buildFolderWishes(request), state);
    if (advice.level > cleanLevelOf(request))
        rows.append(staleRow(request, advice));
    const QStringList kept = keptValues(request, state, platform);
    if (cleanLevelOf(request) == CleanLevel::None && !kept.isEmpty())
        rows.append(keptRow(request, kept));
    return rows;
}

}

QVector<CheckRow> buildFolderRows(const BuildRequest& request)
{
    if (!isLookedAt(request))
        return {};
    const auto state = readBuildFolder(request.buildFolder);
    return state ? rowsOf(request, *state, hostPlatform())
                 : QVector<CheckRow> { unreadableRow(request, state.error()) };
}

QVector<CheckRow> buildFolderRows(const BuildRequest& request, const HostFacts& facts)
{
    if (!isLookedAt(request))
        return {};
    const auto state = buildFolderOf(facts);
    if (!state)
        return { unreadableRow(request, state.error()) };
    return *state ? rowsOf(request, **state, facts.platform) : QVector<CheckRow>();
}

}
