// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/BuildScript.h"

#include "core/export/OtherSystem.h"
#include "core/stages/GateLaunchers.h"

namespace torchmason {

namespace {

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
    return scriptOf(request, title, asksForPython, kind);
}

Result<QByteArray> attemptScript(const AttemptSummary& attempt, ScriptKind kind)
{
    const AttemptRecord& record = attempt.record;
    ScriptTitle title { record.request.profileName, QString::number(attempt.number), record.request.patches,
        record.imported.has_value() };
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
