// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/ByteScan.h"

#include "core/base/Ascii.h"
#include "core/base/TextDecoding.h"

#include <QtEndian>

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>
#include <utility>

// Made twice where the system chooses by the processor when the program starts.
#if defined(__x86_64__) && defined(__ELF__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__)
#define TORCHMASON_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define TORCHMASON_WIDE
#endif

namespace torchmason {

namespace {

// The compiler makes of these what the processor has. They are handed on by reference, because how they are
// returned depends on the processor.
using Bytes = signed char __attribute__((vector_size(32)));
constexpr qsizetype wide = sizeof(Bytes);

inline void read(const char* place, Bytes& bytes)
{
    std::memcpy(&bytes, place, sizeof(bytes));
}

inline bool hasAny(const Bytes& mask)
{
    quint64 parts[wide / 8];
    std::memcpy(parts, &mask, sizeof(parts));
    return (parts[0] | parts[1] | parts[2] | parts[3]) != 0;
}

using Byte = signed char;

constexpr char escape = '\x1b';

// The higher the rarer in logs of builds.
qsizetype rarityOf(char c)
{
    static const QByteArrayView commonest("/eatsn oicrp_ldmhuf-.bgwkvxy:120[]64z=3qj5()^897,");
    const qsizetype place = commonest.indexOf(lowered(c));
    if (place >= 0)
        return place;
    return commonest.size() + ((c & 0xc0) == 0x80); // UTF-8: what begins a letter is the same for many
}

using Sieve = PatternFinder::Sieve;

Sieve sieveOf(const BytePattern& pattern, qsizetype at)
{
    const ByteSet& bytes = pattern[size_t(at)];
    int all = 0xff;
    int any = 0;
    for (int byte = 0; byte < 256; ++byte) {
        if (bytes[size_t(byte)]) {
            all &= byte;
            any |= byte;
        }
    }
    return { at, Byte(any), Byte(any & ~all) };
}

qsizetype rarityOf(const BytePattern& pattern, qsizetype at)
{
    const ByteSet& bytes = pattern[size_t(at)];
    qsizetype least = 256;
    for (size_t byte = 0; byte < bytes.size(); ++byte)
        least = bytes[byte] ? std::min(least, rarityOf(char(byte))) : least;
    return least;
}

inline bool fits(const char* place, const Sieve& sieve)
{
    return (Byte(*place) | sieve.ignored) == sieve.value;
}

inline void keepFitting(Bytes& bytes, const Sieve& sieve)
{
    bytes = (bytes | sieve.ignored) == sieve.value;
}

bool isAt(const char* place, const BytePattern& pattern)
{
    for (size_t i = 0; i < pattern.size(); ++i) {
        if (!pattern[i][uchar(place[i])])
            return false;
    }
    return true;
}

// From byte `at` of the pattern on, which stands at `place`.
bool goesOn(QByteArrayView bytes, qsizetype place, const BytePattern& pattern, size_t at)
{
    for (; place < bytes.size() && pattern[at][uchar(bytes[place])]; ++at) {
        if (at + 1 == pattern.size())
            return true;
        for (++place; place < bytes.size() && bytes[place] == escape;)
            place = endOfEscape(bytes, place + 1);
    }
    return false;
}

// Whether an escape sequence may end with byte `at`.
bool mayEndEscape(QByteArrayView bytes, qsizetype at)
{
    if (bytes[at] == escape || bytes[at] == '\a' || (at >= 1 && bytes[at - 1] == escape)
        || (at >= 2 && bytes[at - 2] == escape))
        return true;
    at -= Byte(bytes[at]) >= '@';
    while (at > 0 && bytes[at] >= ' ' && bytes[at] <= '?')
        --at;
    return at >= 1 && bytes[at] == '[' && bytes[at - 1] == escape;
}

// Up to byte `end` of the pattern, which stands at `place`.
bool mayHaveBegun(QByteArrayView bytes, qsizetype place, const BytePattern& pattern, qsizetype end)
{
    while (end > 0 && place > 0) {
        --place;
        --end;
        if (mayEndEscape(bytes, place))
            return true;
        if (!pattern[size_t(end)][uchar(bytes[place])])
            return false;
    }
    return end == 0;
}

// Calls take(i) for each byte of the mask that is set, until that answers true.
template <typename Take> inline bool anyOf(const Bytes& mask, Take take)
{
    quint64 parts[wide / 8];
    std::memcpy(parts, &mask, sizeof(parts));
    for (qsizetype i = 0; i < wide / 8; ++i) {
        for (quint64 part = qFromLittleEndian(parts[i]); part != 0;) {
            const int byte = std::countr_zero(part) / 8;
            if (take(i * 8 + byte))
                return true;
            part &= ~(quint64(0xff) << (byte * 8));
        }
    }
    return false;
}

// Four vectors at once, and one by one only where one of them may have it. No members of the class: a member
// that is made twice breaks the rule of one definition where the linker looks at types.
constexpr qsizetype atOnce = 4 * wide;
constexpr qsizetype mostCounted = 255 * wide; // so that no counter of one byte overflows

TORCHMASON_WIDE qsizetype firstIn(
    QByteArrayView bytes, qsizetype from, const BytePattern& pattern, Sieve first, Sieve second)
{
    const char* const begin = bytes.data();
    const qsizetype end = bytes.size() - qsizetype(pattern.size()) + 1; // of the places where it may begin
    qsizetype at = from;
    for (; at + atOnce <= end; at += atOnce) {
        Bytes maybe[4];
        for (qsizetype i = 0; i < 4; ++i) {
            const char* const place = begin + at + i * wide;
            Bytes one;
            Bytes other;
            read(place + first.at, one);
            read(place + second.at, other);
            keepFitting(one, first);
            keepFitting(other, second);
            maybe[i] = one & other;
        }
        const Bytes any = maybe[0] | maybe[1] | maybe[2] | maybe[3];
        if (!hasAny(any))
            continue;
        for (qsizetype i = 0; i < 4; ++i) {
            qsizetype found = -1;
            const auto take = [&](qsizetype j) {
                found = at + i * wide + j;
                return isAt(begin + found, pattern);
            };
            if (anyOf(maybe[i], take))
                return found;
        }
    }
    for (; at < end; ++at) {
        if (fits(begin + at + first.at, first) && isAt(begin + at, pattern))
            return at;
    }
    return -1;
}

// Whether the pattern stands around `at`, where its byte `joint` fits.
bool isAround(
    QByteArrayView bytes, qsizetype at, const BytePattern& pattern, qsizetype joint, PatternPlace& found)
{
    const qsizetype begin = at - joint;
    found.isWhole = begin >= 0 && begin + qsizetype(pattern.size()) <= bytes.size()
        && isAt(bytes.data() + begin, pattern);
    found.at = found.isWhole ? begin : at;
    return found.isWhole
        || (goesOn(bytes, at, pattern, size_t(joint)) && mayHaveBegun(bytes, at, pattern, joint));
}

TORCHMASON_WIDE PatternPlace firstTornIn(
    QByteArrayView bytes, qsizetype from, const BytePattern& pattern, std::array<Sieve, 3> joint)
{
    const char* const begin = bytes.data();
    const qsizetype end = bytes.size() - 2; // of the places where the three may stand
    PatternPlace found;
    qsizetype at = from;
    for (; at + atOnce <= end; at += atOnce) {
        Bytes maybe[4];
        for (qsizetype i = 0; i < 4; ++i) {
            const char* const place = begin + at + i * wide;
            Bytes first;
            Bytes second;
            Bytes third;
            read(place, first);
            read(place + 1, second);
            read(place + 2, third);
            const Bytes secondIsEscape = second == Byte(escape);
            const Bytes thirdIsEscape = third == Byte(escape);
            keepFitting(first, joint[0]);
            keepFitting(second, joint[1]);
            keepFitting(third, joint[2]);
            maybe[i] = first & (secondIsEscape | (second & (third | thirdIsEscape)));
        }
        const Bytes any = maybe[0] | maybe[1] | maybe[2] | maybe[3];
        if (!hasAny(any))
            continue;
        for (qsizetype i = 0; i < 4; ++i) {
            const auto take = [&](qsizetype j) {
                return isAround(bytes, at + i * wide + j, pattern, joint[0].at, found);
            };
            if (anyOf(maybe[i], take))
                return found;
        }
    }
    for (; at < bytes.size(); ++at) {
        if (fits(begin + at, joint[0]) && isAround(bytes, at, pattern, joint[0].at, found))
            return found;
    }
    return {};
}

}

TORCHMASON_WIDE qsizetype lineBreaksIn(QByteArrayView bytes)
{
    qsizetype count = 0;
    const char* at = bytes.data();
    const char* const end = at + bytes.size();
    while (end - at >= wide) {
        const char* const stop = at + std::min(mostCounted, (end - at) / wide * wide);
        Bytes counts {};
        for (; at < stop; at += wide) {
            Bytes here;
            read(at, here);
            counts -= here == Byte('\n'); // -1 where it is one
        }
        for (qsizetype i = 0; i < wide; ++i)
            count += static_cast<unsigned char>(counts[i]);
    }
    for (; at < end; ++at)
        count += *at == '\n';
    return count;
}

TORCHMASON_WIDE ByteCensus censusOf(QByteArrayView bytes)
{
    constexpr Byte lowest = -128;
    ByteCensus census;
    Bytes all {};
    Bytes escapes {};
    Bytes returns {};
    Bytes others {};
    const char* at = bytes.data();
    const char* const end = at + bytes.size();
    while (end - at >= wide) {
        const char* const stop = at + std::min(mostCounted, (end - at) / wide * wide);
        Bytes counts {};
        for (; at < stop; at += wide) {
            Bytes here;
            read(at, here);
            const Bytes isBreak = here == Byte('\n'); // -1 where it is one
            const Bytes isEscape = here == Byte(escape);
            const Bytes isReturn = here == Byte('\r');
            counts -= isBreak;
            all |= here;
            escapes |= isEscape;
            returns |= isReturn;
            // Bytes beyond ASCII are negative.
            others |= ((here ^ lowest) < Byte(' ' ^ lowest)) & ~(isBreak | isEscape | isReturn);
        }
        for (qsizetype i = 0; i < wide; ++i)
            census.lineBreaks += static_cast<unsigned char>(counts[i]);
    }
    const Bytes beyond = all < Byte(0);
    census.isAscii = !hasAny(beyond);
    census.hasEscape = hasAny(escapes);
    census.hasReturn = hasAny(returns);
    census.hasOther = hasAny(others);
    for (; at < end; ++at) {
        const bool isBreak = *at == '\n';
        const bool isEscape = *at == escape;
        const bool isReturn = *at == '\r';
        census.lineBreaks += isBreak;
        census.isAscii = census.isAscii && Byte(*at) >= 0;
        census.hasEscape = census.hasEscape || isEscape;
        census.hasReturn = census.hasReturn || isReturn;
        census.hasOther = census.hasOther || (uchar(*at) < ' ' && !isBreak && !isEscape && !isReturn);
    }
    return census;
}

TORCHMASON_WIDE bool hasLoneReturn(QByteArrayView bytes)
{
    Bytes lone {};
    const char* at = bytes.data();
    const char* const end = at + bytes.size();
    for (; end - at > wide; at += wide) {
        Bytes here;
        Bytes next;
        read(at, here);
        read(at + 1, next);
        lone |= (here == Byte('\r')) & (next != Byte('\n'));
    }
    bool isThere = hasAny(lone);
    for (; at < end; ++at)
        isThere = isThere || (*at == '\r' && !(at + 1 < end && at[1] == '\n'));
    return isThere;
}

// C5 BF and E2 84 AA.
TORCHMASON_WIDE bool mayHaveLetterOfAscii(QByteArrayView bytes)
{
    const auto isOne = [](char here, char next) {
        return (here == '\xc5' && (next == '\xbf' || next == escape))
            || (here == '\x84' && (next == '\xaa' || next == escape));
    };
    Bytes found {};
    const char* at = bytes.data();
    const char* const end = at + bytes.size();
    for (; end - at > wide; at += wide) {
        Bytes here;
        Bytes next;
        read(at, here);
        read(at + 1, next);
        const Bytes isEscape = next == Byte(escape);
        found |= (here == Byte('\xc5')) & ((next == Byte('\xbf')) | isEscape);
        found |= (here == Byte('\x84')) & ((next == Byte('\xaa')) | isEscape);
    }
    bool isThere = hasAny(found);
    for (; end - at > 1; ++at)
        isThere = isThere || isOne(at[0], at[1]);
    return isThere;
}

// The last vector at a time, because there are lines of a megabyte.
TORCHMASON_WIDE qsizetype beginOfLine(QByteArrayView bytes, qsizetype at)
{
    const char* const begin = bytes.data();
    for (; at >= wide; at -= wide) {
        Bytes here;
        read(begin + at - wide, here);
        const Bytes isBreak = here == Byte('\n');
        if (hasAny(isBreak))
            break;
    }
    while (at > 0 && begin[at - 1] != '\n')
        --at;
    return at;
}

qsizetype endOfLine(QByteArrayView bytes, qsizetype at)
{
    const qsizetype end = bytes.indexOf('\n', at);
    return end < 0 ? bytes.size() : end + 1;
}

ByteSet caselessByte(char c)
{
    ByteSet bytes;
    bytes.set(uchar(c));
    if (isLetter(c))
        bytes.set(uchar(c ^ 0x20));
    return bytes;
}

PatternFinder::PatternFinder(const BytePattern& pattern)
    : m_pattern(pattern)
{
    const qsizetype size = qsizetype(pattern.size());
    std::vector<qsizetype> rarities;
    for (qsizetype i = 0; i < size; ++i)
        rarities.push_back(rarityOf(pattern, i));
    const auto rarest = std::max_element(rarities.begin(), rarities.end());
    const qsizetype first = rarest - rarities.begin();
    const qsizetype rarity = std::exchange(*rarest, -1);
    m_first = sieveOf(pattern, first);
    m_second = sieveOf(pattern, std::max_element(rarities.begin(), rarities.end()) - rarities.begin());
    *rarest = rarity;
    const qsizetype neighbours = std::min<qsizetype>(size, qsizetype(m_joint.size()));
    qsizetype joint = 0;
    qsizetype best = -1;
    for (qsizetype i = 0; i + neighbours <= size; ++i) {
        // What ends the usual escape sequences stands before others of them.
        const bool isEnd = pattern[size_t(i)]['m'] || pattern[size_t(i)]['K'];
        const auto begin = rarities.begin() + i;
        const qsizetype worth = isEnd ? 0 : std::accumulate(begin, begin + neighbours, qsizetype(0));
        if (worth > best) {
            best = worth;
            joint = i;
        }
    }
    for (qsizetype i = 0; i < neighbours; ++i)
        m_joint[size_t(i)] = sieveOf(pattern, joint + i);
}

bool PatternFinder::mayBeIn(QByteArrayView bytes) const
{
    const ByteSet& rarest = m_pattern[size_t(m_first.at)];
    if (rarest.count() > 2)
        return true;
    for (size_t byte = 0; byte < rarest.size(); ++byte) {
        if (rarest[byte] && bytes.contains(char(byte)))
            return true;
    }
    return false;
}

qsizetype PatternFinder::indexIn(QByteArrayView bytes, qsizetype from) const
{
    return firstIn(bytes, from, m_pattern, m_first, m_second);
}

PatternPlace PatternFinder::placeIn(QByteArrayView bytes, qsizetype from) const
{
    return m_pattern.size() == 1 ? PatternPlace { indexIn(bytes, from), true }
                                 : firstTornIn(bytes, from, m_pattern, m_joint);
}

}
