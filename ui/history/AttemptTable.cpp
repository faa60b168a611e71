// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/history/AttemptTable.h"

#include "ui/history/HistoryModel.h"
#include "ui/history/HistoryRows.h"
#include "ui/history/ThreadDelegate.h"
#include "ui/models/Settings.h"
#include "ui/text/BreakableText.h"
#include "ui/widgets/AreaEdge.h"
#include "ui/widgets/BarDelegate.h"
#include "ui/widgets/StateMark.h"
#include "ui/widgets/Theme.h"

#include <QEvent>
#include <QHeaderView>
#include <QMenu>
#include <QPaintEvent>
#include <QPainter>
#include <QResizeEvent>
#include <QScopedValueRollback>
#include <QStyledItemDelegate>

#include <algorithm>

namespace torchmason {

namespace {

constexpr int measuredRows = 100; // behind those in sight: cells of thousands take long to measure
constexpr int numberLetters = 3; // of a column at least; those of words have more, see leastOf()

// By name, so that the settings outlive another order.
const QString hiddenKey = QStringLiteral("history/hiddenColumns");
const struct {
    int column;
    const char* name;
} choices[] = { { HistoryModel::Profile, "profile" }, { HistoryModel::Started, "started" },
    { HistoryModel::Duration, "duration" }, { HistoryModel::FirstFinding, "finding" },
    { HistoryModel::PeakMemory, "peakMemory" }, { HistoryModel::Notes, "notes" } };

// In rows of several lines it goes on in the next one.
class NameDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        if (option->rect.height() <= option->fontMetrics.height() + spacing::group)
            return;
        option->text = breakableAnywhere(option->text);
        option->features |= QStyleOptionViewItem::WrapText;
    }
};

}

AttemptTable::AttemptTable(QWidget* parent)
    : RowTable(parent)
{
    setQuietFrame(*this);
    setShowGrid(false);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setTabKeyNavigation(false);
    setWordWrap(false);
    verticalHeader()->hide();
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setTextElideMode(Qt::ElideRight);
    horizontalHeader()->setResizeContentsPrecision(measuredRows);
    takeLetters();
    connect(horizontalHeader(), &QHeaderView::sectionResized, this, &AttemptTable::keepDragged);
    connect(horizontalHeader(), &QHeaderView::sortIndicatorChanged, this, &AttemptTable::widenColumns,
        Qt::QueuedConnection); // the rows are not in that order yet
}

void AttemptTable::takeLetters()
{
    verticalHeader()->setDefaultSectionSize(heightOf(1));
    horizontalHeader()->setMinimumSectionSize(numberLetters * fontMetrics().averageCharWidth());
}

// Of a row.
int AttemptTable::heightOf(int lines) const
{
    return fontMetrics().height() + (lines - 1) * fontMetrics().lineSpacing() + spacing::group;
}

void AttemptTable::setModel(QAbstractItemModel* model)
{
    const QScopedValueRollback fitting(m_isFitting, true); // nobody drags here
    QTableView::setModel(model);
    horizontalHeader()->setSectionResizeMode(HistoryModel::FirstFinding, QHeaderView::Stretch);
    for (const int column : { HistoryModel::Profile, HistoryModel::FirstFinding, HistoryModel::Notes })
        setItemDelegateForColumn(column, new NameDelegate(this));
    setItemDelegateForColumn(HistoryModel::Duration, new BarDelegate(HistoryModel::TimeShareRole, this));
    const QStringList hidden = settings()->value(hiddenKey).toStringList();
    for (const auto& choice : choices)
        hideColumn(choice.column, hidden.contains(QLatin1String(choice.name)));
    setItemDelegateForColumn(HistoryModel::Thread, new ThreadDelegate(this));
    hideColumn(HistoryModel::Thread, true);
    horizontalHeader()->moveSection(HistoryModel::Thread, HistoryModel::Profile); // before names
    fitColumns();
}

void AttemptTable::showThreads(bool shown)
{
    hideColumn(HistoryModel::Thread, !shown);
    fitColumns();
}

QString AttemptTable::headingOf(int column) const
{
    return model()->headerData(column, Qt::Horizontal).toString().trimmed();
}

QMenu* AttemptTable::columnsMenu(QWidget* parent)
{
    auto* menu = new QMenu(parent);
    menu->setToolTipsVisible(true);
    for (const auto& choice : choices) {
        QAction* action = menu->addAction(model()->headerData(choice.column, Qt::Horizontal).toString());
        action->setObjectName(QStringLiteral("column-") + QLatin1String(choice.name));
        action->setCheckable(true);
        action->setChecked(isWanted(choice.column));
        connect(action, &QAction::toggled, this,
            [this, column = choice.column](bool shown) { showColumn(column, shown); });
        connect(menu, &QMenu::aboutToShow, action, [this, action, column = choice.column] {
            const QString name = headingOf(column);
            action->setText(m_givenWay.contains(column) ? tr("%1 (no room)").arg(name) : name);
        });
    }
    return menu;
}

