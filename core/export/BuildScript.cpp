// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/BuildScript.h"

#include "core/buildfolder/CleanAdvice.h"
#include "core/export/OtherSystem.h"
#include "core/stages/FolderRemoval.h"
#include "core/stages/GateLaunchers.h"
#include "core/store/AttemptFiles.h"

#include <QFile>
#include <QRegularExpression>

namespace torchmason {

namespace {

bool cleansStale(const BuildRequest& request)
{
    return request.clean && request.cleanLevel == cleanLevelId(CleanLevel::Stale);
}

// Of a build that has not run: what lies in its folder now.
QStringList staleOutputsNow(const BuildRequest& request)
{
    if (!cleansStale(request) || platformOf(request) != hostPlatform())
        return {};
    const auto state = readBuildFolder(request.buildFolder);
    return state ? adviseClean(buildFolderWishes(request), *state).staleOutputs : QStringList();
}

// Of an attempt: what its clean stage said that it removes. The log may be somebody else's.
QStringList staleOutputsOf(const AttemptSummary& attempt)
{
    static const QRegularExpression line(
        QStringLiteral("^Removing (.+)\\.\\r?$"), QRegularExpression::MultilineOption);
    QFile log(AttemptFiles::log(attempt.folder, stageKindId(StageKind::Clean)));
    QStringList outputs;
    if (!cleansStale(attempt.record.request) || !log.open(QIODevice::ReadOnly))
        return outputs;
    const QString text = QString::fromUtf8(log.readAll());
    for (auto lines = line.globalMatch(text); lines.hasNext();) {
        const auto name = nameBelow(attempt.record.request.buildFolder, lines.next().captured(1));
        if (name && !name->contains(QLatin1Char('*')) && !name->contains(QLatin1Char('?')))
            outputs << *name;
    }
    return outputs;
}

// It installs a wheel that is there already, or takes one back: nothing is built for that.
bool installsAlone(const BuildRequest& request)
{
    const InstallTarget& install = request.install;
    return beginsAt(request, StageKind::Install) && (!install.wheel.isEmpty() || install.takesBack > 0);
}

// A retry finds what the attempts before it made. A script finds nothing.
BuildRequest fromFirstStage(BuildRequest request)
{
    if (installsAlone(request))
        return request;
    request.clean = request.clean || beginsAt(request, StageKind::Clean);
    request.fromStage.clear();
    return request;
}

QByteArray written(StagePlan plan, ScriptTitle title, ScriptKind kind)
{
    plan = withMarks(std::move(plan), title.variables, platformOf(kind));
    title.notes << plan.warnings;
    return kind == ScriptKind::Shell ? shellScript(plan, title) : batchScript(plan, title);
}

Result<QByteArray> scriptOf(BuildRequest request, ScriptTitle title, bool asksForPython, ScriptKind kind)
{
    const Platform platform = platformOf(kind);
    if (platformOf(request) != platform) {
        request = forOtherSystem(std::move(request), platform, title.notes);
        asksForPython = true;
    }
    request = withoutGate(std::move(request));
    title.variables = scriptVariables(request, platform, asksForPython);
    if (!request.jobsAtOnce())
        request.jobs = jobsToBeAsked;
    const auto plan = makeStagePlan(request, platform);
    if (!plan)
        return plan.error();
    return written(*plan, title, kind);
}

}

std::optional<ScriptKind> scriptKindFromId(const QString& id)
{
    if (id == QLatin1String("sh"))
        return ScriptKind::Shell;
    if (id == QLatin1String("bat"))
        return ScriptKind::Batch;
    return std::nullopt;
}

Platform platformOf(ScriptKind kind)
{
    return kind == ScriptKind::Batch ? Platform::Windows : Platform::Linux;
}

Result<QByteArray> buildScript(
    const BuildRequest& request, const QVector<RequestAssumption>& assumptions, ScriptKind kind)
{
    ScriptTitle title { request.profileName, {}, request.patches };
    bool asksForPython = false;
    for (const RequestAssumption& assumption : assumptions) {
        if (assumption.name == QLatin1String("python"))
            asksForPython = true; // and so nothing is assumed
        else
            title.notes << assumption.sentence;
    }
    title.staleOutputs = staleOutputsNow(request);
    return scriptOf(request, title, asksForPython, kind);
}

Result<QByteArray> attemptScript(const AttemptSummary& attempt, ScriptKind kind)
{
    const AttemptRecord& record = attempt.record;
    ScriptTitle title { record.request.profileName, QString::number(attempt.number), record.request.patches,
        record.imported.has_value() };
    title.staleOutputs = staleOutputsOf(attempt);
    const BuildRequest request = fromFirstStage(record.request);
    const bool isWhole = request.fromStage == record.request.fromStage;
    if (!isWhole)
        title.notes << QStringLiteral(
            "The attempt began at \"%1\", with what was there before; this begins at the first stage.")
                           .arg(record.request.fromStage);
    if (!isWhole || request.hasGate() || platformOf(request) != platformOf(kind))
        return scriptOf(request, title, false, kind);
    title.variables = scriptVariables(request, platformOf(kind), false);
    return written(record.plan, title, kind);
}

}
