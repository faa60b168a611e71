// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redact/StreamRedactor.h"

#include "core/redact/SecretForms.h"
#include "core/redact/SecretText.h"

#include <algorithm>
#include <cctype>
#include <cstring>

namespace torchmason {

namespace {
constexpr qsizetype recentBytes = 16;

// Names of folders and files, too, are no words that stand alone.
bool isPartOfWord(char byte)
{
    return byte && (std::isalnum(uchar(byte)) || uchar(byte) >= 0x80 || std::strchr("_/\\", byte));
}
}

StreamRedactor::StreamRedactor(std::shared_ptr<const NeedleSet> needles)
    : m_needles(std::move(needles))
{
}

void StreamRedactor::mask(qint64 begin, qint64 end)
{
    if (!m_masks.empty() && begin >= m_masks.back().begin && begin < m_masks.back().end) {
        m_masks.back().end = std::max(end, m_masks.back().end);
        return;
    }
    while (!m_masks.empty() && begin < m_masks.back().end) {
        begin = std::min(begin, m_masks.back().begin);
        end = std::max(end, m_masks.back().end);
        m_masks.pop_back();
    }
    m_masks.push_back({ begin, end });
}

// A longer login may come yet: its mask begins at the same place and swallows this one.
void StreamRedactor::endLogin(qint64 position)
{
    const qint64 begin = m_logins.begin();
    const qint64 colon = m_logins.colon();
    const qint64 userEnd = colon < 0 ? position : colon;
    const QByteArray user = m_held.mid(begin - m_begin, userEnd - begin);
    const bool isPassword = colon < 0 && m_isRedis && !user.isEmpty();
    if (isPassword || looksLikeToken(QString::fromUtf8(user)))
        mask(begin, userEnd);
    if (colon >= 0 && colon + 1 < position)
        mask(colon + 1, position);
}

// redis://, rediss://: see withoutUrlPasswords().
bool StreamRedactor::isOfRedis(qint64 login) const
{
    constexpr qint64 longest = 9; // "rediss://"
    const qint64 here = std::min(longest, login - m_end); // of the bytes that add() was given
    const QByteArray scheme = (m_recent + m_held.mid(login - here - m_begin, here)).right(longest).toLower();
    return scheme.endsWith("redis://") || scheme.endsWith("rediss://");
}

void StreamRedactor::beginWord(qint64 begin, qint64 end)
{
    const char before = begin > m_begin ? m_held[begin - 1 - m_begin] : m_beforeHeld;
    if (!isPartOfWord(before) && m_needles->isWord(m_held.mid(begin - m_begin, end - begin)))
        m_word = begin;
}

void StreamRedactor::endWord(uchar byte, qint64 position)
{
    if (!isPartOfWord(char(byte)))
        mask(m_word, position);
    m_word = -1;
}

void StreamRedactor::look(uchar byte, uchar before, qint64 position)
{
    if (m_word >= 0)
        endWord(byte, position);
    if (m_logins.add(byte, before, position) == LoginFinder::Step::LoginEnded)
        endLogin(position);
    if (m_logins.begin() == position + 1)
        m_isRedis = isOfRedis(position + 1);
    if (const auto begin = m_broken.add(*m_needles, m_state, byte, position))
        mask(*begin, position + 1);
    m_state = m_needles->next(m_state, byte);
    if (const int length = m_needles->matched(m_state))
        mask(position + 1 - length, position + 1);
    if (const int length = m_needles->matchedWord(m_state))
        beginWord(position + 1 - length, position + 1);
}

void StreamRedactor::add(QByteArrayView bytes, QByteArray& out)
{
    const qsizetype known = m_held.size();
    uchar before = m_recent.isEmpty() ? uchar(0) : uchar(m_recent.back());
    m_held.append(bytes.data(), bytes.size());
    const auto* data = reinterpret_cast<const uchar*>(m_held.constData()) + known;
    const NeedleSet& needles = *m_needles;
    for (qsizetype index = 0; index < bytes.size(); ++index) {
        const uchar byte = data[index];
        // Most bytes begin nothing.
        const bool isDull = m_state == NeedleSet::start && byte != ':' && m_logins.isIdle()
            && m_broken.isIdle() && needles.isDull(byte);
        if (!isDull)
            look(byte, before, m_end + index);
        before = byte;
    }
    m_end += bytes.size();
    m_recent = bytes.size() >= recentBytes ? bytes.last(recentBytes).toByteArray()
                                           : (m_recent + bytes.toByteArray()).right(recentBytes);
    qint64 sure = m_end - needles.depth(m_state);
    if (m_logins.begin() >= 0)
        sure = std::min(sure, m_logins.begin());
    if (!m_broken.isIdle())
        sure = std::min(sure, m_broken.begin(*m_needles));
    passUpTo(sure, out);
}

void StreamRedactor::finish(QByteArray& out)
{
    if (m_word >= 0)
        endWord(0, m_end);
    // Whoever is killed may have written no more of it.
    const int depth = m_needles->depth(m_state);
    if (depth >= shortestSecret && m_needles->matchedWord(m_state) < depth)
        mask(m_end - depth, m_end);
    passUpTo(m_end, out);
}

// [m_begin, until) as it is.
void StreamRedactor::pass(qint64 until, QByteArray& out)
{
    if (until <= m_begin)
        return;
    out.append(m_held.constData() + m_passed, until - m_begin);
    m_passed += until - m_begin;
    m_begin = until;
}

// No mask that is still to come begins before `sure`.
void StreamRedactor::passUpTo(qint64 sure, QByteArray& out)
{
    static const QByteArray masked = maskedText().toUtf8();
    const auto skip = [this](qint64 until) {
        m_passed += std::max<qint64>(0, until - m_begin);
        m_begin = std::max(m_begin, until);
    };
    while (!m_masks.empty() && m_masks.front().end <= sure) {
        pass(m_masks.front().begin, out);
        out.append(masked);
        skip(m_masks.front().end);
        m_masks.pop_front();
    }
    // One that may grow yet: its bytes are of no more use.
    if (!m_masks.empty() && m_masks.front().begin < sure) {
        pass(m_masks.front().begin, out);
        skip(sure);
    } else {
        pass(sure, out);
    }
    if (m_passed > 0)
        m_beforeHeld = m_held[m_passed - 1];
    m_held.remove(0, m_passed);
    m_passed = 0;
}

QByteArray redacted(const std::shared_ptr<const NeedleSet>& needles, QByteArrayView text)
{
    StreamRedactor redactor(needles);
    QByteArray out;
    redactor.add(text, out);
    redactor.finish(out);
    return out;
}

}
