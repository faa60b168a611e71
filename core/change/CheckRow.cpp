// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/change/CheckRow.h"

#include <QHash>

namespace torchmason {

namespace {

QString counted(int number, const QString& one, const QString& many)
{
    return QStringLiteral("%1 %2").arg(number).arg(number == 1 ? one : many);
}

}

void numberRepeatedIds(QVector<CheckRow>& rows)
{
    QHash<QString, int> seen;
    for (CheckRow& row : rows) {
        const int number = ++seen[row.id];
        if (number > 1)
            row.id += QStringLiteral("#%1").arg(number);
    }
}

QString ruleOf(const CheckRow& row)
{
    return row.id.section(QLatin1Char('#'), 0, 0);
}

CheckVerdict verdictOf(const QVector<CheckRow>& rows)
{
    CheckVerdict verdict;
    for (const CheckRow& row : rows) {
        verdict.failures += row.state == CheckState::Fail;
        verdict.warnings += row.state == CheckState::Warning;
        verdict.unknowns += row.state == CheckState::Unknown;
    }
    return verdict;
}

QString verdictText(const CheckVerdict& verdict)
{
    QStringList parts;
    if (verdict.failures > 0)
        parts << counted(verdict.failures, QStringLiteral("blocker"), QStringLiteral("blockers"));
    if (verdict.warnings > 0)
        parts << counted(verdict.warnings, QStringLiteral("warning"), QStringLiteral("warnings"));
    if (verdict.unknowns > 0)
        parts << QStringLiteral("%1 unknown").arg(verdict.unknowns);
    return parts.isEmpty() ? QStringLiteral("Ready") : parts.join(QLatin1String(", "));
}

QString checkStateId(CheckState state)
{
    switch (state) {
    case CheckState::Pass:
        return QStringLiteral("pass");
    case CheckState::Warning:
        return QStringLiteral("warning");
    case CheckState::Fail:
        return QStringLiteral("fail");
    case CheckState::Unknown:
        return QStringLiteral("unknown");
    }
    return {};
}

CheckRow problemRow(const char* id, CheckState state, const QString& title, const QString& found)
{
    CheckRow row;
    row.id = QLatin1String(id);
    row.group = QStringLiteral("configuration");
    row.title = title;
    row.state = state;
    row.found = found;
    row.source = QStringLiteral("check before the build");
    return row;
}

}
