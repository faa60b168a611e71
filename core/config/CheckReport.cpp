// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/CheckReport.h"

#include <algorithm>

namespace torchmason {

namespace {

QString markOf(CheckState state, bool utf8)
{
    switch (state) {
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

QString groupTitle(const QString& group)
{
    if (group == QLatin1String("cuda"))
        return QStringLiteral("CUDA");
    return group.isEmpty() ? QString() : group.at(0).toUpper() + group.mid(1);
}

QString rowText(const CheckRow& row, int width, bool utf8)
{
    QString text = QStringLiteral("  %1 %2  %3\n")
                       .arg(markOf(row.state, utf8), row.title.leftJustified(width), row.found);
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
    if (!row.fixText.isEmpty())
        detail(QStringLiteral("fix: ") + row.fixText);
    if (!row.fixCommand.isEmpty())
        detail(QStringLiteral("$ ") + row.fixCommand);
    return text;
}

}

Json toJson(const CheckRow& row)
{
    return { { "id", toJson(row.id) }, { "group", toJson(row.group) }, { "title", toJson(row.title) },
        { "state", toJson(checkStateId(row.state)) }, { "found", toJson(row.found) },
        { "where", toJson(row.where) }, { "source", toJson(row.source) }, { "need", toJson(row.need) },
        { "fix", toJson(row.fixText) }, { "command", toJson(row.fixCommand) } };
}

Json toJson(const QVector<CheckRow>& rows)
{
    Json list = Json::array();
    for (const CheckRow& row : rows)
        list.push_back(toJson(row));
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
    for (const QString& part : { row.found, need, row.fixText }) {
        if (!part.isEmpty())
            text += QLatin1Char(' ') + part
                + (part.endsWith(QLatin1Char('.')) ? QString() : QStringLiteral("."));
    }
    return text;
}

QString checkReport(const QVector<CheckRow>& rows, bool utf8)
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
        text += groupTitle(group) + QLatin1Char('\n');
        for (const CheckRow& row : rows) {
            if (row.group == group)
                text += rowText(row, int(width), utf8);
        }
    }
    return text;
}

}
