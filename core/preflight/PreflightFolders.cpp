// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/CodePages.h"
#include "core/base/Core.h"
#include "core/config/JobAdvice.h"
#include "core/config/WheelObstacles.h"
#include "core/preflight/PreflightRules.h"
#include "core/stages/GateLaunchers.h"

#include <QRegularExpression>

#include <algorithm>

namespace torchmason {

namespace {

// One report of a configure that loops for ever had a longer source path (pytorch issue 134956).
constexpr qsizetype longestWindowsPath = 52;
constexpr int mostJobsPerProcessor = 4; // a few wait for disks

bool isPlainAscii(const QString& text)
{
    return std::all_of(text.begin(), text.end(), [](QChar character) { return character.unicode() < 128; });
}

// nvcc and the programs that it starts take paths in the code page, and find no file whose name it lacks
// (niuzhiheng/caffe issue 31 of TEMP; hashcat/hashcat issue 4885 of nvrtc).
bool isLost(const HostFacts& facts, const QString& path)
{
    static const QRegularExpression number(QStringLiteral("^(?:CP)?(\\d+)$"));
    const int page = number.match(facts.codePage).captured(1).toInt();
    return facts.platform == Platform::Windows && page > 0 && !isInCodePage(path, page).value_or(true);
}

QString lostText(const HostFacts& facts)
{
    return Core::tr("has letters that the code page (%1) does not have: nvcc finds no files there")
        .arg(facts.codePage);
}

// Drives of Windows come over a network protocol of its own.
bool isDriveOfWindows(const HostFacts& facts, const QString& folder)
{
    static const QRegularExpression drive(QStringLiteral("^/mnt/[a-z](/|$)"));
    return facts.isInWsl() && drive.match(folder).hasMatch();
}

QString remedyFor(const HostFacts& facts, const QString& folder)
{
    if (facts.platform == Platform::Windows)
        return Core::tr("Use a short folder such as C:\\pt.");
    return isDriveOfWindows(facts, folder) ? Core::tr("Use a Linux folder such as ~/pytorch.")
                                           : Core::tr("Use a folder without spaces.");
}

void checkFolder(const BuildChoice& choice, const char* id, BuildField field, const QString& title,
    const QString& folder, QVector<CheckRow>& rows)
{
    const bool windows = choice.facts.platform == Platform::Windows;
    QStringList problems;
    if (windows && folder.size() > longestWindowsPath)
        problems << Core::tr("is %1 characters long (up to %2 are safe on Windows)")
                        .arg(folder.size())
                        .arg(longestWindowsPath);
    // CMake and Ninja cope with blanks; nvcc's helpers and batch files do not always.
    if (folder.contains(QLatin1Char(' ')) && (windows || choice.usesCuda))
        problems << Core::tr("has a space in it");
    const bool lost = choice.usesCuda && isLost(choice.facts, folder);
    if (lost)
        problems << lostText(choice.facts);
    else if (windows && !isPlainAscii(folder))
        problems << Core::tr("has letters that tools read in different code pages");
    if (isDriveOfWindows(choice.facts, folder))
        problems << Core::tr(
            "is on a Windows drive, where WSL is slow and does not distinguish upper and lower case");
    if (problems.isEmpty())
        return;
    CheckRow& row = addProblem(rows, id, lost ? CheckState::Fail : CheckState::Warning, title,
        QStringLiteral("%1 %2.").arg(folder, problems.join(Core::tr(" and "))));
    row.where = folder;
    row.field = field;
    row.isSoft = lost;
    row.fixText = remedyFor(choice.facts, folder);
}

}

void checkPaths(const BuildChoice& choice, QVector<CheckRow>& rows)
{
    // Folders of a plan for another system are not this system's folders.
    if (!choice.profile.platforms.contains(choice.facts.platform))
        return;
    const auto checkLost = [&](const char* id, CheckState state, const QString& title, const QString& path,
                               const QString& fix) {
        if (!choice.usesCuda || !isLost(choice.facts, path))
            return;
        CheckRow& row
            = addProblem(rows, id, state, title, QStringLiteral("%1 %2.").arg(path, lostText(choice.facts)));
        row.where = path;
        row.isSoft = true;
        row.fixText = fix;
    };
    checkFolder(choice, "source-path", BuildField::SourceFolder, Core::tr("Source folder"),
        choice.request.sourceFolder, rows);
    checkFolder(choice, "build-path", BuildField::BuildFolder, Core::tr("Build folder"),
        choice.request.buildFolder, rows);
    // nvcc writes what it makes on its way there.
    for (const DiskFacts& disk : choice.facts.disks) {
        if (disk.role == QLatin1String("temp"))
            checkLost("temp-path", CheckState::Fail, Core::tr("Folder for temporary files"), disk.path,
                Core::tr("Set TEMP and TMP to a folder such as C:\\tmp before Torchmason is started."));
    }
    if (choice.python)
        checkLost("python-path", CheckState::Warning, QStringLiteral("Python"), choice.python->path,
            Core::tr("Install Python into a folder such as C:\\Python312, for all users."));
}

void checkWheel(const BuildChoice& choice, QVector<CheckRow>& rows)
{
    if (const auto row = missingWheelRow(choice.request, choice.taken(), choice.facts.platform))
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
        Core::tr("MAX_JOBS is \"%1\", which is not a number of jobs; it is ignored.").arg(*variable->value));
    row.values = { { name, *variable->value, originText(variable->origin) } };
    row.fixText = Core::tr("Set MAX_JOBS to a number such as 4, or remove it.");
    row.changes = { unsetEnvironmentChange(name) };
}

