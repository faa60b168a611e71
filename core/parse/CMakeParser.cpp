// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parse/CMakeParser.h"

#include "core/base/TextDecoding.h"

#include <QRegularExpression>

#include <utility>

namespace torchmason {

namespace {

constexpr qsizetype longestText = 16 * 1024;

DiagnosticSeverity severityOf(QStringView kind)
{
    return kind == QLatin1String("Error") ? DiagnosticSeverity::Error : DiagnosticSeverity::Warning;
}

}

QVector<QByteArray> CMakeParser::hintWords() const
{
    return { "CMake ", "-- Configuring incomplete" };
}

LineAnswer CMakeParser::addLine(const LogLine& line)
{
    const qsizetype indentation = line.indentation();
    const QByteArrayView text = line.text.sliced(indentation);
    if (m_open) {
        if (text.isEmpty() || indentation > m_indentation) {
            m_message.lastLine = text.isEmpty() ? m_message.lastLine : line.number;
            addText(text);
            return LineAnswer::InProgress;
        }
        if (text.startsWith("Call Stack (")) {
            m_inCallStack = true;
            m_message.lastLine = line.number;
            return LineAnswer::InProgress;
        }
        flush();
    }
    if (text.startsWith("CMake ") && begin(line, indentation))
        return LineAnswer::InProgress;
    return text.startsWith("-- Configuring incomplete") ? LineAnswer::Done : LineAnswer::NotHandled;
}

bool CMakeParser::begin(const LogLine& line, qsizetype indentation)
{
    // CMake Error at cmake/Dependencies.cmake:966 (if):
    // CMake Warning (dev) at CMakeLists.txt:12 (find_package):
    // CMake Deprecation Warning at third_party/foxi/CMakeLists.txt:1 (cmake_minimum_required):
    // CMake Error: The source directory "/x" does not exist.
    // CMake Error in CMakeLists.txt:
    static const QRegularExpression headline(
        QStringLiteral("^\\s*CMake (?:Deprecation )?(Error|Warning)(?: \\(dev\\))?(?: (?:at|in) "
                       "(.+?)(?::(\\d+) \\((\\w+)\\))?)?:\\s*(.*)$"));
    const QString text = plainToolText(line.text);
    const QRegularExpressionMatch match = headline.match(text);
    if (!match.hasMatch())
        return false;
    m_message = {};
    m_message.severity = severityOf(match.capturedView(1));
    m_message.tool = QStringLiteral("cmake");
    m_message.file = match.captured(2);
    m_message.line = match.capturedView(3).toInt();
    m_message.code = match.captured(4);
    m_message.firstLine = m_message.lastLine = line.number;
    m_message.byteOffset = line.byteOffset;
    m_text = match.captured(5).toUtf8();
    m_indentation = indentation;
    m_inCallStack = false;
    m_open = true;
    return true;
}

// The text is wrapped at 77 columns: joined with single spaces it reads as it was written.
void CMakeParser::addText(QByteArrayView text)
{
    if (m_inCallStack || text.isEmpty() || m_text.size() > longestText)
        return;
    if (!m_text.isEmpty())
        m_text.append(' ');
    m_text.append(text);
}

void CMakeParser::flush()
{
    if (!m_open)
        return;
    m_open = false;
    m_message.text = plainToolText(std::exchange(m_text, {}));
    tell(std::exchange(m_message, {}));
}

}
