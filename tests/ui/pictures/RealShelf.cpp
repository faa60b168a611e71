// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/AttemptFiles.h"
#include "core/store/AttemptWriter.h"
#include "tests/ui/pictures/Shelf.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QDirIterator>
#include <QFile>

#include <algorithm>
#include <functional>

namespace torchmason {

namespace {

Result<void> copyFolder(const QString& from, const QString& to)
{
    QDirIterator files(from, QDir::Files | QDir::NoSymLinks, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString file = files.next();
        const QString copy = to + file.mid(from.size());
        QDir().mkpath(QFileInfo(copy).path());
        if (files.fileName() != QLatin1String("runner.lock") && !QFile::copy(file, copy))
            return Error { QStringLiteral("Cannot copy %1 to %2.").arg(file, copy) };
    }
    return {};
}

StageResult waitingStage(const QString& id)
{
    StageResult stage;
    stage.id = id;
    return stage;
}

// What was written of an attempt until a moment, as a new attempt that runs now.
class Rewound {
public:
    static Result<void> make(const AttemptSummary& whole, const AttemptStore& store)
    {
        auto record = AttemptFiles::readRecord(whole.folder);
        if (!record)
            return record.error();
        const auto compile = std::find_if(record->stages.begin(), record->stages.end(),
            [](const StageResult& stage) { return stage.id == QLatin1String("compile"); });
        if (compile == record->stages.end() || !compile->startedAt || !compile->duration
            || !record->startedAt)
            return Error { QStringLiteral("Attempt %1 has no compile stage.").arg(whole.number) };
        const auto reserved = store.reserve(record->request);
        if (!reserved)
            return reserved.error();
        auto writer = AttemptWriter::open(reserved->folder);
        if (!writer)
            return writer.error();
        const qint64 until
            = *compile->startedAt - *record->startedAt + qint64(compile->duration->count() * 0.55);
        Rewound rewound { whole.folder, until, *record, **writer };
        rewound.m_record.number = reserved->number;
        return rewound.write();
    }

private:
    Rewound(const QString& from, qint64 until, const AttemptRecord& record, AttemptWriter& writer)
        : m_from(from)
        , m_until(until)
        , m_shift(QDateTime::currentMSecsSinceEpoch() - until - *record.startedAt)
        , m_record(record)
        , m_writer(writer)
    {
    }

    // Calls `take` with each line that can be read.
    template <typename Value>
    void read(
        const QString& path, Result<Value> (*parse)(const Json&), const std::function<void(Value)>& take)
    {
        QFile file(path);
        if (!file.open(QIODevice::ReadOnly))
            return;
        while (!file.atEnd()) {
            if (auto value = parse(jsonLine(file.readLine().trimmed())))
                take(std::move(value).value());
        }
    }

    Result<void> write()
    {
        const qint64 end = *m_record.startedAt + m_until;
        read<Sample>(AttemptFiles::samples(m_from), sampleFromJson, [this](Sample sample) {
            if (sample.elapsed > m_until)
                return;
            m_logEnds[sample.stage] = sample.logOffset;
            sample.time += m_shift;
            (void)m_writer.append(sample);
        });
        read<EdgeRecord>(AttemptFiles::edges(m_from), edgeRecordFromJson, [this](const EdgeRecord& edge) {
            if (edge.end <= m_until)
                (void)m_writer.append(edge);
        });
        read<AttemptEvent>(AttemptFiles::events(m_from), attemptEventFromJson, [&](AttemptEvent event) {
            if (event.time > end)
                return;
            event.time += m_shift;
            (void)m_writer.append(event);
        });
        for (StageResult& stage : m_record.stages)
            rewind(stage, end);
        m_record.state = AttemptState::Running;
        m_record.createdAt += m_shift;
        *m_record.startedAt += m_shift;
        m_record.endedAt.reset();
        m_record.duration.reset();
        m_record.runner = identifyProcess(QCoreApplication::applicationPid());
        m_record.socket.clear();
        m_record.error.clear();
        m_record.firstFinding.clear();
        m_record.firstFindingRule.clear();
        m_record.products.clear();
        m_record.wheels.clear();
        return m_writer.writeRecord(m_record);
    }

