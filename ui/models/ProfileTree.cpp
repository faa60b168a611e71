// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/ProfileTree.h"

#include "core/base/Core.h"
#include "ui/models/BuildDraft.h"
#include "ui/text/ProfileText.h"
#include "ui/text/StateText.h"
#include "ui/text/TipText.h"

#include <QDir>
#include <QFileInfo>

namespace torchmason {

namespace {

QStandardItem* heading(const QString& text)
{
    auto* item = new QStandardItem(text);
    item->setFlags(Qt::ItemIsEnabled);
    return item;
}

// What it is made for comes first: of many things to fix the row cuts the last.
QString reasonLine(const RankedProfile& ranked)
{
    return (ranked.remarks + ranked.reasons).join(QStringLiteral("; "));
}

QStandardItem* itemFor(const RankedProfile& ranked)
{
    auto* item = new QStandardItem(shownData(ranked.profile.name));
    item->setEditable(false);
    item->setData(ranked.profile.id, ProfileTree::IdRole);
    item->setData(int(ranked.fit), ProfileTree::FitRole);
    item->setData(profileLine(ranked.profile), ProfileTree::FactsRole);
    item->setData(ranked.profile.userOwned, ProfileTree::OwnRole);
    const bool historical = ranked.fit == ProfileFit::Historical;
    const QString why = historical ? shownData(ranked.profile.statusReason) : reasonLine(ranked);
    item->setData(why.isEmpty() ? shownData(ranked.profile.summary) : why, ProfileTree::DetailRole);
    item->setData(
        QStringList { item->text(), shownData(ranked.profile.summary), ranked.profile.id }.join(u' '),
        ProfileTree::SearchRole);
    item->setToolTip(tipText(
        why.isEmpty() ? shownData(ranked.profile.summary) : shownData(ranked.profile.summary) + u'\n' + why));
    item->setData(why, Qt::AccessibleDescriptionRole);
    item->setAccessibleText(QStringLiteral("%1: %2").arg(
        ranked.profile.userOwned ? ProfileTree::tr("%1, yours").arg(item->text()) : item->text(),
        fitWord(ranked.fit)));
    return item;
}

// What is wrong first; the row is too narrow for the path.
QString problemLine(const BrokenProfile& broken)
{
    if (broken.errors.isEmpty())
        return broken.error;
    const ProfileProblem& problem = broken.errors.first();
    const QString where = problem.line > 0 ? ProfileTree::tr("Line %1: ").arg(problem.line) : QString();
    return where + problemSentence(problem);
}

QStandardItem* itemFor(const BrokenProfile& broken)
{
    auto* item = new QStandardItem(broken.id);
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
    item->setData(broken.id, ProfileTree::IdRole);
    item->setData(problemLine(broken), ProfileTree::DetailRole);
    item->setData(broken.shadowed.isEmpty()
            ? QFileInfo(broken.file).fileName()
            : ProfileTree::tr("replaces \"%1\", which ships with the program").arg(broken.shadowed),
        ProfileTree::FactsRole);
    item->setData(true, ProfileTree::BrokenRole);
    item->setData(true, ProfileTree::OwnRole);
    item->setData(broken.id, ProfileTree::SearchRole);
    item->setToolTip(QDir::toNativeSeparators(broken.file));
    return item;
}

}

ProfileTree::ProfileTree(const BuildDraft& draft, QObject* parent)
    : QStandardItemModel(parent)
    , m_draft(draft)
{
    rebuild();
}

void ProfileTree::rebuild()
{
    clear();
    auto* current = heading(tr("Ranked for this machine"));
    auto* historical = heading(tr("Known not to work"));
    auto* broken = heading(tr("Cannot be read"));
    for (const RankedProfile& ranked : m_draft.ranked())
        (ranked.fit == ProfileFit::Historical ? historical : current)->appendRow(itemFor(ranked));
    for (const BrokenProfile& profile : m_draft.catalogue().broken)
        broken->appendRow(itemFor(profile));
    const bool hasHistorical = historical->rowCount() > 0;
    for (QStandardItem* group : { current, historical, broken }) {
        if (group->rowCount() > 0)
            appendRow(group);
        else
            delete group;
    }
    m_historical = hasHistorical ? historical->index() : QModelIndex();
}

QModelIndex ProfileTree::indexOf(const QString& id) const
{
    const auto found = match(index(0, 0), IdRole, id, 1, Qt::MatchExactly | Qt::MatchRecursive);
    return found.isEmpty() ? QModelIndex() : found.first();
}

ProfileFilter::ProfileFilter(ProfileTree& tree, QObject* parent)
    : QSortFilterProxyModel(parent)
{
    setRecursiveFilteringEnabled(true);
    setSourceModel(&tree);
}

void ProfileFilter::search(const QString& text, const QString& kept)
{
    m_text = text;
    m_kept = kept;
    invalidateFilter();
}

bool ProfileFilter::finds(const QModelIndex& sourceIndex) const
{
    return sourceIndex.data(ProfileTree::SearchRole).toString().contains(m_text, Qt::CaseInsensitive);
}

QModelIndexList ProfileFilter::found() const
{
    QModelIndexList profiles;
    for (int group = 0; group < rowCount(); ++group) {
        const QModelIndex heading = index(group, 0);
        for (int row = 0; row < rowCount(heading); ++row) {
            const QModelIndex profile = index(row, 0, heading);
            if (finds(mapToSource(profile)))
                profiles << profile;
        }
    }
    return profiles;
}

// A heading shows when one of its profiles does.
bool ProfileFilter::filterAcceptsRow(int sourceRow, const QModelIndex& sourceParent) const
{
    const QModelIndex row = sourceModel()->index(sourceRow, 0, sourceParent);
    return sourceParent.isValid() && (finds(row) || row.data(ProfileTree::IdRole).toString() == m_kept);
}

}
