// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/FlagModel.h"

#include "ui/text/FlagText.h"
#include "ui/text/StateText.h"

#include <QFont>

#include <algorithm>

namespace torchmason {

namespace {

constexpr quintptr groupId = ~quintptr(0);

const EnvironmentValue* environmentIn(const Configuration& configuration, const QString& name)
{
    for (const EnvironmentValue& value : configuration.environment) {
        if (value.name == name)
            return &value;
    }
    return nullptr;
}

}

FlagModel::FlagModel(BuildDraft& draft, OptionCatalogue catalogue, QObject* parent)
    : QAbstractItemModel(parent)
    , m_draft(draft)
    , m_catalogue(std::move(catalogue))
{
    arrange();
    connect(&draft, &BuildDraft::derivedChanged, this, &FlagModel::refresh);
}

// Without a valid request (a folder is missing, say) the table still shows profile and edits.
Configuration FlagModel::effective() const
{
    if (const auto& request = m_draft.request())
        return request->configuration;
    Configuration configuration = m_draft.profile() ? m_draft.profile()->configuration : Configuration();
    for (const FlagValue& flag : m_draft.edits().configuration.flags)
        configuration.setFlag(flag);
    for (const EnvironmentValue& value : m_draft.edits().configuration.environment)
        configuration.setEnvironment(value);
    return configuration;
}

void FlagModel::arrange()
{
    m_effective = effective();
    m_groups.clear();
    for (const OptionInfo& option : m_catalogue.options()) {
        const auto known = std::find_if(m_groups.begin(), m_groups.end(),
            [&](const FlagGroup& group) { return group.id == option.group; });
        FlagGroup& group = known != m_groups.end()
            ? *known
            : m_groups.emplace_back(FlagGroup { option.group, flagGroupTitle(option.group), {} });
        group.rows.push_back({ option.name, &option, option.passedAs == QStringLiteral("env") });
    }
    FlagGroup free { QStringLiteral("free"), tr("Other CMake entries"), {} };
    FlagGroup environment { QStringLiteral("environment"), tr("Environment variables"), {} };
    m_free = freeRows(m_effective);
    for (const FlagRow& row : m_free)
        (row.environment ? environment : free).rows.push_back(row);
    for (FlagGroup* group : { &free, &environment }) {
        if (!group->rows.empty())
            m_groups.insert(m_groups.begin(), std::move(*group));
    }
}

// What is set, but is no known option or is passed in the other way.
std::vector<FlagRow> FlagModel::freeRows(const Configuration& configuration) const
{
    const auto isFree = [this](const QString& name, bool environment) {
        const OptionInfo* option = m_catalogue.option(name);
        return !option || (option->passedAs == QStringLiteral("env")) != environment;
    };
    std::vector<FlagRow> rows;
    for (const FlagValue& flag : configuration.flags) {
        if (isFree(flag.name, false))
            rows.push_back({ flag.name, nullptr, false });
    }
    for (const EnvironmentValue& value : configuration.environment) {
        if (isFree(value.name, true))
            rows.push_back({ value.name, nullptr, true });
    }
    return rows;
}

void FlagModel::refresh()
{
    const Configuration configuration = effective();
    if (freeRows(configuration) != m_free) {
        beginResetModel();
        arrange();
        endResetModel();
        return;
    }
    if (configuration == m_effective)
        return;
    m_effective = configuration;
    for (int group = 0; group < int(m_groups.size()); ++group) {
        const QModelIndex parent = index(group, 0);
        emit dataChanged(index(0, 0, parent), index(rowCount(parent) - 1, ColumnCount - 1, parent));
    }
}

QModelIndex FlagModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, parent.isValid() ? quintptr(parent.row()) : groupId);
}

QModelIndex FlagModel::parent(const QModelIndex& child) const
{
    if (!child.isValid() || child.internalId() == groupId)
        return {};
    return createIndex(int(child.internalId()), 0, groupId);
}

int FlagModel::rowCount(const QModelIndex& parent) const
{
    if (!parent.isValid())
        return int(m_groups.size());
    if (parent.internalId() != groupId || parent.column() != 0)
        return 0;
    return int(m_groups[size_t(parent.row())].rows.size());
}

const FlagRow* FlagModel::row(const QModelIndex& index) const
{
    if (!index.isValid() || index.internalId() == groupId)
        return nullptr;
    return &m_groups[index.internalId()].rows[size_t(index.row())];
}

QModelIndex FlagModel::indexOf(const QString& name) const
{
    for (int group = 0; group < int(m_groups.size()); ++group) {
        const auto& rows = m_groups[size_t(group)].rows;
        for (int i = 0; i < int(rows.size()); ++i) {
            if (rows[size_t(i)].name == name)
                return index(i, 0, index(group, 0));
        }
    }
    return {};
}

