// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/process/ProcessRunner.h"
#include "core/stages/GateLaunchers.h"
#include "core/store/CacheUse.h"

#include <QDeadlineTimer>
#include <QObject>

#include <functional>
#include <memory>
#include <optional>

namespace torchmason {

// Asks a build's compiler cache for its counters before and after the compilations. ccache writes what this
// build does to a file of its own, which is exact; where it is too old for that the difference counts what
// others did meanwhile, too. sccache gets a server of this build, which ends with it: one that the first
// compiler started would be taken for a process that the build left behind.
class CacheWatch : public QObject {
    Q_OBJECT

public:
    // `like`: folder and environment of the commands to come. `countsFile`: where ccache may write.
    CacheWatch(CompilerCache cache, ProcessStart like, QString countsFile, QObject* parent = nullptr);

    // Tells ready(), or failed() where nothing can be compiled through the cache; within half a minute.
    void begin();
    // What the commands get besides their own environment.
    QVector<EnvironmentValue> environment() const { return m_environment; }
    qint64 serverPid() const { return m_server ? m_server->pid() : 0; }
    // Tells measured() in any case, within some seconds.
    void end();
    // Ends what runs; measured() then has nothing to tell.
    void stop();

signals:
    void ready();
    void serverStarted(qint64 pid);
    void failed(const QString& sentence); // end() is called then as well
    void measured(const std::optional<torchmason::CacheUse>& use);

private:
    using Counts = std::optional<CacheUse>;
    void ask(std::function<void(Counts)> then);
    Counts countsFrom(const QByteArray& output);
    void startServer();
    void waitForServer(QDeadlineTimer deadline);
    void serverEnded(const ProcessEnd& end);
    void giveUp(const QString& reason);
    QString lastWordsOfServer() const;
    void tellMeasured(const Counts& after);
    bool has(const char* variable) const;

    CompilerCache m_cache;
    ProcessStart m_like;
    std::shared_ptr<const NeedleSet> m_secrets; // of the commands, whose logs are none of ours
    QString m_countsFile;
    QVector<EnvironmentValue> m_environment;
    Counts m_before;
    std::unique_ptr<ProcessRunner> m_server; // sccache's
    quint16 m_port = 0;
    bool m_isBegun = false; // ready() or failed() is told
    bool m_stopped = false;
};

}
