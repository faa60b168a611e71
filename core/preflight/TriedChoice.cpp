// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preflight/TriedChoice.h"

#include "core/stages/GateLaunchers.h"

#include <QDir>

#include <algorithm>

namespace torchmason {

namespace {

struct Program {
    QString path;
    QString version;
};

// What the build takes in that role; nullopt for roles that no choice decides.
std::optional<Program> programOf(const QString& role, const BuildChoice& choice)
{
    if (role == QLatin1String("cxx"))
        return choice.compiler ? Program { choice.compiler->path, choice.compiler->version } : Program {};
    if (role == QLatin1String("nvcc-host"))
        return choice.hostCompiler ? Program { choice.hostCompiler->path, choice.hostCompiler->version }
                                   : Program { choice.namedHostCompiler, {} };
    if (role == QLatin1String("nvcc"))
        return choice.toolkit ? Program { choice.toolkit->nvcc, choice.toolkit->version } : Program {};
    if (role == QLatin1String("python"))
        return choice.python ? Program { choice.python->path, choice.python->version } : Program {};
    for (const ToolFacts& tool : choice.facts.tools) {
        if (tool.name == role)
            return Program { tool.path, tool.version };
    }
    return std::nullopt;
}

bool isTaken(const TriedTool& tool, const BuildChoice& choice)
{
    const auto program = programOf(tool.role, choice);
    return !program || (program->path == tool.path && program->version == tool.version);
}

// Whether this build would meet that at all.
bool isMet(const TrialFacts& trial, const BuildChoice& choice)
{
    const QString& id = trial.id;
    if (id == QLatin1String("nvcc"))
        return choice.usesCuda;
    if (id == QLatin1String("cudnn"))
        return choice.usesCuda && choice.isOn(QStringLiteral("USE_CUDNN"), true);
    if (id == QLatin1String("gate"))
        return choice.request.hasGate();
    if (id == QLatin1String("compiler-cache"))
        return compilerCache(choice.request, choice.taken(), choice.facts.platform).isCache();
    if (id == QLatin1String("python-packages") && choice.request.python.isWanted())
        return false; // its packages come with pip
    if (id.startsWith(QLatin1String("python-")))
        return choice.isOn(QStringLiteral("BUILD_PYTHON"), true) && !choice.isSample();
    return true;
}

// The folder that was tried is one of the build's, or the nearest that was there above one.
bool isPlaceOf(const QString& tried, const BuildChoice& choice)
{
    const QString below = tried.endsWith(QLatin1Char('/')) ? tried : tried + QLatin1Char('/'); // "D:/"
    const auto holds = [&](const QString& folder) { return folder == tried || folder.startsWith(below); };
    return holds(choice.request.sourceFolder) || holds(choice.request.buildFolder)
        || tried == QDir::tempPath();
}

}

int triedStandard(const BuildChoice& choice)
{
    const int wanted = choice.release ? choice.release->cxxStandard : 0;
    return wanted > 17 ? wanted : 17;
}

QVector<ArchEntry> triedArchitectures(const BuildChoice& choice)
{
    if (!choice.archs.isAutomatic())
        return choice.archs.entries;
    QVector<ArchEntry> entries;
    for (const GpuFacts& gpu : choice.facts.gpus) {
        const ArchEntry entry { gpu.computeCapability, false };
        if (!gpu.computeCapability.isEmpty() && !entries.contains(entry))
            entries.append(entry);
    }
    return entries;
}

QString subjectOf(const QString& trialId, const BuildChoice& choice)
{
    if (trialId == QLatin1String("compiler") || trialId == QLatin1String("generator"))
        return QStringLiteral("C++%1").arg(triedStandard(choice));
    if (trialId == QLatin1String("nvcc"))
        return archListText(triedArchitectures(choice));
    if (trialId == QLatin1String("python-packages"))
        return choice.releaseText;
    return {};
}

bool concerns(const TrialFacts& trial, const BuildChoice& choice)
{
    const bool isAbout = trial.isAboutFolder() ? isPlaceOf(trial.subject, choice)
                                               : trial.subject == subjectOf(trial.id, choice);
    if (!isAbout || !isMet(trial, choice))
        return false;
    return std::all_of(trial.tools.begin(), trial.tools.end(),
        [&choice](const TriedTool& tool) { return isTaken(tool, choice); });
}

}
