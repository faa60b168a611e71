// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/CacheWatch.h"

#include "core/attempt/CacheCounters.h"
#include "core/base/TextDecoding.h"
#include "core/redact/BuildSecrets.h"
#include "core/redact/StreamRedactor.h"

#include <QTcpServer>
#include <QTcpSocket>
#include <QTimer>

#include <algorithm>

namespace torchmason {

namespace {

constexpr Milliseconds longestAnswer { 30'000 }; // while compilers have all cores
constexpr Milliseconds serverLook { 50 };
constexpr Milliseconds longestServerStart { 30'000 }; // it asks its storage first, which may be far away
constexpr qsizetype lastWordsOfInterest = 3; // lines

EnvironmentValue variable(const char* name, const QString& value)
{
    return { QLatin1String(name), value, ValueOrigin::Default };
}

quint16 freePort()
{
    QTcpServer server;
    return server.listen(QHostAddress::LocalHost) ? server.serverPort() : quint16(0);
}

}

CacheWatch::CacheWatch(CompilerCache cache, ProcessStart like, QString countsFile, QObject* parent)
    : QObject(parent)
    , m_cache(std::move(cache))
    , m_like(std::move(like))
    , m_countsFile(std::move(countsFile))
{
    m_like.mark.clear(); // the asking process and the server are not left behind by a command
    m_like.ownMark.clear();
    m_like.logFile.clear();
    m_secrets = m_like.secrets ? m_like.secrets : onlyLogins();
    m_like.secrets.reset();
}

bool CacheWatch::has(const char* name) const
{
    for (const EnvironmentValue& entry : m_like.environment) {
        if (entry.name == QLatin1String(name))
            return entry.value.has_value();
    }
    return qEnvironmentVariableIsSet(name);
}

void CacheWatch::begin()
{
    if (!m_cache.ccache.isEmpty()) {
        if (!has("CCACHE_STATSLOG"))
            m_environment << variable("CCACHE_STATSLOG", m_countsFile);
        return ask([this](Counts counts) {
            m_before = counts;
            emit ready();
        });
    }
    startServer();
}

void CacheWatch::startServer()
{
    m_port = has("SCCACHE_SERVER_PORT") || has("SCCACHE_SERVER_UDS") ? quint16(0) : freePort();
    if (m_port == 0) { // one that others use, whose counters say nothing about us
        QMetaObject::invokeMethod(this, &CacheWatch::ready, Qt::QueuedConnection);
        return;
    }
    // A compiler whose server is gone compiles without it.
    m_environment << variable("SCCACHE_SERVER_PORT", QString::number(m_port))
                  << variable("SCCACHE_IGNORE_SERVER_IO_ERROR", QStringLiteral("1"));
    ProcessStart start = m_like;
    start.program = m_cache.sccache;
    start.arguments.clear();
    start.environment += m_environment;
    start.environment << variable("SCCACHE_START_SERVER", QStringLiteral("1"))
                      << variable("SCCACHE_NO_DAEMON", QStringLiteral("1"))
                      << variable("SCCACHE_IDLE_TIMEOUT", QStringLiteral("0"));
    m_server = std::make_unique<ProcessRunner>();
    connect(m_server.get(), &ProcessRunner::started, this, &CacheWatch::serverStarted);
    connect(m_server.get(), &ProcessRunner::finished, this, &CacheWatch::serverEnded);
    m_server->start(start);
    waitForServer(QDeadlineTimer(longestServerStart));
}

void CacheWatch::serverEnded(const ProcessEnd& end)
{
    if (!m_isBegun && !m_stopped)
        giveUp(end.started ? lastWordsOfServer() : end.error);
}

QString CacheWatch::lastWordsOfServer() const
{
    QStringList lines
        = plainToolText(redacted(m_secrets, m_server->output())).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    lines = lines.mid(std::max<qsizetype>(0, lines.size() - lastWordsOfInterest));
    QString words = lines.join(QLatin1Char(' ')).trimmed();
    while (words.endsWith(QLatin1Char('.')))
        words.chop(1);
    return words.isEmpty() ? QStringLiteral("it ended without a message") : words;
}

// Compilers would start a server of their own, and end with the same words.
void CacheWatch::giveUp(const QString& reason)
{
    m_isBegun = true;
    m_port = 0;
    m_server->stop();
    emit failed(QStringLiteral("sccache's server does not work, so nothing can be compiled through it: %1. "
                               "Check the storage that its settings name, or build without sccache.")
                    .arg(reason));
}

void CacheWatch::waitForServer(QDeadlineTimer deadline)
{
    if (m_isBegun)
        return;
    auto* socket = new QTcpSocket(this);
    const auto again = [this, socket, deadline] {
        socket->deleteLater();
        if (m_isBegun)
            return;
        if (m_stopped) {
            m_port = 0;
            emit ready();
        } else if (!deadline.hasExpired()) {
            QTimer::singleShot(serverLook, this, [this, deadline] { waitForServer(deadline); });
        } else {
            m_isBegun = true; // it lives and may only be slow: the compilers ask it, or say why not
            emit ready();
        }
    };
    connect(socket, &QTcpSocket::errorOccurred, this, again);
    connect(socket, &QTcpSocket::connected, this, [this, socket] {
        socket->disconnect(this);
        socket->deleteLater();
        m_isBegun = true;
        emit ready();
    });
    socket->connectToHost(QHostAddress::LocalHost, m_port);
}

CacheWatch::Counts CacheWatch::countsFrom(const QByteArray& output)
{
    const auto counts = m_cache.ccache.isEmpty() ? countsOfSccache(output) : countsOfCcache(output);
    return counts ? Counts(*counts) : std::nullopt;
}

void CacheWatch::ask(std::function<void(Counts)> then)
{
    auto* runner = new ProcessRunner(this);
    connect(runner, &ProcessRunner::finished, this, [this, runner, then](const ProcessEnd& end) {
        runner->deleteLater();
        then(end.started && end.exitCode == 0 ? countsFrom(runner->output()) : std::nullopt);
    });
    ProcessStart start = m_like;
    start.environment += m_environment;
    const bool isCcache = !m_cache.ccache.isEmpty();
    start.program = isCcache ? m_cache.ccache : m_cache.sccache;
    start.arguments = isCcache ? QStringList { QStringLiteral("--print-stats") }
                               : QStringList { QStringLiteral("--show-stats"),
                                     QStringLiteral("--stats-format"), QStringLiteral("json") };
    runner->start(start);
    QTimer::singleShot(longestAnswer, runner, &ProcessRunner::stop);
}

void CacheWatch::end()
{
    const bool isSccache = m_cache.ccache.isEmpty();
    // Asking an sccache without a server would start one.
    if (m_stopped || (isSccache && m_port == 0)) {
        QMetaObject::invokeMethod(
            this, [this] { tellMeasured(std::nullopt); }, Qt::QueuedConnection);
        return;
    }
    ask([this](Counts after) { tellMeasured(after); });
}

void CacheWatch::tellMeasured(const Counts& after)
{
    const bool isCcache = !m_cache.ccache.isEmpty();
    Counts use = isCcache ? readCcacheLog(m_countsFile) : std::nullopt;
    if (isCcache && !use && after && m_before) {
        use = difference(*m_before, *after);
    } else if (!isCcache && after) {
        use = after;
        use->exact = true; // its server has served this build alone
    }
    if (m_server)
        m_server->stop();
    emit measured(use);
}

void CacheWatch::stop()
{
    m_stopped = true;
    if (m_server)
        m_server->stop();
}

}
