// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/ArchPicker.h"

#include "ui/text/TipText.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"
#include "ui/widgets/Theme.h"

#include <QEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QPushButton>
#include <QTreeWidget>

#include <algorithm>

namespace torchmason {

namespace {

enum Column { ArchColumn, PtxColumn, CardsColumn };
constexpr int headingLetters = 12; // of a heading at most: what stands below is short
constexpr int wantedCards = 24; // letters of the names in a line

// The card of this machine, or the family with a few products.
QString cardsOf(const ArchChoice& choice)
{
    if (!choice.found.isEmpty())
        return ArchPicker::tr("%1, in this machine").arg(choice.found.join(QStringLiteral(", ")));
    return choice.examples.isEmpty()
        ? choice.family
        : choice.family + QStringLiteral(": ") + choice.examples.join(QStringLiteral(", "));
}

}

ArchPicker::ArchPicker(QWidget* parent)
    : QWidget(parent)
    , m_tree(new QTreeWidget(this))
    , m_found(new QPushButton(tr("Only the cards found"), this))
{
    createTree();
    named(m_found, "archsOfMachine", tr("Compiles for the cards of this machine and no others"));
    columnOf(this, {}, spacing::small, { m_tree, { m_found, 0, Qt::AlignLeft } });
    connect(m_tree, &QTreeWidget::itemChanged, this, &ArchPicker::take);
    connect(m_tree, &QTreeWidget::currentItemChanged, this, &ArchPicker::showRow);
    connect(m_found, &QPushButton::clicked, this, [this] { edit(m_archsOfMachine); });
}

void ArchPicker::createTree()
{
    named(m_tree, "archTree",
        tr("With PTX, cards that come later can run the result, too; they compile it first"),
        tr("Architectures to compile for"));
    m_tree->setRootIsDecorated(false);
    m_tree->setWordWrap(true);
    m_tree->setColumnCount(3);
    m_tree->setHeaderLabels({ tr("For"), tr("PTX"), tr("Cards") });
    m_tree->header()->setTextElideMode(Qt::ElideRight);
    m_tree->header()->setSectionResizeMode(QHeaderView::Fixed);
    m_tree->header()->setSectionResizeMode(CardsColumn, QHeaderView::Stretch);
    m_tree->header()->setStretchLastSection(false);
    m_tree->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_tree->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(m_tree->header(), &QHeaderView::sectionResized, this, [this](int column) {
        if (column == CardsColumn && roomOfCards() != m_fitted)
            fitRows();
    });
    m_tree->setSizeAdjustPolicy(QAbstractScrollArea::AdjustToContents); // the page scrolls
    m_tree->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Minimum);
}

void ArchPicker::setChoices(const QVector<ArchChoice>& choices, const QString& archsOfMachine)
{
    m_archsOfMachine = archsOfMachine;
    m_found->setEnabled(!archsOfMachine.isEmpty());
    m_found->setToolTip(archsOfMachine.isEmpty() ? tr("No card of a known architecture was found")
                                                 : tr("Compiles for %1").arg(archsOfMachine));
    if (choices == m_choices)
        return;
    m_choices = choices;
    fill();
    showList();
    fitColumns();
    fitRows();
}

// Names wrap down to their longest word where the page has no more room.
void ArchPicker::fitColumns()
{
    QHeaderView& header = *m_tree->header();
    const int letter = fontMetrics().averageCharWidth();
    int width = 2 * m_tree->frameWidth();
    for (const int column : { int(ArchColumn), int(PtxColumn) }) {
        const int content = static_cast<QAbstractItemView*>(m_tree)->sizeHintForColumn(column);
        header.resizeSection(
            column, std::max(content, std::min(header.sectionSizeHint(column), headingLetters * letter)));
        width += header.sectionSize(column);
    }
    const int word = longestWord() + spacing::inner;
    m_tree->setMinimumWidth(width + word);
    m_wantedWidth = width + std::max(word, wantedCards * letter);
}

