// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Core.h"
#include "core/change/FixCommands.h"
#include "core/config/Placeholders.h"
#include "core/config/ToolkitChoice.h"
#include "core/knowledge/CudaCatalogue.h"
#include "core/knowledge/VersionText.h"
#include "core/preflight/PreflightRules.h"
#include "core/preflight/ToolkitAdvice.h"
#include "core/profile/Candidates.h"

#include <QFileInfo>
#include <QStandardPaths>

#include <algorithm>

namespace torchmason {

namespace {

const QString cudaFlags = QStringLiteral("CMAKE_CUDA_FLAGS");
const QString allowFlag = QStringLiteral("-allow-unsupported-compiler");
constexpr int newestStlForOldCuda = 1940; // the check came with 17.11 (microsoft/STL pull request 4475)
const QString stlDefine = QStringLiteral("-D_ALLOW_COMPILER_AND_STL_VERSION_MISMATCH");

// Whether the word stands in a flag or variable.
bool isTold(const Configuration& configuration, const QString& word)
{
    const auto inFlag = [&](const FlagValue& flag) { return flag.value.contains(word); };
    const auto inVariable
        = [&](const EnvironmentValue& variable) { return variable.value.value_or(QString()).contains(word); };
    return std::any_of(configuration.flags.begin(), configuration.flags.end(), inFlag)
        || std::any_of(configuration.environment.begin(), configuration.environment.end(), inVariable);
}

// 1944 of "19.44.35207".
int mscVersion(const CompilerFacts& compiler)
{
    return majorOf(compiler.version) * 100 + compiler.version.section(QLatin1Char('.'), 1, 1).toInt();
}

bool isMsvc(const CompilerFacts& compiler)
{
    return compiler.family == QLatin1String("msvc");
}

int numberOf(const CompilerFacts& compiler)
{
    return isMsvc(compiler) ? mscVersion(compiler) : majorOf(compiler.version);
}

int ceilingOf(const CompilerFacts& compiler, const CudaToolkitInfo& info)
{
    if (isMsvc(compiler))
        return info.msvcMaximum;
    return compiler.family == QLatin1String("clang") ? info.clangMaximum : info.gccMaximum;
}

QString compilerText(const CompilerFacts& compiler)
{
    return isMsvc(compiler)
        ? QStringLiteral("%1 (_MSC_VER %2)").arg(compiler.product).arg(mscVersion(compiler))
        : compilerName(compiler);
}

QString ceilingText(const CompilerFacts& compiler, const CudaToolkitInfo& info)
{
    return isMsvc(compiler) ? info.msvcNewest
                            : QStringLiteral("%1 %2").arg(compiler.family).arg(ceilingOf(compiler, info));
}

// nvcc alone gets the other compiler, so that nothing else changes.
void proposeOtherCompilers(const BuildChoice& choice, CheckRow& row)
{
    for (const CompilerFacts& other : choice.facts.compilers) {
        if (&other == choice.hostCompiler || isMsvc(other))
            continue;
        Change change = setFlagChange(QStringLiteral("CMAKE_CUDA_HOST_COMPILER"), other.path);
        change.title = Core::tr("Give nvcc %1 %2, which is installed")
                           .arg(other.family == QLatin1String("gcc") ? QStringLiteral("g++") : other.family,
                               other.version);
        row.changes.append(change);
    }
}

// Appended: what the user passes already stays.
Change addCudaFlag(const BuildChoice& choice, const QString& word, const QString& caveat)
{
    const QString before = choice.request.configuration.flagValue(cudaFlags);
    Change change = setFlagChange(cudaFlags, before.isEmpty() ? word : before + QLatin1Char(' ') + word);
    change.title = Core::tr("Add %1 to CMAKE_CUDA_FLAGS").arg(word);
    change.caveat = caveat;
    change.onlyLiftsCheck = true;
    return change;
}

void proposeToolkits(const BuildChoice& choice, CheckRow& row)
{
    row.changes += otherToolkits(choice, capabilitiesOf(choice.archs.entries));
}

// 1938 of the toolset "14.38.33130".
int mscVersionOfToolset(const QString& toolset)
{
    return 1900 + toolset.section(QLatin1Char('.'), 1, 1).toInt();
}

// An older toolset of the same Visual Studio. A build takes its environment from vcvars64.bat, which gives
// the default one, or from the prompt that Torchmason was started in.
void proposeToolset(const BuildChoice& choice, int newest, CheckRow& row)
{
    const CompilerFacts& compiler = *choice.hostCompiler;
    const QString script = vcvarsOfCompiler(compiler.path);
    const QString year = choice.release ? choice.release->visualStudioMinimum : QString();
    const int oldest = std::max(choice.toolkitInfo->msvcMinimum, year == QLatin1String("2022") ? 1930 : 0);
    for (const QString& toolset : compiler.toolsets) { // newest first
        const int number = mscVersionOfToolset(toolset);
        if (script.isEmpty() || number > newest || number < oldest)
            continue;
        Change change
            = installChange(Core::tr("Build with the MSVC toolset %1, which is installed").arg(toolset),
                QStringLiteral("msvc-toolset"), toolset,
                QStringLiteral("\"%1\" -vcvars_ver=%2").arg(script, toolset));
        change.command.replace(QLatin1Char('/'), QLatin1Char('\\'));
        change.caveat = Core::tr("Run the line in a command prompt, and start Torchmason from that prompt.");
        row.changes.append(change);
        return;
    }
}

// One beside the system's, where the distribution packages it.
void proposeGcc(const BuildChoice& choice, int ceiling, CheckRow& row)
{
    const QString oldest = choice.release ? choice.release->gccMinimum : QString();
    const PackagedGcc gcc = packagedGcc(choice.facts, majorOf(oldest), ceiling);
    if (gcc.version.isEmpty()) {
        row.fixText
            = Core::tr("Install a gcc up to %1 and name it in CMAKE_CUDA_HOST_COMPILER, or use a newer CUDA.")
                  .arg(ceiling);
        return;
    }
    row.fixText
        = Core::tr("Install g++-%1 and set CMAKE_CUDA_HOST_COMPILER to %2.").arg(gcc.version, gcc.program);
    row.fixCommand = gcc.command;
    Change change = installChange(Core::tr("Install g++-%1 and give it to nvcc").arg(gcc.version),
        QStringLiteral("gcc"), gcc.version, gcc.command);
    change.steps.append({ StepKind::SetFlag, QStringLiteral("CMAKE_CUDA_HOST_COMPILER"), gcc.program });
    row.changes.append(change);
}

// Not on Windows, where Visual Studio's compiler can be named in too many ways.
void checkNamedHostCompiler(const BuildChoice& choice, QVector<CheckRow>& rows)
{
    const QString named = choice.namedHostCompiler;
    if (!choice.usesCuda || choice.isWindows() || choice.hostCompiler || named.isEmpty()
        || QFileInfo::exists(named) || !QStandardPaths::findExecutable(named).isEmpty())
        return;
    CheckRow& row
        = addProblem(rows, "host-compiler-missing", CheckState::Warning, Core::tr("Compiler for CUDA"),
            Core::tr("nvcc is told to use %1, and no such compiler was found.").arg(named));
    row.where = named;
    row.fixText = Core::tr("Correct CMAKE_CUDA_HOST_COMPILER, or install that compiler.");
    proposeOtherCompilers(choice, row);
}

bool runsNvcc(const BuildChoice& choice)
{
    return choice.usesCuda && choice.toolkitInfo && choice.hostCompiler;
}

}

void checkHostCompiler(const BuildChoice& choice, QVector<CheckRow>& rows)
{
    checkNamedHostCompiler(choice, rows);
    if (!runsNvcc(choice))
        return;
    const CompilerFacts& compiler = *choice.hostCompiler;
    const CudaToolkitInfo& info = *choice.toolkitInfo;
    const int ceiling = ceilingOf(compiler, info);
    if (ceiling == 0 || numberOf(compiler) <= ceiling)
        return;
    const bool allowed = isTold(choice.request.configuration, allowFlag);
    CheckRow& row = addProblem(rows, "host-compiler-too-new",
        allowed ? CheckState::Warning : CheckState::Fail, Core::tr("Compiler for CUDA"),
        Core::tr("CUDA %1 does not accept %2.").arg(choice.toolkit->version, compilerText(compiler)));
    row.where = compiler.path;
    row.need = Core::tr("up to %1").arg(ceilingText(compiler, info));
    row.values = { { QStringLiteral("compiler"), compiler.version, compiler.source },
        { QStringLiteral("CUDA"), choice.toolkit->version, choice.toolkit->source } };
    row.reference = Core::tr("crt/host_config.h of that toolkit");
    if (allowed)
        row.found += Core::tr(" -allow-unsupported-compiler lifts the check, not the cause.");
    proposeOtherCompilers(choice, row);
    if (isMsvc(compiler))
        proposeToolset(choice, ceiling, row);
    proposeToolkits(choice, row);
    if (!allowed)
        row.changes.append(addCudaFlag(choice, allowFlag,
            Core::tr("It lifts the check, not its cause: headers may still fail to compile.")));
    if (compiler.family == QLatin1String("gcc")) {
        proposeGcc(choice, ceiling, row);
    } else {
        row.fixText = Core::tr("Use %1 at most, or a newer CUDA.").arg(ceilingText(compiler, info));
    }
}

// The C library declares functions that the headers of an older toolkit declare in another way. Debian's own
// toolkit lies among the system's headers, in which compilers let that pass.
void checkLibcForCuda(const BuildChoice& choice, QVector<CheckRow>& rows)
{
    if (!runsNvcc(choice) || choice.facts.platform != Platform::Linux
        || choice.toolkit->root == QLatin1String("/usr"))
        return;
    const ToolFacts* told = choice.facts.tool(QStringLiteral("glibc"));
    const auto catalogue = CudaCatalogue::load();
    const QString glibc = told ? told->version
        : catalogue            ? catalogue->glibcOf(choice.facts.osName)
                               : QString();
    const QString& newest = choice.toolkitInfo->glibcMaximum;
    if (glibc.isEmpty() || newest.isEmpty() || !isBelow(newest, majorMinor(glibc)))
        return;
    CheckRow& row = addProblem(rows, "glibc-too-new", CheckState::Fail, Core::tr("C library for CUDA"),
        Core::tr("The headers of CUDA %1 do not compile with glibc %2: both declare the same functions, "
                 "differently.")
            .arg(choice.toolkit->version, glibc));
    row.where = choice.toolkit->root;
    row.need = Core::tr("glibc up to %1").arg(newest);
    row.values = { { QStringLiteral("glibc"), glibc, told ? told->source : choice.facts.osName },
        { QStringLiteral("CUDA"), choice.toolkit->version, choice.toolkit->source } };
    row.fixText = Core::tr("Use a newer CUDA, or build in a container of an older system (Debian 12, Ubuntu "
                           "24.04).");
    proposeToolkits(choice, row);
}

// The library's own check, which -allow-unsupported-compiler does not lift.
void checkStlForCuda(const BuildChoice& choice, QVector<CheckRow>& rows)
{
    if (!runsNvcc(choice) || !isMsvc(*choice.hostCompiler)
        || mscVersion(*choice.hostCompiler) <= newestStlForOldCuda
        || !isBelow(choice.toolkit->version, QStringLiteral("12.4")))
        return;
    const bool lifted = isTold(choice.request.configuration, stlDefine.mid(2));
    CheckRow& row = addProblem(rows, "stl1002", lifted ? CheckState::Warning : CheckState::Fail,
        Core::tr("C++ library for CUDA"),
        Core::tr("The C++ library of %1 refuses CUDA %2 (error STL1002); -allow-unsupported-compiler "
                 "does not help.")
            .arg(compilerText(*choice.hostCompiler), choice.toolkit->version));
    row.need = Core::tr("CUDA 12.4 or newer for Visual Studio 2022 17.11 and newer");
    row.values = { { QStringLiteral("compiler"), choice.hostCompiler->version, choice.hostCompiler->source },
        { QStringLiteral("CUDA"), choice.toolkit->version, choice.toolkit->source } };
    row.reference = Core::tr("yvals_core.h of the Microsoft STL");
    proposeToolset(choice, std::min(newestStlForOldCuda, choice.toolkitInfo->msvcMaximum), row);
    proposeToolkits(choice, row);
    if (!lifted)
        row.changes.append(addCudaFlag(choice, stlDefine,
            Core::tr("It lifts the check, not its cause: headers may still fail to compile.")));
    const QString advised = adviseToolkit(choice.facts, choice.profile, choice.request.source,
        capabilitiesOf(choice.archs.entries), QStringLiteral("12.4"));
    proposeToolkit(choice, advised, row);
    row.fixText = advised.isEmpty()
        ? Core::tr("Build with the 14.39 tools of Visual Studio 2022.")
        : Core::tr("Install CUDA %1, or build with the 14.39 tools of Visual Studio 2022.").arg(advised);
}

}
