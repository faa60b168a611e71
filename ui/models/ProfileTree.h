// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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

}
