// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/FlagDelegate.h"

#include "core/config/BuildChoice.h"
#include "ui/models/FlagModel.h"
#include "ui/text/BreakableText.h"
#include "ui/widgets/AreaEdge.h"
#include "ui/widgets/Icons.h"
#include "ui/widgets/RoomyRowDelegate.h"
#include "ui/widgets/Theme.h"

#include <QComboBox>
#include <QLineEdit>
#include <QPainter>
#include <QScopedValueRollback>
#include <QSpinBox>
#include <QTreeView>
#include <QWheelEvent>

#include <algorithm>

namespace torchmason {

namespace {

constexpr int notSet = -1; // of a number: nothing is passed

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
    case ValueOrigin::Tour:
        break;
    }
    return Tone::Neutral;
}

// What is chosen from its list is taken at once; arrows and the wheel only go through the choices.
class ChoiceBox : public QComboBox {
public:
    using QComboBox::QComboBox;

    bool wasChosen() const { return !m_isStepping && isVisible(); }

protected:
    void keyPressEvent(QKeyEvent* event) override
    {
        const QScopedValueRollback stepping(m_isStepping, true);
        QComboBox::keyPressEvent(event);
    }
    void wheelEvent(QWheelEvent* event) override
    {
        const QScopedValueRollback stepping(m_isStepping, true);
        QComboBox::wheelEvent(event);
    }

private:
    bool m_isStepping = false;
};

constexpr int usualLines = 3; // of names and notes, at most
constexpr int roomyLines = 8;
constexpr int chipMargin = 6; // left of a chip
constexpr int chipPadding = 16; // left and right of its word

void paintChip(QPainter& painter, const QStyleOptionViewItem& option, const QString& word, Tone tone)
{
    const QFontMetrics metrics(option.font);
    // The blank behind it gives way before its word is cut.
    const int room = option.rect.width() - chipMargin - chipPadding;
    const QString shown = metrics.elidedText(word, Qt::ElideRight, qMax(0, room));
    QRectF chip(option.rect.left() + chipMargin, 0, metrics.horizontalAdvance(shown) + chipPadding,
        metrics.height() + 2);
    chip.moveTop(option.rect.center().y() - chip.height() / 2 + 0.5);
    if (option.direction == Qt::RightToLeft)
        chip.moveRight(option.rect.right() - chipMargin);
    painter.setRenderHint(QPainter::Antialiasing);
    paintArea(painter, chip, chip.height() / 2, toneBackground(tone, option.palette), option.palette);
    painter.setPen(toneColour(tone, option.palette));
    painter.setFont(option.font);
    painter.drawText(chip, Qt::AlignCenter, shown);
}

}

// What it needs when it is wrapped in a cell of this width.
static QSize wrappedSize(const QString& text, const QFontMetrics& letters, int width)
{
    const QRect room(0, 0, qMax(1, width - spacing::inner), QWIDGETSIZE_MAX);
    return letters.boundingRect(room, Qt::TextWordWrap, breakable(text)).size();
}

// Values and defaults make no row higher, but go on in further lines that others need.
bool FlagDelegate::isWrappedIn(const QStyleOptionViewItem& option, const QModelIndex& cell) const
{
    const bool isText = cell.column() == FlagModel::DefaultColumn
        || (cell.column() == FlagModel::ValueColumn && !cell.data(Qt::CheckStateRole).isValid());
    return isWrapped(cell) || (isText && option.rect.height() >= 2 * option.fontMetrics.lineSpacing());
}

bool FlagDelegate::isWrapped(const QModelIndex& cell) const
{
    switch (cell.column()) {
    case FlagModel::NameColumn:
        return !cell.data(FlagModel::IsGroupRole).toBool();
    case FlagModel::NoteColumn:
        return true;
    case FlagModel::ValueColumn:
        return m_isRoomy && !cell.data(Qt::CheckStateRole).isValid();
    case FlagModel::DefaultColumn:
        return m_isRoomy;
    default:
        return false;
    }
}