// The header tells hiding as a change of width, which is nobody's dragging.
void AttemptTable::hideColumn(int column, bool hidden)
{
    const QScopedValueRollback fitting(m_isFitting, true);
    setColumnHidden(column, hidden);
}

void AttemptTable::showColumn(int column, bool shown)
{
    hideColumn(column, !shown);
    QSet<int> others = m_givenWay;
    others.remove(column);
    setGivenWay(others);
    QStringList hidden;
    for (const auto& choice : choices) {
        if (!isWanted(choice.column))
            hidden << QLatin1String(choice.name);
    }
    settings()->setValue(hiddenKey, hidden);
    fitColumns();
}

// The words of an attempt that runs, and of times from now ("12 min ago"), become longer. The rows may follow
// their model a moment later.
void AttemptTable::dataChanged(
    const QModelIndex& topLeft, const QModelIndex& bottomRight, const QList<int>& roles)
{
    QTableView::dataChanged(topLeft, bottomRight, roles);
    QMetaObject::invokeMethod(this, &AttemptTable::widenColumns, Qt::QueuedConnection);
}

// The stretched column follows every other one.
void AttemptTable::keepDragged(int column)
{
    m_isDragged = m_isDragged || (!m_isFitting && column != HistoryModel::FirstFinding);
}

// A page may end at a head, below which there is an attempt.
QModelIndex AttemptTable::moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers)
{
    const QModelIndex next = QTableView::moveCursor(action, modifiers);
    return next.data(HistoryRows::HeadRole).isValid() ? next.siblingAtRow(next.row() + 1) : next;
}

void AttemptTable::paintHead(QPainter& painter, const QRect& row, const GroupHead& head) const
{
    painter.fillRect(row, palette().alternateBase());
    const int margin = style()->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, this) + 1; // as cells have
    const QRect inner = row.adjusted(margin, 0, -spacing::inner, 0);
    const auto placed
        = [this, &inner](const QRect& place) { return QStyle::visualRect(layoutDirection(), inner, place); };
    QRect left = inner;
    const int iconSide = style()->pixelMetric(QStyle::PM_SmallIconSize, nullptr, this); // as cells have
    if (head.mark)
        markIcon(*head.mark).paint(&painter, placed({ left.topLeft(), QSize(iconSide, left.height()) }));
    left.setLeft(left.left() + iconSide + 2 * margin); // where words of cells begin
    const QFontMetrics metrics = fontMetrics();
    const int forName = left.width() - metrics.horizontalAdvance(head.words) - spacing::group;
    const QString name = metrics.elidedText(head.name, Qt::ElideMiddle, std::max(forName, left.width() / 3));
    painter.setPen(palette().color(QPalette::Text));
    const int alignment = int(QStyle::visualAlignment(layoutDirection(), Qt::AlignLeft | Qt::AlignVCenter));
    style()->drawItemText(&painter, placed(left), alignment | Qt::TextSingleLine, palette(), true, name);
    left.setLeft(left.left() + metrics.horizontalAdvance(name) + spacing::group);
    painter.setPen(toneColour(Tone::Neutral, palette()));
    style()->drawItemText(&painter, placed(left), alignment | Qt::TextSingleLine, palette(), true,
        metrics.elidedText(head.words, Qt::ElideRight, left.width()));
}

void AttemptTable::paintEvent(QPaintEvent* event)
{
    RowTable::paintEvent(event);
    QPainter painter(viewport());
    const int rows = model() ? model()->rowCount() : 0;
    for (int row = std::max(0, rowAt(0)); row < rows; ++row) {
        const QRect place(0, rowViewportPosition(row), viewport()->width(), rowHeight(row));
        if (place.top() >= viewport()->height())
            break;
        const QVariant head = model()->index(row, 0).data(HistoryRows::HeadRole);
        if (head.isValid() && event->region().intersects(place))
            paintHead(painter, place, head.value<GroupHead>());
    }
}

// What opens below takes no row away that somebody looks at.
void AttemptTable::resizeEvent(QResizeEvent* event)
{
    const bool wasInSight = QRect({}, event->oldSize()).intersects(visualRect(currentIndex()));
    QTableView::resizeEvent(event);
    fitColumns();
    if (wasInSight)
        scrollTo(currentIndex());
}

void AttemptTable::changeEvent(QEvent* event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        takeLetters();
        m_isDragged = false; // by nobody, where the size of all text was changed
    }
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        fitColumns();
}

}
