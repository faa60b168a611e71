// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/FlagModel.h"

#include "core/config/BuildChoice.h"
#include "core/config/OptionValue.h"
#include "ui/text/FlagText.h"
#include "ui/text/StateText.h"
#include "ui/text/TipText.h"

#include <QFont>

// What the rows say.
namespace torchmason {

QVariant FlagModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    const QString titles[ColumnCount]
        = { tr("Name"), tr("Value"), tr("Set by"), tr("Note"), tr("Default"), QString() };
    const QString meanings[ColumnCount] = { tr("The name of the flag"), tr("What the build gets"),
        tr("Who decided this value"), tr("What it costs, or why it has no effect"),
        tr("What is used where nothing is set"), tr("Your favourites (Ctrl+D)") };
    if (role == Qt::DisplayRole)
        return titles[section];
    const bool isSpoken = role == Qt::AccessibleTextRole && titles[section].isEmpty();
    if (role == Qt::ToolTipRole && !titles[section].isEmpty()) // a heading may be cut
        return QString(titles[section] + u'\n' + meanings[section]);
    return role == Qt::ToolTipRole || isSpoken ? QVariant(meanings[section]) : QVariant();
}

QVariant FlagModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    if (const FlagRow* at = row(index))
        return rowData(*at, index.column(), role);
    return groupData(m_groups[size_t(index.row())], index.column(), role);
}

QVariant FlagModel::groupData(const FlagGroup& group, int column, int role) const
{
    if (role == IsGroupRole)
        return true;
    if (role == NameRole)
        return group.id;
    if (column != NameColumn)
        return {};
    if (role == Qt::DisplayRole)
        return group.title;
    if (role != Qt::FontRole)
        return {};
    QFont font;
    font.setBold(true);
    return font;
}

QVariant FlagModel::displayData(const FlagRow& row, int column) const
{
    switch (column) {
    case NameColumn:
        return row.name;
    case ValueColumn:
        return valueText(row);
    case OriginColumn:
        return originTextOf(row);
    case NoteColumn:
        return noteOf(row);
    case DefaultColumn:
        return defaultText(row);
    }
    return {};
}

QString FlagModel::originTextOf(const FlagRow& row) const
{
    if (isSwitch(row.option) && isIdle(row) && !lockOf(row).remedy.isEmpty())
        return tr("dependency"); // off without it, whatever the default is
    return keptValue(row) ? tr("build folder") : originText(originOf(row));
}

// What is to fix has its name there alone: its sentence would make the row higher.
QString FlagModel::noteOf(const FlagRow& row) const
{
    if (const auto failed = failedChecksOf(row); !failed.isEmpty())
        return tr("to fix: %1", "to fix: ROCm").arg(failed.first().title);
    if (const QString presence = presenceText(row); !presence.isEmpty())
        return presence;
    if (const OptionLock lock = lockOf(row); lock.isLocked())
        return lock.reason;
    if (!secondValueOf(row).isEmpty()) {
        const QString which = countingText(row);
        return which.isEmpty() ? tr("set twice") : tr("set twice: %1").arg(which);
    }
    if (const QString inherited = inheritedText(row); !inherited.isEmpty())
        return inherited;
    if (const QString folder = folderText(row); !folder.isEmpty())
        return folder;
    const QString problem = problemOf(row);
    const OptionCost* cost = costOf(row);
    return !problem.isEmpty() ? problem : cost ? cost->summary : QString();
}

const OptionCost* FlagModel::costOf(const FlagRow& row) const
{
    return row.option && !m_isTour ? &row.option->cost : nullptr;
}

QString FlagModel::toolTip(const FlagRow& row, int column) const
{
    const QString text = displayData(row, column).toString(); // which may be cut in its cell
    if (column == NoteColumn && !text.isEmpty() && text == lockOf(row).reason)
        return tr("Locked: %1").arg(text);
    if (column == ValueColumn && isSwitch(row.option) && isIdle(row))
        return text + u'\n' + tr("Without effect: %1").arg(lockOf(row).reason);
    if (column == ValueColumn || column == NoteColumn)
        return text;
    if (column == StarColumn)
        return m_favourites.contains(row.name) ? tr("One of your favourites: click to remove it (Ctrl+D)")
                                               : tr("Click to make it one of your favourites (Ctrl+D)");
    if (const auto failed = failedChecksOf(row); column == NameColumn && !failed.isEmpty())
        return text + u'\n' + failed.first().found;
    const QString meaning = row.option ? row.option->description : tr("Not in the list of known flags");
    return text.isEmpty() ? meaning : text + u'\n' + meaning;
}

// What needs something else is off without it; what this machine can never have is no switch.
QVariant FlagModel::checkStateOf(const FlagRow& row) const
{
    if (isIdle(row))
        return lockOf(row).remedy.isEmpty() ? QVariant() : QVariant(int(Qt::Unchecked));
    return int(isCMakeTrue(valueOf(row)) ? Qt::Checked : Qt::Unchecked);
}

QVariant FlagModel::rowData(const FlagRow& row, int column, int role) const
{
    const ValueOrigin origin = originOf(row);
    switch (role) {
    case Qt::DisplayRole:
        return displayData(row, column);
    case Qt::EditRole:
        return column == ValueColumn ? valueOf(row) : displayData(row, column);
    case Qt::CheckStateRole:
        return column == ValueColumn && isSwitch(row.option) ? checkStateOf(row) : QVariant();
    case Qt::ToolTipRole:
        return tipText(toolTip(row, column));
    case Qt::AccessibleTextRole:
        return column == ValueColumn ? tr("%1 is %2").arg(row.name, valueText(row)) : QVariant();
    case Qt::AccessibleDescriptionRole: // of the mark
        return column == NameColumn && !failedChecksOf(row).isEmpty() ? noteOf(row) : QVariant();
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
    case OriginRole:
        return int(origin);
    case NameRole:
        return row.name;
    case IsGroupRole:
        return false;
    case LockedRole:
        return lockOf(row).reason;
    case PresentRole:
        return presenceText(row).isEmpty();
    case FavouriteRole:
        return m_favourites.contains(row.name);
    case RemovedRole:
        return isRemoved(row);
    case ToFixRole:
        return !failedChecksOf(row).isEmpty();
    }
    return {};
}

}
