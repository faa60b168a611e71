// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Platform.h"
#include "core/gate/GateServer.h"
#include "core/gate/Message.h"
#include "tests/support/Patience.h"

#include <QElapsedTimer>
#include <QLocalSocket>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <QtEndian>

#include <memory>

namespace torchmason {

// The launcher as ninja starts it, and the runner's gate that it asks where one serves.
class LaunchedGate {
protected:
    struct Ended {
        int exitCode = -1;
        int signal = 0; // Linux: that ended it; exitCode is -1 then
        QByteArray output;
    };

    void makeFolder()
    {
        m_server.reset();
        m_socket.clear();
        m_folder = std::make_unique<QTemporaryDir>();
    }
    QString path(const QString& name) const { return m_folder->filePath(name); }

    void serve(GateLimits limits, const QString& socket)
    {
        m_server = std::make_unique<GateServer>(
            limits, path(QStringLiteral("costs.json")), QStringLiteral("test"));
        const auto listening = m_server->listen(socket);
        QVERIFY2(listening.ok(), listening.ok() ? "" : qPrintable(listening.error().message));
        m_socket = *listening;
    }
    QProcessEnvironment environment() const
    {
        QProcessEnvironment own = QProcessEnvironment::systemEnvironment();
        if (!m_socket.isEmpty())
            own.insert(QLatin1String(gate::socketVariable), m_socket);
        return own;
    }
    static QString launcher()
    {
        return QStringLiteral(TORCHMASON_BIN "/torchmason-gate")
            + (hostPlatform() == Platform::Windows ? QStringLiteral(".exe") : QString());
    }
    std::unique_ptr<QProcess> begin(const QStringList& command) const
    {
        auto process = std::make_unique<QProcess>();
        process->setProcessEnvironment(environment());
        process->setProcessChannelMode(QProcess::MergedChannels);
        process->start(launcher(), command);
        return process;
    }
    // The server lives on this thread, so that time passes for it, too.
    static Ended wait(QProcess& process)
    {
        QElapsedTimer clock;
        clock.start();
        while (process.state() != QProcess::NotRunning && clock.elapsed() < 60'000)
            QTest::qWait(5);
        const bool signalled
            = hostPlatform() == Platform::Linux && process.exitStatus() == QProcess::CrashExit;
        return { signalled ? -1 : process.exitCode(), signalled ? process.exitCode() : 0, process.readAll() };
    }
    // Whether the launcher at the other end says this word. What it says before is dropped.
    static bool hears(QLocalSocket& line, gate::Told word)
    {
        constexpr qint64 headSize = 5; // the letter, and how many bytes follow
        QElapsedTimer clock;
        clock.start();
        while (clock.elapsed() < 20'000) {
            const QByteArray head = line.peek(headSize);
            const qint64 size = head.size() == headSize
                ? headSize + qFromLittleEndian<quint32>(head.constData() + 1)
                : line.bytesAvailable() + 1;
            if (line.bytesAvailable() < size)
                QTest::qWait(5);
            else if (line.read(size).front() == char(word))
                return true;
        }
        return false;
    }
    static void answer(QLocalSocket& line, gate::Answer word) { line.write(QByteArray(1, char(word))); }
    Ended run(const QStringList& command) const
    {
        const auto process = begin(command);
        return wait(*process);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<GateServer> m_server;
    QString m_socket;
};

}
