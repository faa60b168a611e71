// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/QueueTurn.h"

#include "core/base/Core.h"
#include "core/base/JoinedList.h"
#include "core/store/AttemptFiles.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QLocalSocket>

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace torchmason {

namespace {

constexpr int soon = 100; // milliseconds: a runner that has just gone gives its files up
constexpr int unreachableEvery = 2000;
constexpr int youngFor = 10; // seconds
constexpr int againAfter = 500;
constexpr int mostComings = 30;
constexpr int anywayEvery = 60'000; // another attempt may have begun without waiting

// Ended attempts are passed over without reading them: a runner holds this while it lives.
bool mayBeAlive(const QString& folder)
{
    return QFileInfo::exists(folder + QStringLiteral("/runner.lock"))
        || !QFileInfo::exists(AttemptFiles::record(folder));
}

// A folder that is some seconds old and in which nothing stands yet: its request is being written.
bool isBeingMade(const QString& folder)
{
    const QFileInfo info(folder);
    return !QFileInfo::exists(AttemptFiles::request(folder))
        && !QFileInfo::exists(AttemptFiles::record(folder))
        && std::abs(info.lastModified().secsTo(QDateTime::currentDateTime())) < youngFor;
}

bool isBefore(const AttemptRecord& record, int found, int number)
{
    if (record.state == AttemptState::Requested)
        return found < number;
    return record.state == AttemptState::Running && (!isWaiting(record) || found < number);
}

}

QVector<AttemptSummary> attemptsBefore(const AttemptStore& store, int number)
{
    QVector<AttemptSummary> before;
    for (const QString& name : QDir(store.folder()).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        const int found = name.toInt();
        const QString folder = store.attemptFolder(found);
        if (found < 1 || found == number || !mayBeAlive(folder))
            continue;
        if (found < number && isBeingMade(folder)) {
            before.append({ found, folder, {}, {} });
            continue;
        }
        const auto record = AttemptFiles::readRecord(folder, AttemptFiles::RecordPart::WithoutPlan);
        if (record && isBefore(*record, found, number))
            before.append({ found, folder, *record, {} });
    }
    std::sort(before.begin(), before.end(), [](const auto& a, const auto& b) { return a.number < b.number; });
    return before;
}

QVector<AttemptSummary> attemptsAtWork(const AttemptStore& store)
{
    QVector<AttemptSummary> all = attemptsBefore(store, std::numeric_limits<int>::max());
    all.removeIf([](const AttemptSummary& attempt) {
        return attempt.record.request.queue && !attempt.record.startedAt; // it waits, or is about to
    });
    return all;
}

QString waitingText(const AttemptRecord& record)
{
    QStringList numbers;
    for (const int number : record.waitsFor)
        numbers << QString::number(number);
    return numbers.isEmpty()  ? Core::tr("Waiting its turn")
        : numbers.size() == 1 ? Core::tr("Waiting for attempt %1").arg(numbers.first())
                              : Core::tr("Waiting for attempts %1").arg(joinedList(numbers));
}

QueueTurn::QueueTurn(const AttemptStore& store, int number, QObject* parent)
    : QObject(parent)
    , m_store(store)
    , m_number(number)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &QueueTurn::start);
}

QueueTurn::~QueueTurn()
{
    cancel();
}

void QueueTurn::cancel()
{
    m_isOver = true;
    m_timer.stop();
    for (QLocalSocket* socket : std::exchange(m_watched, {})) {
        socket->disconnect(this);
        socket->abort();
        socket->deleteLater();
    }
}

bool QueueTurn::comesAgain()
{
    if (++m_comings > mostComings)
        return false;
    m_isOver = false;
    m_timer.start(againAfter);
    return true;
}

void QueueTurn::start()
{
    if (m_isOver)
        return;
    QVector<int> numbers;
    for (const AttemptSummary& attempt : attemptsBefore(m_store, m_number)) {
        numbers.append(attempt.number);
        watch(attempt);
    }
    if (numbers.isEmpty()) {
        cancel();
        return emit come();
    }
    const bool allWatched = std::all_of(
        numbers.begin(), numbers.end(), [this](int number) { return m_watched.contains(number); });
    m_timer.start(allWatched ? anywayEvery : unreachableEvery);
    if (std::exchange(m_before, numbers) != numbers)
        emit waiting(numbers);
}

void QueueTurn::watch(const AttemptSummary& attempt)
{
    const int number = attempt.number;
    if (m_watched.contains(number) || m_unreachable.contains(number) || attempt.record.socket.isEmpty())
        return;
    auto* socket = new QLocalSocket(this);
    m_watched.insert(number, socket);
    connect(socket, &QLocalSocket::disconnected, this, [this, number] { lost(number); });
    connect(socket, &QLocalSocket::errorOccurred, this, [this, number] { lost(number); });
    socket->connectToServer(attempt.record.socket, QIODevice::ReadOnly);
}

// Ended, killed, or its server is full. It is not connected to again, so that this cannot go round.
void QueueTurn::lost(int number)
{
    QLocalSocket* socket = m_watched.take(number);
    if (!socket)
        return;
    socket->disconnect(this);
    socket->deleteLater();
    m_unreachable.insert(number);
    if (!m_isOver)
        m_timer.start(soon);
}

}
