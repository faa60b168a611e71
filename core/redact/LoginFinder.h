// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>

namespace torchmason {

// Finds the logins of addresses in a stream, byte after byte: scheme://user:password@host. The password may
// hold anything but blanks, slashes, double quotes and angle brackets; the login ends at the last "@".
class LoginFinder {
public:
    enum class Step {
        Nothing,
        LoginEnded, // the byte is an "@": [begin(), here) is the login as far as it is known
    };

    // `position` counts the bytes of the stream.
    Step add(uchar byte, uchar before, qint64 position);
    // Nothing is going on: only a colon can change that.
    bool isIdle() const { return m_state == State::Idle; }
    // Where a login that may still end has begun; -1 where there is none.
    qint64 begin() const { return m_state == State::Login ? m_begin : -1; }
    qint64 colon() const { return m_colon; } // the first one of the login; -1 where there is none

private:
    enum class State {
        Idle,
        AfterColon,
        AfterSlash,
        Login,
    };
    // What is longer is no login, and is not held back for one.
    static constexpr qint64 longest = 8192;

    Step addToLogin(uchar byte, uchar before, qint64 position);

    State m_state = State::Idle;
    qint64 m_begin = -1;
    qint64 m_colon = -1;
};

}
