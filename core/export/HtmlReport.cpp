// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/HtmlReport.h"

#include "core/export/AttemptReport.h"
#include "core/export/HtmlWriter.h"
#include "core/export/ReportCharts.h"
#include "core/history/EdgeTimeline.h"
#include "core/history/HowBuilt.h"
#include "core/store/AttemptFiles.h"

#include <algorithm>

namespace torchmason {

namespace {

constexpr qsizetype slowestSteps = 20;

// Colours are named by what they are for; paper is always light.
const QLatin1String rules(R"css(
:root { color-scheme: light dark; --page: #ffffff; --text: #1c2128; --dim: #57606a; --card: #f3f5f7;
  --line: #ccd3da; --curve: #0b5cad; --bad: #b3261e; --good: #1a7434; }
@media (prefers-color-scheme: dark) { :root { --page: #16191d; --text: #e4e8ec; --dim: #9aa5b1; --card: #20252b;
  --line: #3a424c; --curve: #6cb2ff; --bad: #ff8a80; --good: #6fd08c; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem; background: var(--page); color: var(--text);
  font: 1rem/1.5 system-ui, 'Segoe UI', sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.25rem; margin-top: 2rem; } h3 { font-size: 1.05rem; }
h1.succeeded { color: var(--good); } h1.failed, h1.interrupted { color: var(--bad); }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; font-size: .9rem; }
caption { text-align: start; font-weight: 600; font-size: 1.1rem; padding: .5rem 0; }
th, td { text-align: start; vertical-align: top; padding: .3rem .6rem; border-bottom: 1px solid var(--line);
  unicode-bidi: isolate; }
thead th { color: var(--dim); } tbody th { font-weight: normal; min-width: 8rem; }
td { font-variant-numeric: tabular-nums; }
code, pre { font-family: ui-monospace, Consolas, monospace; font-size: .85rem; unicode-bidi: isolate; }
pre { background: var(--card); padding: .75rem; white-space: pre-wrap; border-inline-start: 3px solid var(--line); }
figure { margin: 1rem 0; } figcaption, footer, .place { color: var(--dim); font-size: .9rem; }
svg { width: 100%; height: auto; } svg text { fill: var(--dim); font-size: 12px; }
.grid { stroke: var(--line); fill: none; } .curve { stroke: var(--curve); stroke-width: 1.5; fill: none; }
.limit { stroke: var(--bad); stroke-dasharray: 6 4; fill: none; }
@media print { :root { color-scheme: light; --page: #ffffff; --text: #000000; --dim: #444444; --card: #f3f5f7;
  --line: #bbbbbb; --curve: #0b5cad; --bad: #b3261e; --good: #1a7434; }
  body { max-width: none; padding: 0; font-size: 10pt; } tr, figure, li { break-inside: avoid; }
  h2, h3, caption { break-after: avoid; } thead { display: table-header-group; } }
)css");

void writeText(HtmlWriter& html, const ReportText& text)
{
    if (!text.words.isEmpty())
        html.text(text.code.isEmpty() ? text.words : text.words + QLatin1Char(' '));
    if (!text.code.isEmpty())
        html.element("code", text.code);
}

void writeTable(HtmlWriter& html, const ReportTable& table)
{
    html.open("table");
    html.element("caption", table.title);
    html.open("thead");
    html.open("tr");
    for (const QString& head : table.heads)
        html.element("th", head, { { "scope", QStringLiteral("col") } });
    html.close();
    html.close();
    html.open("tbody");
    for (const QVector<ReportText>& row : table.rows) {
        html.open("tr");
        for (qsizetype at = 0; at < row.size(); ++at) {
            if (at == 0)
                html.open("th", { { "scope", QStringLiteral("row") } });
            else
                html.open("td");
            writeText(html, row.at(at));
            html.close();
        }
        html.close();
    }
    html.close();
    html.close();
}

// Of which there may be none: then a heading with a sentence stands there.
void writeTableOr(HtmlWriter& html, const ReportTable& table, const QString& sentence)
{
    if (!table.rows.isEmpty())
        return writeTable(html, table);
    html.element("h2", table.title);
    html.element("p", sentence);
}

ReportTable factsTable(const AttemptReport& report)
{
    ReportTable table { QStringLiteral("Outcome"), { QStringLiteral("What"), QStringLiteral("Value") }, {} };
    for (const auto& [name, value] : report.facts)
        table.rows.append({ { name }, value });
    return table;
}

ReportTable slowestTable(QVector<EdgeRecord> edges)
{
    const qsizetype shown = std::min(edges.size(), slowestSteps);
    std::partial_sort(edges.begin(), edges.begin() + shown, edges.end(),
        [](const EdgeRecord& one, const EdgeRecord& other) {
            return one.end - one.start > other.end - other.start;
        });
    ReportTable table { QStringLiteral("Slowest steps"),
        { QStringLiteral("File"), QStringLiteral("Language"), QStringLiteral("Duration"),
            QStringLiteral("Peak memory"), QStringLiteral("Outcome") },
        {} };
    for (const EdgeRecord& edge : edges.first(shown))
        table.rows.append({ { {}, edge.output }, { edge.language },
            { knowsStart(edge) ? formatDuration(Milliseconds(edge.end - edge.start)) : QString() },
            { edge.peakMemory ? formatBytes(*edge.peakMemory) : QString() },
            { edge.failed ? QStringLiteral("failed") : QStringLiteral("done") } });
    return table;
}

void writeHead(HtmlWriter& html, const QString& title)
{
    html.open("head");
    html.voidElement("meta", { { "charset", QStringLiteral("utf-8") } });
    html.voidElement("meta",
        { { "http-equiv", QStringLiteral("Content-Security-Policy") },
            { "content",
                QStringLiteral("default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; "
                               "form-action 'none'") } });
    html.voidElement("meta",
        { { "name", QStringLiteral("viewport") },
            { "content", QStringLiteral("width=device-width, initial-scale=1") } });
    html.element("title", title);
    html.style(rules);
    html.close();
}

void writeCauses(HtmlWriter& html, const QVector<Finding>& findings)
{
    if (findings.isEmpty())
        return;
    html.element("h2", QStringLiteral("Causes"));
    for (const Finding& finding : findings) {
        html.element("h3", finding.title);
        html.element("p", finding.explanation);
        html.open("p", { { "class", QStringLiteral("place") } });
        html.element("code", finding.rule);
        html.text(QStringLiteral(" in the log of %1, line %2:").arg(finding.stage).arg(finding.line));
        html.close();
        html.element("pre", finding.evidence);
        if (finding.fixes.isEmpty())
            continue;
        html.element("p", QStringLiteral("What can be done:"));
        html.open("ul");
        for (const Fix& fix : finding.fixes) {
            html.open("li");
            html.element("strong", fix.title);
            html.text(QLatin1Char(' ') + fix.detail);
            html.close();
        }
        html.close();
    }
}

ReportTable consequencesTable(const QVector<Finding>& findings)
{
    ReportTable table { QStringLiteral("Also seen, as a consequence"),
        { QStringLiteral("What"), QStringLiteral("Log"), QStringLiteral("Line") }, {} };
    for (const Finding& finding : findings)
        table.rows.append({ { finding.title }, { finding.stage }, { QString::number(finding.line) } });
    return table;
}

void writeCharts(HtmlWriter& html, const QVector<ReportChart>& charts)
{
    qint64 end = 0;
    for (const ReportChart& chart : charts)
        end = std::max(end, chart.points.last().time);
    if (!charts.isEmpty())
        html.element("h2", QStringLiteral("Over time"));
    for (const ReportChart& chart : charts)
        writeChart(html, chart, end);
}

void writeCommands(HtmlWriter& html, const QVector<ReportCommands>& stages)
{
    html.element("h2", QStringLiteral("Commands"));
    for (const ReportCommands& commands : stages) {
        html.element("h3", commands.stage);
        html.element("pre", commands.lines);
    }
}

}

Result<QByteArray> htmlReport(const AttemptSummary& attempt, const std::optional<PrivateNames>& names)
{
    const auto read = readEdges(attempt.folder);
    if (!read)
        return read.error();
    const QVector<EdgeRecord> edges = countedSteps(*read, attempt.record);
    const auto moments = readMoments(attempt.folder);
    if (!moments)
        return moments.error();
    const AttemptReport report = attemptReport(
        attempt, AttemptFiles::readFindings(attempt.folder), profileRequest(attempt.record, loadProfiles()));
    HtmlWriter html(names ? PrivacyFilter(*names) : PrivacyFilter::secretsOnly());
    html.open("html", { { "lang", QStringLiteral("en") } });
    writeHead(html, report.title);
    html.open("body");
    html.element("h1", report.title, { { "class", attemptStateId(attempt.record.state) } });
    writeTable(html, factsTable(report));
    writeCauses(html, report.causes);
    if (!report.consequences.isEmpty())
        writeTable(html, consequencesTable(report.consequences));
    writeTableOr(html, report.changedFlags, QStringLiteral("All flags are as the profile has them."));
    writeTable(html, report.stages);
    writeCharts(html, reportCharts(*moments, edges, attempt.record.request.memoryLimit));
    if (!edges.isEmpty())
        writeTable(html, slowestTable(edges));
    if (report.machine)
        writeTable(html, *report.machine);
    writeTable(html, report.flags);
    writeCommands(html, report.commands);
    html.element(
        "footer", QStringLiteral("Written by Torchmason %1.").arg(QStringLiteral(TORCHMASON_VERSION)));
    html.close();
    html.close();
    return html.take();
}

}
