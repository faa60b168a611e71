// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/preflight/OptionDependencies.h"
#include "ui/models/BuildDraft.h"
#include "ui/models/FlagChecks.h"
#include "ui/models/FlagRow.h"

#include <QAbstractItemModel>
#include <QMap>
#include <QSet>

namespace torchmason {

// All flags of the draft, grouped: the options of the catalogue, then environment variables and free -D
// entries. Reads and writes through the draft, so that undo, pages and preview agree.
class FlagModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Column {
        NameColumn,
        ValueColumn,
        OriginColumn,
        NoteColumn,
        DefaultColumn,
        StarColumn,
        ColumnCount,
    };
    enum Role {
        KindRole = Qt::UserRole, // OptionInfo::kind, "string" for free rows
        ChoicesRole,
        ChangedRole, // differs from the profile because of the user
        SetRole, // passed at all
        BasicRole,
        OriginRole, // int of ValueOrigin
        IsGroupRole,
        NameRole,
        LockedRole, // why it has no effect, empty where it has
        PresentRole, // whether the chosen release, or the sample project, has it
        FavouriteRole,
        RemovedRole, // the profile passes it, and the user took that away
        ToFixRole, // a check fails because of it
    };
    // What the values can be compared with.
    enum class Against { Profile, Defaults, LastSuccess };

    FlagModel(BuildDraft& draft, OptionCatalogue catalogue, QObject* parent = nullptr);

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& = {}) const override { return ColumnCount; }
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    // Keys that edit act on the value, whichever cell is current.
    QModelIndex buddy(const QModelIndex& index) const override;

    const FlagRow* row(const QModelIndex& index) const;
    QModelIndex indexOf(const QString& name) const;
    // Removes the user's value of this row.
    void reset(const QModelIndex& index);
    // The build goes without the value of the profile or the environment.
    void remove(const QModelIndex& index);
    bool canRemove(const FlagRow& row) const;
    void setFavourite(const QModelIndex& index, bool favourite);
    // Variables of our own environment that the build inherits.
    void setInherited(const QMap<QString, QString>& variables);
    // nullopt: there has been none.
    void setLastSuccess(const std::optional<Configuration>& configuration);
    bool hasLastSuccess() const { return m_lastSuccess.has_value(); }

    QString valueOf(const FlagRow& row) const; // as passed, or by default; empty where there is none
    QString valueText(const FlagRow& row) const; // the same for reading
    QString profileValueOf(const FlagRow& row) const; // empty where the profile has none
    QString lastValueOf(const FlagRow& row) const;
    QString defaultOf(const FlagRow& row) const;
    QString defaultText(const FlagRow& row) const;
    // What it costs in a build of PyTorch; null where that is not known, or something else is built.
    const OptionCost* costOf(const FlagRow& row) const;
    ValueOrigin originOf(const FlagRow& row) const;
    static ValueOrigin originOf(const QModelIndex& cell); // of a filter of this model, too
    QString originTextOf(const FlagRow& row) const; // "profile", "you", "build folder"...
    bool standsInEnvironment(const FlagRow& row) const { return isVariable(row, m_effective); }
    // Of a CMake entry the value of a variable of the same name, of a variable that of the entry; empty where
    // there is none, or it is the same.
    QString secondValueOf(const FlagRow& row) const;
    // Which of the two the build gets, as a clause; empty where that is not sure.
    QString countingText(const FlagRow& row) const;
    // "from the environment", "environment's ON is ignored", "environment's Debug: the CMake entry counts";
    // empty where the variable is not set, or where it is not sure what it does.
    QString inheritedText(const FlagRow& row) const;
    // What the build folder was configured with, where that is another value, and which of them the build
    // gets; empty where there is nothing to say.
    QString folderText(const FlagRow& row) const;
    OptionLock lockOf(const FlagRow& row) const;
    // Nobody sets it, and whatever its default says has no effect.
    bool isIdle(const FlagRow& row) const;
    QString presenceText(const FlagRow& row) const; // "removed in 2.5", empty where the source has it
    // What is wrong with its value, as the checks say it; empty where the source does not read it.
    QString problemOf(const FlagRow& row) const;
    // Checks that fail because of it.
    QVector<CheckRow> failedChecksOf(const FlagRow& row) const;
    const QVector<FlagCheck>& failedChecks() const { return m_failedChecks; }
    bool isRemoved(const FlagRow& row) const;
    bool differs(const FlagRow& row, Against other) const;

private:
    void arrange();
    bool isTour() const;
    void refresh();
    bool set(const FlagRow& row, const QString& text);
    QVariant groupData(const FlagGroup& group, int column, int role) const;
    QVariant rowData(const FlagRow& row, int column, int role) const;
    QVariant displayData(const FlagRow& row, int column) const;
    QVariant checkStateOf(const FlagRow& row) const;
    QString toolTip(const FlagRow& row, int column) const;
    QString noteOf(const FlagRow& row) const;
    void tellAllChanged();
    // The value of an inherited variable, where neither profile nor user sets one.
    std::optional<QString> inheritedValue(const FlagRow& row) const;
    // The value of what is not passed in CMake's cache, which keeps it; nullopt where that is the default.
    std::optional<QString> keptValue(const FlagRow& row) const;
    DiskAnswer valuesInFolder() const;
    std::vector<FlagRow> wantedFreeRows() const;

    BuildDraft& m_draft;
    OptionCatalogue m_catalogue;
    std::vector<FlagGroup> m_groups;
    std::vector<FlagRow> m_free; // what the last arrange() saw
    Configuration m_effective;
    QString m_release;
    bool m_isTour = false;
    std::shared_ptr<const TreeFacts> m_tree; // goes before the table
    std::optional<Configuration> m_lastSuccess;
    QMap<QString, QString> m_inherited;
    DiskAnswer m_folder; // what configuring finds in CMake's cache, and no more
    QSet<QString> m_favourites;
    QVector<FlagCheck> m_failedChecks;
};

}
