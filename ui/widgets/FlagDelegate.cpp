// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/FlagDelegate.h"

#include "ui/models/FlagModel.h"
#include "ui/widgets/Theme.h"

#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QPainter>

namespace torchmason {

namespace {

Tone toneOf(ValueOrigin origin)
{
    switch (origin) {
    case ValueOrigin::User:
        return Tone::Accent;
    case ValueOrigin::Fix:
        return Tone::Good;
    case ValueOrigin::Environment:
        return Tone::Warning;
    case ValueOrigin::Default:
    case ValueOrigin::Profile:
        break;
    }
    return Tone::Neutral;
}

void paintChip(QPainter& painter, const QStyleOptionViewItem& option, const QString& word, Tone tone)
{
    const QFontMetrics metrics(option.font);
    QRectF chip(option.rect.left() + 6, 0, metrics.horizontalAdvance(word) + 16, metrics.height() + 2);
    chip.moveTop(option.rect.center().y() - chip.height() / 2 + 0.5);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(toneBackground(tone, option.palette));
    painter.drawRoundedRect(chip, chip.height() / 2, chip.height() / 2);
    painter.setPen(toneColour(tone, option.palette));
    painter.setFont(option.font);
    painter.drawText(chip, Qt::AlignCenter, word);
}

}

void FlagDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& original, const QModelIndex& index) const
{
    QStyleOptionViewItem option = original;
    const bool group = index.data(FlagModel::IsGroupRole).toBool()
        || index.siblingAtColumn(0).data(FlagModel::IsGroupRole).toBool();
    if (group)
        return QStyledItemDelegate::paint(painter, option, index);
    const auto origin = ValueOrigin(index.siblingAtColumn(0).data(FlagModel::OriginRole).toInt());
    const bool selected = option.state & QStyle::State_Selected;
    if (index.column() == FlagModel::OriginColumn && origin != ValueOrigin::Default) {
        QStyledItemDelegate::initStyleOption(&option, index);
        option.text.clear();
        option.widget->style()->drawControl(QStyle::CE_ItemViewItem, &option, painter, option.widget);
        painter->save();
        paintChip(*painter, option, index.data().toString(), toneOf(origin));
        painter->restore();
        return;
    }
    if (!selected && (index.column() == FlagModel::DefaultColumn || origin == ValueOrigin::Default)
        && index.column() != FlagModel::NameColumn)
        option.palette.setColor(QPalette::Text, toneColour(Tone::Neutral, option.palette));
    if (index.column() == FlagModel::ValueColumn) {
        option.textElideMode = Qt::ElideMiddle;
        if (origin == ValueOrigin::User)
            option.font.setBold(true);
    }
    QStyledItemDelegate::paint(painter, option, index);
}

QSize FlagDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QSize size = QStyledItemDelegate::sizeHint(option, index);
    size.setHeight(qMax(size.height(), option.fontMetrics.height() + 10));
    return size;
}

QWidget* FlagDelegate::createEditor(
    QWidget* parent, const QStyleOptionViewItem&, const QModelIndex& index) const
{
    const QString name = index.data(FlagModel::NameRole).toString();
    const QStringList choices = index.data(FlagModel::ChoicesRole).toStringList();
    QWidget* editor = nullptr;
    if (!choices.isEmpty()) {
        auto* box = new QComboBox(parent);
        box->setEditable(true); // newer trees may know more
        box->addItems(choices);
        editor = box;
    } else {
        editor = new QLineEdit(parent);
    }
    editor->setAutoFillBackground(true);
    editor->setAccessibleName(name);
    editor->setToolTip(tr("Value of %1").arg(name));
    editor->setObjectName(QStringLiteral("flagEditor"));
    return editor;
}

void FlagDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const
{
    const QString value = index.data(Qt::EditRole).toString();
    if (auto* box = qobject_cast<QComboBox*>(editor))
        box->setCurrentText(value);
    else if (auto* line = qobject_cast<QLineEdit*>(editor))
        line->setText(value);
}

// An untouched editor changes nothing, so that a default is not turned into a value by looking at it.
void FlagDelegate::setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const
{
    QString value;
    if (auto* box = qobject_cast<QComboBox*>(editor))
        value = box->currentText();
    else if (auto* line = qobject_cast<QLineEdit*>(editor))
        value = line->text();
    if (value != index.data(Qt::EditRole).toString())
        model->setData(index, value, Qt::EditRole);
}

}
