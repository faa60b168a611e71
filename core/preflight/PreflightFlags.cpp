// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Core.h"
#include "core/config/OptionValue.h"
#include "core/knowledge/OptionCatalogue.h"
#include "core/preflight/PreflightRules.h"
#include "core/profile/Candidates.h"

#include <algorithm>

namespace torchmason {

namespace {

struct FlagLists {
    QStringList gone;
    QStringList tooNew;
    QStringList notInTree; // the table has them in this release
    QStringList ofTour;
};

// The program passes it by itself, and a switch that is off asks for nothing: neither is news to a user who
// did not set it.
bool isHarmless(const FlagValue& flag)
{
    return flag.origin != ValueOrigin::User
        && (flag.name == QLatin1String("Python_EXECUTABLE")
            || (isCMakeSwitch(flag.value) && !isCMakeTrue(flag.value)));
}

FlagLists sortFlags(const BuildChoice& choice, const OptionCatalogue& catalogue)
{
    FlagLists lists;
    const QString& release = choice.releaseText;
    for (const FlagValue& flag : choice.request.configuration.flags) {
        const OptionInfo* option = catalogue.option(flag.name);
        if (!option)
            continue;
        if (!option->isRead(false)) {
            lists.ofTour << flag.name;
            continue;
        }
        const OptionPresence presence = presenceOf(*option, release, choice.tree.get());
        if (presence == OptionPresence::Gone)
            lists.gone << flag.name;
        else if (presence == OptionPresence::NotYet && isHarmless(flag))
            continue;
        else if (presence == OptionPresence::NotYet)
            lists.tooNew << flag.name;
        else if (presence == OptionPresence::NotInTree)
            lists.notInTree << flag.name;
    }
    return lists;
}

void addList(QVector<CheckRow>& rows, const char* id, const QString& title, const QStringList& names,
    const QString& sentence, const QString& fix)
{
    if (names.isEmpty())
        return;
    CheckRow& row
        = addProblem(rows, id, CheckState::Warning, title, sentence.arg(names.join(QLatin1String(", "))));
    row.fixText = fix;
    row.changes = { unsetFlagsChange(names) };
}

}

void checkFlagsForRelease(const BuildChoice& choice, QVector<CheckRow>& rows)
{
    // The sample project has options of its own.
    const auto catalogue = OptionCatalogue::load();
    if (!catalogue || choice.request.source.kind == SourceKind::Sample)
        return;
    const FlagLists lists = sortFlags(choice, *catalogue);
    const QString& number = choice.releaseText;
    const QString release = number.isEmpty() ? Core::tr("this tree") : QStringLiteral("PyTorch ") + number;
    addList(rows, "flags-removed", Core::tr("Flags without effect"), lists.gone,
        Core::tr("%1: no longer an option of %2.").arg(QStringLiteral("%1"), release),
        Core::tr("Remove them, or leave them: CMake ignores them."));
    addList(rows, "flags-too-new", Core::tr("Flags of a newer release"), lists.tooNew,
        Core::tr("%1: not yet an option of %2.").arg(QStringLiteral("%1"), release),
        Core::tr("Remove them, or build a newer release."));
    addList(rows, "flags-of-tour", Core::tr("Flags of the tour"), lists.ofTour,
        Core::tr("%1: only the sample project of the tour reads it."),
        Core::tr("Remove them: they change nothing here."));
    if (choice.tree)
        addList(rows, "flags-not-in-tree", Core::tr("Flags that the source does not know"), lists.notInTree,
            Core::tr("%1: no file of the build in %2 reads it.")
                .arg(QStringLiteral("%1"), choice.tree->folder),
            Core::tr("Remove them, or leave them: CMake ignores them."));
}

void checkFlagsWithoutEffect(const BuildChoice& choice, QVector<CheckRow>& rows)
{
    const Configuration& configuration = choice.request.configuration;
    QStringList responseFiles;
    for (const FlagValue& flag : configuration.flags) {
        if (flag.name.contains(QLatin1String("_USE_RESPONSE_FILE_FOR_")))
            responseFiles << flag.name;
    }
    if (!responseFiles.isEmpty() && choice.request.generator == QLatin1String("Ninja")) {
        CheckRow& row = addProblem(rows, "response-files-with-ninja", CheckState::Warning,
            Core::tr("Response-file flags"),
            Core::tr("The Ninja generator does not read the %1 response-file flags.")
                .arg(responseFiles.size()));
        row.fixText = Core::tr("CMAKE_NINJA_FORCE_RESPONSE_FILE=ON is what Ninja honours; with MSVC, "
                               "CMake uses response files for objects anyway.");
        row.changes = { unsetFlagsChange(responseFiles) };
    }
    const QString abi = QStringLiteral("TORCH_CXX11_ABI");
    const bool isFlag = configuration.flag(abi);
    if (isFlag || variableOf(configuration, abi)) {
        CheckRow& row = addProblem(rows, "cxx11-abi-name", CheckState::Warning,
            QStringLiteral("TORCH_CXX11_ABI"), Core::tr("Nothing reads TORCH_CXX11_ABI."));
        row.changes = { isFlag ? unsetFlagsChange({ abi }) : unsetEnvironmentChange(abi) };
        row.fixText = Core::tr("Up to 2.7 the environment variable is _GLIBCXX_USE_CXX11_ABI; later "
                               "releases always use the new ABI.");
    }
}

namespace {

// Nothing names a folder of it, and its compiler was looked for and not found.
bool lacksRocm(const BuildChoice& choice)
{
    const Configuration& configuration = choice.request.configuration;
    for (const char* name : { "ROCM_PATH", "ROCM_HOME", "HIP_PATH" }) {
        if (configuration.flag(QLatin1String(name)) || variableOf(configuration, QLatin1String(name)))
            return false;
    }
    const QString compiler = QStringLiteral("hipcc");
    return !choice.facts.tool(compiler)
        && std::none_of(choice.facts.unknown.begin(), choice.facts.unknown.end(),
            [&](const UnknownFact& unknown) { return unknown.probe == compiler; });
}

}

// On by default, and then off where CMake finds no HIP: only what was asked for by name is meant here.
void checkRocm(const BuildChoice& choice, QVector<CheckRow>& rows)
{
    const QString rocm = QStringLiteral("USE_ROCM");
    const QString cuda = QStringLiteral("USE_CUDA");
    if (choice.isSample() || !choice.value(rocm).isSet() || !choice.isOn(rocm))
        return;
    // CMake switches it off, and a flag that was ON and is off then stops our configure stage.
    const bool lacks = !choice.value(rocm).isVariable && lacksRocm(choice);
    const QString missing = lacks ? Core::tr(" No ROCm was found here: CMake switches USE_ROCM off, and the "
                                             "build stops after configuring.")
                                  : QString();
    const auto add = [&](const char* id, const QString& found) -> CheckRow& {
        CheckRow& row = addProblem(rows, id, lacks ? CheckState::Fail : CheckState::Warning,
            QStringLiteral("ROCm"), (found + missing).trimmed());
        row.values = { choice.shown(rocm), choice.shown(cuda) };
        row.changes = { setFlagChange(rocm, QStringLiteral("OFF")) };
        row.reference = Core::tr("CMakeLists.txt of PyTorch");
        return row;
    };
    // Facts have NVIDIA's cards alone, so that one says nothing about AMD's beside it.
    if (choice.usesCuda) {
        CheckRow& row = add("rocm-and-cuda",
            Core::tr("USE_ROCM and USE_CUDA are both on; PyTorch is built either for AMD cards or for NVIDIA "
                     "cards."));
        row.changes.append(setFlagChange(cuda, QStringLiteral("OFF")));
        row.fixText = Core::tr("Switch one of the two off.");
    } else if (!choice.facts.gpus.isEmpty()) {
        CheckRow& row = add("rocm-for-nvidia",
            Core::tr("USE_ROCM builds for AMD cards, which do not include the %1.")
                .arg(choice.facts.gpus.first().name));
        row.isSoft = !lacks;
        row.fixText = Core::tr("Unless there is an AMD card as well, switch USE_ROCM off and USE_CUDA on.");
    } else if (lacks) {
        CheckRow& row = add("rocm-not-found", {});
        row.fixText = Core::tr("Switch USE_ROCM off, or install ROCm and name its folder in the environment "
                               "variable ROCM_PATH.");
    }
}

void checkDistributed(const BuildChoice& choice, QVector<CheckRow>& rows)
{
    if (choice.isSample())
        return;
    const bool off = !choice.isOn(QStringLiteral("USE_DISTRIBUTED"), true);
    QStringList orphans;
    for (const char* name : { "USE_GLOO", "USE_NCCL", "USE_MPI", "USE_TENSORPIPE" }) {
        if (off && choice.isOn(QLatin1String(name)))
            orphans << QLatin1String(name);
    }
    if (!orphans.isEmpty()) {
        CheckRow& row = addProblem(rows, "distributed-half-on", CheckState::Warning,
            Core::tr("Distributed only half on"),
            Core::tr("%1 needs USE_DISTRIBUTED, which is off.").arg(orphans.join(QLatin1String(", "))));
        row.values = { choice.shown(QStringLiteral("USE_DISTRIBUTED")) };
        Change change { Core::tr("Switch %1 off").arg(orphans.join(QLatin1String(", "))), {}, {}, {} };
        for (const QString& name : orphans) {
            row.values.append(choice.shown(name));
            change.steps.append({ StepKind::SetFlag, name, QStringLiteral("OFF") });
        }
        row.changes = { change, setFlagChange(QStringLiteral("USE_DISTRIBUTED"), QStringLiteral("ON")) };
        row.reference = Core::tr("CMakeLists.txt of PyTorch");
        row.fixText = Core::tr("Switch them off too, or USE_DISTRIBUTED on.");
    }
    if (!choice.isWindows() || !choice.profile.platforms.contains(Platform::Windows))
        return;
    for (const char* name : { "USE_NCCL", "USE_TENSORPIPE" }) {
        if (!choice.isOn(QLatin1String(name)) || orphans.contains(QLatin1String(name)))
            continue;
        CheckRow& row = addProblem(rows, "not-on-windows", CheckState::Warning, QLatin1String(name),
            Core::tr("PyTorch switches %1 off on Windows.").arg(QLatin1String(name)));
        row.values = { choice.shown(QLatin1String(name)) };
        row.reference = Core::tr("CMakeLists.txt of PyTorch");
        row.changes = { setFlagChange(QLatin1String(name), QStringLiteral("OFF")) };
        row.fixText = Core::tr("Set %1 to OFF.").arg(QLatin1String(name));
    }
}

// CMake looks for libuv in the environment alone, and switches distributed off where it finds none.
void checkLibuv(const BuildChoice& choice, QVector<CheckRow>& rows)
{
    const QString name = QStringLiteral("USE_DISTRIBUTED");
    const Configuration& configuration = choice.request.configuration;
    if (choice.isSample() || !choice.isWindows() || !choice.profile.platforms.contains(Platform::Windows)
        || !choice.isOn(name, true) || variableOf(configuration, QStringLiteral("libuv_ROOT"))
        || variableOf(configuration, QStringLiteral("CONDA_PREFIX")))
        return;
    const bool asked = choice.value(name).isSet();
    const bool asFlag = configuration.flag(QStringLiteral("libuv_ROOT"));
    CheckRow& row = addProblem(rows, "distributed-on-windows", asked ? CheckState::Fail : CheckState::Warning,
        Core::tr("Distributed on Windows"),
        asFlag ? Core::tr("libuv_ROOT is a flag, but CMake reads it from the environment: it finds no "
                          "libuv and switches USE_DISTRIBUTED off.")
               : Core::tr("USE_DISTRIBUTED is on%1, and the environment names no libuv: CMake switches "
                          "it off. Objects of an earlier build with it on leave c10d::Work unresolved.")
                     .arg(asked ? QString() : Core::tr(" by default")));
    row.values = { choice.shown(name), choice.shown(QStringLiteral("libuv_ROOT")) };
    row.reference = Core::tr("CMakeLists.txt of PyTorch");
    if (asFlag)
        row.changes.append(setEnvironmentChange(
            QStringLiteral("libuv_ROOT"), configuration.flagValue(QStringLiteral("libuv_ROOT"))));
    row.changes.append(setFlagChange(name, QStringLiteral("OFF")));
    row.fixText = Core::tr("Set USE_DISTRIBUTED to OFF, or set the environment variable libuv_ROOT to "
                           "the folder of libuv.");
}

}
