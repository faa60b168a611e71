// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/Candidates.h"

#include "core/base/Core.h"
#include "core/knowledge/ReleaseCatalogue.h"
#include "core/knowledge/VersionText.h"

#include <QRegularExpression>

namespace torchmason {

bool isInRange(const QString& version, const QString& minimum, const QString& maximum)
{
    return !version.isEmpty() && !isBelow(version, minimum) && !isAbove(version, maximum);
}

QString rangeText(const QString& minimum, const QString& maximum)
{
    if (minimum.isEmpty() && maximum.isEmpty())
        return {};
    if (maximum.isEmpty())
        return Core::tr("%1 or newer").arg(minimum);
    if (minimum.isEmpty())
        return Core::tr("up to %1").arg(maximum);
    return minimum == maximum ? minimum : Core::tr("%1 to %2").arg(minimum, maximum);
}

QString platformName(Platform platform)
{
    return platform == Platform::Windows ? QStringLiteral("Windows") : QStringLiteral("Linux");
}

namespace {

QString gccOrClang(const TorchRelease* release, const QString& gccMaximum)
{
    const QString gcc
        = QStringLiteral("gcc ") + rangeText(release ? release->gccMinimum : QString(), gccMaximum);
    if (!gccMaximum.isEmpty())
        return gcc;
    if (!release || release->gccMinimum.isEmpty())
        return Core::tr("gcc or clang");
    return Core::tr("%1, or %2")
        .arg(gcc, (QStringLiteral("clang ") + rangeText(release->clangMinimum, {})).trimmed());
}

}

CompilerNeeds compilerNeeds(const Profile& profile, Platform platform)
{
    // Where the profile is not for this system, what it needs on its own.
    const bool isForHere = profile.platforms.contains(platform);
    const auto isOfUse = [&](Platform one) {
        return isForHere ? one == platform : profile.platforms.isEmpty() || profile.platforms.contains(one);
    };
    const auto catalogue = ReleaseCatalogue::load();
    const SourceSpec& source = profile.source;
    const TorchRelease* release = catalogue && source.kind != SourceKind::Sample
        ? catalogue->release(source.version.isEmpty() ? source.tag : source.version)
        : nullptr;
    CompilerNeeds needs;
    if (isOfUse(Platform::Windows))
        needs.visualStudio = profile.needs.visualStudio;
    if (isOfUse(Platform::Linux))
        needs.gcc = gccOrClang(release, profile.needs.gccMaximum);
    return needs;
}

const CudaToolkitFacts* toolkitFor(const HostFacts& facts, const ProfileNeeds& needs)
{
    const CudaToolkitFacts* best = nullptr;
    for (const CudaToolkitFacts& toolkit : facts.cudaToolkits) {
        if (toolkit.source == chosenByUser())
            return &toolkit;
    }
    for (const CudaToolkitFacts& toolkit : facts.cudaToolkits) {
        if (!isInRange(toolkit.version, needs.cudaMinimum, needs.cudaMaximum))
            continue;
        const bool newer
            = !best || (!best->winsOnPath && compareVersions(toolkit.version, best->version) > 0);
        if (newer || toolkit.winsOnPath)
            best = &toolkit;
    }
    return best;
}

bool isStandby(const PythonFacts& python)
{
    return python.source == QLatin1String("environments.txt") || python.source.startsWith(QLatin1Char('/'))
        || python.source.contains(QLatin1String(":/"));
}

const PythonFacts* pythonFor(const HostFacts& facts, const ProfileNeeds& needs)
{
    const auto worth = [](const PythonFacts& python) {
        const bool complete = python.modules.contains(QStringLiteral("yaml"))
            && python.modules.contains(QStringLiteral("typing_extensions"));
        return (complete ? 2 : 0) + (python.isDefault ? 1 : 0) - (isStandby(python) ? 4 : 0);
    };
    const PythonFacts* best = nullptr;
    for (const PythonFacts& python : facts.pythons) {
        if (python.source == chosenByUser())
            return &python;
    }
    for (const PythonFacts& python : facts.pythons) {
        if (!isInRange(python.version, needs.pythonMinimum, needs.pythonMaximum))
            continue;
        // What the user or an active environment chose is not second-guessed.
        if (python.isDefault && !isSystemPython(python.kind))
            return &python;
        if (!best || worth(python) > worth(*best))
            best = &python;
    }
    return best;
}

QString jobsText(const Profile& profile)
{
    return profile.jobs ? QString::number(*profile.jobs) : Core::tr("automatic: by processors and memory");
}

QString compilerTitle(const CompilerFacts& compiler)
{
    return compiler.product.isEmpty() ? compilerName(compiler)
                                      : (compiler.product + QLatin1Char(' ') + compiler.version).trimmed();
}

QString visualStudioYear(const CompilerFacts& compiler)
{
    static const QRegularExpression year(QStringLiteral(R"(\b(20\d\d)\b)"));
    const QString named = year.match(compiler.product).captured(1);
    if (!named.isEmpty())
        return named;
    const int minor = compiler.version.section(QLatin1Char('.'), 1, 1).toInt();
    if (majorOf(compiler.version) != 19)
        return {};
    return minor >= 50 ? QStringLiteral("2026")
        : minor >= 30  ? QStringLiteral("2022")
        : minor >= 20  ? QStringLiteral("2019")
                       : QStringLiteral("2017");
}

const CompilerFacts* compilerFor(const HostFacts& facts, const ProfileNeeds& needs)
{
    const CompilerFacts* found = nullptr;
    const auto isTooNew = [&](const CompilerFacts& compiler) {
        return compiler.family == QLatin1String("gcc") && compiler.source != chosenByUser()
            && isAbove(compiler.version, needs.gccMaximum);
    };
    for (const CompilerFacts& compiler : facts.compilers) {
        const bool wantedYear = facts.platform == Platform::Windows && !needs.visualStudio.isEmpty()
            && visualStudioYear(compiler) == needs.visualStudio;
        if (wantedYear)
            return &compiler;
        if (compiler.isDefault || !found)
            found = &compiler;
    }
    if (!found || !isTooNew(*found))
        return found;
    for (const CompilerFacts& compiler : facts.compilers) {
        if (compiler.family == QLatin1String("gcc") && !isTooNew(compiler))
            return &compiler;
    }
    return found;
}

bool usesCuda(const Configuration& configuration)
{
    if (const FlagValue* flag = configuration.flag(QStringLiteral("USE_CUDA")))
        return isCMakeTrue(flag->value);
    if (const EnvironmentValue* variable = configuration.variable(QStringLiteral("USE_CUDA")))
        return isCMakeTrue(variable->value.value_or(QString()));
    return !archListOf(configuration).isEmpty();
}

QString archListOf(const Configuration& configuration)
{
    const QString name = QStringLiteral("TORCH_CUDA_ARCH_LIST");
    const EnvironmentValue* variable = configuration.variable(name);
    return configuration.flagValue(name, variable ? variable->value.value_or(QString()) : QString());
}

}
