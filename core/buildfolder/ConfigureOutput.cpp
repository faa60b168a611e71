// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/buildfolder/ConfigureOutput.h"

#include "core/base/Core.h"
#include "core/base/TextDecoding.h"
#include "core/parse/ToolMessages.h"

#include <QFile>
#include <QRegularExpression>

namespace torchmason {

namespace {

constexpr qint64 longestLog = 256 * 1024 * 1024;

// The words behind "Manually-specified variables were not used by the project:"
QStringList unusedIn(const Diagnostic& message)
{
    static const QString start = QStringLiteral("variables were not used by the project:");
    const qsizetype at = message.text.indexOf(start);
    return at < 0 ? QStringList()
                  : message.text.mid(at + start.size()).split(QLatin1Char(' '), Qt::SkipEmptyParts);
}

class OutputReader {
public:
    void addLine(QByteArrayView raw, qint64 number)
    {
        m_joiner.addLine({ raw, number, 0 });
        takeMessage();
        const QString line = plainToolText(raw).trimmed();
        if (line.contains(QLatin1String("******** Summary ********"))) {
            m_output.summary.clear(); // bundled projects print theirs before PyTorch does
            m_inSummary = true;
        } else if (m_inSummary) {
            addSummaryLine(line);
        }
        static const QString notFound = QStringLiteral("-- Could NOT find ");
        if (line.startsWith(notFound))
            m_output.notFound << line.mid(3);
    }

    ConfigureOutput finish()
    {
        m_joiner.finish();
        takeMessage();
        return m_output;
    }

private:
    // --   USE_CUDA              : OFF
    // --   BUILD_LITE_INTERPRETER: OFF
    void addSummaryLine(const QString& line)
    {
        static const QRegularExpression form(QStringLiteral("^--\\s+([A-Z][A-Z0-9_]+)\\s*:\\s*(.*)$"));
        if (!line.startsWith(QLatin1String("--")) || line.startsWith(QLatin1String("-- Configuring "))) {
            m_inSummary = false;
            return;
        }
        if (const auto match = form.match(line); match.hasMatch())
            m_output.summary.insert(match.captured(1), match.captured(2).trimmed());
    }

    void takeMessage()
    {
        const auto message = m_joiner.hasMessage() ? toolMessage(m_joiner.message()) : std::nullopt;
        if (!message)
            return;
        if (message->severity == Severity::Warning)
            m_output.warnings << *message;
        m_output.unused << unusedIn(*message);
    }

    ConfigureOutput m_output;
    MessageJoiner m_joiner;
    bool m_inSummary = false;
};

}

ConfigureOutput readConfigureOutput(const QByteArray& log)
{
    OutputReader reader;
    qint64 number = 0;
    for (const QByteArray& line : log.split('\n'))
        reader.addLine(
            line.endsWith('\r') ? QByteArrayView(line).chopped(1) : QByteArrayView(line), ++number);
    return reader.finish();
}

Result<ConfigureOutput> readConfigureLog(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return Error { Core::tr("Cannot read %1: %2.").arg(path, file.errorString()) };
    if (file.size() > longestLog)
        return Error { Core::tr("%1 is too long to be what CMake printed.").arg(path) };
    return readConfigureOutput(file.readAll());
}

}
