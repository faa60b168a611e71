// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/knowledge/OptionCatalogue.h"
#include "ui/models/BuildDraft.h"

#include <QAbstractItemModel>

#include <memory>
#include <vector>

namespace torchmason {

// One row that can be edited: an option of the catalogue, a free -D or an environment variable.
struct FlagRow {
    QString name;
    const OptionInfo* option = nullptr; // null for free rows
    bool environment = false;

    bool operator==(const FlagRow&) const = default;
};

struct FlagGroup {
    QString id;
    QString title;
    std::vector<FlagRow> rows;
};

// All flags of the draft, grouped: catalogue options first, then free -D entries and environment
// variables. Reads and writes through the draft, so that undo, pages and preview agree.
class FlagModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Column { NameColumn, ValueColumn, OriginColumn, DefaultColumn, ColumnCount };
    enum Role {
        KindRole = Qt::UserRole, // OptionInfo::kind, "string" for free rows
        ChoicesRole,
        ChangedRole, // differs from the profile because of the user
        SetRole, // passed at all
        BasicRole,
        SearchRole,
        OriginRole, // int of ValueOrigin
        IsGroupRole,
        NameRole,
    };

    FlagModel(BuildDraft& draft, OptionCatalogue catalogue, QObject* parent = nullptr);

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& = {}) const override { return ColumnCount; }
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

    const FlagRow* row(const QModelIndex& index) const;
    QModelIndex indexOf(const QString& name) const;
    // Takes the user's value of this row back.
    void reset(const QModelIndex& index);
    QString valueOf(const FlagRow& row) const; // as passed, or the default
    QString profileValueOf(const FlagRow& row) const; // empty where the profile says nothing
    QString defaultOf(const FlagRow& row) const;
    ValueOrigin originOf(const FlagRow& row) const;

private:
    void arrange();
    void refresh();
    Configuration effective() const;
    std::vector<FlagRow> freeRows(const Configuration& configuration) const;
    QVariant rowData(const FlagRow& row, int column, int role) const;

    BuildDraft& m_draft;
    OptionCatalogue m_catalogue;
    std::vector<FlagGroup> m_groups;
    std::vector<FlagRow> m_free; // what the last arrange() saw
    Configuration m_effective;
};

}
