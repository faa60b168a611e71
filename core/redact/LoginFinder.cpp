// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redact/LoginFinder.h"

#include <cctype>
#include <cstring>

namespace torchmason {

namespace {

bool endsLogin(uchar byte)
{
    return byte <= 0x20 || byte == 0x7f || std::strchr("/\"<>", byte);
}

bool isOfScheme(uchar byte)
{
    return byte < 0x80 && (std::isalnum(byte) || (byte && std::strchr("+.-", byte)));
}

}

LoginFinder::Step LoginFinder::addToLogin(uchar byte, uchar before, qint64 position)
{
    if (endsLogin(byte) || position - m_begin >= longest) {
        // http://one,https://me:pw@two: it was the beginning of another address.
        m_state = byte == '/' && before == ':' ? State::AfterSlash : State::Idle;
        return Step::Nothing;
    }
    if (byte == ':' && m_colon < 0)
        m_colon = position;
    return byte == '@' ? Step::LoginEnded : Step::Nothing;
}

LoginFinder::Step LoginFinder::add(uchar byte, uchar before, qint64 position)
{
    switch (m_state) {
    case State::Login:
        return addToLogin(byte, before, position);
    case State::AfterSlash:
        m_state = byte == '/' ? State::Login : State::Idle;
        m_begin = position + 1;
        m_colon = -1;
        break;
    case State::AfterColon:
        m_state = byte == '/' ? State::AfterSlash : State::Idle;
        break;
    case State::Idle:
        break;
    }
    if (m_state == State::Idle && byte == ':' && isOfScheme(before))
        m_state = State::AfterColon;
    return Step::Nothing;
}

}
