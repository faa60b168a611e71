// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/buildfolder/BuildFolderRows.h"

#include "core/base/Core.h"
#include "core/base/FolderPlace.h"
#include "core/buildfolder/CleanAdvice.h"
#include "core/buildfolder/SwitchedParts.h"
#include "core/config/OptionValue.h"
#include "core/knowledge/OptionCatalogue.h"
#include "core/patch/PatchPlan.h"
#include "core/stages/InstallPlace.h"
#include "core/stages/SourceRows.h"
#include "core/stages/StagePlan.h"

#include <QFileInfo>

namespace torchmason {

namespace {

const char member[] = "buildFolder";

// What advice on cleaning asks for, besides the options.
bool isTold(const QString& name, const OptionCatalogue& options)
{
    static const QStringList others { QStringLiteral("CMAKE_GENERATOR"),
        QStringLiteral("CMAKE_HOME_DIRECTORY"), QStringLiteral("CMAKE_CACHEFILE_DIR"),
        QStringLiteral("CMAKE_BUILD_TYPE"), QStringLiteral("CMAKE_TOOLCHAIN_FILE"),
        QStringLiteral("CMAKE_C_COMPILER"), QStringLiteral("CMAKE_CXX_COMPILER"),
        QStringLiteral("CMAKE_CUDA_COMPILER"), QStringLiteral("CMAKE_CUDA_HOST_COMPILER"),
        QStringLiteral("CUDAToolkit_ROOT") };
    return others.contains(name) || options.option(name);
}

CheckRow folderRow(const BuildRequest& request, const char* id, CheckState state, const QString& found)
{
    CheckRow row;
    row.id = QLatin1String(id);
    row.group = QStringLiteral("configuration");
    row.title = Core::tr("What is in the build folder");
    row.state = state;
    row.found = found;
    row.where = request.buildFolder;
    row.field = BuildField::CleanFirst;
    return row;
}

CheckRow unreadableRow(const BuildRequest& request, const Error& error)
{
    CheckRow row = folderRow(request, "build-folder-stale", CheckState::Fail, error.message);
    row.fixText = Core::tr("Clean the build folder, or choose another one.");
    return row;
}

CheckRow placeRow(const BuildRequest& request)
{
    CheckRow row = problemRow("build-folder-place", CheckState::Fail, Core::tr("Build folder"),
        Core::tr("Nothing can be written to %1.").arg(request.buildFolder));
    row.where = request.buildFolder;
    row.field = BuildField::BuildFolder;
    row.fixText = Core::tr("Choose another folder.");
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
    return entry->value;
}

// What nobody asks for now stays as it was asked for, or found, when the folder was configured. Of what
// PyTorch switches off by itself where a library is missing, that is no news.
QStringList keptValues(const BuildRequest& request, const BuildFolderState& state, Platform platform)
{
    QStringList kept;
    const auto switches = unaskedSwitches(request.configuration, state.cache, platform);
    for (const char* name : { "USE_CUDA", "USE_CUDNN", "USE_DISTRIBUTED", "USE_FLASH_ATTENTION",
             "USE_MEM_EFF_ATTENTION", "USE_MKLDNN", "USE_OPENMP", "USE_NUMPY", "BUILD_PYTHON" }) {
        if (const QString value = switches.value(QLatin1String(name)); !value.isEmpty())
            kept << QStringLiteral("%1=%2").arg(QLatin1String(name), value);
    }
    return kept;
}

CheckRow keptRow(const BuildRequest& request, const QStringList& kept)
{
    CheckRow row = folderRow(request, "cached-value-wins", CheckState::Warning,
        Core::tr("%1 is not set now, so CMake keeps the value from the last time this folder was configured.")
            .arg(kept.join(QLatin1String(", "))));
    row.reference = Core::tr("CMake's cache keeps options that are not given again");
    QStringList names;
    for (const QString& value : kept)
        names << value.section(QLatin1Char('='), 0, 0);
    row.fixText = Core::tr("Set %1 to ON or OFF, or delete CMake's cache first (--clean cache).")
                      .arg(names.join(QLatin1String(", ")));
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

// A tree that is fetched may still become one to which they apply.
QVector<CheckRow> patchRows(const BuildRequest& request)
{
    if (!canPlanPatches(request))
        return {};
    const auto plan = planPatches(request.sourceFolder, request.patches);
    if (plan)
        return {};
    CheckRow row;
    row.id = QStringLiteral("patches");
    row.group = QStringLiteral("configuration");
    row.title = Core::tr("Changes to the source");
    row.state = request.fetches() ? CheckState::Warning : CheckState::Fail;
    row.found = plan.error().message;
    row.where = request.sourceFolder;
    row.field = BuildField::SourceFolder;
    row.fixText = Core::tr("Choose a source tree of the release that the profile is for, or leave the "
                           "stage \"patch\" out (--skip patch).");
    return { row };
}

}

Json buildFolderFacts(const BuildFolderState& state)
{
    const auto options = OptionCatalogue::load();
    if (!options || (!state.isConfigured && state.outputs.isEmpty()))
        return nullptr;
    Json cache = Json::object();
    for (const CacheEntry& entry : state.cache.entries()) {
        if (isTold(entry.name, *options) && !entry.value.isEmpty())
            cache[entry.name.toStdString()] = toJson(entry.value);
    }
    QStringList outputs;
    for (const QString& part : switchedParts())
        outputs += outputsOfPart(state, part, OutputChoice::All).mid(0, 1);
    outputs.removeDuplicates();
    return { { "path", toJson(state.folder) }, { "cache", cache }, { "outputs", toJson(outputs) } };
}

QMap<QString, QString> unaskedSwitches(const Configuration& asked, const CMakeCache& cache, Platform platform)
{
    constexpr qsizetype most = 200;
    QMap<QString, QString> switches;
    const auto options = OptionCatalogue::load();
    for (const OptionInfo& option : options ? options->options() : QVector<OptionInfo>()) {
        if (asked.flag(option.name) || asked.unsetFlags.contains(option.name) || switches.size() == most)
            continue;
        if (const QString value = unlikeDefault(option, cache, platform); !value.isEmpty())
            switches.insert(option.name, value);
    }
    return switches;
}

Result<std::optional<BuildFolderState>> buildFolderOf(const HostFacts& facts)
{
    const auto found = facts.rest.is_object() ? facts.rest.find(member) : facts.rest.end();
    if (!facts.rest.is_object() || found == facts.rest.end() || found->is_null())
        return std::optional<BuildFolderState>();
    const Error refused { QStringLiteral(
        "buildFolder in the facts must look like {\"path\": \"C:/pt/build\", "
        "\"cache\": {\"USE_CUDA\": \"ON\"}, \"outputs\": []}.") };
    if (!found->is_object())
        return refused;
    JsonReader reader(*found, QString::fromLatin1(member));
    BuildFolderState state;
    state.folder = reader.string("path", {});
    state.outputs = reader.strings("outputs");
    const Json& cache = reader.child("cache");
    if (!reader.ok() || (!cache.is_object() && !cache.is_null()))
        return refused;
    QByteArray text;
    for (const auto& entry : cache.items()) {
        if (!entry.value().is_string())
            return refused;
        text += QByteArray::fromStdString(entry.key())
            + ":STRING=" + QByteArray::fromStdString(entry.value().get<std::string>()) + '\n';
    }
    state.cache = CMakeCache::parse(text);
    state.isConfigured = !text.isEmpty();
    return std::optional(state);
}

QVector<CheckRow> buildFolderRows(const BuildRequest& request)
{
    if (!isLookedAt(request))
        return {};
    if (!canHoldFiles(request.buildFolder))
        return { placeRow(request) };
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

bool canPlanPatches(const BuildRequest& request)
{
    return !request.patches.isEmpty() && runsStage(request, StageKind::Patch)
        && QFileInfo(request.sourceFolder).isDir();
}

QVector<CheckRow> diskRows(const BuildRequest& request)
{
    QVector<CheckRow> rows = sourceFolderRows(request) + flatbuffersRows(request) + buildFolderRows(request)
        + patchRows(request) + installPlaceRows(request) + wheelsFolderRows(request);
    markWhatPrevents(rows);
    return rows;
}

}
