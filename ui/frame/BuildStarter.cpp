// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/BuildStarter.h"

#include "core/attempt/InstallRequest.h"
#include "core/base/AppPaths.h"
#include "core/base/Log.h"
#include "core/config/DetectionNeeds.h"
#include "core/config/InheritedOptions.h"
#include "core/config/WheelObstacles.h"
#include "core/stages/InstallPlace.h"
#include "ui/models/Background.h"
#include "ui/text/WindowWords.h"

namespace torchmason {

namespace {

Result<AttemptRecord> recordOf(int number)
{
    const auto attempt = AttemptStore(AppPaths::attemptsFolder()).attempt(number);
    return attempt ? Result<AttemptRecord>(attempt->record) : Result<AttemptRecord>(attempt.error());
}

}

BuildStarter::BuildStarter(QObject* parent)
    : QObject(parent)
    , m_start([](const BuildRequest& request) {
        return startAttempt(request, AttemptStore(AppPaths::attemptsFolder()));
    })
{
}

void BuildStarter::start(const BuildRequest& request)
{
    run([start = m_start, request] { return begin(start, request); });
}

void BuildStarter::retry(int number, bool queue, const QVector<Fix>& fixes)
{
    run([start = m_start, number, queue, fixes]() -> Result<Begun> {
        const auto record = recordOf(number);
        if (!record)
            return record.error();
        const HostFacts facts = detectHost(detectionForRetry(record->request));
        const auto fixed = prepareFixed(*record, fixes, facts, recordOf);
        if (!fixed)
            return fixed.error();
        BuildRequest request = fixed->request;
        request.queue = queue;
        QVector<CheckRow> rows = wheelsFolderRows(request);
        if (const auto row = missingWheelRow(request, takenConfiguration(request), hostPlatform()))
            rows.append(*row);
        if (!rows.isEmpty())
            return Error { QStringLiteral("%1 %2").arg(
                rows.first().found, inWindowWords(rows.first().fixText)) };
        return begin(start, request, fixes.isEmpty() ? std::nullopt : std::optional(*fixed));
    });
}

void BuildStarter::install(int number, bool queue, const InstallTarget& target, const QString& wheels)
{
    run([start = m_start, number, queue, target, wheels]() -> Result<Begun> {
        const auto record = recordOf(number);
        if (!record)
            return record.error();
        const auto asked = target.takesBack > 0 ? requestToTakeBack(*record, wheels)
                                                : requestToInstall(*record, target, wheels);
        if (!asked)
            return asked.error();
        BuildRequest request = *asked;
        request.queue = queue;
        return begin(start, request);
    });
}

Result<BuildStarter::Begun> BuildStarter::begin(
    const Start& start, const BuildRequest& request, std::optional<FixedAttempt> fixed)
{
    const auto reserved = start(request);
    return reserved ? Result<Begun>({ reserved->folder, std::move(fixed) }) : Result<Begun>(reserved.error());
}

void BuildStarter::run(std::function<Result<Begun>()> work)
{
    if (std::exchange(m_starting, true))
        return;
    emit startingChanged(true);
    runInBackground(this, std::move(work), [this](const Result<Begun>& begun) { finish(begun); });
}

void BuildStarter::finish(const Result<Begun>& begun)
{
    m_starting = false;
    emit startingChanged(false);
    if (begun) {
        if (begun->fixed)
            emit fixed(*begun->fixed);
        return emit started(begun->folder);
    }
    log::warning("ui", begun.error().message);
    emit failed(begun.error().message);
}

}
