// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Core.h"
#include "core/change/FixCommands.h"
#include "core/config/PythonChoice.h"
#include "core/knowledge/GpuCatalogue.h"
#include "core/knowledge/PrerequisiteCatalogue.h"
#include "core/knowledge/VersionText.h"
#include "core/preflight/CardGroups.h"
#include "core/preflight/PreflightRules.h"
#include "core/profile/Candidates.h"

#include <QRegularExpression>

#include <algorithm>

namespace torchmason {

namespace {

bool isGcc(const CompilerFacts& compiler)
{
    return compiler.family == QLatin1String("gcc");
}

// The oldest that the release's CMake files take; empty where they do not say.
QString minimumOf(const CompilerFacts& compiler, const TorchRelease& release)
{
    if (isGcc(compiler))
        return release.gccMinimum;
    return compiler.family == QLatin1String("clang") ? release.clangMinimum : release.visualStudioMinimum;
}

QString versionOf(const CompilerFacts& compiler)
{
    return compiler.family == QLatin1String("msvc") ? visualStudioYear(compiler) : compiler.version;
}

QString nameOf(const CompilerFacts& compiler)
{
    return compiler.family == QLatin1String("msvc") ? QStringLiteral("Visual Studio") : compiler.family;
}

bool isTooOld(const CompilerFacts& compiler, const TorchRelease& release)
{
    const QString version = versionOf(compiler);
    return !version.isEmpty() && isBelow(version, minimumOf(compiler, release));
}

// The version that the build will see: what is pinned into its own environment, else what is installed.
QString packageVersion(const BuildChoice& choice, const QString& package)
{
    const PythonEnvironment& own = choice.request.python;
    for (const QString& pin : own.packages) {
        if (packageName(pin) == packageName(package))
            return pin.section(QStringLiteral("=="), 1);
    }
    return own.isWanted() || !choice.python ? QString() : choice.python->packages.value(packageName(package));
}

// The bounds that the tree itself names, in the place of the table's.
BuildPackage asInTree(BuildPackage package, const TreeFacts& tree)
{
    static const QRegularExpression bound(QStringLiteral("(>=|~=|<)\\s*(\\d[\\d.]*)"));
    const auto isIt = [&](const QString& line) { return packageName(line) == packageName(package.package); };
    const auto line = std::find_if(tree.requirements.begin(), tree.requirements.end(), isIt);
    if (line == tree.requirements.end())
        return package;
    for (auto matches = bound.globalMatch(line->section(u';', 0, 0)); matches.hasNext();) {
        const auto match = matches.next();
        (match.captured(1) == QLatin1String("<") ? package.below : package.minimum) = match.captured(2);
        package.source = sourceText(tree);
        package.confidence = QStringLiteral("high");
    }
    return package;
}

// The newest below a bound, of those that bounds are known for.
QString pinBelow(const BuildChoice& choice, const QString& package, const QString& bound)
{
    const bool old = choice.python && isBelow(choice.python->version, QStringLiteral("3.9"));
    if (package == QLatin1String("numpy"))
        return old ? QStringLiteral("1.21.6") : QStringLiteral("1.26.4");
    if (package == QLatin1String("setuptools"))
        return bound == QLatin1String("80") ? QStringLiteral("79.0.1") : QStringLiteral("80.9.0");
    return {};
}

// One that the release and nvcc take, where the distribution packages it.
void proposeNewerGcc(const BuildChoice& choice, const QString& minimum, CheckRow& row)
{
    const bool isWhole = minimum == QString::number(majorOf(minimum)); // not all of 11 are 11.3
    const int oldest = majorOf(minimum) + (isWhole ? 0 : 1);
    const QString& ofProfile = choice.profile.needs.gccMaximum;
    const int ofCuda = choice.toolkitInfo ? choice.toolkitInfo->gccMaximum : oldest;
    const int bound = choice.usesCuda ? ofCuda : oldest + 10; // without nvcc nothing says which is too new
    const int newest = ofProfile.isEmpty() ? bound : std::min(bound, majorOf(ofProfile));
    PackagedGcc gcc = choice.usesCuda ? packagedGcc(choice.facts, oldest, newest) : PackagedGcc {};
    // The oldest that will do is nearest to those that the release was made with.
    for (int version = oldest; !choice.usesCuda && gcc.version.isEmpty() && version <= newest; ++version)
        gcc = packagedGcc(choice.facts, version, version);
    if (gcc.version.isEmpty())
        return;
    row.fixCommand = gcc.command;
    Change change = installChange(Core::tr("Install g++-%1 and choose it").arg(gcc.version),
        QStringLiteral("gcc"), gcc.version, gcc.command);
    change.steps.append({ StepKind::Choose, QStringLiteral("cxx"), gcc.program });
    row.changes.append(change);
}

Change withoutCudnnChange()
{
    Change off = setFlagChange(QStringLiteral("USE_CUDNN"), QStringLiteral("OFF"));
    off.caveat = Core::tr("Convolutions get slow without cuDNN.");
    return off;
}

}

void checkCompilerForRelease(const BuildChoice& choice, QVector<CheckRow>& rows)
{
    if (!choice.release || !choice.compiler || !isTooOld(*choice.compiler, *choice.release))
        return;
    const CompilerFacts& compiler = *choice.compiler;
    const TorchRelease& release = *choice.release;
    CheckRow& row = addProblem(rows, "compiler-too-old", CheckState::Fail,
        Core::tr("Compiler for PyTorch %1").arg(release.version),
        Core::tr("PyTorch %1 does not compile with %2 %3.")
            .arg(release.version, nameOf(compiler), versionOf(compiler)));
    row.where = compiler.path;
    row.need = QStringLiteral("%1 %2").arg(nameOf(compiler), rangeText(minimumOf(compiler, release), {}));
    row.values = { { QStringLiteral("compiler"), compiler.version, compiler.source },
        { QStringLiteral("PyTorch"), choice.releaseText, QStringLiteral("source") } };
    row.reference = release.source;
    row.fixText = Core::tr("Install %1.").arg(row.need);
    for (const CompilerFacts& other : choice.facts.compilers) {
        if (&other != &compiler && other.family != QLatin1String("msvc") && !isTooOld(other, release))
            row.changes.append(chooseChange(QStringLiteral("%1 %2").arg(nameOf(other), other.version),
                QStringLiteral("cxx"), other.path));
    }
    if (isGcc(compiler))
        proposeNewerGcc(choice, release.gccMinimum, row);
}

void checkNinja(const BuildChoice& choice, QVector<CheckRow>& rows)
{
    const ToolFacts* ninja = choice.ninja;
    const auto catalogue = PrerequisiteCatalogue::load();
    if (!ninja || !catalogue || !choice.request.generator.startsWith(QLatin1String("Ninja")))
        return;
    const KnownBadTool* bad
        = catalogue->knownBad(QStringLiteral("ninja"), ninja->version, choice.facts.platform);
    if (!bad)
        return;
    CheckRow& row
        = addProblem(rows, "ninja-known-bad", bad->stopsBuilds ? CheckState::Fail : CheckState::Warning,
            QStringLiteral("Ninja"), Core::tr("ninja %1 %2.").arg(ninja->version, bad->effect));
    row.where = ninja->path;
    row.values = { { QStringLiteral("ninja"), ninja->version, ninja->source } };
    row.reference = bad->source;
    row.isSoft = bad->confidence != QLatin1String("high");
    row.fixText = bad->fix;
    row.fixCommand = installCommand(choice.facts, QStringLiteral("ninja"));
    row.changes.append(installChange(Core::tr("Install ninja 1.13.1 or newer"), QStringLiteral("ninja"),
        QStringLiteral("1.13.1"), row.fixCommand));
}

// Trees of numpy 1 use members of PyArray_Descr that numpy 2 took away (pytorch pull request 121880, in 2.3);
// setuptools matters to wheels.
void checkPackagesForRelease(const BuildChoice& choice, QVector<CheckRow>& rows)
{
    const auto catalogue = PrerequisiteCatalogue::load();
    if (!catalogue || !choice.isOn(QStringLiteral("BUILD_PYTHON"), true) || choice.isSample())
        return;
    for (const BuildPackage& listed : catalogue->packagesFor(choice.releaseText)) {
        const BuildPackage package = choice.tree ? asInTree(listed, *choice.tree) : listed;
        const QString version = packageVersion(choice, package.package);
        const bool forWheels = package.package == QLatin1String("setuptools");
        const bool isNumpy = package.package == QLatin1String("numpy");
        if (version.isEmpty() || package.accepts(version)
            || (isNumpy && !wantsNumpy(choice.taken(), choice.request.backend))
            || (forWheels && choice.request.backend == QLatin1String("cmake")))
            continue;
        const bool isSure = package.confidence == QLatin1String("high");
        CheckRow& row = addProblem(rows, "package-not-for-release",
            package.isOptional && !isNumpy ? CheckState::Warning : CheckState::Fail, package.package,
            (isSure ? Core::tr("PyTorch %1 does not work with %2 %3.")
                    : Core::tr("PyTorch %1 may not work with %2 %3."))
                .arg(
                    choice.release ? choice.release->version : choice.releaseText, package.package, version));
        row.need = package.requirement();
        row.values = { { package.package, version,
            choice.request.python.isWanted() ? QStringLiteral("profile") : QStringLiteral("Python") } };
        row.reference = package.source;
        row.isSoft = !isSure;
        row.fixText = Core::tr("Install %1 for the Python that builds.").arg(package.requirement());
        const QString pin
            = package.below.isEmpty() ? QString() : pinBelow(choice, package.package, package.below);
        if (!pin.isEmpty() && package.accepts(pin))
            row.changes.append(
                { Core::tr("Build with %1 %2 in its own environment").arg(package.package, pin), {},
                    { { StepKind::Package, {}, QStringLiteral("%1==%2").arg(package.package, pin) } }, {} });
    }
}

bool usesCudnnOfToolkit(const BuildChoice& choice)
{
    return choice.usesCuda && choice.toolkit && !choice.toolkit->cudnn.isEmpty()
        && choice.isOn(QStringLiteral("USE_CUDNN"), true)
        && !choice.value(QStringLiteral("CUDNN_ROOT")).isSet();
}

void checkCudnnForRelease(const BuildChoice& choice, QVector<CheckRow>& rows)
{
    if (!choice.release || !usesCudnnOfToolkit(choice))
        return;
    const QString version = choice.toolkit->cudnn;
    const TorchRelease& release = *choice.release;
    // Another toolkit has to come, and with it another cuDNN.
    if (isBelow(majorMinor(choice.toolkit->version), release.cudaMinimum))
        return;
    const bool tooOld = isBelow(version, release.cudnnMinimum);
    if (!tooOld && !isAbove(version, release.cudnnMaximum))
        return;
    // Only from 2.3 on CMake itself refuses an old one. cuDNN 9 took RNN functions away that trees up to 2.1
    // call (pytorch issue 119400, pull requests 115719 and 120277; which of them 2.2 has was not seen).
    const bool lacksFunctions = !tooOld && majorOf(version) >= 9 && majorOf(release.cudnnMaximum) < 9
        && !choice.isAtLeast(QStringLiteral("2.2")).value_or(true);
    const bool fatal = lacksFunctions || (tooOld && choice.isAtLeast(QStringLiteral("2.3")).value_or(false));
    CheckRow& row = addProblem(rows, "cudnn-not-for-release", fatal ? CheckState::Fail : CheckState::Warning,
        Core::tr("cuDNN for PyTorch %1").arg(release.version),
        tooOld ? Core::tr("cuDNN %1 is too old for PyTorch %2.").arg(version, release.version)
            : lacksFunctions
            ? Core::tr("PyTorch %2 does not compile with cuDNN %1, which took functions for RNNs away.")
                  .arg(version, release.version)
            : Core::tr("cuDNN %1 is newer than PyTorch %2 knows.").arg(version, release.version));
    row.need = rangeText(release.cudnnMinimum, release.cudnnMaximum);
    row.values = { { QStringLiteral("cuDNN"), version, QStringLiteral("cudnn_version.h") } };
    row.reference = release.source;
    row.isSoft = !tooOld && !lacksFunctions;
    row.fixText = Core::tr("Install cuDNN %1 into the toolkit.").arg(row.need);
    row.changes = { withoutCudnnChange() };
}

// The build goes well, and convolutions fail on the card: cuDNN has no code for it.
void checkCudnnForGpu(const BuildChoice& choice, QVector<CheckRow>& rows)
{
    const auto gpus = GpuCatalogue::load();
    if (!gpus || !usesCudnnOfToolkit(choice))
        return;
    const QString version = choice.toolkit->cudnn;
    for (const CardGroup& cards : cardsByCapability(choice.facts)) {
        const GpuFacts& gpu = cards.card;
        const GpuArchitecture* architecture = gpus->architecture(gpu.computeCapability);
        if (!architecture || !isAbove(version, architecture->cudnnMaximum))
            continue;
        CheckRow& row = addProblem(rows, "cudnn-not-for-gpu", CheckState::Warning,
            Core::tr("cuDNN for the graphics card"),
            Core::tr("cuDNN %1 has no code for the %2: convolutions fail on it.")
                .arg(version, gpuText(cards)));
        row.where = choice.toolkit->root;
        row.need = rangeText({}, architecture->cudnnMaximum);
        row.values = { { QStringLiteral("cuDNN"), version, QStringLiteral("cudnn_version.h") },
            { cards.name(), gpu.computeCapability, gpu.source } };
        row.reference = architecture->source;
        row.fixText = Core::tr("Install cuDNN %1 into the toolkit.").arg(row.need);
        row.changes = { withoutCudnnChange() };
        return; // one cuDNN for all cards
    }
}

}
