// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parse/LinePrefix.h"

#include "core/base/Ascii.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

namespace torchmason {

namespace {

constexpr std::array<bool, 256> labelLetters = [] {
    std::array<bool, 256> letters {};
    for (const char c : std::string_view("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_."))
        letters[size_t(uchar(c))] = true;
    return letters;
}();
constexpr qsizetype longestLabel = 48; // of a service, a job's step, a package

// 'd' stands for a digit, everything else for itself.
bool looksLike(QByteArrayView bytes, const char* pattern)
{
    for (qsizetype i = 0; pattern[i]; ++i) {
        if (i >= bytes.size() || (pattern[i] == 'd' ? !isDigit(bytes[i]) : bytes[i] != pattern[i]))
            return false;
    }
    return true;
}

// "01O text" and "00E+text" of GitLab, after the time: which stream, and whether a line goes on.
QByteArrayView withoutStream(QByteArrayView rest)
{
    if (!looksLike(rest, "dd") || rest.size() < 4 || (rest[2] != 'O' && rest[2] != 'E'))
        return rest;
    return rest[3] == ' ' || rest[3] == '+' ? rest.sliced(4) : rest;
}

// 2025-03-09T08:11:01.4358834Z   [2025-03-09T08:11:01.435Z]   2025-03-09 08:11:01,435
QByteArrayView withoutDate(QByteArrayView line)
{
    const qsizetype start = line.startsWith('[') ? 1 : 0;
    QByteArrayView rest = line.sliced(start);
    if (!looksLike(rest, "dddd-dd-dd") || rest.size() < 19 || !looksLike(rest.sliced(11), "dd:dd:dd"))
        return line;
    qsizetype end = 19;
    while (end < rest.size() && (isDigit(rest[end]) || std::strchr(".,Z+:]", rest[end])))
        ++end;
    rest = rest.sliced(end);
    return withoutStream(rest.startsWith(' ') ? rest.sliced(1) : rest);
}

// "[08:11:01] text" and "08:11:01 text"
QByteArrayView withoutTime(QByteArrayView line)
{
    if (looksLike(line, "dd:dd:dd "))
        return line.sliced(9);
    return looksLike(line, "[dd:dd:dd] ") ? line.sliced(11) : line;
}

// "#24 15.58 text": Docker's step and seconds.
QByteArrayView withoutDockerStep(QByteArrayView line)
{
    qsizetype at = 1;
    while (at < line.size() && isDigit(line[at]))
        ++at;
    const qsizetype seconds = at + 1;
    if (at == 1 || seconds >= line.size() || line[at] != ' ' || !isDigit(line[seconds]))
        return line;
    at = seconds;
    while (at < line.size() && (isDigit(line[at]) || line[at] == '.'))
        ++at;
    return at < line.size() && line[at] == ' ' ? line.sliced(at + 1) : line;
}

// "builder-1  | text" of docker compose and "torch> text" of nix.
QByteArrayView withoutLabel(QByteArrayView line)
{
    const qsizetype most = std::min(line.size(), longestLabel);
    qsizetype at = 0;
    while (at < most && labelLetters[uchar(line[at])])
        ++at;
    if (at == 0 || at >= most)
        return line;
    if (line[at] == '>')
        return at + 1 == line.size() || line[at + 1] == ' ' ? line.sliced(std::min(at + 2, line.size()))
                                                            : line;
    while (at < most && line[at] == ' ')
        ++at;
    if (at >= most || line[at] != '|' || line[at - 1] != ' ')
        return line;
    return line.sliced(std::min(at + 2, line.size()));
}

// "job\tstep\t2025-06-27T19:59:59.0879266Z text" of "gh run view --log".
QByteArrayView withoutColumns(QByteArrayView line)
{
    const qsizetype most = std::min<qsizetype>(line.size(), 4 * longestLabel);
    const void* const tab = std::memchr(line.data(), '\t', size_t(most));
    if (!tab)
        return line;
    const QByteArrayView rest = line.sliced(static_cast<const char*>(tab) - line.data() + 1);
    const qsizetype second = rest.first(std::min<qsizetype>(rest.size(), 4 * longestLabel)).indexOf('\t');
    if (second < 0 || !looksLike(rest.sliced(second + 1), "dddd-dd-ddT"))
        return line;
    return rest.sliced(second + 1);
}

// "Jun 27 12:00:01 box cmake[812]: text" of the journal.
QByteArrayView withoutJournal(QByteArrayView line)
{
    if (line.size() < 20 || line[3] != ' ' || line[6] != ' ' || !looksLike(line.sliced(7), "dd:dd:dd "))
        return line;
    const qsizetype colon = line.indexOf(": ", 15);
    return colon < 0 || colon > 15 + 2 * longestLabel ? line : line.sliced(colon + 2);
}

// "cmake.exe : text": the first line of what a program wrote to stderr, as Windows PowerShell shows it.
QByteArrayView withoutProgram(QByteArrayView line)
{
    static constexpr std::array<QByteArrayView, 8> programs { "cmake", "ninja", "python", "python3", "pip",
        "git", "cmd", "msbuild" };
    const qsizetype at = line.first(std::min<qsizetype>(line.size(), 24)).indexOf(" : ");
    if (at < 0)
        return line;
    QByteArrayView name = line.first(at);
    if (name.endsWith(".exe"))
        name.chop(4);
    for (const QByteArrayView program : programs) {
        if (name == program)
            return line.sliced(at + 3);
    }
    return line;
}

// "5>text" and "  12>text": MSBuild's projects.
QByteArrayView withoutProject(QByteArrayView line)
{
    qsizetype at = 0;
    while (at < line.size() && at < 4 && line[at] == ' ')
        ++at;
    const qsizetype digits = at;
    while (at < line.size() && at < digits + 4 && isDigit(line[at]))
        ++at;
    return at > digits && at < line.size() && line[at] == '>' ? line.sliced(at + 1) : line;
}

// "  >> 3347    text" and "     3347    text" of Spack, which numbers the lines of the log that it shows.
QByteArrayView withoutLineNumber(QByteArrayView line)
{
    const bool isMarked = line.startsWith("  >> ");
    if (!isMarked && !line.startsWith("     "))
        return line;
    qsizetype at = 5;
    while (at < line.size() && isDigit(line[at]))
        ++at;
    return at > 5 && line.sliced(at).startsWith("    ") ? line.sliced(at + 4) : line;
}

QByteArrayView withoutTag(QByteArrayView line)
{
    return line.startsWith("##[error]") ? line.sliced(9) : line;
}

// "[ 3347.635015] text" of the kernel.
QByteArrayView withoutUptime(QByteArrayView line)
{
    qsizetype at = 1;
    while (at < line.size() && (line[at] == ' ' || isDigit(line[at])))
        ++at;
    if (at == 1 || at >= line.size() || line[at] != '.')
        return line;
    do
        ++at;
    while (at < line.size() && isDigit(line[at]));
    return line.sliced(at).startsWith("] ") ? line.sliced(at + 2) : line;
}

QByteArrayView withoutTimes(QByteArrayView line)
{
    const QByteArrayView undated = withoutDate(line);
    if (undated.size() != line.size())
        return withoutTag(undated);
    const QByteArrayView untimed = withoutTime(line);
    return untimed.size() == line.size() && line[0] == '[' ? withoutUptime(line) : untimed;
}

QByteArrayView withoutName(QByteArrayView line)
{
    QByteArrayView rest = withoutColumns(line);
    if (rest.size() != line.size())
        return withoutTimes(rest);
    rest = withoutJournal(line);
    if (rest.size() != line.size())
        return rest.startsWith('[') ? withoutUptime(rest) : rest;
    rest = withoutLabel(line);
    return rest.size() != line.size() ? rest : withoutProgram(line);
}

}

QByteArrayView withoutLinePrefix(QByteArrayView line)
{
    if (line.isEmpty())
        return line;
    const char first = line[0];
    if (isLetter(first))
        return withoutName(line);
    if (first == '#')
        return line.startsWith("##[error]") ? withoutTag(line) : withoutDockerStep(line);
    if (first == '|')
        return line.startsWith("| ") ? line.sliced(2) : line; // BitBake
    if (first != ' ' && first != '[' && !isDigit(first))
        return line;
    if (const QByteArrayView text = withoutLineNumber(line); text.size() != line.size())
        return text;
    const QByteArrayView project = first == '[' ? line : withoutProject(line);
    return project.size() != line.size() || first == ' ' ? project : withoutTimes(line);
}

}
