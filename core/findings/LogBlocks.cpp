// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/LogBlocks.h"

#include "core/base/Core.h"
#include "core/findings/FailureMatcher.h"
#include "core/findings/RuleSearch.h"

#include <QIODevice>

#include <algorithm>
#include <system_error>
#include <thread>

namespace torchmason {

namespace {

constexpr qint64 blockSize = 1 << 20;

}

QByteArrayView LogBlocks::Block::keep(QByteArrayView text, QByteArrayView source)
{
    const bool isPart = text.data() >= source.data() && text.data() < source.data() + source.size();
    return isPart || text.isEmpty() ? text : QByteArrayView(kept.emplace_back(text.toByteArray()));
}

LogBlocks::LogBlocks(QIODevice& device, const RuleSet& rules, FailureMatcher& matcher)
    : m_device(device)
    , m_rules(rules)
    , m_matcher(matcher)
{
}

Result<void> LogBlocks::run(QByteArrayView begin, bool withSecondThread)
{
    m_rest = begin.toByteArray();
    std::thread helper;
    try {
        if (withSecondThread)
            helper = std::thread([this] { help(); });
    } catch (const std::system_error&) {
        // No thread is to be had (a limit of a container): one does all.
    }
    std::unique_lock lock(m_mutex);
    while (!m_blocks.empty() || !m_atEnd) {
        if (!m_blocks.empty() && m_blocks.front()->isReady) {
            const std::shared_ptr<Block> block = m_blocks.front();
            m_blocks.pop_front();
            m_changed.notify_all();
            lock.unlock();
            give(*block);
            lock.lock();
        } else if (mayRead()) {
            prepareOne(lock);
        } else {
            m_changed.wait(lock);
        }
    }
    lock.unlock();
    if (helper.joinable())
        helper.join();
    if (!m_problem.isEmpty())
        return Error { m_problem };
    return {};
}

// Uses no regular expressions: what Qt keeps for those in a thread of the C++ library is not taken down
// well at its end by the compiler for Windows.
void LogBlocks::help()
{
    std::unique_lock lock(m_mutex);
    while (!m_atEnd) {
        if (mayRead())
            prepareOne(lock);
        else
            m_changed.wait(lock);
    }
}

void LogBlocks::prepareOne(std::unique_lock<std::mutex>& lock)
{
    const auto block = std::make_shared<Block>();
    m_blocks.push_back(block);
    read(*block);
    if (m_atEnd)
        m_changed.notify_all();
    lock.unlock();
    prepare(*block);
    lock.lock();
    block->isReady = true;
    m_changed.notify_all();
}

// A line that is longer than a block is collected by the splitter, which keeps its beginning only.
void LogBlocks::read(Block& block)
{
    block.bytes = std::exchange(m_rest, {});
    const qsizetype had = block.bytes.size();
    block.bytes.resize(had + blockSize);
    const qint64 size = m_device.read(block.bytes.data() + had, blockSize);
    if (size < 0)
        m_problem = Core::tr("Cannot read the log: %1.").arg(m_device.errorString());
    m_atEnd = size <= 0;
    m_bytes += std::max<qint64>(size, 0);
    block.bytes.resize(had + std::max<qint64>(size, 0));
    const qsizetype end = m_atEnd ? block.bytes.size() : block.bytes.lastIndexOf('\n') + 1;
    if (end > 0) {
        m_rest = block.bytes.sliced(end);
        block.bytes.truncate(end);
    }
    const auto take = [&](const SplitLine& line) {
        Line& added = block.lines.emplace_back();
        added.clean.line = { block.keep(line.text, block.bytes), line.number, line.byteOffset };
    };
    m_splitter.add(block.bytes, take);
    if (m_atEnd)
        m_splitter.finish(take);
}

void LogBlocks::prepare(Block& block) const
{
    LineCleaner cleaner;
    for (Line& line : block.lines) {
        const LogLine read = line.clean.line;
        line.isRaw = !LineDecoder::isUtf8(read.text);
        if (line.isRaw)
            continue;
        const QByteArrayView text = block.keep(cleaner.clean(read.text), read.text);
        line.clean = cleanLine({ text, read.number, read.byteOffset });
        ParsedLine parsed(ParsedLine::Kind::Text, line.clean.line);
        line.clean.isPlain = !line.clean.progress && !mayMatch(m_rules, parsed);
    }
}

void LogBlocks::give(const Block& block)
{
    for (const Line& line : block.lines) {
        const LogLine& read = line.clean.line;
        if (line.isRaw)
            m_matcher.addLine(read.text, read.number, read.byteOffset);
        else
            m_matcher.addLine(line.clean);
    }
}

}
