// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redact/BrokenNeedle.h"
#include "core/redact/LoginFinder.h"
#include "core/redact/NeedleSet.h"

#include <QByteArray>
#include <QByteArrayView>

#include <deque>
#include <memory>

namespace torchmason {

// Masks secrets in a stream of bytes, however it is cut into pieces: what comes out is the same. Passed on
// at once is everything but the end that could be the beginning of a secret or the login of an address;
// that is held back until the next bytes decide, for as long as that takes: half a secret is one, too. Where
// secrets overlap they become one mask. What is held is never more than the longest needle or login.
class StreamRedactor {
public:
    explicit StreamRedactor(std::shared_ptr<const NeedleSet> needles);

    // Appends to `out` what may be written now.
    void add(QByteArrayView bytes, QByteArray& out);
    // The stream is over: appends what was held back, but for what looks like most of a secret.
    void finish(QByteArray& out);
    qsizetype held() const { return m_held.size(); }

private:
    struct Mask {
        qint64 begin;
        qint64 end;
    };

    void look(uchar byte, uchar before, qint64 position);
    void endLogin(qint64 position);
    void endWord(uchar byte, qint64 position);
    void beginWord(qint64 begin, qint64 end);
    bool isOfRedis(qint64 login) const;
    void mask(qint64 begin, qint64 end);
    void passUpTo(qint64 sure, QByteArray& out);
    void pass(qint64 until, QByteArray& out);

    std::shared_ptr<const NeedleSet> m_needles;
    LoginFinder m_logins;
    BrokenNeedle m_broken;
    int m_state = NeedleSet::start;
    QByteArray m_held; // the bytes [m_begin, m_end) of the stream
    qint64 m_begin = 0;
    qint64 m_end = 0;
    qsizetype m_passed = 0; // bytes of m_held that are done with; 0 between two calls
    QByteArray m_recent; // the last bytes before those that add() was given
    char m_beforeHeld = 0; // the byte in front of m_held
    qint64 m_word = -1; // where one begins that ends with the byte before; it counts where that ends a word
    bool m_isRedis = false; // of the login that has begun: it may be a password without a colon
    std::deque<Mask> m_masks; // in order, never overlapping, none that is passed on already
};

// A whole text.
QByteArray redacted(const std::shared_ptr<const NeedleSet>& needles, QByteArrayView text);

}