QString FlagModel::valueOf(const FlagRow& row) const
{
    if (row.environment) {
        const EnvironmentValue* value = environmentIn(m_effective, row.name);
        return value ? value->value.value_or(QString()) : defaultOf(row);
    }
    return m_effective.flagValue(row.name, defaultOf(row));
}

QString FlagModel::profileValueOf(const FlagRow& row) const
{
    if (!m_draft.profile())
        return {};
    const Configuration& profile = m_draft.profile()->configuration;
    if (!row.environment)
        return profile.flagValue(row.name);
    const EnvironmentValue* value = environmentIn(profile, row.name);
    return value ? value->value.value_or(QString()) : QString();
}

QString FlagModel::defaultOf(const FlagRow& row) const
{
    return row.option ? OptionCatalogue::defaultFor(*row.option, hostPlatform()) : QString();
}

ValueOrigin FlagModel::originOf(const FlagRow& row) const
{
    if (row.environment) {
        const EnvironmentValue* value = environmentIn(m_effective, row.name);
        return value ? value->origin : ValueOrigin::Default;
    }
    const FlagValue* flag = m_effective.flag(row.name);
    return flag ? flag->origin : ValueOrigin::Default;
}

void FlagModel::reset(const QModelIndex& index)
{
    const FlagRow* at = row(index);
    if (!at)
        return;
    const FlagRow copy = *at; // the row may go with its value
    copy.environment ? m_draft.resetEnvironment(copy.name) : m_draft.resetFlag(copy.name);
}

bool FlagModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    const FlagRow* at = row(index);
    if (!at || index.column() != ValueColumn || (role != Qt::EditRole && role != Qt::CheckStateRole))
        return false;
    const FlagRow copy = *at;
    QString text = value.toString();
    if (role == Qt::CheckStateRole)
        text = value.toInt() == Qt::Checked ? QStringLiteral("ON") : QStringLiteral("OFF");
    if (text == valueOf(copy) && originOf(copy) != ValueOrigin::Default)
        return false;
    if (text == profileValueOf(copy) && !text.isEmpty())
        reset(index); // back to what the profile says: no edit is left behind
    else if (copy.environment)
        m_draft.setEnvironment(copy.name, text);
    else
        m_draft.setFlag(copy.name, text, cmakeTypeOf(copy.option));
    return true;
}

Qt::ItemFlags FlagModel::flags(const QModelIndex& index) const
{
    const FlagRow* at = row(index);
    if (!at)
        return index.isValid() ? Qt::ItemIsEnabled : Qt::NoItemFlags;
    Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
    if (index.column() == ValueColumn)
        flags |= isSwitch(at->option) ? Qt::ItemIsUserCheckable : Qt::ItemIsEditable;
    return flags;
}

QVariant FlagModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case NameColumn:
        return tr("Name");
    case ValueColumn:
        return tr("Value");
    case OriginColumn:
        return tr("Set by");
    case DefaultColumn:
        return tr("Default");
    }
    return {};
}

QVariant FlagModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    if (const FlagRow* at = row(index))
        return rowData(*at, index.column(), role);
    const FlagGroup& group = m_groups[size_t(index.row())];
    if (role == IsGroupRole)
        return true;
    if (role == NameRole)
        return group.id;
    if (index.column() != NameColumn)
        return {};
    if (role == Qt::DisplayRole)
        return group.title;
    if (role == Qt::FontRole) {
        QFont font;
        font.setBold(true);
        return font;
    }
    return {};
}

QVariant FlagModel::rowData(const FlagRow& row, int column, int role) const
{
    const ValueOrigin origin = originOf(row);
    switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole:
        if (column == NameColumn)
            return row.name;
        if (column == ValueColumn)
            return valueOf(row);
        if (column == OriginColumn)
            return originWord(origin);
        return defaultOf(row);
    case Qt::CheckStateRole:
        if (column == ValueColumn && isSwitch(row.option))
            return int(isCMakeTrue(valueOf(row)) ? Qt::Checked : Qt::Unchecked);
        return {};
    case Qt::ToolTipRole:
        if (column == ValueColumn)
            return valueOf(row);
        return row.option ? row.option->description : tr("Not in the list of known options");
    case Qt::AccessibleTextRole:
        return column == ValueColumn ? tr("%1 is %2").arg(row.name, valueOf(row)) : QVariant();
    case KindRole:
        return row.option ? row.option->kind : QStringLiteral("string");
    case ChoicesRole:
        return row.option ? row.option->choices : QStringList();
    case ChangedRole:
        return origin == ValueOrigin::User || origin == ValueOrigin::Fix;
    case SetRole:
        return origin != ValueOrigin::Default;
    case BasicRole:
        return !row.option || row.option->basic;
    case SearchRole:
        return row.name + u' ' + (row.option ? row.option->description : QString());
    case OriginRole:
        return int(origin);
    case NameRole:
        return row.name;
    case IsGroupRole:
        return false;
    }
    return {};
}

}
