// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/FlagModel.h"

#include "core/buildfolder/SameValue.h"
#include "core/config/OptionValue.h"
#include "core/redact/SecretText.h"
#include "core/request/InheritedVariable.h"
#include "ui/models/Settings.h"
#include "ui/text/FlagText.h"

namespace torchmason {

namespace {

constexpr quintptr groupId = ~quintptr(0);
const auto favouritesKey = QStringLiteral("flags/favourites");

bool isSame(const OptionInfo* option, const QString& left, const QString& right)
{
    return isSwitch(option) ? isCMakeTrue(left) == isCMakeTrue(right) : left == right;
}

}

FlagModel::FlagModel(BuildDraft& draft, OptionCatalogue catalogue, QObject* parent)
    : QAbstractItemModel(parent)
    , m_draft(draft)
    , m_catalogue(std::move(catalogue))
{
    const QStringList favourites = settings()->value(favouritesKey).toStringList();
    m_favourites = { favourites.begin(), favourites.end() };
    arrange();
    connect(&draft, &BuildDraft::derivedChanged, this, &FlagModel::refresh);
}

void FlagModel::arrange()
{
    m_effective = m_draft.configuration();
    m_release = m_draft.profile() ? releaseOf(m_draft.source()) : QString();
    m_isTour = isTour();
    m_tree = m_draft.tree();
    m_folder = valuesInFolder();
    m_failedChecks = failedFlagChecks(m_draft);
    m_free = wantedFreeRows();
    m_groups = flagGroups(m_catalogue, m_free);
}

bool FlagModel::isTour() const
{
    return m_draft.profile() && m_draft.source().kind == SourceKind::Sample;
}

DiskAnswer FlagModel::valuesInFolder() const
{
    DiskAnswer values;
    if (m_draft.cleanLevel() != CleanLevel::None)
        return values;
    values.inFolder = m_draft.diskAnswer().inFolder;
    values.unlikeDefault = m_draft.diskAnswer().unlikeDefault;
    return values;
}

std::vector<FlagRow> FlagModel::wantedFreeRows() const
{
    return freeRows(
        m_catalogue, m_draft.configuration(), m_inherited.keys(), valuesInFolder().unlikeDefault.keys());
}

void FlagModel::refresh()
{
    const Configuration& configuration = m_draft.configuration();
    if (wantedFreeRows() != m_free) {
        beginResetModel();
        arrange();
        endResetModel();
        return;
    }
    const QString release = m_draft.profile() ? releaseOf(m_draft.source()) : QString();
    const auto tree = m_draft.tree();
    const DiskAnswer folder = valuesInFolder();
    const auto failedChecks = failedFlagChecks(m_draft);
    if (configuration == m_effective && release == m_release && tree == m_tree && isTour() == m_isTour
        && folder == m_folder && failedChecks == m_failedChecks)
        return;
    m_folder = folder;
    m_failedChecks = failedChecks;
    m_isTour = isTour();
    m_effective = configuration;
    m_release = release;
    m_tree = tree;
    tellAllChanged();
}

void FlagModel::tellAllChanged()
{
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

// Options come before variables of the same name.
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

QModelIndex FlagModel::buddy(const QModelIndex& index) const
{
    return row(index) ? index.siblingAtColumn(ValueColumn) : index;
}

QString FlagModel::valueOf(const FlagRow& row) const
{
    for (const auto& value : { valueIn(m_effective, row), inheritedValue(row), keptValue(row) }) {
        if (value)
            return *value;
    }
    return defaultOf(row);
}

QString FlagModel::valueText(const FlagRow& row) const
{
    const auto value = valueIn(m_effective, row);
    if (isRemoved(row) || (value && standsInEnvironment(row) && !environmentIn(m_effective, row.name)->value))
        return tr("not passed");
    const auto inherited = inheritedValue(row);
    if (isSwitch(row.option) && isIdle(row))
        return lockOf(row).remedy.isEmpty() ? tr("does not apply") : QStringLiteral("OFF");
    if (value)
        return *value;
    const auto found = inherited ? inherited : keptValue(row);
    return found ? withoutSecretsOf(row.name, *found) : defaultText(row);
}

QString FlagModel::profileValueOf(const FlagRow& row) const
{
    return valueIn(m_draft.plainConfiguration(), row).value_or(QString());
}

QString FlagModel::lastValueOf(const FlagRow& row) const
{
    return m_lastSuccess ? valueIn(*m_lastSuccess, row).value_or(QString()) : QString();
}

QString FlagModel::defaultOf(const FlagRow& row) const
{
    return row.option ? OptionCatalogue::defaultFor(*row.option, hostPlatform()) : QString();
}

QString FlagModel::defaultText(const FlagRow& row) const
{
    return row.option ? OptionCatalogue::defaultTextFor(*row.option, hostPlatform()) : QString();
}

ValueOrigin FlagModel::originOf(const FlagRow& row) const
{
    if (isRemoved(row))
        return ValueOrigin::User;
    if (inheritedValue(row))
        return ValueOrigin::Environment;
    // Who says what the profile says has changed nothing.
    const Configuration& plain = m_draft.plainConfiguration();
    const auto origin = [](const auto* value, const auto* before) {
        const bool isSame = value && before && value->value == before->value;
        return isSame ? before->origin : value ? value->origin : ValueOrigin::Default;
    };
    if (standsInEnvironment(row))
        return origin(environmentIn(m_effective, row.name), environmentIn(plain, row.name));
    return origin(m_effective.flag(row.name), plain.flag(row.name));
}

ValueOrigin FlagModel::originOf(const QModelIndex& cell)
{
    return ValueOrigin(cell.siblingAtColumn(0).data(OriginRole).toInt());
}

QString FlagModel::secondValueOf(const FlagRow& row) const
{
    const FlagValue* flag = m_effective.flag(row.name);
    const EnvironmentValue* variable = environmentIn(m_effective, row.name);
    if (!flag || !variable || variable->value.value_or(flag->value) == flag->value)
        return {};
    return standsInEnvironment(row) ? flag->value : *variable->value;
}

QString FlagModel::countingText(const FlagRow& row) const
{
    return whichCounts(row.name, m_release);
}

OptionLock FlagModel::lockOf(const FlagRow& row) const
{
    return row.option ? OptionDependencies(m_catalogue, m_effective, hostPlatform()).lockOf(*row.option)
                      : OptionLock();
}

bool FlagModel::isIdle(const FlagRow& row) const
{
    return originOf(row) == ValueOrigin::Default && lockOf(row).isLocked();
}

QString FlagModel::presenceText(const FlagRow& row) const
{
    if (row.option && !row.option->isRead(m_isTour))
        return m_isTour ? tr("PyTorch only") : tr("only in the sample project");
    const OptionPresence presence
        = row.option ? presenceOf(*row.option, m_release, m_tree.get()) : OptionPresence::Present;
    if (presence == OptionPresence::NotYet)
        return tr("since %1").arg(row.option->since);
    if (presence == OptionPresence::NotInTree)
        return tr("not in the source");
    if (presence == OptionPresence::Present)
        return {};
    return row.option->removed.front().isLetter() ? row.option->removed // "before 2.7", "never an option"
                                                  : tr("removed in %1").arg(row.option->removed);
}

QString FlagModel::problemOf(const FlagRow& row) const
{
    const bool counts = row.option && presenceText(row).isEmpty() && originOf(row) != ValueOrigin::Default;
    return counts ? valueProblem(*row.option, valueOf(row)) : QString();
}

QVector<CheckRow> FlagModel::failedChecksOf(const FlagRow& row) const
{
    QVector<CheckRow> rows;
    for (const FlagCheck& check : m_failedChecks) {
        if (check.names.contains(row.name))
            rows.append(check.row);
    }
    return rows;
}

bool FlagModel::isRemoved(const FlagRow& row) const
{
    return !standsInEnvironment(row) && m_effective.unsetFlags.contains(row.name);
}

bool FlagModel::differs(const FlagRow& row, Against other) const
{
    const auto value = valueIn(m_effective, row);
    if (other == Against::Profile)
        return value != valueIn(m_draft.plainConfiguration(), row);
    if (other == Against::LastSuccess)
        return m_lastSuccess && value != valueIn(*m_lastSuccess, row);
    return value ? !isSame(row.option, *value, defaultOf(row)) : keptValue(row).has_value();
}

void FlagModel::setInherited(const QMap<QString, QString>& variables)
{
    beginResetModel();
    m_inherited = variables;
    arrange();
    endResetModel();
}

std::optional<QString> FlagModel::inheritedValue(const FlagRow& row) const
{
    const auto found = m_inherited.constFind(row.name);
    const bool isSet = valueIn(m_effective, row) || environmentIn(m_effective, row.name);
    if (found == m_inherited.constEnd() || isSet || isRemoved(row)
        || (row.option && effectOfVariable(row.name, m_release) == VariableEffect::Ignored))
        return std::nullopt;
    return *found;
}

QString FlagModel::inheritedText(const FlagRow& row) const
{
    const auto found = m_inherited.constFind(row.name);
    if (found == m_inherited.constEnd() || environmentIn(m_effective, row.name))
        return {};
    const QString value = withoutSecretsOf(row.name, *found);
    const FlagValue* flag = m_effective.flag(row.name);
    const bool isOther = flag && flag->value != *found;
    switch (effectOfVariable(row.name, m_release)) {
    case VariableEffect::Ignored:
        return tr("environment's %1 is ignored").arg(value);
    case VariableEffect::Wins:
        return isOther ? tr("overridden by the environment: %1").arg(value) : tr("from the environment");
    case VariableEffect::Read:
        break;
    }
    if (!flag)
        return tr("from the environment");
    const QString which = isOther && !found->isEmpty() ? countingText(row) : QString();
    return which.isEmpty() ? which : tr("environment's %1: %2").arg(value, which);
}

std::optional<QString> FlagModel::keptValue(const FlagRow& row) const
{
    const auto found = m_folder.unlikeDefault.constFind(row.name);
    if (found == m_folder.unlikeDefault.constEnd() || valueIn(m_effective, row) || standsInEnvironment(row)
        || isRemoved(row) || inheritedValue(row))
        return std::nullopt;
    return *found;
}

QString FlagModel::folderText(const FlagRow& row) const
{
    if (const auto kept = keptValue(row))
        return tr("the build folder has %1, and configuring keeps it").arg(withoutSecretsOf(row.name, *kept));
    const auto found = m_folder.inFolder.constFind(row.name);
    const FlagValue* flag = m_effective.flag(row.name);
    if (found == m_folder.inFolder.constEnd() || !flag || isSameFlagValue(flag->value, *found))
        return {};
    return tr("the build folder has %1; configuring sets %2")
        .arg(withoutSecretsOf(row.name, *found), withoutSecretsOf(row.name, flag->value));
}

void FlagModel::setLastSuccess(const std::optional<Configuration>& configuration)
{
    if (configuration == m_lastSuccess)
        return;
    m_lastSuccess = configuration;
    tellAllChanged();
}

void FlagModel::setFavourite(const QModelIndex& index, bool favourite)
{
    const FlagRow* at = row(index);
    if (!at || m_favourites.contains(at->name) == favourite)
        return;
    favourite ? void(m_favourites.insert(at->name)) : void(m_favourites.remove(at->name));
    QStringList names(m_favourites.begin(), m_favourites.end());
    names.sort();
    settings()->setValue(favouritesKey, names);
    emit dataChanged(index.siblingAtColumn(0), index.siblingAtColumn(ColumnCount - 1));
}

void FlagModel::reset(const QModelIndex& index)
{
    const FlagRow* at = row(index);
    if (!at)
        return;
    const FlagRow copy = *at; // the row may go with its value
    standsInEnvironment(copy) ? m_draft.resetEnvironment(copy.name) : m_draft.resetFlag(copy.name);
}

// A value of the user alone is reset instead.
bool FlagModel::canRemove(const FlagRow& row) const
{
    return !isRemoved(row) && valueIn(m_draft.plainConfiguration(), row).has_value();
}

void FlagModel::remove(const QModelIndex& index)
{
    const FlagRow* at = row(index);
    if (!at || !canRemove(*at))
        return;
    const FlagRow copy = *at;
    if (standsInEnvironment(copy))
        m_draft.setEnvironment(copy.name, std::nullopt);
    else
        m_draft.unsetFlag(copy.name);
}

bool FlagModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    const FlagRow* at = row(index);
    if (!at || index.column() != ValueColumn || (role != Qt::EditRole && role != Qt::CheckStateRole))
        return false;
    const FlagRow copy = *at;
    if (role == Qt::EditRole)
        return set(copy, value.toString());
    const bool isVariable = copy.option && copy.option->passedAs == QStringLiteral("env");
    const QString on = isVariable ? QStringLiteral("1") : QStringLiteral("ON");
    const QString off = isVariable ? QStringLiteral("0") : QStringLiteral("OFF");
    return set(copy, value.toInt() == Qt::Checked ? on : off);
}

// A value equal to that of the profile leaves no edit, and neither does an empty text for a value of the user
// alone.
bool FlagModel::set(const FlagRow& row, const QString& text)
{
    if (text == valueOf(row) && originOf(row) != ValueOrigin::Default && !isRemoved(row))
        return false;
    const auto plain = valueIn(m_draft.plainConfiguration(), row);
    const bool isReset = plain ? isSame(row.option, *plain, text) : row.option && text.isEmpty();
    if (standsInEnvironment(row))
        isReset ? m_draft.resetEnvironment(row.name) : m_draft.setEnvironment(row.name, text);
    else
        isReset ? m_draft.resetFlag(row.name) : m_draft.setFlag(row.name, text, cmakeTypeOf(row.option));
    return true;
}

// A locked flag can only be reset or switched off.
Qt::ItemFlags FlagModel::flags(const QModelIndex& index) const
{
    const FlagRow* at = row(index);
    if (!at)
        return index.isValid() ? Qt::ItemIsEnabled : Qt::NoItemFlags;
    Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
    if (index.column() == ValueColumn && !isIdle(*at))
        flags |= isSwitch(at->option) ? Qt::ItemIsUserCheckable : Qt::ItemIsEditable;
    return flags;
}

}
