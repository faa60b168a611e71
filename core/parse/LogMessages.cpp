// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parse/LogMessages.h"

#include "core/parse/LogParser.h"

namespace torchmason {

namespace {

constexpr qsizetype longestError = 500; // characters
constexpr qsizetype mostOutputsKept = 10000;
constexpr qint64 mostErrorsTold = 200;

QString placeOf(const Diagnostic& diagnostic)
{
    const bool hasLine = !diagnostic.file.isEmpty() && diagnostic.line > 0;
    return hasLine ? diagnostic.file + QLatin1Char(':') + QString::number(diagnostic.line) : diagnostic.file;
}

QString inWords(const Diagnostic& diagnostic)
{
    const QString place = placeOf(diagnostic);
    return (place.isEmpty() ? diagnostic.text : place + QStringLiteral(": ") + diagnostic.text)
        .left(longestError);
}

}

void DiagnosticCount::add(const Diagnostic& diagnostic)
{
    if (diagnostic.severity == Severity::Warning)
        ++warnings;
    else if (diagnostic.severity >= Severity::Error && errors++ == 0)
        firstError = inWords(diagnostic);
}

void LogMessages::add(ParsedLine& line)
{
    if (line.kind == ParsedLine::Kind::Progress) {
        m_failedStep.clear();
        if (line.progress.total > 0) { // of ninja: make tells none
            m_statusLine.truncate(0);
            m_statusLine.append(line.line.text);
            addLinked(line.line.text);
        }
        return;
    }
    if (const QString output = failedOutput(line.line.text); !output.isEmpty()) {
        if (m_failures.size() < mostOutputsKept)
            m_failures << output;
        m_failedStep = output;
    } else if (const std::optional<Diagnostic>& message = line.message()) {
        m_count.add(*message);
        if (message->severity >= Severity::Error && m_count.errors <= mostErrorsTold)
            keepError(*message);
    }
}

void LogMessages::keepError(const Diagnostic& message)
{
    m_errors.append({ {}, message.logLine, placeOf(message).left(longestError),
        message.text.left(longestError), m_failedStep });
}

void LogMessages::addLinked(QByteArrayView line)
{
    if (m_linked.size() == mostOutputsKept || !line.contains("] Linking "))
        return;
    const auto status = parseNinjaStatus(line);
    if (const QString output = status ? linkedOutput(status->description) : QString(); !output.isEmpty())
        m_linked << output;
}

std::optional<NinjaStatus> LogMessages::takeStatus()
{
    return parseNinjaStatus(std::exchange(m_statusLine, {}));
}

}
