// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/Preflight.h"

#include "core/config/PreflightRules.h"

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

}

QVector<CheckRow> preflight(const HostFacts& facts, const Profile& profile, const BuildRequest& request)
{
    const PreflightInput input { facts, profile, request };
    QVector<CheckRow> rows;
    for (const PreflightRule rule : preflightRules())
        rule(input, rows);
    for (const CheckRow& row : checkMachine(facts, profile)) {
        const auto same = [&](const CheckRow& other) { return other.id == row.id; };
        if (row.state != CheckState::Pass && std::none_of(rows.begin(), rows.end(), same))
            rows.append(row);
    }
    std::stable_sort(rows.begin(), rows.end(),
        [](const CheckRow& left, const CheckRow& right) { return severity(left.state) < severity(right.state); });
    return rows;
}

}
