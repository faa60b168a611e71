// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/FixApplication.h"

#include <QThread>

#include <algorithm>

namespace torchmason {

namespace {

const QString configureStage = QStringLiteral("configure");
const QString compileStage = QStringLiteral("compile");

void setFlag(JsonReader& action, BuildRequest& request)
{
    request.configuration.setFlag({ action.string("name"), action.string("value"), {}, ValueOrigin::Fix });
    request.acceptConfiguration = false; // what was accepted was another one
    startNoLaterThan(configureStage, request);
}

// CMake keeps what it was told once, so the entry has to leave its cache as well.
void unsetFlag(JsonReader& action, BuildRequest& request)
{
    request.configuration.unsetFlag(action.string("name"));
    request.acceptConfiguration = false;
    startNoLaterThan(configureStage, request);
}

// The source that is there stays: fetching again could bring another commit.
void clean(JsonReader& action, BuildRequest& request)
{
    static const QStringList parts { QStringLiteral("cache"), QStringLiteral("stale") };
    const QString level = action.string("level", {});
    request.clean = true;
    request.cleanLevel = parts.contains(level) ? level : QString();
    if (!request.fromStage.isEmpty())
        request.fromStage = configureStage;
}

// CMake itself had ended well: what it made is built as it is.
void acceptConfiguration(BuildRequest& request)
{
    request.acceptConfiguration = true;
    if (request.fromStage == configureStage)
        request.fromStage = compileStage;
}

void changeJobs(JsonReader& action, BuildRequest& request)
{
    const QString change = action.string("change");
    if (change != QLatin1String("halve"))
        return action.fail(QStringLiteral("\"change\" is \"%1\", which is no change of jobs.").arg(change));
    request.jobs = std::max(1, request.jobs.value_or(QThread::idealThreadCount()) / 2);
}

}

Result<void> applyFix(const Fix& fix, BuildRequest& request)
{
    if (fix.kind == QLatin1String("text"))
        return Error { QStringLiteral("\"%1\" is something to do by hand: %2").arg(fix.title, fix.detail) };
    JsonReader action(fix.action, QStringLiteral("the fix %1").arg(fix.id));
    BuildRequest changed = request;
    if (fix.kind == QLatin1String("set-flag"))
        setFlag(action, changed);
    else if (fix.kind == QLatin1String("unset-flag"))
        unsetFlag(action, changed);
    else if (fix.kind == QLatin1String("clean"))
        clean(action, changed);
    else if (fix.kind == QLatin1String("accept-configuration"))
        acceptConfiguration(changed);
    else if (fix.kind == QLatin1String("jobs"))
        changeJobs(action, changed);
    else
        return Error {
            QStringLiteral("This version cannot do \"%1\" by itself: %2").arg(fix.title, fix.detail)
        };
    if (!action.ok())
        return action.error();
    request = changed;
    return {};
}

void startNoLaterThan(const QString& stage, BuildRequest& request)
{
    const QStringList order { configureStage, compileStage, QStringLiteral("wheel"),
        QStringLiteral("install"), QStringLiteral("verify") };
    if (order.indexOf(request.fromStage) > order.indexOf(stage))
        request.fromStage = stage;
}

}
