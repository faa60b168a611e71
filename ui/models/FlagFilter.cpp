// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/FlagFilter.h"

#include "ui/models/FlagModel.h"

#include <algorithm>

namespace torchmason {

FlagFilter::FlagFilter(QObject* parent)
    : QSortFilterProxyModel(parent)
{
    setRecursiveFilteringEnabled(true);
}

void FlagFilter::setScope(Scope scope)
{
    m_scope = scope;
    invalidateFilter();
}

void FlagFilter::setText(const QString& text)
{
    m_words = text.simplified().split(u' ', Qt::SkipEmptyParts);
    invalidateFilter();
}

int FlagFilter::shownFlags() const
{
    int count = 0;
    for (int group = 0; group < rowCount(); ++group)
        count += rowCount(index(group, 0));
    return count;
}

bool FlagFilter::filterAcceptsRow(int sourceRow, const QModelIndex& sourceParent) const
{
    const QModelIndex at = sourceModel()->index(sourceRow, 0, sourceParent);
    if (at.data(FlagModel::IsGroupRole).toBool())
        return false; // a group shows when one of its rows does
    if (m_scope == Scope::Changed && !at.data(FlagModel::ChangedRole).toBool())
        return false;
    if (m_scope == Scope::Set && !at.data(FlagModel::SetRole).toBool())
        return false;
    // Searching looks beyond the basic ones: a name that is typed must be found.
    if (m_scope == Scope::Basic && m_words.isEmpty() && !at.data(FlagModel::BasicRole).toBool()
        && !at.data(FlagModel::SetRole).toBool())
        return false;
    const QString text = at.data(FlagModel::SearchRole).toString();
    return std::all_of(m_words.begin(), m_words.end(),
        [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

}
