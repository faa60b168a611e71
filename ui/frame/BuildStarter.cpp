// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/BuildStarter.h"

#include "core/attempt/FixApplication.h"
#include "core/attempt/Repetition.h"
#include "core/base/AppPaths.h"
#include "core/base/Log.h"
#include "core/detect/Detection.h"
#include "ui/models/Background.h"

namespace torchmason {

BuildStarter::BuildStarter(QObject* parent)
    : QObject(parent)
    , m_start([](const BuildRequest& request) {
        return startAttempt(request, AttemptStore(AppPaths::attemptsFolder()));
    })
{
}

void BuildStarter::start(const BuildRequest& request)
{
    run([start = m_start, request] { return start(request); });
}

void BuildStarter::retry(int number, bool queue, const QVector<Fix>& fixes)
{
    run([start = m_start, number, queue, fixes]() -> Result<ReservedAttempt> {
        const auto earlier = AttemptStore(AppPaths::attemptsFolder()).attempt(number);
        if (!earlier)
            return earlier.error();
        const BuildRequest& before = earlier->record.request;
        BuildRequest request
            = repetitionOf(earlier->record, detectHost({ {}, before.sourceFolder, before.buildFolder }))
                  .request;
        for (const Fix& fix : fixes) {
            if (const auto applied = applyFix(fix, request); !applied)
                return applied.error();
        }
        request.queue = queue;
        return start(request);
    });
}

void BuildStarter::run(std::function<Result<ReservedAttempt>()> work)
{
    if (std::exchange(m_starting, true))
        return;
    emit startingChanged(true);
    runInBackground(
        this, std::move(work), [this](const Result<ReservedAttempt>& started) { finish(started); });
}

void BuildStarter::finish(const Result<ReservedAttempt>& begun)
{
    m_starting = false;
    emit startingChanged(false);
    if (begun)
        return emit started(begun->folder);
    log::warning("ui", begun.error().message);
    emit failed(begun.error().message);
}

}
