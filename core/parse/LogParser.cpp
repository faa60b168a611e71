// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parse/LogParser.h"

#include "core/parse/ToolMessages.h"

namespace torchmason {

namespace {

// "[ 39%] Building NVCC (Device) object": make's progress as CMake prints it.
bool isMakeStatus(QByteArrayView line)
{
    return line.startsWith('[') && line.size() > 6 && line[4] == '%' && line[5] == ']';
}

}

CleanLine cleanLine(const LogLine& line)
{
    CleanLine clean { line, ninjaCount(line.text) };
    if (!clean.progress && isMakeStatus(line.text))
        clean.progress.emplace();
    return clean;
}

Severity ParsedLine::severity()
{
    if (!m_severity)
        m_severity = severityOf(line.text);
    return *m_severity;
}

const std::optional<Diagnostic>& ParsedLine::message()
{
    if (!m_message) {
        const bool mayTell = kind == Kind::Text || kind == Kind::Message;
        m_message = mayTell ? toolMessage(line, severity()) : std::nullopt;
    }
    return *m_message;
}

}
