// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parse/GccParser.h"

#include "core/base/TextDecoding.h"

#include <QRegularExpression>

#include <utility>

namespace torchmason {

namespace {

DiagnosticSeverity severityOf(QStringView word)
{
    if (word.startsWith(QLatin1String("fatal")))
        return DiagnosticSeverity::Fatal;
    if (word.endsWith(QLatin1String("error")))
        return DiagnosticSeverity::Error;
    return word == QLatin1String("warning") ? DiagnosticSeverity::Warning : DiagnosticSeverity::Note;
}

// "  510 | }", "      |     ^~~" and older gcc's "     ^~~~"
bool isQuotedSource(QByteArrayView text)
{
    qsizetype at = 0;
    while (at < text.size() && (text[at] == ' ' || (text[at] >= '0' && text[at] <= '9')))
        ++at;
    return at > 0 && at < text.size() && (text[at] == '|' || text[at] == '^' || text[at] == '~');
}

}

QVector<QByteArray> GccParser::hintWords() const
{
    return { "error: ", "warning: ", "note: ", "remark: ", "In file included from " };
}

LineAnswer GccParser::addLine(const LogLine& line)
{
    // In file included from ../c10/util/typeid.h:24:0,
    //                  from ../c10/core/DefaultDtype.cpp:1:
    if (line.text.startsWith("In file included from ")) {
        flush();
        m_includedFrom = line.number;
        m_includedFromOffset = line.byteOffset;
        return LineAnswer::InProgress;
    }
    if (m_includedFrom && line.text.trimmed().startsWith("from "))
        return LineAnswer::InProgress;

    // ../c10/util/Half.h:106:56: error: 'UINT32_C' was not declared in this scope
    // a.cpp:24:10: fatal error: numpy/arrayobject.h: No such file or directory
    // b.cpp:3: warning: unused variable 'x' [-Wunused-variable]
    // c++: fatal error: Killed signal terminated program cc1plus
    // error.cpp:4:1: note: declared here
    static const QRegularExpression message(QStringLiteral(
        "^(?:(\\S.*?):(\\d+)(?::(\\d+))?|([\\w.+/-]*(?:gcc|g\\+\\+|c\\+\\+|cc1\\w*|clang\\S*|cc)\\S*)): "
        "(internal compiler error|fatal error|error|warning|note|remark): (.*?)(?: \\[(-W[\\w=+,-]+)\\])?$"));
    const QRegularExpressionMatch match = message.match(plainToolText(line.text));
    if (!match.hasMatch())
        return addContinuation(line);

    const DiagnosticSeverity severity = severityOf(match.capturedView(5));
    if (severity == DiagnosticSeverity::Note && m_open) {
        m_message.lastLine = line.number;
        return LineAnswer::InProgress;
    }
    if (m_open)
        flush();
    m_message = {};
    m_message.severity = severity;
    m_message.tool = QStringLiteral("gcc");
    m_message.file = match.captured(1);
    m_message.line = match.capturedView(2).toInt();
    m_message.column = match.capturedView(3).toInt();
    m_message.text = match.captured(6);
    m_message.code = match.captured(7);
    m_message.firstLine = m_includedFrom ? m_includedFrom : line.number;
    m_message.byteOffset = m_includedFrom ? m_includedFromOffset : line.byteOffset;
    m_message.lastLine = line.number;
    m_includedFrom = 0;
    m_open = true;
    return LineAnswer::InProgress;
}

LineAnswer GccParser::addContinuation(const LogLine& line)
{
    if (!m_open || !isQuotedSource(line.text))
        return LineAnswer::NotHandled;
    m_message.lastLine = line.number;
    return LineAnswer::InProgress;
}

void GccParser::flush()
{
    m_includedFrom = 0;
    if (!m_open)
        return;
    m_open = false;
    tell(std::exchange(m_message, {}));
}

}
