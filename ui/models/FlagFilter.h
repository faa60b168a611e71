// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSortFilterProxyModel>

namespace torchmason {

// Which flags are shown: all words of a text must occur in name or description, and the scope must fit.
class FlagFilter : public QSortFilterProxyModel {
    Q_OBJECT

public:
    enum class Scope {
        Changed, // by the user
        Set, // passed to CMake
        Basic, // what most people need, and all that is set
        All,
    };

    explicit FlagFilter(QObject* parent = nullptr);

    void setScope(Scope scope);
    Scope scope() const { return m_scope; }
    void setText(const QString& text);
    int shownFlags() const;

protected:
    bool filterAcceptsRow(int sourceRow, const QModelIndex& sourceParent) const override;

private:
    Scope m_scope = Scope::Basic;
    QStringList m_words;
};

}
