// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/solver/CheckReport.h"

#include "core/solver/BuildCase.h"

#include <algorithm>

namespace torchmason {

namespace {

QString markOf(const CheckRow& row, bool utf8)
{
    if (isLeftOut(row))
        return QStringLiteral("-");
    switch (row.state) {
    case CheckState::Pass:
        return utf8 ? QStringLiteral("✓") : QStringLiteral("+");
    case CheckState::Warning:
        return QStringLiteral("!");
    case CheckState::Fail:
        return utf8 ? QStringLiteral("✕") : QStringLiteral("x");
    case CheckState::Unknown:
        break;
    }
    return QStringLiteral("?");
}

// What is added to a command line and what goes from it.
struct Typed {
    QStringList options;
    QStringList leftOut; // names of -D, or noGateOption
};

// -U is about the profile's flags, so that it is refused beside a -D of the user's own, as --gate is beside
// --no-gate.
Typed typed(const Change& change, const QStringList& given)
{
    Change added = change;
    QStringList leftOut;
    added.steps.removeIf([&](const ChangeStep& step) {
        const QString against = step.kind == StepKind::UnsetFlag ? step.name
            : step.kind == StepKind::UseGate                     ? QString::fromLatin1(noGateOption)
                                                                 : QString();
        const bool isGiven = !against.isEmpty() && given.contains(against);
        if (isGiven)
            leftOut << against;
        return isGiven;
    });
    return { commandLineOf(added), leftOut };
}

// As one would type it; what holds blanks in quotes that all shells take.
QString asOptions(const Change& change, const QStringList& given)
{
    auto [words, leftOut] = typed(change, given);
    for (QString& word : words) {
        if (word.contains(QLatin1Char(' ')) || word.contains(QLatin1Char(';')))
            word = QLatin1Char('"') + word + QLatin1Char('"');
    }
    for (QString& name : leftOut) {
        if (name != QLatin1String(noGateOption))
            name.prepend(QStringLiteral("-D "));
    }
    if (!leftOut.isEmpty())
        words << (words.isEmpty() ? QStringLiteral("leave out ") : QStringLiteral("instead of "))
                + leftOut.join(QLatin1String(" and "));
    return words.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(words.join(QLatin1Char(' ')));
}

QString rowText(const CheckRow& row, int width, bool utf8, const QStringList& given)
{
    QString text
        = QStringLiteral("  %1 %2  %3\n").arg(markOf(row, utf8), row.title.leftJustified(width), row.found);
    const auto detail = [&](const QString& line) {
        text += QString(width + 6, QLatin1Char(' ')) + line + QLatin1Char('\n');
    };
    if (row.state == CheckState::Pass) {
        if (!row.where.isEmpty())
            detail(row.where);
        return text;
    }
    if (!row.where.isEmpty() && !row.found.contains(row.where))
        detail(row.where);
    if (!row.need.isEmpty())
        detail(QStringLiteral("needs: ") + row.need);
    if (row.changes.isEmpty() && !row.fixText.isEmpty() && row.fixText != row.found)
        detail(QStringLiteral("fix: ") + row.fixText);
    for (const Change& change : row.changes) {
        detail(QStringLiteral("change: %1%2").arg(change.title, asOptions(change, given)));
        if (!change.caveat.isEmpty())
            detail(QStringLiteral("        ") + change.caveat);
    }
    if (!row.fixCommand.isEmpty())
        detail(QStringLiteral("$ ") + row.fixCommand);
    return text;
}

// Every blocker has one, or says that there is none.
QString wayOut(const CheckRow& row)
{
    if (row.fixText.isEmpty() && row.fixCommand.isEmpty())
        return row.found + QStringLiteral(" No way out is known.");
    return row.fixCommand.isEmpty() ? row.fixText : row.fixText + QStringLiteral("\n    $ ") + row.fixCommand;
}

}

Json toJson(const Change& change, const QStringList& given)
{
    const auto [options, leftOut] = typed(change, given);
    Json steps = Json::array();
    for (const ChangeStep& step : change.steps)
        steps.push_back({ { "kind", toJson(stepKindId(step.kind)) }, { "name", toJson(step.name) },
            { "value", toJson(step.value) } });
    return { { "id", toJson(change.id()) }, { "title", toJson(change.title) },
        { "caveat", toJson(change.caveat) }, { "byHand", !change.canBeDone() },
        { "command", toJson(change.command) }, { "options", toJson(options) },
        { "leaveOut", toJson(leftOut) }, { "steps", steps } };
}

Json toJson(const CheckRow& row, const QStringList& given)
{
    Json values = Json::array();
    for (const CheckValue& value : row.values)
        values.push_back({ { "name", toJson(value.name) }, { "value", toJson(value.value) },
            { "from", toJson(value.from) } });
    Json changes = Json::array();
    for (const Change& change : row.changes)
        changes.push_back(toJson(change, given));
    return { { "id", toJson(row.id) }, { "rule", toJson(ruleOf(row)) }, { "group", toJson(row.group) },
        { "title", toJson(row.title) }, { "state", toJson(checkStateId(row.state)) },
        { "found", toJson(row.found) }, { "where", toJson(row.where) }, { "source", toJson(row.source) },
        { "need", toJson(row.need) }, { "fix", toJson(row.fixText) }, { "command", toJson(row.fixCommand) },
        { "values", values }, { "reference", toJson(row.reference) },
        { "confidence", row.isSoft ? "medium" : "high" }, { "changes", changes } };
}

Json toJson(const QVector<CheckRow>& rows, const QStringList& given)
{
    Json list = Json::array();
    for (const CheckRow& row : rows)
        list.push_back(toJson(row, given));
    return list;
}

Json toJson(const CheckVerdict& verdict)
{
    return { { "text", toJson(verdictText(verdict)) }, { "blockers", verdict.failures },
        { "warnings", verdict.warnings }, { "unknown", verdict.unknowns } };
}

QString checkLine(const CheckRow& row)
{
    QString text = QStringLiteral("%1: %2:").arg(checkStateId(row.state), row.title);
    const QString need = row.need.isEmpty() ? QString() : QStringLiteral("Needs ") + row.need;
    const QString fix = row.fixText == row.found ? QString() : row.fixText;
    for (const QString& part : { row.found, need, fix }) {
        if (!part.isEmpty())
            text += QLatin1Char(' ') + part
                + (part.endsWith(QLatin1Char('.')) ? QString() : QStringLiteral("."));
    }
    return text;
}

QString checkReport(const QVector<CheckRow>& rows, bool utf8, const QStringList& given)
{
    qsizetype width = 0;
    QStringList groups;
    for (const CheckRow& row : rows) {
        width = std::max(width, row.title.size());
        if (!groups.contains(row.group))
            groups << row.group;
    }
    QString text;
    for (const QString& group : groups) {
        text += checkGroupTitle(group) + QLatin1Char('\n');
        for (const CheckRow& row : rows) {
            if (row.group == group)
                text += rowText(row, int(width), utf8, given);
        }
    }
    return text;
}

QString planReport(const QVector<Change>& plan, const QVector<CheckRow>& left, const QStringList& given)
{
    if (plan.isEmpty() && left.isEmpty())
        return {};
    QString text = plan.isEmpty() ? QString()
        : left.isEmpty()          ? QStringLiteral("To make it buildable:\n")
                                  : QStringLiteral("What can be changed here:\n");
    for (const Change& change : plan) {
        text += QStringLiteral("  - %1%2\n").arg(change.title, asOptions(change, given));
        if (!change.caveat.isEmpty())
            text += QStringLiteral("    %1\n").arg(change.caveat);
        if (!change.command.isEmpty())
            text += QStringLiteral("    $ %1\n").arg(change.command);
    }
    if (left.isEmpty())
        return text;
    text += plan.isEmpty() ? QStringLiteral("To make it buildable, by hand:\n")
                           : QStringLiteral("Then still in the way:\n");
    for (const CheckRow& row : left)
        text += QStringLiteral("  - %1: %2\n").arg(row.title, wayOut(row));
    return text;
}

}
