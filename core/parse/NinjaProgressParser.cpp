// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parse/NinjaProgressParser.h"

#include "core/base/TextDecoding.h"

#include <utility>

namespace torchmason {

namespace {

constexpr qsizetype mostFailuresKept = 10000;

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

// Reads digits at `at` and moves it behind them.
std::optional<qint64> takeNumber(QByteArrayView line, qsizetype& at)
{
    const qsizetype begin = at;
    qint64 number = 0;
    while (at < line.size() && isDigit(line[at]) && at - begin < 18)
        number = number * 10 + (line[at++] - '0');
    return at > begin ? std::optional(number) : std::nullopt;
}

bool takeByte(QByteArrayView line, qsizetype& at, char c)
{
    if (at >= line.size() || line[at] != c)
        return false;
    ++at;
    return true;
}

// "12.5" seconds; ninja also writes "?" where it does not know.
std::optional<Milliseconds> takeSeconds(QByteArrayView line, qsizetype& at)
{
    const std::optional<qint64> whole = takeNumber(line, at);
    if (!whole)
        return std::nullopt;
    qint64 milliseconds = *whole * 1000;
    if (takeByte(line, at, '.')) {
        qint64 unit = 100;
        for (; at < line.size() && isDigit(line[at]); ++at, unit /= 10)
            milliseconds += unit * (line[at] - '0');
    }
    return Milliseconds(milliseconds);
}

}

bool isNinjaStatus(QByteArrayView line)
{
    qsizetype at = 0;
    if (!takeByte(line, at, '[') || !takeNumber(line, at) || !takeByte(line, at, '/')
        || !takeNumber(line, at))
        return false;
    return at < line.size() && (line[at] == ']' || line[at] == '|');
}

// [12/340|4|3.125] Building CXX object c10/CMakeFiles/c10.dir/core/Device.cpp.o
// [12/340] Linking CXX shared library lib/libc10.so
std::optional<NinjaStatus> parseNinjaStatus(QByteArrayView line)
{
    if (!isNinjaStatus(line))
        return std::nullopt;
    NinjaStatus status;
    qsizetype at = 1;
    status.done = *takeNumber(line, at);
    ++at;
    status.total = *takeNumber(line, at);
    if (takeByte(line, at, '|')) {
        status.running = takeNumber(line, at);
        if (takeByte(line, at, '|'))
            status.elapsed = takeSeconds(line, at);
    }
    const qsizetype end = line.indexOf(']', at);
    if (end < 0)
        return std::nullopt;
    status.description = line.sliced(end + 1).trimmed().toByteArray();
    return status;
}

// FAILED: caffe2/CMakeFiles/torch_cpu.dir/core/blob.cc.o
// FAILED: [code=137] lib/libtorch_cpu.so
std::optional<NinjaFailure> parseNinjaFailure(QByteArrayView line)
{
    if (!line.startsWith("FAILED: "))
        return std::nullopt;
    NinjaFailure failure;
    QByteArrayView rest = line.sliced(8);
    if (rest.startsWith("[code=")) {
        const qsizetype end = rest.indexOf(']');
        if (end < 0)
            return std::nullopt;
        bool isNumber = false;
        const qint64 code = rest.sliced(6, end - 6).toLongLong(&isNumber);
        if (isNumber)
            failure.exitCode = int(code);
        rest = rest.sliced(end + 1);
    }
    failure.outputs = plainToolText(rest.trimmed()).split(QLatin1Char(' '), Qt::SkipEmptyParts);
    return failure;
}

LineAnswer NinjaProgressParser::addLine(const LogLine& line)
{
    if (isNinjaStatus(line.text)) {
        m_statusLine.truncate(0);
        m_statusLine.append(line.text);
        return LineAnswer::Done;
    }
    if (std::optional<NinjaFailure> failure = parseNinjaFailure(line.text)) {
        failure->line = line.number;
        if (m_failures.size() < mostFailuresKept)
            m_failures.append(*std::move(failure));
        return LineAnswer::Done;
    }
    return line.text.startsWith("ninja: ") ? addOwnMessage(line) : LineAnswer::NotHandled;
}

// ninja: error: loading 'build.ninja': No such file or directory
// ninja: fatal: pipe: Too many open files
// ninja: warning: build log version is too old; starting over
// ninja: build stopped: subcommand failed.
LineAnswer NinjaProgressParser::addOwnMessage(const LogLine& line)
{
    Diagnostic diagnostic;
    diagnostic.tool = QStringLiteral("ninja");
    diagnostic.firstLine = diagnostic.lastLine = line.number;
    diagnostic.byteOffset = line.byteOffset;
    QByteArrayView text = line.text.sliced(7);
    if (text.startsWith("error: ")) {
        diagnostic.severity = DiagnosticSeverity::Error;
        text = text.sliced(7);
    } else if (text.startsWith("fatal: ")) {
        diagnostic.severity = DiagnosticSeverity::Fatal;
        text = text.sliced(7);
    } else if (text.startsWith("warning: ")) {
        diagnostic.severity = DiagnosticSeverity::Warning;
        text = text.sliced(9);
    } else {
        diagnostic.severity = DiagnosticSeverity::Note;
    }
    diagnostic.text = plainToolText(text);
    tell(std::move(diagnostic));
    return LineAnswer::Done;
}

std::optional<NinjaStatus> NinjaProgressParser::takeStatus()
{
    if (m_statusLine.isEmpty())
        return std::nullopt;
    return parseNinjaStatus(std::exchange(m_statusLine, {}));
}

QVector<NinjaFailure> NinjaProgressParser::takeFailures()
{
    return std::exchange(m_failures, {});
}

}
