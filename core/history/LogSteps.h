// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/parse/LineTime.h"
#include "core/parse/NinjaStatus.h"
#include "core/store/AttemptLines.h"

#include <QByteArrayView>

#include <optional>

namespace torchmason {

class AttemptWriter;

// Steps and progress of ninja in a log of others whose lines have times. Ninja prints a line when a step
// ends, and nothing tells when it began: both times of an edge are that of its end.
class LogSteps {
public:
    explicit LogSteps(AttemptWriter& writer)
        : m_writer(writer)
    {
    }

    void addLine(QByteArrayView line, const std::optional<LineTime>& time);
    void finish() { give(); }

    // The last figures, with or without times; those of "ninja -n" are no progress.
    std::optional<qint64> done() const { return m_done; }
    std::optional<qint64> total() const { return m_total; }
    // Of the last run of ninja: what is tried again has not failed yet. nullopt: none in any run.
    std::optional<qint64> failed() const { return m_failed; }

private:
    void give();
    void beginRunWith(const NinjaCount& count);

    AttemptWriter& m_writer;
    std::optional<qint64> m_begin; // time of the log's first line that has one
    std::optional<qint64> m_done;
    std::optional<qint64> m_total;
    std::optional<qint64> m_failed;
    bool m_hasStopped = false; // ninja said so
    bool m_isDryRun = false; // "ninja -n" was called, which only says what it would do
    std::optional<EdgeRecord> m_edge; // the next line may say that it failed
    qint64 m_lastProgress = 0;
};

}