int FlagDelegate::mostLines() const
{
    return m_isRoomy ? roomyLines : usualLines;
}

bool FlagDelegate::showsAll(const QString& text, const QFontMetrics& letters, int width)
{
    const QSize needed = wrappedSize(text, letters, width);
    return needed.width() <= width - spacing::inner && needed.height() <= usualLines * letters.lineSpacing();
}

// Layouts are dear: the longest name comes first, and hardly another one needs more.
int FlagDelegate::leastWidth(QStringList names, const QFontMetrics& letters)
{
    std::stable_sort(names.begin(), names.end(),
        [](const QString& one, const QString& other) { return one.size() > other.size(); });
    const int character = qMax(1, letters.averageCharWidth());
    int least = 0; // characters
    for (const QString& name : names) {
        const int enough = (letters.horizontalAdvance(name) + spacing::inner) / character + 2;
        if (least >= enough || showsAll(name, letters, least * character))
            continue;
        int tooFew = least;
        least = enough;
        while (least - tooFew > 1) {
            const int middle = (tooFew + least) / 2;
            (showsAll(name, letters, middle * character) ? least : tooFew) = middle;
        }
    }
    return least * character;
}

int FlagDelegate::roomOf(const QTreeView& table, int column)
{
    return table.columnWidth(column) - (column == FlagModel::NameColumn ? 2 * table.indentation() : 0);
}

int FlagDelegate::chipMargins()
{
    return chipPadding + 2 * chipMargin;
}

// A star only for favourites, and in the row under the mouse or selected.
void FlagDelegate::paintStar(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyledItemDelegate::paint(painter, option, index);
    const bool isFavourite = index.siblingAtColumn(0).data(FlagModel::FavouriteRole).toBool();
    if (!isFavourite && !(option.state & (QStyle::State_MouseOver | QStyle::State_Selected)))
        return;
    const int side = option.fontMetrics.height();
    QRect place(0, 0, side, side);
    place.moveCenter(option.rect.center());
    const QString name = isFavourite ? QStringLiteral("star-full") : QStringLiteral("star");
    if (option.state & QStyle::State_Selected)
        return icon(name).paint(painter, place, Qt::AlignCenter, QIcon::Selected);
    icon(name, isFavourite ? Tone::Accent : Tone::Neutral).paint(painter, place);
}

void FlagDelegate::paintOrigin(
    QPainter* painter, QStyleOptionViewItem option, const QModelIndex& index, ValueOrigin origin) const
{
    QStyledItemDelegate::initStyleOption(&option, index);
    option.text.clear();
    option.widget->style()->drawControl(QStyle::CE_ItemViewItem, &option, painter, option.widget);
    painter->save();
    paintChip(*painter, option, index.data().toString(), toneOf(origin));
    painter->restore();
}

void FlagDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& original, const QModelIndex& index) const
{
    QStyleOptionViewItem option = original;
    const QModelIndex row = index.siblingAtColumn(0);
    if (row.data(FlagModel::IsGroupRole).toBool())
        return QStyledItemDelegate::paint(painter, option, index);
    if (index.column() == FlagModel::StarColumn)
        return paintStar(painter, option, index);
    const ValueOrigin origin = FlagModel::originOf(index);
    if (index.column() == FlagModel::OriginColumn && origin != ValueOrigin::Default)
        return paintOrigin(painter, option, index, origin);
    const bool isIdle
        = !row.data(FlagModel::PresentRole).toBool() || !row.data(FlagModel::LockedRole).toString().isEmpty();
    const bool isQuiet = isIdle
        || (index.column() != FlagModel::NameColumn
            && (index.column() != FlagModel::ValueColumn || origin == ValueOrigin::Default));
    if (isQuiet && !(option.state & QStyle::State_Selected))
        option.palette.setColor(QPalette::Text, toneColour(Tone::Neutral, option.palette));
    if (index.column() == FlagModel::ValueColumn) {
        option.textElideMode = Qt::ElideMiddle;
        option.font.setBold(origin == ValueOrigin::User);
    }
    constexpr Qt::ItemFlags editable = Qt::ItemIsUserCheckable | Qt::ItemIsEditable;
    if (index.column() == FlagModel::ValueColumn && !(index.flags() & editable)) {
        option.state &= ~QStyle::State_Enabled;
        // Only the box is paler: the row behind the text is not disabled.
        const auto group = option.state & QStyle::State_Active ? QPalette::Active : QPalette::Inactive;
        option.palette.setColor(QPalette::Disabled, QPalette::HighlightedText,
            option.palette.color(group, QPalette::HighlightedText));
    }
    if (index.column() <= FlagModel::ValueColumn)
        option.font.setStrikeOut(row.data(FlagModel::RemovedRole).toBool());
    QStyledItemDelegate::paint(painter, option, index);
}

void FlagDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    if (isWrappedIn(*option, index))
        option->text = breakable(option->text); // a note may name a long flag
    else
        option->features &= ~QStyleOptionViewItem::WrapText;
}

QSize FlagDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QSize size = QStyledItemDelegate::sizeHint(option, index);
    int text = option.fontMetrics.height();
    const auto* table = qobject_cast<const QTreeView*>(option.widget);
    if (table && isWrapped(index)) {
        const bool isBold
            = index.column() == FlagModel::ValueColumn && FlagModel::originOf(index) == ValueOrigin::User;
        const QFontMetrics letters(isBold ? boldFont(option.font) : option.font);
        text = qBound(text,
            wrappedSize(index.data().toString(), letters, roomOf(*table, index.column())).height(),
            mostLines() * letters.lineSpacing());
    }
    size.setHeight(qMax(size.height(), text + 10));
    return size;
}

QWidget* FlagDelegate::createEditor(
    QWidget* parent, const QStyleOptionViewItem&, const QModelIndex& index) const
{
    const QString name = index.data(FlagModel::NameRole).toString();
    const QStringList choices = index.data(FlagModel::ChoicesRole).toStringList();
    QWidget* editor = nullptr;
    if (index.data(FlagModel::KindRole).toString() == QStringLiteral("int")) {
        auto* box = new QSpinBox(parent);
        box->setRange(notSet, 9999);
        box->setSpecialValueText(tr("not set"));
        editor = box;
    } else if (!choices.isEmpty()) {
        auto* box = new ChoiceBox(parent);
        box->setEditable(true); // newer trees may know more
        box->addItems(choices);
        box->setItemDelegate(new RoomyRowDelegate(box));
        auto* delegate = const_cast<FlagDelegate*>(this);
        connect(box, &QComboBox::activated, delegate, [delegate, box] {
            if (box->wasChosen())
                emit delegate->commitData(box);
        });
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

// The arrows go on from the value, and letters replace it.
static void showChoice(QComboBox& box, const QString& value)
{
    box.setCurrentIndex(box.findText(value));
    box.setEditText(value);
    box.lineEdit()->selectAll();
}

void FlagDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const
{
    const QString value = index.data(Qt::EditRole).toString();
    bool isNumber = false;
    const int number = value.toInt(&isNumber);
    if (auto* spin = qobject_cast<QSpinBox*>(editor))
        spin->setValue(isNumber ? number : notSet);
    else if (auto* box = qobject_cast<QComboBox*>(editor))
        showChoice(*box, value);
    else if (auto* line = qobject_cast<QLineEdit*>(editor))
        line->setText(value);
}

// An untouched editor changes nothing, so that a default is not turned into a value by looking at it.
void FlagDelegate::setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const
{
    QString value;
    if (auto* spin = qobject_cast<QSpinBox*>(editor))
        value = spin->value() == notSet ? QString() : QString::number(spin->value());
    else if (auto* box = qobject_cast<QComboBox*>(editor))
        value = box->currentText();
    else if (auto* line = qobject_cast<QLineEdit*>(editor))
        value = line->text();
    if (value != index.data(Qt::EditRole).toString())
        model->setData(index, value, Qt::EditRole);
}

}
