// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/BuildLog.h"

namespace torchmason {

namespace {
constexpr int piecesPerCall = 16; // 4 MB
}

BuildLog::BuildLog(QString stage, const QString& path, std::shared_ptr<const RuleSet> rules)
    : m_stage(std::move(stage))
    , m_tail(path)
    , m_matcher(std::move(rules), [this](ParsedLine& line) { m_messages.add(line); })
{
    m_matcher.setStage(m_stage);
}

void BuildLog::take(const SplitLine& line)
{
    m_matcher.addLine(line.text, line.number, line.byteOffset);
}

Result<bool> BuildLog::readMore()
{
    if (m_lost)
        return false;
    for (int piece = 0; piece < piecesPerCall; ++piece) {
        const auto bytes = m_tail.read();
        if (!bytes) {
            m_lost = true;
            return bytes.error();
        }
        if (bytes->isEmpty())
            return false;
        m_splitter.add(*bytes, [this](const SplitLine& line) { take(line); });
    }
    return true;
}

Result<void> BuildLog::finish(bool failed)
{
    Result<bool> more = true;
    while (more && *more)
        more = readMore();
    m_splitter.finish([this](const SplitLine& line) { take(line); });
    m_matcher.finish(failed);
    return more ? Result<void>() : Result<void>(more.error());
}

void BuildLog::trackStatus(qint64 now)
{
    if (const auto status = m_messages.takeStatus())
        m_tracker.addStatus(*status, now);
}

std::optional<BuildProgress> BuildLog::takeProgress(qint64 now)
{
    trackStatus(now);
    return m_tracker.take(now);
}

std::optional<BuildProgress> BuildLog::lastProgress(qint64 now)
{
    trackStatus(now);
    return m_tracker.finish(now);
}

}
