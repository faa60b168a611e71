// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/FixCommands.h"
#include "core/config/PreflightRules.h"
#include "core/knowledge/CudaCatalogue.h"
#include "core/knowledge/GpuCatalogue.h"
#include "core/knowledge/VersionText.h"
#include "core/profile/Candidates.h"

#include <QDir>

namespace torchmason {

namespace {

// The toolkit that the flags name, else the one that the profile would take.
const CudaToolkitFacts* chosenToolkit(const PreflightInput& input)
{
    for (const char* name : { "CUDA_TOOLKIT_ROOT_DIR", "CUDAToolkit_ROOT" }) {
        const QString root
            = QDir::fromNativeSeparators(input.request.configuration.flagValue(QLatin1String(name)));
        for (const CudaToolkitFacts& toolkit : input.facts.cudaToolkits) {
            if (!root.isEmpty()
                && QDir::cleanPath(toolkit.root).compare(QDir::cleanPath(root), Qt::CaseInsensitive) == 0)
                return &toolkit;
        }
    }
    const CudaToolkitFacts* fitting = toolkitFor(input.facts, input.profile.needs);
    return fitting ? fitting : input.facts.winningToolkit();
}

const CudaToolkitInfo* infoOf(const CudaCatalogue& catalogue, const CudaToolkitFacts* toolkit)
{
    return toolkit ? catalogue.toolkit(toolkit->version) : nullptr;
}

ArchList archList(const PreflightInput& input)
{
    return parseArchList(archListOf(input.request.configuration));
}

QString gpuText(const GpuFacts& gpu)
{
    return QStringLiteral("%1 (%2)").arg(gpu.name, gpu.computeCapability);
}

QVector<ArchEntry> withoutPtx(const QStringList& capabilities)
{
    QVector<ArchEntry> entries;
    for (const QString& capability : capabilities)
        entries.append({ capability, false });
    return entries;
}

// Whether nvcc was told to accept any host compiler.
bool acceptsAnyCompiler(const Configuration& configuration)
{
    const QString allow = QStringLiteral("allow-unsupported-compiler");
    for (const FlagValue& flag : configuration.flags) {
        if (flag.value.contains(allow))
            return true;
    }
    for (const EnvironmentValue& variable : configuration.environment) {
        if (variable.value.value_or(QString()).contains(allow))
            return true;
    }
    return false;
}

bool namesHostCompiler(const Configuration& configuration)
{
    return !configuration.flagValue(QStringLiteral("CMAKE_CUDA_HOST_COMPILER")).isEmpty()
        || !configuration.flagValue(QStringLiteral("CUDA_HOST_COMPILER")).isEmpty();
}

struct Ceiling {
    int found = 0;
    int maximum = 0;
    QString foundText;
    QString maximumText;
};

Ceiling ceilingOf(const CompilerFacts& compiler, const CudaToolkitInfo& info)
{
    const int major = majorOf(compiler.version);
    if (compiler.family == QLatin1String("msvc")) {
        const int number = major * 100 + compiler.version.section(QLatin1Char('.'), 1, 1).toInt(); // _MSC_VER
        return { number, info.msvcMaximum,
            QStringLiteral("%1 (_MSC_VER %2)").arg(compiler.product).arg(number), info.msvcNewest };
    }
    const int maximum = compiler.family == QLatin1String("clang") ? info.clangMaximum : info.gccMaximum;
    return { major, maximum, QStringLiteral("%1 %2").arg(compiler.family, compiler.version),
        QStringLiteral("%1 %2").arg(compiler.family).arg(maximum) };
}

}

void checkArchForGpu(const PreflightInput& input, QVector<CheckRow>& rows)
{
    if (!usesCuda(input.request.configuration))
        return;
    const ArchList list = archList(input);
    if (!list.unknown.isEmpty()) {
        CheckRow row
            = problemRow("arch-list-unreadable", CheckState::Fail, QStringLiteral("Architecture list"),
                QStringLiteral("TORCH_CUDA_ARCH_LIST holds \"%1\", which names no architecture.")
                    .arg(list.unknown));
        row.fixText = QStringLiteral("Write it like 8.6;12.0+PTX.");
        rows.append(row);
    }
    if (list.isAutomatic())
        return;
    const QString asked = archListOf(input.request.configuration);
    for (const GpuFacts& gpu : input.facts.gpus) {
        const ArchCoverage coverage = gpu.computeCapability.isEmpty()
            ? ArchCoverage::Native
            : coverageOf(list.entries, gpu.computeCapability);
        if (coverage == ArchCoverage::Native)
            continue;
        const bool ptx = coverage == ArchCoverage::Ptx;
        CheckRow row = problemRow(ptx ? "arch-only-ptx" : "arch-not-for-gpu",
            ptx ? CheckState::Warning : CheckState::Fail,
            QStringLiteral("Architecture for the graphics card"),
            ptx ? QStringLiteral(
                "Architecture %1 reaches the %2 by PTX only: kernels are compiled on first use.")
                      .arg(asked, gpuText(gpu))
                : QStringLiteral("What is compiled for architecture %1 does not run on the %2.")
                      .arg(asked, gpuText(gpu)));
        row.need = gpu.computeCapability;
        row.fixText = QStringLiteral("Set TORCH_CUDA_ARCH_LIST to %1.").arg(gpu.computeCapability);
        rows.append(row);
    }
}

void checkToolkitForGpu(const PreflightInput& input, QVector<CheckRow>& rows)
{
    if (!usesCuda(input.request.configuration))
        return;
    const auto catalogue = CudaCatalogue::load();
    const auto gpus = GpuCatalogue::load();
    const CudaToolkitFacts* toolkit = chosenToolkit(input);
    const CudaToolkitInfo* info = catalogue ? infoOf(*catalogue, toolkit) : nullptr;
    if (!info || !gpus)
        return;
    for (const GpuFacts& gpu : input.facts.gpus) {
        const GpuArchitecture* architecture = gpus->architecture(gpu.computeCapability);
        if (!architecture
            || coverageOf(withoutPtx(info->capabilities), gpu.computeCapability) == ArchCoverage::Native)
            continue;
        const bool tooOld = isBelow(toolkit->version, architecture->cudaMinimum);
        const QString range
            = tooOld ? rangeText(architecture->cudaMinimum, {}) : rangeText({}, architecture->cudaMaximum);
        // Code for an older card in PTX form still starts on a newer one.
        const bool ptx
            = tooOld && coverageOf(archList(input).entries, gpu.computeCapability) == ArchCoverage::Ptx;
        CheckRow row = problemRow("toolkit-not-for-gpu", ptx ? CheckState::Warning : CheckState::Fail,
            QStringLiteral("CUDA for the graphics card"),
            QStringLiteral("CUDA %1 cannot compile for the %2.").arg(toolkit->version, gpuText(gpu)));
        row.where = toolkit->root;
        row.need = QStringLiteral("CUDA %1 for %2").arg(range, architecture->name);
        row.fixText = QStringLiteral("Install CUDA %1 and build with it.").arg(range);
        row.fixCommand
            = cudaInstallCommand(input.facts, tooOld ? architecture->cudaMinimum : architecture->cudaMaximum);
        rows.append(row);
    }
}

void checkArchForToolkit(const PreflightInput& input, QVector<CheckRow>& rows)
{
    if (!usesCuda(input.request.configuration))
        return;
    const auto catalogue = CudaCatalogue::load();
    const CudaToolkitFacts* toolkit = chosenToolkit(input);
    const CudaToolkitInfo* info = catalogue ? infoOf(*catalogue, toolkit) : nullptr;
    if (!info)
        return;
    const ArchList list = archList(input);
    const QStringList missing = notCompiledBy(list.entries, info->capabilities);
    if (!missing.isEmpty()) {
        CheckRow row = problemRow("arch-not-in-toolkit", CheckState::Fail,
            QStringLiteral("Architecture for the toolkit"),
            QStringLiteral("nvcc of CUDA %1 does not know architecture %2.")
                .arg(toolkit->version, missing.join(QLatin1String(" and "))));
        row.where = toolkit->nvcc;
        QStringList wanted;
        for (const ArchEntry& entry : list.entries)
            wanted << entry.capability;
        const CudaToolkitInfo* other = catalogue->newestFor(wanted);
        row.fixText = other
            ? QStringLiteral("Build with CUDA %1, or take %2 out of TORCH_CUDA_ARCH_LIST.")
                  .arg(other->version, missing.join(QLatin1String(" and ")))
            : QStringLiteral("Take %1 out of TORCH_CUDA_ARCH_LIST: no toolkit compiles for all of it.")
                  .arg(missing.join(QLatin1String(" and ")));
        rows.append(row);
    }
    if (list.isAutomatic() && list.unknown.isEmpty() && majorOf(toolkit->version) >= 13
        && input.facts.gpus.isEmpty()) {
        CheckRow row = problemRow("arch-list-empty", CheckState::Warning, QStringLiteral("Architecture list"),
            QStringLiteral("No architecture is chosen and no card is here; trees older than CUDA 13 then ask "
                           "for ones that nvcc refuses."));
        row.fixText = QStringLiteral("Set TORCH_CUDA_ARCH_LIST to the cards that will run it.");
        rows.append(row);
    }
}

void checkHostCompiler(const PreflightInput& input, QVector<CheckRow>& rows)
{
    const Configuration& configuration = input.request.configuration;
    const CompilerFacts* compiler = compilerFor(input.facts, input.profile.needs);
    if (!usesCuda(configuration) || !compiler || namesHostCompiler(configuration))
        return;
    const auto catalogue = CudaCatalogue::load();
    const CudaToolkitFacts* toolkit = chosenToolkit(input);
    const CudaToolkitInfo* info = catalogue ? infoOf(*catalogue, toolkit) : nullptr;
    if (!info)
        return;
    const Ceiling ceiling = ceilingOf(*compiler, *info);
    if (ceiling.maximum == 0 || ceiling.found <= ceiling.maximum)
        return;
    const bool allowed = acceptsAnyCompiler(configuration);
    CheckRow row = problemRow("host-compiler-too-new", allowed ? CheckState::Warning : CheckState::Fail,
        QStringLiteral("Compiler for CUDA"),
        QStringLiteral("CUDA %1 does not accept %2.").arg(toolkit->version, ceiling.foundText));
    row.where = compiler->path;
    row.need = QStringLiteral("up to %1").arg(ceiling.maximumText);
    if (allowed)
        row.found += QStringLiteral(" -allow-unsupported-compiler lifts the check, not the cause.");
    if (compiler->family == QLatin1String("gcc")) {
        row.fixText = QStringLiteral("Install g++-%1 and set CMAKE_CUDA_HOST_COMPILER to /usr/bin/g++-%1.")
                          .arg(ceiling.maximum);
        row.fixCommand = QStringLiteral("sudo apt-get install -y g++-%1").arg(ceiling.maximum);
    } else {
        row.fixText = QStringLiteral("Use %1 at most, or a newer CUDA.").arg(ceiling.maximumText);
    }
    rows.append(row);
}

}
