// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/FixApplication.h"

#include <QThread>

#include <algorithm>

namespace torchmason {

namespace {

const QString configureStage = QStringLiteral("configure");
const QString compileStage = QStringLiteral("compile");

// Another configuration than the one that failed, or than the one that was accepted.
void configureAgain(BuildRequest& request)
{
    request.acceptConfiguration = false;
    startNoLaterThan(configureStage, request);
}

// A fix that changes nothing cannot help.
void refuseSame(JsonReader& action, const QString& name, const QString& value)
{
    action.fail(QStringLiteral("%1 is %2 already, so nothing would change.").arg(name, value));
}

void setFlag(JsonReader& action, BuildRequest& request)
{
    const QString name = action.string("name");
    const QString value = action.string("value");
    const FlagValue* before = request.configuration.flag(name);
    if (before && before->value == value)
        return refuseSame(action, name, value);
    request.configuration.setFlag({ name, value, {}, ValueOrigin::Fix });
    configureAgain(request);
}

// What is there stays: CMAKE_CUDA_FLAGS may hold more than the one word that is missing.
void appendFlag(JsonReader& action, BuildRequest& request)
{
    const QString name = action.string("name");
    const QString word = action.string("value");
    const QString before = request.configuration.flagValue(name);
    if (before.split(QLatin1Char(' ')).contains(word))
        return refuseSame(action, name, before);
    const QString after = before.isEmpty() ? word : before + QLatin1Char(' ') + word;
    request.configuration.setFlag({ name, after, {}, ValueOrigin::Fix });
    configureAgain(request);
}

void setEnvironment(JsonReader& action, BuildRequest& request)
{
    const QString name = action.string("name");
    const QString value = action.string("value");
    for (const EnvironmentValue& variable : request.configuration.environment) {
        if (variable.name == name && variable.value == value)
            return refuseSame(action, name, value);
    }
    request.configuration.setEnvironment({ name, value, ValueOrigin::Fix });
    configureAgain(request);
}

// Also where objects that were compiled without it are compiled again: the build does not fit into memory.
// CMake has to be told of the launchers.
void useGate(JsonReader& action, BuildRequest& request)
{
    if (request.gate == GateUse::On || (request.gate == GateUse::WhereFree && !request.gateLeftOut))
        return action.fail(QStringLiteral("Compilers wait for memory already."));
    request.gate = GateUse::On;
    startNoLaterThan(configureStage, request);
}

// CMake keeps what it was told once, so the entry has to leave its cache as well.
void unsetFlag(JsonReader& action, BuildRequest& request)
{
    request.configuration.unsetFlag(action.string("name"));
    configureAgain(request);
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
    else if (fix.kind == QLatin1String("append-flag"))
        appendFlag(action, changed);
    else if (fix.kind == QLatin1String("set-environment"))
        setEnvironment(action, changed);
    else if (fix.kind == QLatin1String("gate"))
        useGate(action, changed);
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