int ArchPicker::longestWord() const
{
    const QFontMetrics letters(boldFont(font())); // as those of this machine are
    const QRect none(0, 0, 1, QWIDGETSIZE_MAX);
    int longest = 0;
    for (const ArchChoice& choice : m_choices)
        longest = std::max(longest, letters.boundingRect(none, Qt::TextWordWrap, cardsOf(choice)).width());
    return longest;
}

// The header tells of a new width before the column has it.
int ArchPicker::roomOfCards() const
{
    const int others = m_tree->columnWidth(ArchColumn) + m_tree->columnWidth(PtxColumn);
    return std::max(1, m_tree->viewport()->width() - others - spacing::inner);
}

// As many lines as the names need: a tree wraps words, but makes no room for them.
void ArchPicker::fitRows()
{
    m_fitted = roomOfCards();
    const QRect room(0, 0, m_fitted, QWIDGETSIZE_MAX);
    for (int row = 0; row < m_tree->topLevelItemCount(); ++row) {
        QTreeWidgetItem* item = m_tree->topLevelItem(row);
        const QFontMetrics letters(item->font(CardsColumn).bold() ? boldFont(font()) : font());
        const int height = letters.boundingRect(room, Qt::TextWordWrap, item->text(CardsColumn)).height();
        item->setSizeHint(CardsColumn, { 0, height + spacing::inner }); // it stretches
    }
    m_tree->updateGeometry();
}

void ArchPicker::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::FontChange && event->type() != QEvent::StyleChange)
        return;
    fitColumns();
    fitRows();
}

void ArchPicker::fill()
{
    const QSignalBlocker blocker(m_tree);
    m_tree->clear();
    for (const ArchChoice& choice : m_choices) {
        auto* item = new QTreeWidgetItem(m_tree);
        item->setText(ArchColumn, choice.capability);
        item->setText(CardsColumn, cardsOf(choice));
        item->setToolTip(CardsColumn, tipText(cardsOf(choice)));
        item->setData(ArchColumn, Qt::UserRole, choice.capability);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        if (choice.found.isEmpty())
            continue;
        for (int column : { int(ArchColumn), int(CardsColumn) })
            item->setFont(column, boldFont(font()));
    }
}

void ArchPicker::setList(const QString& list)
{
    m_list = list;
    showList();
}

void ArchPicker::showList()
{
    const QSignalBlocker blocker(m_tree);
    for (int row = 0; row < m_tree->topLevelItemCount(); ++row) {
        QTreeWidgetItem* item = m_tree->topLevelItem(row);
        const ArchUse use = archUse(m_list, item->data(ArchColumn, Qt::UserRole).toString());
        item->setCheckState(ArchColumn, use == ArchUse::Out ? Qt::Unchecked : Qt::Checked);
        item->setCheckState(PtxColumn, use == ArchUse::CodeAndPtx ? Qt::Checked : Qt::Unchecked);
    }
}

// The page scrolls, not the tree. Nothing moves below a mouse that is pressed.
void ArchPicker::showRow(const QTreeWidgetItem* item)
{
    if (item && m_tree->hasFocus() && QGuiApplication::mouseButtons() == Qt::NoButton)
        bringIntoView(m_tree->viewport(), m_tree->visualItemRect(item));
}

// PTX implies code, and without code there is no PTX.
void ArchPicker::take(QTreeWidgetItem* item, int column)
{
    if (column != ArchColumn && column != PtxColumn)
        return;
    const bool isOn = item->checkState(column) == Qt::Checked;
    const bool hasPtx = column == PtxColumn ? isOn : item->checkState(PtxColumn) == Qt::Checked;
    const ArchUse use = column == ArchColumn && !isOn ? ArchUse::Out
        : hasPtx                                      ? ArchUse::CodeAndPtx
                                                      : ArchUse::Code;
    edit(withArch(m_list, item->data(ArchColumn, Qt::UserRole).toString(), use));
}

void ArchPicker::edit(const QString& list)
{
    setList(list);
    emit listEdited(m_list);
}

}
