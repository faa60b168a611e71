// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fixes/SameFixes.h"

#include <algorithm>

namespace torchmason {

// What a fix comes to; empty where it is advice.
static QString effectOf(const Fix& fix)
{
    if (fix.kind == QLatin1String("command"))
        return fix.command;
    const QString patch
        = fix.kind == QLatin1String("patch") ? QString::fromStdString(fix.action.dump()) : QString();
    return fix.changes.isEmpty() ? QString() : fix.changes.join(u'\n') + patch;
}

bool isSameFix(const Fix& one, const Fix& other)
{
    const QString effect = effectOf(one);
    return one.title == other.title || (!effect.isEmpty() && effectOf(other) == effect);
}

void leaveOutSame(QVector<Fix>& fixes)
{
    QVector<Fix> different;
    for (const Fix& fix : std::as_const(fixes)) {
        const QString effect = effectOf(fix);
        const auto same = std::find_if(different.begin(), different.end(),
            [&effect](const Fix& other) { return !effect.isEmpty() && effectOf(other) == effect; });
        if (same == different.end())
            different.append(fix);
        else
            same->triedIn = std::max(same->triedIn, fix.triedIn);
    }
    fixes = different;
}

}