void checkJobsForMemory(const BuildChoice& choice, QVector<CheckRow>& rows)
{
    if (!choice.request.jobs || choice.request.hasGate() || !choice.facts.memoryTotal
        || choice.request.source.kind == SourceKind::Sample)
        return;
    const Configuration taken = choice.taken();
    const Bytes perJob = memoryPerJob(choice.facts, taken);
    const Bytes wanted = Bytes(*choice.request.jobs) * perJob;
    const Bytes there = *choice.facts.memoryTotal + choice.facts.swapTotal.value_or(0) / 2;
    if (wanted <= there)
        return;
    const JobAdvice advice = adviseJobs(choice.facts, taken);
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

// distcc's are compiled on other machines.
void checkJobsForProcessors(const BuildChoice& choice, QVector<CheckRow>& rows)
{
    const int jobs = choice.request.jobsAtOnce().value_or(0);
    const int cores = choice.facts.logicalCores.value_or(0);
    const bool isTold = std::any_of(rows.begin(), rows.end(),
        [](const CheckRow& row) { return row.id == QLatin1String("jobs-for-memory"); });
    const Configuration taken = choice.taken();
    if (isTold || cores == 0 || jobs <= cores * mostJobsPerProcessor
        || compilerCache(choice.request, taken, choice.facts.platform).distcc)
        return;
    CheckRow& row = addProblem(rows, "jobs-for-processors", CheckState::Warning,
        Core::tr("Jobs and processors"),
        Core::tr("%1 jobs share %2 logical processors: that makes no build faster.").arg(jobs).arg(cores));
    row.values = { { QStringLiteral("jobs"), QString::number(jobs), QStringLiteral("request") },
        { QStringLiteral("logical processors"), QString::number(cores), QStringLiteral("machine") } };
    const JobAdvice advice
        = choice.request.hasGate() ? adviseGatedJobs(choice.facts) : adviseJobs(choice.facts, taken);
    row.changes = { { Core::tr("Use %1 jobs").arg(advice.jobs), {},
        { { StepKind::Jobs, {}, QString::number(advice.jobs) } }, {} } };
    row.fixText = Core::tr("Use %1").arg(advice.reason);
}

}
