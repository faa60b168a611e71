// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/attempt/RunnerClient.h"
#include "core/findings/Finding.h"
#include "core/fixes/FixPreparation.h"

#include <QObject>

#include <functional>
#include <optional>

namespace torchmason {

// Starts builds and continuations, one at a time and off the thread that paints. A request while
// another start is under way is dropped, so that no build can start twice.
class BuildStarter : public QObject {
    Q_OBJECT

public:
    using Start = std::function<Result<ReservedAttempt>(const BuildRequest& request)>;

    explicit BuildStarter(QObject* parent = nullptr);

    void setStart(Start start) { m_start = std::move(start); } // a door for tests
    void start(const BuildRequest& request);
    // Continues or repeats an earlier attempt with these changes; `queue`: when no other one builds any more.
    void retry(int number, bool queue = false, const QVector<Fix>& fixes = {});
    // Installs the wheel of an earlier attempt, or takes back what it installed; `wheels`: the folder that
    // packages come from, empty: as requestToInstall() and requestToTakeBack() say.
    void install(int number, bool queue, const InstallTarget& target, const QString& wheels);
    bool isStarting() const { return m_starting; }

signals:
    void startingChanged(bool starting);
    void fixed(const torchmason::FixedAttempt& fixed); // before started()
    void started(const QString& folder);
    void failed(const QString& sentence);

private:
    struct Begun {
        QString folder;
        std::optional<FixedAttempt> fixed; // where fixes were applied
    };
    void run(std::function<Result<Begun>()> work);
    void finish(const Result<Begun>& begun);
    static Result<Begun> begin(
        const Start& start, const BuildRequest& request, std::optional<FixedAttempt> fixed = {});

    Start m_start;
    bool m_starting = false;
};

}
