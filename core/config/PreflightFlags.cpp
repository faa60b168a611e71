// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/OptionAvailability.h"
#include "core/config/PreflightRules.h"
#include "core/knowledge/OptionCatalogue.h"
#include "core/profile/Candidates.h"

#include <QRegularExpression>

namespace torchmason {

namespace {

// Variables of CMake and its find modules, which no list of PyTorch options names.
bool isFreeName(const QString& name)
{
    static const QRegularExpression free(QStringLiteral(
        R"(^(CMAKE_|CUDA|CUDNN|CUB_|NCCL_|Python3?_|PYTHON_|MKL|BLAS|OpenMP_|Torch_|CXX_AVX|VULKAN_|ROCM_|HIP_).*|_(ROOT|DIR|INCLUDE_DIR|LIBRARY|LIBRARIES)$)"));
    return free.match(name).hasMatch();
}

struct FlagLists {
    QStringList gone;
    QStringList tooNew;
    QStringList unknown;
};

FlagLists sortFlags(const PreflightInput& input, const OptionCatalogue& catalogue)
{
    FlagLists lists;
    const QString release = releaseOf(input.request.source);
    for (const FlagValue& flag : input.request.configuration.flags) {
        const OptionInfo* option = catalogue.option(flag.name);
        if (!option) {
            if (!isFreeName(flag.name))
                lists.unknown << flag.name;
            continue;
        }
        const OptionPresence presence = presenceOf(*option, release);
        if (presence == OptionPresence::Gone)
            lists.gone << flag.name;
        else if (presence == OptionPresence::NotYet)
            lists.tooNew << flag.name;
    }
    return lists;
}

void addList(QVector<CheckRow>& rows, const char* id, const QString& title, const QStringList& names,
    const QString& sentence, const QString& fix)
{
    if (names.isEmpty())
        return;
    CheckRow row = problemRow(id, CheckState::Warning, title, sentence.arg(names.join(QLatin1String(", "))));
    row.fixText = fix;
    rows.append(row);
}

bool isOn(const Configuration& configuration, const char* name)
{
    return isCMakeTrue(configuration.flagValue(QLatin1String(name)));
}

}

void checkFlagsForRelease(const PreflightInput& input, QVector<CheckRow>& rows)
{
    // The sample project has options of its own.
    const auto catalogue = OptionCatalogue::load();
    if (!catalogue || input.request.source.kind == SourceKind::Sample)
        return;
    const FlagLists lists = sortFlags(input, *catalogue);
    const QString number = releaseOf(input.request.source);
    const QString release
        = number.isEmpty() ? QStringLiteral("this tree") : QStringLiteral("PyTorch ") + number;
    addList(rows, "flags-removed", QStringLiteral("Flags without effect"), lists.gone,
        QStringLiteral("%1: no option of %2 any more.").arg(QStringLiteral("%1"), release),
        QStringLiteral("Take them out, or leave them: CMake ignores them."));
    addList(rows, "flags-too-new", QStringLiteral("Flags of a newer release"), lists.tooNew,
        QStringLiteral("%1: not yet an option of %2.").arg(QStringLiteral("%1"), release),
        QStringLiteral("Take them out, or build a newer release."));
    addList(rows, "flags-unknown", QStringLiteral("Unknown flags"), lists.unknown,
        QStringLiteral("%1: neither PyTorch nor CMake is known to read it."),
        QStringLiteral("Check the spelling."));
}

void checkFlagsWithoutEffect(const PreflightInput& input, QVector<CheckRow>& rows)
{
    const Configuration& configuration = input.request.configuration;
    QStringList responseFiles;
    for (const FlagValue& flag : configuration.flags) {
        if (flag.name.contains(QLatin1String("_USE_RESPONSE_FILE_FOR_")))
            responseFiles << flag.name;
    }
    if (!responseFiles.isEmpty() && input.request.generator == QLatin1String("Ninja")) {
        CheckRow row = problemRow("response-files-with-ninja", CheckState::Warning,
            QStringLiteral("Response-file flags"),
            QStringLiteral("The Ninja generator does not read the %1 response-file flags.")
                .arg(responseFiles.size()));
        row.fixText = QStringLiteral("CMAKE_NINJA_FORCE_RESPONSE_FILE=ON is what Ninja honours; with MSVC, "
                                     "CMake uses response files for objects anyway.");
        rows.append(row);
    }
    const auto readsAbi = [](const QString& name) { return name == QLatin1String("TORCH_CXX11_ABI"); };
    bool named = false;
    for (const FlagValue& flag : configuration.flags)
        named = named || readsAbi(flag.name);
    for (const EnvironmentValue& variable : configuration.environment)
        named = named || readsAbi(variable.name);
    if (named) {
        CheckRow row = problemRow("cxx11-abi-name", CheckState::Warning, QStringLiteral("TORCH_CXX11_ABI"),
            QStringLiteral("Nothing reads TORCH_CXX11_ABI."));
        row.fixText = QStringLiteral("Up to 2.7 the environment variable is _GLIBCXX_USE_CXX11_ABI; later "
                                     "releases always use the new ABI.");
        rows.append(row);
    }
}

void checkDistributed(const PreflightInput& input, QVector<CheckRow>& rows)
{
    const Configuration& configuration = input.request.configuration;
    if (input.request.source.kind == SourceKind::Sample)
        return;
    const FlagValue* distributed = configuration.flag(QStringLiteral("USE_DISTRIBUTED"));
    const bool off = distributed && !isCMakeTrue(distributed->value);
    QStringList orphans;
    for (const char* name : { "USE_GLOO", "USE_NCCL", "USE_MPI", "USE_TENSORPIPE" }) {
        if (off && isOn(configuration, name))
            orphans << QLatin1String(name);
    }
    addList(rows, "distributed-half-on", QStringLiteral("Distributed half on"), orphans,
        QStringLiteral("%1 needs USE_DISTRIBUTED, which is off."),
        QStringLiteral("Switch them off too, or USE_DISTRIBUTED on."));
    if (input.facts.platform != Platform::Windows || !input.profile.platforms.contains(Platform::Windows))
        return;
    if (isOn(configuration, "USE_NCCL")) {
        CheckRow row = problemRow("nccl-on-windows", CheckState::Warning, QStringLiteral("NCCL"),
            QStringLiteral("NCCL does not exist for Windows; CMake switches it off."));
        row.fixText = QStringLiteral("Set USE_NCCL to OFF.");
        rows.append(row);
    }
    if (!off && configuration.flagValue(QStringLiteral("libuv_ROOT")).isEmpty()) {
        CheckRow row = problemRow("distributed-on-windows", CheckState::Warning,
            QStringLiteral("Distributed on Windows"),
            QStringLiteral("USE_DISTRIBUTED is on (its default), and no libuv is named: builds have ended "
                           "with c10d::Work unresolved."));
        row.fixText = QStringLiteral(
            "Set USE_DISTRIBUTED to OFF and start from a clean build folder, or set libuv_ROOT.");
        rows.append(row);
    }
}

}
