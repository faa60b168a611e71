// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/ByteScan.h"

#include "core/base/Ascii.h"

#include <QByteArray>

#include <algorithm>
#include <cstring>

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

// The higher the rarer in logs of builds.
qsizetype rarityOf(char c)
{
    static const QByteArrayView commonest("/eatsn oicrp_ldmhuf-.bgwkvxy:120[]64z=3qj5()^897,");
    const qsizetype place = commonest.indexOf(c);
    return place < 0 ? commonest.size() : place;
}

// A text that is looked for: what CaselessFinder keeps of it.
struct SoughtText {
    QByteArrayView text;
    QByteArrayView folds;
    qsizetype first = 0;
    qsizetype second = 0;
};

bool isAt(const char* place, const SoughtText& sought)
{
    const auto fits = [&](qsizetype i) { return char(place[i] | sought.folds[i]) == sought.text[i]; };
    if (!fits(sought.first) || !fits(sought.second))
        return false;
    for (qsizetype i = 0; i < sought.text.size(); ++i) {
        if (!fits(i))
            return false;
    }
    return true;
}

// Four vectors at once, and one by one only where one of them may have it. No member of the class: a member
// that is made twice breaks the rule of one definition where the linker looks at types.
TORCHMASON_WIDE qsizetype firstIn(QByteArrayView bytes, qsizetype from, const SoughtText& sought)
{
    constexpr qsizetype atOnce = 4 * wide;
    const char* const begin = bytes.data();
    const qsizetype end = bytes.size() - sought.text.size() + 1; // of the places where it may begin
    const Byte first = sought.text[sought.first];
    const Byte firstFold = sought.folds[sought.first];
    const Byte second = sought.text[sought.second];
    const Byte secondFold = sought.folds[sought.second];
    qsizetype at = from;
    for (; at + atOnce <= end; at += atOnce) {
        Bytes maybe[4];
        for (qsizetype i = 0; i < 4; ++i) {
            const char* const place = begin + at + i * wide;
            Bytes one;
            Bytes other;
            read(place + sought.first, one);
            read(place + sought.second, other);
            maybe[i] = ((one | firstFold) == first) & ((other | secondFold) == second);
        }
        const Bytes any = maybe[0] | maybe[1] | maybe[2] | maybe[3];
        if (!hasAny(any))
            continue;
        for (qsizetype i = 0; i < atOnce; i += wide) {
            if (!hasAny(maybe[i / wide]))
                continue;
            Byte places[wide];
            std::memcpy(places, &maybe[i / wide], sizeof(places));
            for (qsizetype j = 0; j < wide; ++j) {
                if (places[j] && isAt(begin + at + i + j, sought))
                    return at + i + j;
            }
        }
    }
    for (; at < end; ++at) {
        if (isAt(begin + at, sought))
            return at;
    }
    return -1;
}

}

TORCHMASON_WIDE ByteCensus censusOf(QByteArrayView bytes)
{
    constexpr qsizetype mostAtOnce = 255 * wide; // so that no counter of one byte overflows
    ByteCensus census;
    Bytes odd {};
    const char* at = bytes.data();
    const char* const end = at + bytes.size();
    while (end - at > wide) {
        const char* const stop = at + std::min(mostAtOnce, (end - at - 1) / wide * wide);
        Bytes counts {};
        for (; at < stop; at += wide) {
            Bytes here;
            Bytes next;
            read(at, here);
            read(at + 1, next);
            const Bytes breaks = here == Byte('\n'); // -1 where it is one
            counts -= breaks;
            // Bytes beyond ASCII are negative.
            odd |= (here < Byte(' ')) & ~breaks & ~((here == Byte('\r')) & (next == Byte('\n')));
        }
        for (qsizetype i = 0; i < wide; ++i)
            census.lineBreaks += static_cast<unsigned char>(counts[i]);
    }
    census.isPlain = !hasAny(odd);
    for (; at < end; ++at) {
        census.lineBreaks += *at == '\n';
        const bool isBreak = *at == '\n' || (*at == '\r' && at + 1 < end && at[1] == '\n');
        census.isPlain = census.isPlain && (isBreak || Byte(*at) >= ' ');
    }
    return census;
}

qsizetype beginOfLine(QByteArrayView bytes, qsizetype at)
{
    // Forwards piece by piece, because that is much faster, and there are lines of a megabyte.
    constexpr qsizetype piece = 1024;
    while (at > piece && !bytes.sliced(at - piece, piece).contains('\n'))
        at -= piece;
    while (at > 0 && bytes[at - 1] != '\n')
        --at;
    return at;
}

qsizetype endOfLine(QByteArrayView bytes, qsizetype at)
{
    const qsizetype end = bytes.indexOf('\n', at);
    return end < 0 ? bytes.size() : end + 1;
}

CaselessFinder::CaselessFinder(const QByteArray& text)
    : m_text(text)
    , m_folds(text.size(), 0)
{
    std::transform(text.begin(), text.end(), m_text.begin(), lowered);
    for (qsizetype i = 0; i < m_text.size(); ++i) {
        m_folds[i] = isLetter(m_text[i]) ? 0x20 : 0;
        if (rarityOf(m_text[i]) > rarityOf(m_text[m_first]))
            m_first = i;
    }
    m_second = m_first == 0 ? m_text.size() - 1 : 0;
    for (qsizetype i = 0; i < m_text.size(); ++i) {
        if (i != m_first && rarityOf(m_text[i]) > rarityOf(m_text[m_second]))
            m_second = i;
    }
}

qsizetype CaselessFinder::indexIn(QByteArrayView bytes, qsizetype from) const
{
    return firstIn(bytes, from, { m_text, m_folds, m_first, m_second });
}

}
