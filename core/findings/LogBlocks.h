// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/parse/LogParser.h"
#include "core/process/LineSplitter.h"

#include <QByteArray>

#include <condition_variable>
#include <deque>
#include <mutex>
#include <vector>

class QIODevice;

namespace torchmason {

class FailureMatcher;
class RuleSet;

// Feeds a log of 8-bit text to a matcher with two threads: each takes the next block of whole lines, makes
// them clean and looks whether any text of a rule is in them; then the blocks go to the matcher in their
// order. What the matcher gets is what it would get line by line.
class LogBlocks {
public:
    LogBlocks(QIODevice& device, const RuleSet& rules, FailureMatcher& matcher);

    // Reads `begin`, which was read already, and the rest of the device to its end. `threads`: 1 or more.
    Result<void> run(QByteArrayView begin, int threads = 2);

    qint64 bytes() const { return m_bytes; }
    qint64 lines() const { return m_splitter.lines(); }

private:
    struct Line {
        CleanLine clean; // where `raw` is false
        SplitLine split;
        bool raw = false; // in another encoding: the matcher's parser reads it
    };
    struct Block {
        qint64 number = 0;
        QByteArray bytes;
        std::vector<Line> lines;
        std::deque<QByteArray> kept; // texts that do not lie in `bytes`
    };

    void work();
    bool read(Block& block);
    void prepare(Block& block) const;
    void give(const Block& block);

    QIODevice& m_device;
    const RuleSet& m_rules;
    FailureMatcher& m_matcher;
    std::mutex m_reading; // guards all below up to m_order
    LineSplitter m_splitter;
    QByteArray m_rest; // behind the last line feed of what was read
    qint64 m_bytes = 0;
    qint64 m_blocks = 0;
    bool m_atEnd = false;
    QString m_problem;
    std::mutex m_order;
    std::condition_variable m_turn;
    qint64 m_next = 0; // the block that the matcher gets next
};

}
