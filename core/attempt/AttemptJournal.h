// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/process/ProcessFamily.h"
#include "core/redact/NeedleSet.h"
#include "core/store/AttemptWriter.h"
#include "core/store/FailedSteps.h"

#include <QObject>

#include <memory>
#include <utility>

namespace torchmason {

// What the engine writes down. The first thing that cannot be written is told once, by troubled(); what
// comes after it is still tried, so that the end gets into the record where there is room again.
class AttemptJournal : public QObject {
    Q_OBJECT

public:
    explicit AttemptJournal(std::unique_ptr<AttemptWriter> writer, QObject* parent = nullptr);
    ~AttemptJournal() override;

    const QString& folder() const { return m_writer->folder(); }
    QString logPath(const QString& stageId) const { return m_writer->logPath(stageId); }
    // Why the folder could not be written; empty where it could.
    const QString& trouble() const { return m_trouble; }

    // What must not be written in names of files and processes either; null: nothing.
    void hide(std::shared_ptr<const NeedleSet> secrets) { m_secrets = std::move(secrets); }

    void tell(QLatin1String type, const QString& stage = {}, Json data = Json::object());
    void warn(const QString& stage, const QString& sentence);
    void tellSignal(const QString& stage, StopSignal signal, const QVector<qint64>& pids);
    // Nothing where there are none.
    void tellSurvivors(const QString& stage, const QVector<qint64>& pids);
    // With the steps that failed and the peak of memory, as far as they were kept before.
    void keep(AttemptRecord record);
    void keep(Sample sample); // with the peak, too
    void keep(const QVector<EdgeRecord>& edges);
    // Where they cannot be written the log still tells everything: a warning, no trouble.
    void keep(const QVector<Finding>& findings);
    void sync() { check(m_writer->sync()); }
    // Before the last words: gives the few blocks of disk to them that were kept back, so that the end of a
    // build that filled the disk can still be written down.
    void makeRoom();

signals:
    void troubled();

private:
    void check(const Result<void>& written);
    void addMemory(std::optional<Bytes> memory);
    QString shown(const QString& text) const;
    void hideIn(Json& data) const;

    std::unique_ptr<AttemptWriter> m_writer;
    std::shared_ptr<const NeedleSet> m_secrets;
    QString m_trouble;
    std::optional<qint64> m_startedAt; // of the attempt
    FailedSteps m_failed;
    std::optional<Bytes> m_peakMemory;
};

}
