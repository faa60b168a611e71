// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/LogUnits.h"

#include "core/base/Ascii.h"
#include "core/base/TextDecoding.h"
#include "core/base/Units.h"

#include <QHash>

#include <algorithm>
#include <utility>

namespace torchmason {

namespace {

constexpr qsizetype longestCompared = 64 * 1024; // letters; what stands behind them in a line is not compared

// What a line says, letter by letter (FNV-1a). As it is counted in letters of the identity, not of the line,
// two lines with folders of other lengths are compared up to the same place.
struct IdentityHash {
    quint64 value = 14695981039346656037ULL;
    qsizetype room = longestCompared;

    void add(char letter)
    {
        if (room-- > 0)
            value = (value ^ static_cast<unsigned char>(letter)) * 1099511628211ULL;
    }
    void add(QByteArrayView word)
    {
        word = word.first(std::clamp<qsizetype>(word.size(), 0, std::max<qsizetype>(0, room)));
        room -= word.size();
        value = qHashBits(word.data(), size_t(word.size()), size_t(value));
    }
};

bool isHex(char letter)
{
    return isDigit(letter) || (letter >= 'a' && letter <= 'f') || (letter >= 'A' && letter <= 'F');
}

bool isWord(char letter)
{
    return isDigit(letter) || isLetter(letter) || letter == '_' || static_cast<unsigned char>(letter) >= 0x80;
}

char plainLetter(char letter)
{
    return letter == '\\' ? '/' : letter;
}

char lower(char letter)
{
    return letter >= 'A' && letter <= 'Z' ? char(letter - 'A' + 'a') : letter;
}

// The end of the word that begins there.
qsizetype wordEnd(QByteArrayView line, qsizetype at)
{
    while (at < line.size() && isWord(line[at]))
        ++at;
    return at;
}

// "0x7f12", or eight and more hexadecimal digits of which one is a letter and one is none.
bool isHexWord(QByteArrayView word)
{
    if (word.startsWith("0x") || word.startsWith("0X"))
        return word.size() > 2 && std::all_of(word.begin() + 2, word.end(), isHex);
    return word.size() >= 8 && std::all_of(word.begin(), word.end(), isHex)
        && std::any_of(word.begin(), word.end(), isDigit) && !std::all_of(word.begin(), word.end(), isDigit);
}

bool beginsWithUnit(QByteArrayView rest)
{
    if (rest.startsWith(' '))
        rest = rest.sliced(1);
    const QByteArrayView word = rest.first(wordEnd(rest, 0));
    return rest.startsWith('%') || isUnit(word);
}

// The end of the figure there, where what it says is by chance: a count, a time, a size. A version ends
// where it begins. A figure has digits with dots, commas and colons between them.
qsizetype chanceEnd(QByteArrayView line, qsizetype at)
{
    qsizetype end = at;
    int dots = 0;
    while (end < line.size()
        && (isDigit(line[end])
            || ((line[end] == '.' || line[end] == ',' || line[end] == ':') && end + 1 < line.size()
                && isDigit(line[end + 1])))) {
        dots += line[end] == '.' ? 1 : 0;
        ++end;
    }
    if (beginsWithUnit(line.sliced(end)))
        return end;
    const bool goesOn = end < line.size() && isWord(line[end]); // "3d", "64bit"
    return dots > 0 || goesOn ? at : end;
}

// Names behind these are made up anew by each run.
bool isBeforeChance(QByteArrayView before)
{
    return before.endsWith("/tmp/") || before.endsWith("\\Temp\\") || before.endsWith("/Temp/")
        || before.endsWith("TryCompile-");
}

// Answers where it goes on behind the word, figure or version.
qsizetype addWord(QByteArrayView line, qsizetype at, IdentityHash& hash)
{
    const qsizetype end = wordEnd(line, at);
    const QByteArrayView word = line.sliced(at, end - at);
    const bool isFigure = isDigit(line[at]);
    const bool isChance = isBeforeChance(line.first(at)) || isHexWord(word);
    if (const qsizetype behind = isChance ? end : isFigure ? chanceEnd(line, at) : at; behind > at) {
        hash.add(char(2));
        return behind;
    }
    if (!isFigure) {
        hash.add(word.startsWith("cmTC_") ? word.first(5) : word);
        return end;
    }
    while (at < line.size() && (isWord(line[at]) || (line[at] == '.' && at + 1 < line.size())))
        hash.add(line[at++]); // a version with its dots
    return at;
}

}

std::optional<QByteArrayView> stepTitle(QByteArrayView line)
{
    if (line.size() < 4 || line[0] != '[')
        return std::nullopt;
    qsizetype at = 1;
    bool hasSign = false;
    while (at < line.size() && at < 64 && line[at] != ']') {
        if (!isDigit(line[at]) && !QByteArrayView("/|.% -").contains(line[at]))
            return std::nullopt;
        hasSign = hasSign || line[at] == '/' || line[at] == '%';
        ++at;
    }
    if (!hasSign || at + 1 >= line.size() || line[at] != ']')
        return std::nullopt;
    return line.sliced(at + 1);
}

bool isFailedStep(QByteArrayView line)
{
    return line.startsWith("FAILED: ");
}

LineIdentity::LineIdentity(const QStringList& folders)
{
    for (const QString& folder : folders) {
        QByteArray name = folder.toUtf8().replace('\\', '/');
        while (name.endsWith('/'))
            name.chop(1);
        if (!name.isEmpty())
            m_folders.append({ name, char(folders.indexOf(folder)) });
    }
    std::stable_sort(m_folders.begin(), m_folders.end(),
        [](const Folder& one, const Folder& other) { return one.name.size() > other.name.size(); });
}

// Its length there, or 0. Windows writes one folder with either slash, and the letter of a drive in either
// case.
qsizetype LineIdentity::folderAt(QByteArrayView line, qsizetype at, char& which) const
{
    const bool mayBegin
        = line[at] == '/' || line[at] == '\\' || (at + 1 < line.size() && line[at + 1] == ':');
    for (qsizetype i = 0; mayBegin && i < m_folders.size(); ++i) {
        const QByteArray& folder = m_folders[i].name;
        which = m_folders[i].which;
        const bool hasDrive = folder.size() > 1 && folder[1] == ':';
        const auto same = [hasDrive](char one, char other) {
            return one == plainLetter(other) || (hasDrive && lower(one) == lower(plainLetter(other)));
        };
        const qsizetype end = at + folder.size();
        if (end <= line.size() && std::equal(folder.begin(), folder.end(), line.begin() + at, same)
            && (end == line.size() || (!isWord(line[end]) && line[end] != '-' && line[end] != '.')))
            return folder.size();
    }
    return 0;
}

quint64 LineIdentity::of(QByteArrayView line) const
{
    QByteArray plain;
    if (line.contains('\x1b'))
        line = plain = withoutEscapes(line);
    line = withoutOverwritten(line);
    if (const auto title = stepTitle(line))
        line = *title;
    IdentityHash hash;
    char which = 0;
    for (qsizetype at = 0; at < line.size() && hash.room > 0;) {
        const char letter = line[at];
        if (const qsizetype length = folderAt(line, at, which); length > 0) {
            hash.add(char(1));
            hash.add(which);
            at += length;
        } else if (isWord(letter)) {
            at = addWord(line, at, hash);
        } else {
            hash.add(plainLetter(letter));
            ++at;
        }
    }
    return hash.value;
}

LogUnitReader::LogUnitReader(const ComparedLog& log)
    : m_lines(log.path)
    , m_identity(log.folders)
    , m_ownLines(log.ownLines)
    , m_mayHaveFailed(log.mayHaveFailed)
{
}

bool LogUnitReader::open()
{
    const bool isOpen = m_lines.open();
    while (isOpen && m_line < m_ownLines && readLine()) { }
    return isOpen;
}

bool LogUnitReader::readLine()
{
    m_textOffset = m_lines.offset();
    const auto line = m_lines.next();
    m_text = line.value_or(QByteArrayView());
    m_line += line ? 1 : 0;
    return line.has_value();
}

std::optional<LogUnit> LogUnitReader::next()
{
    if (!m_isPending && !readLine())
        return std::nullopt;
    m_isPending = false;
    LogUnit unit;
    unit.isStep = stepTitle(m_text).has_value();
    unit.identity = unit.title = m_identity.of(m_text);
    unit.before = std::exchange(m_before, unit.title);
    unit.line = m_line;
    unit.offset = m_textOffset;
    unit.lines = 1;
    while (unit.isStep && readLine()) {
        if (m_text.startsWith("ninja: ") || stepTitle(m_text)) {
            m_isPending = true;
            break;
        }
        unit.identity = unit.identity * 0x9E3779B97F4A7C15ULL + m_identity.of(m_text);
        unit.hasFailed = unit.hasFailed || (m_mayHaveFailed && isFailedStep(m_text));
        ++unit.lines;
    }
    return unit;
}

}
