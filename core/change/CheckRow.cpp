// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/change/CheckRow.h"

#include "core/base/Core.h"

#include <QHash>

namespace torchmason {

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
        parts << (verdict.failures == 1 ? Core::tr("1 blocker")
                                        : Core::tr("%n blockers", nullptr, verdict.failures));
    if (verdict.warnings > 0)
        parts << (verdict.warnings == 1 ? Core::tr("1 warning")
                                        : Core::tr("%n warnings", nullptr, verdict.warnings));
    if (verdict.unknowns > 0)
        parts << Core::tr("%n unknown", nullptr, verdict.unknowns);
    return parts.isEmpty() ? Core::tr("Ready") : parts.join(QLatin1String(", "));
}

QString checkStateId(CheckState state)
{
    static const char* const ids[] = { "pass", "warning", "fail", "unknown" };
    return QLatin1String(ids[int(state)]);
}

CheckRow problemRow(const char* id, CheckState state, const QString& title, const QString& found)
{
    CheckRow row;
    row.id = QLatin1String(id);
    row.group = QStringLiteral("configuration");
    row.title = title;
    row.state = state;
    row.found = found;
    row.source = Core::tr("check before the build");
    return row;
}

}
