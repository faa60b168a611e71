// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/MarkdownReport.h"

#include "core/base/SentencePart.h"
#include "core/export/AttemptReport.h"
#include "core/redact/PrivacyFilter.h"

#include <algorithm>

namespace torchmason {

QString markdownCell(QString text)
{
    return text.replace(QLatin1Char('|'), QLatin1String("\\|")).replace(QLatin1Char('\n'), QLatin1Char(' '));
}

namespace {

// A fence longer than any run of backticks inside.
QString block(const QString& text)
{
    int longest = 0;
    int run = 0;
    for (const QChar c : text) {
        run = c == QLatin1Char('`') ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    const QString fence(std::max(3, longest + 1), QLatin1Char('`'));
    return QStringLiteral("%1\n%2\n%1\n").arg(fence, text);
}

// Text of others is no markup.
QString plain(QString text)
{
    return text.replace(QLatin1Char('<'), QLatin1String("&lt;"));
}

QString code(QString text)
{
    return QStringLiteral("`%1`").arg(inOneLine(text.replace(QLatin1Char('`'), QLatin1Char('\''))));
}

QString shown(const ReportText& text)
{
    const QString words = inOneLine(plain(text.words));
    if (text.code.isEmpty())
        return words;
    return words.isEmpty() ? code(text.code) : words + QLatin1Char(' ') + code(text.code);
}

QString outcome(const AttemptReport& report)
{
    QString text = QStringLiteral("# %1\n\n").arg(report.title);
    for (const auto& [name, value] : report.facts)
        text += QStringLiteral("- %1: %2\n").arg(name, shown(value));
    return text + QLatin1Char('\n');
}

QString causes(const QVector<Finding>& findings)
{
    QString text;
    for (const Finding& finding : findings) {
        text += QStringLiteral("### %1\n\n%2\n\n")
                    .arg(inOneLine(plain(finding.title)), plain(finding.explanation));
        text += QStringLiteral("%1 in the log of %2, line %3:\n\n")
                    .arg(code(finding.rule), finding.stage)
                    .arg(finding.line);
        text += block(finding.evidence) + QLatin1Char('\n');
        for (const Fix& fix : finding.fixes)
            text += QStringLiteral("- **%1** %2\n").arg(plain(fix.title), plain(fix.detail));
        text += QLatin1Char('\n');
    }
    return text.isEmpty() ? text : QStringLiteral("## Causes\n\n") + text;
}

QString tableText(const ReportTable& table)
{
    QString text = QStringLiteral("## %1\n\n| %2 |\n|%3\n")
                       .arg(table.title, table.heads.join(QLatin1String(" | ")),
                           QStringLiteral(" --- |").repeated(table.heads.size()));
    for (const QVector<ReportText>& row : table.rows) {
        text += QLatin1Char('|');
        for (const ReportText& cell : row)
            text += QStringLiteral(" %1 |").arg(markdownCell(shown(cell)));
        text += QLatin1Char('\n');
    }
    return text + QLatin1Char('\n');
}

QString commands(const QVector<ReportCommands>& stages)
{
    QString text = QStringLiteral("## Commands\n");
    for (const ReportCommands& commands : stages)
        text += QStringLiteral("\n%1\n\n").arg(commands.stage) + block(commands.lines);
    return text;
}

}

QString markdownReport(const AttemptSummary& attempt, const QVector<Finding>& findings)
{
    const AttemptReport report = attemptReport(attempt, findings);
    return publishable(outcome(report) + causes(report.causes)
        + (report.machine ? tableText(*report.machine) : QString()) + tableText(report.flags)
        + tableText(report.stages) + commands(report.commands)
        + QStringLiteral("\nWritten by Torchmason %1.\n").arg(QStringLiteral(TORCHMASON_VERSION)));
}

}
