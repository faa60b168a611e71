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

bool isLeftOut(const CheckRow& row)
{
    return row.state == CheckState::Pass && row.need == Core::tr("optional") && row.where.isEmpty();
}

void markWhatPrevents(QVector<CheckRow>& rows)
{
    static const QStringList builtAllTheSame { QStringLiteral("gpu"), QStringLiteral("arch-not-for-gpu"),
        QStringLiteral("toolkit-not-for-gpu") };
    for (CheckRow& row : rows) {
        const bool isSure
            = !row.isSoft && row.group != QLatin1String("tried") && !builtAllTheSame.contains(ruleOf(row));
        row.preventsBuild = row.state == CheckState::Fail && (row.preventsBuild || isSure);
    }
}

QVector<CheckRow> failedRows(QVector<CheckRow> rows)
{
    rows.removeIf([](const CheckRow& row) { return row.state != CheckState::Fail; });
    return rows;
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

QString countsText(const CheckVerdict& verdict)
{
    const auto [failures, warnings, unknowns] = verdict;
    QStringList parts;
    if (failures > 0)
        parts << (failures == 1 ? Core::tr("1 thing to fix")
                                : Core::tr("%n things to fix", nullptr, failures));
    if (warnings > 0)
        parts << (failures > 0  ? Core::tr("%n to know", nullptr, warnings)
                : warnings == 1 ? Core::tr("1 thing to know")
                                : Core::tr("%n things to know", nullptr, warnings));
    if (unknowns > 0)
        parts << Core::tr("%n not known", nullptr, unknowns);
    return parts.join(QStringLiteral(", "));
}

QString verdictText(const CheckVerdict& verdict, const QString& name)
{
    const QString counts = countsText(verdict);
    if (verdict.failures > 0)
        return name.isEmpty() ? counts
                              : Core::tr("For %1: %2", "For RTX 5070: 2 things to fix").arg(name, counts);
    const QString ready = name.isEmpty() ? Core::tr("Ready") : Core::tr("Ready for %1").arg(name);
    return counts.isEmpty() ? ready
                            : Core::tr("%1: %2", "Ready for RTX 5070: 1 thing to know").arg(ready, counts);
}

QString checkGroupTitle(const QString& group)
{
    static const QHash<QString, const char*> titles { { QStringLiteral("system"),
                                                          QT_TRANSLATE_NOOP("Core", "System") },
        { QStringLiteral("graphics"), QT_TRANSLATE_NOOP("Core", "Graphics") },
        { QStringLiteral("cuda"), QT_TRANSLATE_NOOP("Core", "CUDA") },
        { QStringLiteral("compiler"), QT_TRANSLATE_NOOP("Core", "Compiler") },
        { QStringLiteral("python"), QT_TRANSLATE_NOOP("Core", "Python") },
        { QStringLiteral("tools"), QT_TRANSLATE_NOOP("Core", "Tools") },
        { QStringLiteral("space"), QT_TRANSLATE_NOOP("Core", "Space") },
        { QStringLiteral("tried"), QT_TRANSLATE_NOOP("Core", "Tested") },
        { QStringLiteral("configuration"), QT_TRANSLATE_NOOP("Core", "Configuration") } };
    const char* title = titles.value(group);
    if (title)
        return Core::tr(title);
    return group.isEmpty() ? group : group.at(0).toUpper() + group.mid(1);
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
