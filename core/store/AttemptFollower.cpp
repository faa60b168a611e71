// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/AttemptFollower.h"

#include "core/base/Clock.h"
#include "core/base/RegularFile.h"
#include "core/base/WholeFile.h"
#include "core/store/AttemptFiles.h"
#include "core/store/EventNames.h"

#include <QDir>
#include <QElapsedTimer>
#include <QTimer>

#include <algorithm>
#include <functional>
#include <limits>
#include <utility>

namespace torchmason {

namespace {

constexpr int pollInterval = 250; // milliseconds
constexpr int pollBudget = 12; // milliseconds of work per poll, so that a window stays smooth
// An ended runner writes its last event at once; older or torn folders may never have got it.
constexpr qint64 lastWordsLimit = 2000;

constexpr qint64 chunkSize = 256 * 1024;
constexpr qint64 longestLine = 4 * 1024 * 1024;

// Reads the whole lines of a file that grows, a chunk at a time. A line without its end stays for later;
// a line longer than any of ours is passed over in bounded memory.
class LineTail {
public:
    explicit LineTail(QString path, qint64 most = std::numeric_limits<qint64>::max());

    // Reads one chunk and hands out its whole lines. True where there is more to read at once.
    bool readChunk(const std::function<void(QByteArrayView)>& line);

private:
    void handOut(const std::function<void(QByteArrayView)>& line);

    QString m_path;
    qint64 m_most; // bytes that are read
    qint64 m_offset = 0;
    QByteArray m_rest;
    bool m_skipping = false; // inside an overlong line
};

LineTail::LineTail(QString path, qint64 most)
    : m_path(std::move(path))
    , m_most(most)
{
}

bool LineTail::readChunk(const std::function<void(QByteArrayView)>& line)
{
    RegularFile file(m_path);
    if (!file.open(QIODevice::ReadOnly | QIODevice::Unbuffered) || !file.seek(m_offset) || m_offset >= m_most)
        return false;
    const QByteArray chunk = file.read(chunkSize);
    if (chunk.isEmpty())
        return false;
    m_offset += chunk.size();
    m_rest.append(chunk);
    handOut(line);
    return chunk.size() == chunkSize;
}

void LineTail::handOut(const std::function<void(QByteArrayView)>& line)
{
    qsizetype begin = 0;
    for (qsizetype end = m_rest.indexOf('\n'); end >= 0; end = m_rest.indexOf('\n', begin)) {
        if (!m_skipping)
            line(QByteArrayView(m_rest).sliced(begin, end - begin));
        m_skipping = false;
        begin = end + 1;
    }
    m_rest.remove(0, begin);
    m_skipping = m_skipping || m_rest.size() > longestLine;
    if (m_skipping)
        m_rest.clear();
}

}

struct AttemptFollower::State {
    explicit State(QString path)
        : folder(std::move(path))
        , events(AttemptFiles::events(folder))
        , samples(AttemptFiles::samples(folder))
        , edges(AttemptFiles::edges(folder), RegularFile::mostOfDocument) // each is kept
    {
    }

    // What one poll has read; told in one signal each.
    struct Batch {
        QVector<AttemptEvent> events;
        QVector<Sample> samples;
        QVector<EdgeRecord> edges;
        bool progress = false;
    };

    bool saysTheSame() const;
    bool readRecord();
    bool readFindings();
    bool readLines(Batch& batch);
    bool isAtEnd(bool moreToRead);
    template <typename Value, typename Reader>
    bool readChunk(LineTail& tail, Reader reader, QVector<Value>& values);

