// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parse/LineDecoder.h"

#include "core/base/CodePages.h"
#include "core/base/TextDecoding.h"

#include <QStringDecoder>

#include <algorithm>
#include <array>
#include <cstring>

namespace torchmason {

namespace {

// GBK, Japanese, Korean; consoles of western and eastern Europe and Russia; Windows programs of the same.
constexpr std::array pages { 936, 932, 949, 850, 1252, 852, 1250, 866, 1251 };
constexpr int mostGuesses = 2000; // then nobody knows these words, and guessing costs time

struct Contents {
    bool hasWide = false; // a byte beyond ASCII
    bool hasZero = false;
};

// Eight bytes at a time, because every line of every log goes through here.
Contents contentsOf(QByteArrayView line)
{
    constexpr quint64 highs = 0x8080808080808080;
    constexpr quint64 ones = 0x0101010101010101;
    quint64 wide = 0;
    quint64 zero = 0;
    qsizetype at = 0;
    for (; at + 8 <= line.size(); at += 8) {
        quint64 word = 0;
        std::memcpy(&word, line.data() + at, 8);
        wide |= word;
        zero |= (word - ones) & ~word;
    }
    Contents contents { (wide & highs) != 0, (zero & highs) != 0 };
    for (; at < line.size(); ++at) {
        contents.hasWide |= (line[at] & 0x80) != 0;
        contents.hasZero |= line[at] == 0;
    }
    return contents;
}

QString firstSigns(const QStringList& words)
{
    QString signs;
    for (const QString& word : words) {
        const auto sign = std::find_if(word.begin(), word.end(), [](QChar c) { return c.unicode() > 127; });
        signs += sign == word.end() ? word.at(0) : *sign;
    }
    return signs;
}

// UTF-16 of mostly western text: every second byte is zero.
bool looksWide(QByteArrayView line)
{
    qsizetype zeros = 0;
    for (const char c : line)
        zeros += c == 0;
    return zeros * 4 >= line.size();
}

}

bool LineDecoder::isUtf8(QByteArrayView line)
{
    const Contents contents = contentsOf(line);
    return !(contents.hasZero && looksWide(line)) && (!contents.hasWide || line.isValidUtf8());
}

QByteArrayView LineDecoder::toUtf8(QByteArrayView line)
{
    const Contents contents = contentsOf(line);
    if (contents.hasZero && looksWide(line))
        return fromWide(line);
    if (!contents.hasWide || line.isValidUtf8())
        return line;
    return fromCodePage(line);
}

// A line feed is two bytes there, so that the second half of the one before begins this line.
QByteArrayView LineDecoder::fromWide(QByteArrayView line)
{
    if (line.startsWith('\0'))
        line = line.sliced(1);
    if (line.startsWith("\xff\xfe"))
        line = line.sliced(2);
    if (line.size() % 2)
        line.chop(1);
    QStringDecoder decoder(QStringDecoder::Utf16LE, QStringDecoder::Flag::Stateless);
    m_buffer = QString(decoder.decode(line)).toUtf8();
    while (m_buffer.endsWith('\r') || m_buffer.endsWith('\0'))
        m_buffer.chop(1);
    return m_buffer;
}

int LineDecoder::bestPage(QByteArrayView line)
{
    if (m_signs.isEmpty())
        m_signs = firstSigns(m_words);
    int best = 0;
    qsizetype bestLength = 0;
    for (const int page : pages) {
        const auto text = decodeCodePage(line, page);
        if (!text)
            continue;
        qsizetype length = 0;
        for (qsizetype at = 0; at < m_words.size(); ++at) {
            // One character rules out most of them, for a tenth of the time.
            if (text->contains(m_signs[at]) && text->contains(m_words[at]))
                length += m_words[at].toUtf8().size();
        }
        if (length > bestLength) {
            best = page;
            bestLength = length;
        }
    }
    return best;
}

QByteArrayView LineDecoder::fromCodePage(QByteArrayView line)
{
    if (!m_page && m_guesses < mostGuesses) {
        m_page = bestPage(line);
        ++m_guesses;
    }
    const auto text = m_page ? decodeCodePage(line, m_page) : std::nullopt;
    m_buffer = (text ? *text : decodeToolText(line)).toUtf8();
    return m_buffer;
}

}
