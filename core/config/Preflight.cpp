// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/Preflight.h"

#include "core/config/PreflightRules.h"

#include <QHash>

#include <algorithm>

namespace torchmason {

namespace {

int severity(CheckState state)
{
    switch (state) {
    case CheckState::Fail:
        return 0;
    case CheckState::Warning:
        return 1;
    case CheckState::Unknown:
        return 2;
    case CheckState::Pass:
        return 3;
    }
    return 3;
}

// A machine row says less than the rule that looked at the same thing.
bool isCovered(const CheckRow& row, const QVector<CheckRow>& rows)
{
    static const QHash<QString, QStringList> coveredBy {
        { QStringLiteral("cmake"), { QStringLiteral("cmake-too-old") } },
        { QStringLiteral("gpu"), { QStringLiteral("arch-not-for-gpu"), QStringLiteral("arch-only-ptx") } },
        { QStringLiteral("python"), { QStringLiteral("python-not-for-release") } },
    };
    const QStringList rules = coveredBy.value(row.id);
    return std::any_of(
        rows.begin(), rows.end(), [&](const CheckRow& other) { return rules.contains(other.id); });
}

}

QVector<CheckRow> preflight(const HostFacts& facts, const Profile& profile, const BuildRequest& request)
{
    const PreflightInput input { facts, profile, request };
    QVector<CheckRow> rows;
    for (const PreflightRule rule : preflightRules())
        rule(input, rows);
    // On the wrong system, everything else that is missing is no news.
    const bool rightSystem = profile.platforms.contains(facts.platform);
    for (const CheckRow& row : checkMachine(facts, profile)) {
        const bool counts = rightSystem || row.id == QLatin1String("system");
        if (row.state != CheckState::Pass && counts && !isCovered(row, rows))
            rows.append(row);
    }
    std::stable_sort(rows.begin(), rows.end(), [](const CheckRow& left, const CheckRow& right) {
        return severity(left.state) < severity(right.state);
    });
    return rows;
}

}
