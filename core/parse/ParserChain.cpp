// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parse/ParserChain.h"

#include <utility>

namespace torchmason {

namespace {

constexpr qsizetype longestError = 500; // characters
constexpr qsizetype mostFailuresKept = 10000;

QString inWords(const Diagnostic& diagnostic)
{
    QString place = diagnostic.file;
    if (!place.isEmpty() && diagnostic.line > 0)
        place += QLatin1Char(':') + QString::number(diagnostic.line);
    return (place.isEmpty() ? diagnostic.text : place + QStringLiteral(": ") + diagnostic.text)
        .left(longestError);
}

}

void ParserChain::tell(const LogLine& line) const
{
    if (const std::optional<Diagnostic> message = toolMessage(line))
        m_sink(*message);
}

void ParserChain::addLine(QByteArrayView raw, qint64 number)
{
    const LogLine line { m_cleaner.clean(raw), number, 0 };
    if (ninjaCount(line.text)) {
        m_statusLine.truncate(0);
        m_statusLine.append(line.text);
        return;
    }
    if (const QString output = failedOutput(line.text); !output.isEmpty()) {
        if (m_failures.size() < mostFailuresKept)
            m_failures << output;
        return;
    }
    const bool isPart = m_joiner.addLine(line);
    if (m_joiner.hasMessage())
        tell(m_joiner.message());
    if (!isPart)
        tell(line);
}

void ParserChain::finish()
{
    m_joiner.finish();
    if (m_joiner.hasMessage())
        tell(m_joiner.message());
}

std::optional<NinjaStatus> ParserChain::takeStatus()
{
    return parseNinjaStatus(std::exchange(m_statusLine, {}));
}

void DiagnosticCount::add(const Diagnostic& diagnostic)
{
    if (diagnostic.severity == Severity::Warning)
        ++warnings;
    else if (diagnostic.severity >= Severity::Error && errors++ == 0)
        firstError = inWords(diagnostic);
}

}
