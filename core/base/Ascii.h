// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace torchmason {

// Of bytes in any encoding, and whatever the system's language is.
constexpr bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

constexpr bool isUpper(char c)
{
    return c >= 'A' && c <= 'Z';
}

constexpr bool isLetter(char c)
{
    return isUpper(c) || (c >= 'a' && c <= 'z');
}

constexpr char lowered(char c)
{
    return isUpper(c) ? char(c - 'A' + 'a') : c;
}

}
