// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parse/PythonTracebackParser.h"

#include "core/base/TextDecoding.h"

#include <QRegularExpression>

#include <utility>

namespace torchmason {

QVector<QByteArray> PythonTracebackParser::hintWords() const
{
    return { "Traceback (most recent call last)" };
}

LineAnswer PythonTracebackParser::addLine(const LogLine& line)
{
    const qsizetype indentation = line.indentation();
    const QByteArrayView text = line.text.sliced(indentation);
    if (text.startsWith("Traceback (most recent call last)")) {
        m_message = {};
        m_message.tool = QStringLiteral("python");
        m_message.firstLine = m_message.lastLine = line.number;
        m_message.byteOffset = line.byteOffset;
        m_indentation = indentation;
        m_open = true;
        return LineAnswer::InProgress;
    }
    if (!m_open)
        return LineAnswer::NotHandled;
    return indentation > m_indentation || text.isEmpty() ? addFrame(line, text) : end(line, text);
}

LineAnswer PythonTracebackParser::addFrame(const LogLine& line, QByteArrayView text)
{
    // File "/opt/pytorch/tools/codegen/gen.py", line 3, in <module>
    static const QRegularExpression frame(QStringLiteral("^File \"([^\"]+)\", line (\\d+)"));
    m_message.lastLine = line.number;
    if (!text.startsWith("File \""))
        return LineAnswer::InProgress;
    if (const QRegularExpressionMatch match = frame.match(plainToolText(text)); match.hasMatch()) {
        m_message.file = match.captured(1);
        m_message.line = match.capturedView(2).toInt();
    }
    return LineAnswer::InProgress;
}

LineAnswer PythonTracebackParser::end(const LogLine& line, QByteArrayView text)
{
    // ModuleNotFoundError: No module named 'typing_extensions'
    // subprocess.CalledProcessError: Command '['make']' returned non-zero exit status 2.
    // KeyboardInterrupt
    static const QRegularExpression exception(QStringLiteral("^([A-Za-z_][\\w.]*)(?:: (.*))?$"));
    const QRegularExpressionMatch match = exception.match(plainToolText(text));
    m_open = false;
    if (!match.hasMatch())
        return LineAnswer::NotHandled;
    m_message.code = match.captured(1);
    m_message.text = match.captured(2);
    m_message.lastLine = line.number;
    tell(std::exchange(m_message, {}));
    return LineAnswer::Done;
}

}
