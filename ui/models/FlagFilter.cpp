// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/FlagFilter.h"

#include "ui/models/FlagModel.h"

#include <algorithm>

namespace torchmason {

namespace {

bool has(const QString& text, const QString& word)
{
    return text.contains(word, Qt::CaseInsensitive);
}

bool hasPart(const QString& name, const QString& word)
{
    const QStringList parts = name.split(u'_', Qt::SkipEmptyParts);
    return std::any_of(parts.begin(), parts.end(),
        [&](const QString& part) { return part.startsWith(word, Qt::CaseInsensitive); });
}

FlagRank rankOfWord(const FlagTexts& flag, const QString& word)
{
    if (hasPart(flag.name, word))
        return FlagRank::NameWord;
    if (has(flag.name, word))
        return FlagRank::Name;
    if (has(flag.description, word))
        return FlagRank::Description;
    if (std::any_of(
            flag.aliases.begin(), flag.aliases.end(), [&](const QString& alias) { return has(alias, word); }))
        return FlagRank::Alias;
    return has(flag.value, word) ? FlagRank::Value : FlagRank::None;
}

int flagsIn(const QAbstractItemModel& groups)
{
    int count = 0;
    for (int group = 0; group < groups.rowCount(); ++group)
        count += groups.rowCount(groups.index(group, 0));
    return count;
}

}

FlagRank rankOf(const FlagTexts& flag, const QString& text)
{
    const QString plain = QString(text).replace(u'_', u' ').simplified();
    const QString asName = QString(plain).replace(u' ', u'_');
    if (flag.name.compare(asName, Qt::CaseInsensitive) == 0)
        return FlagRank::Exact;
    for (const char* prefix : { "USE_", "BUILD_" }) {
        if (flag.name.compare(QLatin1String(prefix) + asName, Qt::CaseInsensitive) == 0)
            return FlagRank::Switch;
    }
    if (!asName.isEmpty() && flag.name.startsWith(asName, Qt::CaseInsensitive))
        return FlagRank::NameBegin;
    FlagRank worst = FlagRank::NameWord;
    for (const QString& word : plain.split(u' ', Qt::SkipEmptyParts))
        worst = std::max(worst, rankOfWord(flag, word));
    return worst;
}

FlagFilter::FlagFilter(FlagModel& model, QObject* parent)
    : QSortFilterProxyModel(parent)
    , m_model(model)
{
    setRecursiveFilteringEnabled(true);
    // Before our own base class hears of a change and asks again.
    connect(&model, &QAbstractItemModel::dataChanged, this, &FlagFilter::forgetRanks);
    connect(&model, &QAbstractItemModel::modelAboutToBeReset, this, &FlagFilter::forgetRanks);
    setSourceModel(&model);
}

void FlagFilter::setScope(Scope scope)
{
    m_scope = scope;
    forgetRanks();
    invalidateFilter();
    emit scopeChanged();
}

void FlagFilter::setText(const QString& text)
{
    m_text = text.simplified();
    forgetRanks();
    invalidate();
    sort(m_text.isEmpty() ? -1 : 0);
}

int FlagFilter::shownFlags() const
{
    return flagsIn(*this);
}

int FlagFilter::allFlags() const
{
    return flagsIn(m_model);
}

QModelIndex FlagFilter::best() const
{
    return rowCount() > 0 ? index(0, 0, index(0, 0)) : QModelIndex();
}

bool FlagFilter::filterAcceptsRow(int sourceRow, const QModelIndex& sourceParent) const
{
    const QModelIndex at = m_model.index(sourceRow, 0, sourceParent);
    if (at.data(FlagModel::IsGroupRole).toBool())
        return false; // a group shows when one of its rows does
    return isSearched(at) && (m_text.isEmpty() || rankAt(at) != FlagRank::None);
}

// Searching looks beyond the basic ones: a name that is typed must be found.
bool FlagFilter::isSearched(const QModelIndex& source) const
{
    return (m_scope == Scope::Basic && !m_text.isEmpty()) || isInScope(source);
}

bool FlagFilter::isInScope(const QModelIndex& index) const
{
    const auto is = [&](int role) { return index.data(role).toBool(); };
    switch (m_scope) {
    case Scope::Changed:
        return is(FlagModel::ChangedRole);
    case Scope::Set:
        return is(FlagModel::SetRole);
    case Scope::Basic:
        return is(FlagModel::SetRole) || (is(FlagModel::BasicRole) && is(FlagModel::PresentRole));
    case Scope::All:
        return true;
    case Scope::Favourites:
        return is(FlagModel::FavouriteRole);
    case Scope::OfRelease:
        return is(FlagModel::PresentRole);
    case Scope::AgainstProfile:
        return m_model.differs(*m_model.row(index), FlagModel::Against::Profile);
    case Scope::AgainstDefaults:
        return m_model.differs(*m_model.row(index), FlagModel::Against::Defaults);
    case Scope::AgainstLastSuccess:
        return m_model.differs(*m_model.row(index), FlagModel::Against::LastSuccess);
    }
    return true;
}

FlagRank FlagFilter::rankAt(const QModelIndex& source) const
{
    const FlagRow& row = *m_model.row(source);
    const QString key = row.name + (row.environment ? u'=' : u' ');
    if (const auto known = m_ranks.constFind(key); known != m_ranks.constEnd())
        return *known;
    FlagTexts texts { row.name, {}, {}, {} };
    if (row.option) {
        texts.description = row.option->description;
        texts.aliases = row.option->aliases;
    }
    if (m_model.originOf(row) != ValueOrigin::Default)
        texts.value = m_model.valueOf(row);
    return *m_ranks.insert(key, rankOf(texts, m_text));
}

FlagRank FlagFilter::bestIn(const QModelIndex& group) const
{
    FlagRank best = FlagRank::None;
    for (int row = 0; row < m_model.rowCount(group); ++row) {
        const QModelIndex at = m_model.index(row, 0, group);
        if (isSearched(at))
            best = std::min(best, rankAt(at));
    }
    return best;
}

// Equally good ones keep the order of the catalogue.
bool FlagFilter::lessThan(const QModelIndex& left, const QModelIndex& right) const
{
    const bool areGroups = !m_model.row(left);
    const FlagRank first = areGroups ? bestIn(left) : rankAt(left);
    const FlagRank second = areGroups ? bestIn(right) : rankAt(right);
    return first != second ? first < second : left.row() < right.row();
}

}
