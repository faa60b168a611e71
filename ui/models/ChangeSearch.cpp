// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/ChangeSearch.h"

#include "ui/models/Background.h"

#include <utility>

namespace torchmason {

ChangeSearch::ChangeSearch(QObject* parent)
    : QObject(parent)
{
}

void ChangeSearch::search(const BuildCase& wanted)
{
    forget();
    if (m_isSearching)
        m_next = wanted;
    else
        start(wanted);
}

void ChangeSearch::forget()
{
    m_found.reset();
    m_next.reset();
    m_isOutdated = m_isSearching;
}

void ChangeSearch::start(const BuildCase& wanted)
{
    m_isSearching = true;
    m_isOutdated = false;
    runInBackground(
        diskPool(), this, [wanted] { return solve(wanted); },
        [this](const Solution& solution) { take(solution); });
}

void ChangeSearch::take(const Solution& solution)
{
    m_isSearching = false;
    if (const auto next = std::exchange(m_next, std::nullopt))
        return start(*next);
    if (m_isOutdated)
        return;
    m_found = solution;
    emit changed();
}

}
