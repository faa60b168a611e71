// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStandardItemModel>

namespace torchmason {

class BuildDraft;

// The profiles as a tree: those for now, best first; then the ones known not to work; then files that
// could not be read, with their error.
class ProfileTree : public QStandardItemModel {
    Q_OBJECT

public:
    enum Role {
        IdRole = Qt::UserRole + 1, // empty for headings and broken files
        DetailRole, // the second line
        FitRole, // int of ProfileFit
        BrokenRole,
        SearchRole,
    };

    explicit ProfileTree(const BuildDraft& draft, QObject* parent = nullptr);

    // Reads the draft's ranking again.
    void rebuild();
    QModelIndex indexOf(const QString& id) const;
    QModelIndex historicalGroup() const;

private:
    const BuildDraft& m_draft;
};

}
