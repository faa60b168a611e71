// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Core.h"
#include "core/config/JobAdvice.h"
#include "core/config/WheelObstacles.h"
#include "core/preflight/PreflightRules.h"
#include "core/profile/Candidates.h"

#include <algorithm>

namespace torchmason {

namespace {

// One report of a configure that loops for ever had a longer source path (pytorch issue 134956).
constexpr qsizetype longestWindowsPath = 52;

bool isPlainAscii(const QString& text)
{
    return std::all_of(text.begin(), text.end(), [](QChar character) { return character.unicode() < 128; });
}

void checkFolder(const BuildChoice& choice, const char* id, const QString& title, const QString& folder,
    QVector<CheckRow>& rows)
{
    const bool windows = choice.facts.platform == Platform::Windows;
    QStringList problems;
    if (windows && folder.size() > longestWindowsPath)
        problems << Core::tr("is %1 characters long (up to %2 are safe on Windows)")
                        .arg(folder.size())
                        .arg(longestWindowsPath);
    // CMake and Ninja cope with blanks; nvcc's helpers and batch files do not always.
    if (folder.contains(QLatin1Char(' ')) && (windows || usesCuda(choice.request.configuration)))
        problems << Core::tr("has a space in it");
    if (windows && !isPlainAscii(folder))
        problems << Core::tr("has letters that tools read in different code pages");
    if (problems.isEmpty())
        return;
    CheckRow& row = addProblem(rows, id, CheckState::Warning, title,
        QStringLiteral("%1 %2.").arg(folder, problems.join(Core::tr(" and "))));
    row.where = folder;
    row.fixText
        = windows ? Core::tr("Use a short folder such as C:\\pt.") : Core::tr("Use a folder without spaces.");
}

}

void checkPaths(const BuildChoice& choice, QVector<CheckRow>& rows)
{
    // Folders of a plan for another system are not this system's folders.
    if (!choice.profile.platforms.contains(choice.facts.platform))
        return;
    checkFolder(choice, "source-path", Core::tr("Source folder"), choice.request.sourceFolder, rows);
    checkFolder(choice, "build-path", Core::tr("Build folder"), choice.request.buildFolder, rows);
}

void checkWheel(const BuildChoice& choice, QVector<CheckRow>& rows)
{
    if (const auto row = missingWheelRow(choice.request, choice.facts.platform))
        rows.append(*row);
}

// setup.py hands it to ninja as it is, which stops at one that is no number; here it is not counted.
void checkMaxJobs(const BuildChoice& choice, QVector<CheckRow>& rows)
{
    const QString name = QStringLiteral("MAX_JOBS");
    const EnvironmentValue* variable = variableOf(choice.request.configuration, name);
    if (!variable || variable->value->isEmpty() || maxJobsOf(choice.request.configuration, choice.facts))
        return;
    CheckRow& row = addProblem(rows, "max-jobs", CheckState::Warning, name,
        Core::tr("MAX_JOBS is \"%1\", which is no number of jobs; it is not counted.").arg(*variable->value));
    row.values = { { name, *variable->value, originText(variable->origin) } };
    row.fixText = Core::tr("Set MAX_JOBS to a number such as 4, or take it out.");
    row.changes = { unsetEnvironmentChange(name) };
}

void checkJobsForMemory(const BuildChoice& choice, QVector<CheckRow>& rows)
{
    if (!choice.request.jobs || choice.request.hasGate() || !choice.facts.memoryTotal
        || choice.request.source.kind == SourceKind::Sample)
        return;
    const Bytes perJob = memoryPerJob(choice.facts, choice.request.configuration);
    const Bytes wanted = Bytes(*choice.request.jobs) * perJob;
    const Bytes there = *choice.facts.memoryTotal + choice.facts.swapTotal.value_or(0) / 2;
    if (wanted <= there)
        return;
    const JobAdvice advice = adviseJobs(choice.facts, choice.request.configuration);
    CheckRow& row = addProblem(rows, "jobs-for-memory", CheckState::Warning, Core::tr("Jobs and memory"),
        Core::tr("%1 jobs may take %2 at their worst, the machine has %3.")
            .arg(*choice.request.jobs)
            .arg(formatBytes(wanted), formatBytes(*choice.facts.memoryTotal)));
    row.need = Core::tr("about %1 for each job").arg(formatBytes(perJob));
    row.values = { { QStringLiteral("jobs"), QString::number(*choice.request.jobs),
                       QStringLiteral("request") },
        { QStringLiteral("memory"), formatBytes(*choice.facts.memoryTotal), QStringLiteral("machine") } };
    row.isSoft = true;
    row.changes = { { Core::tr("Let compilers wait for memory"), {}, { { StepKind::UseGate, {}, {} } }, {} },
        { Core::tr("Use %1 jobs").arg(advice.jobs), {},
            { { StepKind::Jobs, {}, QString::number(advice.jobs) } }, {} } };
    row.fixText = Core::tr("Use %1").arg(advice.reason);
}

}
