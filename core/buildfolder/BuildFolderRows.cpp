// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/buildfolder/BuildFolderRows.h"

#include "core/base/AppPaths.h"
#include "core/base/Core.h"
#include "core/base/FolderPlace.h"
#include "core/buildfolder/AskedFlags.h"
#include "core/buildfolder/CleanAdvice.h"
#include "core/buildfolder/SameValue.h"
#include "core/buildfolder/SwitchedParts.h"
#include "core/config/OptionValue.h"
#include "core/knowledge/OptionCatalogue.h"
#include "core/patch/PatchUndo.h"
#include "core/stages/GateLaunchers.h"
#include "core/stages/InstallPlace.h"
#include "core/stages/SourceRows.h"

#include <QFileInfo>

#include <algorithm>

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

QString usualValue(const OptionInfo* option, Platform platform)
{
    return option ? OptionCatalogue::defaultFor(*option, platform) : QString();
}

bool isSwitchOf(const CacheEntry& entry, const QString& usual)
{
    return isCMakeSwitch(entry.value) && isCMakeSwitch(usual);
}

// Also what CMake reckons anew by itself.
bool isUsual(const CacheEntry& entry, const QString& usual)
{
    return entry.type == QLatin1String("INTERNAL") || entry.value == usual
        || (!usual.isEmpty() && isSameFlagValue(entry.value, usual));
}

// What nobody asks for now stays as it was asked for, or found, when the folder was configured. Of what
// PyTorch switches off by itself where a library is missing, that is no news.
QMap<QString, QString> keptValues(
    const BuildRequest& request, const BuildFolderState& state, Platform platform)
{
    static const QStringList news { QStringLiteral("USE_CUDA"), QStringLiteral("USE_CUDNN"),
        QStringLiteral("USE_DISTRIBUTED"), QStringLiteral("USE_FLASH_ATTENTION"),
        QStringLiteral("USE_MEM_EFF_ATTENTION"), QStringLiteral("USE_MKLDNN"), QStringLiteral("USE_OPENMP"),
        QStringLiteral("USE_NUMPY"), QStringLiteral("BUILD_PYTHON") };
    QMap<QString, QString> kept = unaskedValues(flagsForCMake(request, platform), state, platform);
    for (const QString& name : kept.keys()) {
        if (!news.contains(name) && !state.asked.contains(name))
            kept.remove(name);
    }
    return kept;
}

QString firstOf(const QStringList& parts)
{
    constexpr int most = 5;
    QStringList first = parts.mid(0, most);
    if (parts.size() > most)
        first << Core::tr("%n more", nullptr, int(parts.size()) - most);
    return first.join(QLatin1String(", "));
}

CheckRow keptRow(const BuildRequest& request, const QMap<QString, QString>& kept)
{
    const QString names = firstOf(kept.keys());
    QStringList told;
    Change set;
    for (const auto& [name, value] : kept.asKeyValueRange()) {
        told << QStringLiteral("%1=%2").arg(name, value);
        set.steps.append({ StepKind::SetFlag, name, value });
    }
    set.title = Core::tr("Set %1").arg(firstOf(told));
    CheckRow row = folderRow(request, "cached-value-wins", CheckState::Warning,
        kept.size() == 1
            ? Core::tr("%1 is not set now, so CMake keeps the value from the last time this folder was "
                       "configured.")
                  .arg(told.first())
            : Core::tr("%1 are not set now, so CMake keeps the values from the last time this folder was "
                       "configured.")
                  .arg(firstOf(told)));
    row.reference = Core::tr("CMake's cache keeps options that are not given again");
    row.fixText = Core::tr("Set %1, or delete CMake's cache first (--clean cache).").arg(names);
    // What CMake found with a tool stays when the tool's entry alone goes.
    if (std::none_of(kept.keyBegin(), kept.keyEnd(), isToolFlag)) {
        Change unset = unsetFlagsChange(kept.keys());
        unset.title = Core::tr("Remove %1 from CMake's cache").arg(names);
        row.changes << unset;
    }
    row.changes << set;
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
    if (cleanLevelOf(request) == CleanLevel::None) {
        if (const auto kept = keptValues(request, state, platform); !kept.isEmpty())
            rows.append(keptRow(request, kept));
    }
    return rows;
}

// A tree that is fetched may still become one to which they apply.
QVector<CheckRow> patchRows(const BuildRequest& request)
{
    if (!canPlanPatches(request))
        return {};
    const auto plan = planPatchStage(request);
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
        if ((isTold(entry.name, *options) || state.asked.contains(entry.name)) && !entry.value.isEmpty())
            cache[entry.name.toStdString()] = toJson(entry.value);
    }
    QStringList outputs;
    for (const QString& part : switchedParts())
        outputs += outputsOfPart(state, part, OutputChoice::All).mid(0, 1);
    outputs.removeDuplicates();
    return { { "path", toJson(state.folder) }, { "cache", cache }, { "asked", toJson(state.asked) },
        { "outputs", toJson(outputs) } };
}

Configuration flagsForCMake(const BuildRequest& request, Platform platform)
{
    QStringList warnings;
    const StageContext context { request, platform, warnings };
    Configuration flags = request.configuration;
    for (const FlagValue& flag : wheelFlags(context) + gateFlags(context)) {
        if (!flags.flag(flag.name))
            flags.setFlag(flag);
    }
    const QString makeProgram = QStringLiteral("CMAKE_MAKE_PROGRAM"); // of Ninja
    if (!flags.flag(makeProgram))
        flags.setFlag({ makeProgram, {}, {}, ValueOrigin::Default });
    return flags;
}

QMap<QString, QString> unaskedValues(
    const Configuration& asked, const BuildFolderState& state, Platform platform)
{
    constexpr qsizetype most = 200;
    QMap<QString, QString> values;
    const auto options = OptionCatalogue::load();
    for (const CacheEntry& entry : state.cache.entries()) {
        const QString usual = usualValue(options ? options->option(entry.name) : nullptr, platform);
        const bool isUnasked = !asked.flag(entry.name) && !asked.unsetFlags.contains(entry.name);
        if (isUnasked && !isUsual(entry, usual) && values.size() < most
            && (isSwitchOf(entry, usual) || state.asked.contains(entry.name)))
            values.insert(entry.name, entry.value);
    }
    return values;
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
    const auto texts = [&reader](const char* name) {
        const Json& object = reader.child(name);
        return object.is_null() ? QMap<QString, QString>() : textsFromJson(object);
    };
    const auto cache = texts("cache");
    const auto asked = texts("asked");
    if (!reader.ok() || !cache || !asked)
        return refused;
    state.asked = *asked;
    QByteArray text;
    for (const auto& [name, value] : cache->asKeyValueRange())
        text += name.toUtf8() + ":STRING=" + value.toUtf8() + '\n';
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

Result<PatchPlan> planPatchStage(const BuildRequest& request)
{
    const auto plan = planPatches(request.sourceFolder, request.patches);
    if (plan || !runsStage(request, StageKind::Fetch))
        return plan;
    const auto later = planPatches(request.sourceFolder, request.patches,
        contentBeforePatches(request.sourceFolder, AppPaths::attemptsFolder()));
    return later ? later : plan;
}

QVector<CheckRow> diskRows(const BuildRequest& request)
{
    QVector<CheckRow> rows = sourceFolderRows(request) + flatbuffersRows(request) + buildFolderRows(request)
        + patchRows(request) + installPlaceRows(request) + wheelsFolderRows(request);
    markWhatPrevents(rows);
    return rows;
}

}
