// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/parse/LogParser.h"
#include "core/process/LineSplitter.h"

#include <QByteArray>

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <vector>

class QIODevice;

namespace torchmason {

class FailureMatcher;
class RuleSet;

// Feeds a log of 8-bit text to a matcher. A second thread takes blocks of whole lines, makes them clean and
// looks whether any text of a rule is in them; the caller's thread gives the blocks to the matcher in their
// order and does the same with others while there is none to give. What the matcher gets is what it would get
// line by line.
class LogBlocks {
public:
    LogBlocks(QIODevice& device, const RuleSet& rules, FailureMatcher& matcher);

    // Reads `begin`, which was read already, and the rest of the device to its end.
    Result<void> run(QByteArrayView begin, bool withSecondThread);

    qint64 bytes() const { return m_bytes; }
    qint64 lines() const { return m_splitter.lines(); }

private:
    struct Line {
        CleanLine clean; // where `isRaw`, its line is as it was read
        bool isRaw = false; // in another encoding: the matcher's parser reads it
    };
    struct Block {
        QByteArray bytes;
        std::vector<Line> lines;
        std::deque<QByteArray> kept; // texts that do not lie in `bytes`
        bool isReady = false;

        // A text that lives as long as the block, copied unless it is a part of `source`, which does.
        QByteArrayView keep(QByteArrayView text, QByteArrayView source);
    };

    void help();
    bool mayRead() const { return !m_atEnd && m_blocks.size() < mostBlocks; }
    void prepareOne(std::unique_lock<std::mutex>& lock);
    void read(Block& block);
    void prepare(Block& block) const;
    void give(const Block& block);

    static constexpr size_t mostBlocks = 6; // in memory

    QIODevice& m_device;
    const RuleSet& m_rules;
    FailureMatcher& m_matcher;
    std::mutex m_mutex; // guards all below; a block that is not ready belongs to the thread that took it
    std::condition_variable m_changed;
    std::deque<std::shared_ptr<Block>> m_blocks; // in their order
    LineSplitter m_splitter;
    QByteArray m_rest; // behind the last line feed of what was read
    qint64 m_bytes = 0;
    bool m_atEnd = false;
    QString m_problem;
};

}
