// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QSortFilterProxyModel>
#include <QString>
#include <QStringList>

namespace torchmason {

// The texts of a flag that are searched.
struct FlagTexts {
    QString name;
    QString description;
    QStringList aliases;
    QString value; // where one is set
};

// How well a flag answers a search, best first. Of several words the worst counts.
enum class FlagRank {
    Exact, // the name itself
    Switch, // the name after USE_ or BUILD_, as people say it
    NameBegin,
    NameWord, // a part between underscores begins so
    Name,
    Description,
    Alias,
    Value,
    None,
};

// `text` as typed: case does not matter, and blanks stand for underscores, too.
FlagRank rankOf(const FlagTexts& flag, const QString& text);

class FlagModel;

// Shows the flags of a scope that contain all words of a text. During a search the best matches and their
// groups come first.
class FlagFilter : public QSortFilterProxyModel {
    Q_OBJECT

public:
    enum class Scope {
        Changed, // by the user or a fix
        Set, // passed to CMake
        Basic, // the options marked as basic, and all that is set
        All,
        Favourites,
        OfRelease, // what the chosen release has
        AgainstProfile, // other values than the profile
        AgainstDefaults,
        AgainstLastSuccess, // of the same build
    };

    explicit FlagFilter(FlagModel& model, QObject* parent = nullptr);

    void setScope(Scope scope);
    Scope scope() const { return m_scope; }
    void setText(const QString& text);
    int shownFlags() const;
    int allFlags() const; // whatever is shown
    // Whether it is in the scope, whatever is searched.
    bool isInScope(const QModelIndex& source) const;
    // The first row of a search; the first of all without one.
    QModelIndex best() const;

signals:
    void scopeChanged();

protected:
    bool filterAcceptsRow(int sourceRow, const QModelIndex& sourceParent) const override;
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    bool isSearched(const QModelIndex& source) const;
    FlagRank rankAt(const QModelIndex& source) const;
    FlagRank bestIn(const QModelIndex& group) const;
    void forgetRanks() { m_ranks.clear(); }

    FlagModel& m_model;
    Scope m_scope = Scope::Basic;
    QString m_text;
    mutable QHash<QString, FlagRank> m_ranks; // by name, for sorting
};

}