    QString folder;
    LineTail events;
    LineTail samples;
    LineTail edges;
    AttemptRecord record;
    bool wasRead = false;
    QByteArray recordBytes; // of attempt.json as it was read last
    QByteArray findingsBytes;
    QVector<Finding> findings;
    std::optional<BuildProgress> progress;
    QString problem;
    bool sawEnd = false;
    bool isCaughtUp = false;
    bool ended = false;
    std::optional<qint64> finalSince;
    QTimer* timer = nullptr;
};

// Whether unchanged files still mean the same: a runner may have died meanwhile, or never have come.
bool AttemptFollower::State::saysTheSame() const
{
    return hasEnded(record.state) || (record.state == AttemptState::Running && isAlive(record.runner));
}

// True where the record is another one than before.
bool AttemptFollower::State::readRecord()
{
    const QByteArray bytes = readWhole(AttemptFiles::record(folder));
    if (wasRead && bytes == recordBytes && problem.isEmpty() && saysTheSame())
        return false;
    const auto found = AttemptFiles::readRecord(folder);
    const QString problemNow = found ? QString() : found.error().message;
    const bool changed = !wasRead || bytes != recordBytes || problemNow != problem
        || (found && found->state != record.state);
    wasRead = true;
    recordBytes = bytes;
    problem = problemNow;
    if (found)
        record = *found;
    return changed;
}

bool AttemptFollower::State::readFindings()
{
    const QByteArray bytes = readWhole(AttemptFiles::findings(folder));
    if (bytes.isEmpty() || bytes == findingsBytes)
        return false;
    findingsBytes = bytes;
    const auto document = parseJson(bytes, AttemptFiles::findings(folder));
    if (!document || !document->is_object() || !document->value("findings", Json()).is_array())
        return false;
    findings.clear();
    for (const Json& item : (*document)["findings"]) {
        const auto finding = findingFromJson(item, AttemptFiles::findings(folder));
        if (finding)
            findings.append(*finding);
    }
    std::stable_partition(
        findings.begin(), findings.end(), [](const Finding& finding) { return finding.root; });
    return true;
}

template <typename Value, typename Reader>
bool AttemptFollower::State::readChunk(LineTail& tail, Reader reader, QVector<Value>& values)
{
    return tail.readChunk([&](QByteArrayView line) {
        if (line.isEmpty())
            return;
        const Json document = jsonLine(line);
        const auto value = document.is_object() ? reader(document) : Result<Value>(Error {});
        if (value)
            values.append(*value);
    });
}

// Reads within the poll's budget. True where there is more.
bool AttemptFollower::State::readLines(Batch& batch)
{
    QElapsedTimer spent;
    spent.start();
    bool more = true;
    while (more && spent.elapsed() < pollBudget) {
        more = readChunk(events, attemptEventFromJson, batch.events);
        more = readChunk(samples, sampleFromJson, batch.samples) || more;
        more = readChunk(edges, edgeRecordFromJson, batch.edges) || more;
    }
    for (const AttemptEvent& event : batch.events) {
        sawEnd = sawEnd || event.type == eventName::attemptEnded;
        if (event.type != eventName::progress)
            continue;
        if (const auto told = buildProgressFromJson(event.data)) {
            progress = *told;
            batch.progress = true;
        }
    }
    return more;
}

bool AttemptFollower::State::isAtEnd(bool moreToRead)
{
    if (problem == AttemptFiles::goneText(folder))
        return true;
    // A runner that lives may yet write a record that can be read.
    const bool isDamaged = !problem.isEmpty() && !isAlive(record.runner);
    if (!isDamaged && !hasEnded(record.state))
        finalSince.reset();
    if (moreToRead || (!isDamaged && !hasEnded(record.state)))
        return false;
    const qint64 now = systemClock().monotonicMilliseconds();
    if (!finalSince)
        finalSince = now;
    return sawEnd || (!isDamaged && !isAlive(record.runner)) || now - *finalSince > lastWordsLimit;
}

AttemptFollower::AttemptFollower(QString folder, QObject* parent)
    : QObject(parent)
    , m_state(std::make_unique<State>(QDir::cleanPath(folder)))
{
    m_state->timer = new QTimer(this); // a child, so that it follows into another thread
    m_state->timer->setSingleShot(true);
    connect(m_state->timer, &QTimer::timeout, this, &AttemptFollower::start);
}

AttemptFollower::~AttemptFollower() = default;

const QString& AttemptFollower::folder() const
{
    return m_state->folder;
}
const AttemptRecord& AttemptFollower::record() const
{
    return m_state->record;
}
bool AttemptFollower::isLive() const
{
    return m_state->problem.isEmpty() && !m_state->ended && !hasEnded(m_state->record.state);
}
const QVector<Finding>& AttemptFollower::findings() const
{
    return m_state->findings;
}
std::optional<BuildProgress> AttemptFollower::progress() const
{
    return m_state->progress;
}
const QString& AttemptFollower::problem() const
{
    return m_state->problem;
}

void AttemptFollower::start()
{
    const bool more = poll();
    if (!m_state->ended)
        m_state->timer->start(more ? 0 : pollInterval);
}

bool AttemptFollower::poll()
{
    if (m_state->ended)
        return false;
    State::Batch batch;
    // The record first: what it calls final has all its lines in the files by the time they are read.
    const bool recordIsNew = m_state->readRecord();
    const bool findingsAreNew = m_state->readFindings();
    const bool more = m_state->readLines(batch);
    m_state->ended = m_state->isAtEnd(more);
    const bool ends = m_state->ended;
    if (recordIsNew)
        emit recordChanged();
    if (!batch.events.isEmpty())
        emit eventsRead(batch.events);
    if (!batch.samples.isEmpty())
        emit samplesRead(batch.samples);
    if (!batch.edges.isEmpty())
        emit edgesRead(batch.edges);
    if (batch.progress)
        emit progressChanged();
    if (findingsAreNew)
        emit findingsChanged();
    if ((!more || ends) && !std::exchange(m_state->isCaughtUp, true))
        emit caughtUp();
    if (ends)
        emit ended();
    return more && !ends;
}

}