    void rewind(StageResult& stage, qint64 end)
    {
        if (!stage.startedAt || *stage.startedAt > end) {
            const bool isSkipped = stage.state == StageState::Skipped;
            stage = waitingStage(stage.id);
            if (isSkipped)
                stage.state = StageState::Skipped;
            return;
        }
        const bool runs = *stage.startedAt + stage.duration.value_or(Milliseconds(0)).count() > end;
        copyLog(stage.id, runs);
        *stage.startedAt += m_shift;
        if (!runs)
            return;
        stage.state = StageState::Running;
        stage.duration.reset();
        stage.exitCode.reset();
        stage.errors.reset();
        stage.warnings.reset();
        stage.firstError.clear();
        stage.error.clear();
    }

    void copyLog(const QString& stage, bool isCut)
    {
        QFile from(AttemptFiles::log(m_from, stage));
        QFile to(m_writer.logPath(stage));
        if (from.open(QIODevice::ReadOnly) && to.open(QIODevice::WriteOnly))
            to.write(from.read(isCut ? m_logEnds.value(stage) : from.size()));
    }

    const QString m_from;
    const qint64 m_until; // milliseconds since the attempt began
    const qint64 m_shift; // from the time then to now
    AttemptRecord m_record;
    AttemptWriter& m_writer;
    QHash<QString, qint64> m_logEnds; // by stage
};

bool isWhole(const AttemptSummary& attempt)
{
    return attempt.error.isEmpty() && !attempt.record.imported
        && attempt.record.state == AttemptState::Succeeded && attempt.record.edgesDone;
}

}

Result<void> fillShelf(Shelf shelf, const AttemptStore& store, const QString& folder)
{
    QDir().mkpath(store.folder());
    const AttemptStore real(folder);
    QVector<AttemptSummary> attempts = real.list();
    if (shelf >= Shelf::Strange)
        return Error { QStringLiteral("There are none such among attempts that were really built.") };
    const auto most
        = std::max_element(attempts.begin(), attempts.end(), [](const auto& one, const auto& other) {
              return (isWhole(one) ? *one.record.edgesDone : -1)
                  < (isWhole(other) ? *other.record.edgesDone : -1);
          });
    if (shelf != Shelf::Empty && (most == attempts.end() || !isWhole(*most)))
        return Error { QStringLiteral("No attempt in %1 has succeeded.").arg(folder) };
    for (const AttemptSummary& attempt : attempts) {
        if (shelf == Shelf::Empty || (shelf == Shelf::One && attempt.number != most->number))
            continue;
        const QString copy = store.attemptFolder(attempt.number);
        if (const auto copied = copyFolder(attempt.folder, copy); !copied)
            return copied;
    }
    if (shelf != Shelf::Running && shelf != Shelf::Waiting)
        return {};
    const bool runsYet = attempts.first().record.state == AttemptState::Running;
    if (const auto made = runsYet ? Result<void>() : Rewound::make(*most, store); !made)
        return made;
    if (shelf == Shelf::Running)
        return {};
    const auto running = store.list().first();
    const auto reserved = store.reserve(most->record.request);
    if (!reserved)
        return reserved.error();
    auto writer = AttemptWriter::open(reserved->folder);
    if (!writer)
        return writer.error();
    AttemptRecord waiting = running.record;
    waiting.number = reserved->number;
    waiting.request.queue = true;
    waiting.startedAt.reset();
    waiting.waitsFor = { running.number };
    for (StageResult& stage : waiting.stages)
        stage = waitingStage(stage.id);
    waiting.edgesDone.reset();
    waiting.edgesTotal.reset();
    waiting.createdAt = QDateTime::currentMSecsSinceEpoch() - 120'000;
    return (*writer)->writeRecord(waiting);
}

}
