// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSortFilterProxyModel>
#include <QStandardItemModel>

namespace torchmason {

class BuildDraft;

// The profiles as a tree: ranked ones, best first; those that are known not to work; files that could not be
// read.
class ProfileTree : public QStandardItemModel {
    Q_OBJECT

public:
    enum Role {
        IdRole = Qt::UserRole + 1, // empty for headings
        DetailRole, // why it fits or not, or what is wrong with the file
        FactsRole, // for which card, CUDA, PyTorch and Python
        FitRole, // int of ProfileFit; none for broken ones
        BrokenRole,
        OwnRole, // a file of the user's
        SearchRole,
    };

    explicit ProfileTree(const BuildDraft& draft, QObject* parent = nullptr);

    // Reads the draft's ranking again.
    void rebuild();
    QModelIndex indexOf(const QString& id) const;
    QModelIndex historicalGroup() const { return m_historical; }

private:
    const BuildDraft& m_draft;
    QPersistentModelIndex m_historical; // the group of profiles that are known not to work
};

// What a search leaves of the tree: the profiles that contain its text, and the one that is selected, so that
// nothing is built with which cannot be seen.
class ProfileFilter : public QSortFilterProxyModel {
    Q_OBJECT

public:
    explicit ProfileFilter(ProfileTree& tree, QObject* parent = nullptr);

    // `kept`: the id of the profile that stays; it may be among what is found.
    void search(const QString& text, const QString& kept);
    // An empty text finds all.
    bool finds(const QModelIndex& sourceIndex) const;
    // In the order of the list; without the kept one, unless it is among them.
    QModelIndexList found() const;

protected:
    bool filterAcceptsRow(int sourceRow, const QModelIndex& sourceParent) const override;

private:
    QString m_text;
    QString m_kept;
};

}
