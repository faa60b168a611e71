// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/history/AttemptTable.h"

#include "ui/history/HistoryModel.h"
#include "ui/history/HistoryRows.h"
#include "ui/history/ThreadDelegate.h"
#include "ui/models/Settings.h"
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

#include <algorithm>

namespace torchmason {

namespace {

constexpr int measuredRows = 100; // behind those in sight: cells of thousands take long to measure
constexpr int widestNote = 24; // letters, where the others need the room
constexpr int noteShare = 25; // percent of what figures leave, at most; half of it where results need more
constexpr int threadShare = 45; // percent of what is left for threads, names and findings
constexpr int threadLetters = 26; // at least
constexpr int nameShare = 60; // percent of what both share that names have at most
constexpr int leastNameShare = 40; // also where results need more
constexpr int leastLetters = 9; // of every column: a scroll bar is better than a word of two letters

// By name, so that the settings outlive another order.
const QString hiddenKey = QStringLiteral("history/hiddenColumns");
const struct {
    int column;
    const char* name;
} choices[] = { { HistoryModel::Profile, "profile" }, { HistoryModel::Started, "started" },
    { HistoryModel::Duration, "duration" }, { HistoryModel::FirstFinding, "finding" },
    { HistoryModel::PeakMemory, "peakMemory" }, { HistoryModel::Notes, "notes" } };

// Outcome, number and figures are whole however narrow the page is; the others share the rest.
bool isWhole(int column)
{
    return column != HistoryModel::Profile && column != HistoryModel::FirstFinding
        && column != HistoryModel::Thread && column != HistoryModel::Notes;
}

}

AttemptTable::AttemptTable(QWidget* parent)
    : QTableView(parent)
{
    setQuietFrame(*this);
    setShowGrid(false);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setTabKeyNavigation(false);
    setWordWrap(false);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + spacing::group);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setTextElideMode(Qt::ElideRight);
    horizontalHeader()->setResizeContentsPrecision(measuredRows);
    horizontalHeader()->setMinimumSectionSize(leastLetters * fontMetrics().averageCharWidth());
    connect(horizontalHeader(), &QHeaderView::sectionResized, this, &AttemptTable::keepDragged);
    connect(horizontalHeader(), &QHeaderView::sortIndicatorChanged, this, &AttemptTable::widenColumns);
}

void AttemptTable::setModel(QAbstractItemModel* model)
{
    const QScopedValueRollback fitting(m_isFitting, true); // nobody drags here
    QTableView::setModel(model);
    horizontalHeader()->setSectionResizeMode(HistoryModel::FirstFinding, QHeaderView::Stretch);
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

QMenu* AttemptTable::columnsMenu(QWidget* parent)
{
    auto* menu = new QMenu(parent);
    menu->setToolTipsVisible(true);
    for (const auto& choice : choices) {
        QAction* action = menu->addAction(model()->headerData(choice.column, Qt::Horizontal).toString());
        action->setObjectName(QStringLiteral("column-") + QLatin1String(choice.name));
        action->setCheckable(true);
        action->setChecked(
            !isColumnHidden(choice.column) || (choice.column == HistoryModel::Notes && m_notesGiveWay));
        connect(action, &QAction::toggled, this,
            [this, column = choice.column](bool shown) { showColumn(column, shown); });
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
    if (column == HistoryModel::Notes)
        m_notesGiveWay = false;
    QStringList hidden;
    for (const auto& choice : choices) {
        const bool givesWay = choice.column == HistoryModel::Notes && m_notesGiveWay;
        if (isColumnHidden(choice.column) && !givesWay)
            hidden << QLatin1String(choice.name);
    }
    settings()->setValue(hiddenKey, hidden);
    fitColumns();
}

// A heading at the right and the next one at the left keep a distance.
int AttemptTable::neededWidth(int column) const
{
    return std::max(sizeHintForColumn(column), horizontalHeader()->sectionSizeHint(column) + spacing::inner);
}

// Without the heading, which may be cut. Of times, what nine of ten need: one that was imported just now
// takes no room from all names.
int AttemptTable::leastWidth(int column) const
{
    const int least = horizontalHeader()->minimumSectionSize();
    const int whole = std::max(sizeHintForColumn(column), least);
    if (column != HistoryModel::Started)
        return whole;
    QVector<int> widths;
    for (int row = 0; row < std::min(model()->rowCount(), measuredRows); ++row) {
        const QString text = model()->index(row, column).data().toString();
        if (!text.isEmpty())
            widths << fontMetrics().horizontalAdvance(text) + spacing::inner;
    }
    std::sort(widths.begin(), widths.end());
    return widths.isEmpty() ? whole : std::max(widths[(widths.size() * 9 + 9) / 10 - 1], least);
}

int AttemptTable::widthFor(int column) const
{
    return m_isTight ? leastWidth(column) : neededWidth(column);
}

// Whether something is cut anyway: headings are, before names and results.
bool AttemptTable::isTight() const
{
    int needed = 0;
    for (int column = 0; column < HistoryModel::ColumnCount; ++column)
        needed += isColumnHidden(column) ? 0 : neededWidth(column);
    return needed > viewport()->width();
}

bool AttemptTable::isNoted() const
{
    const auto* rows = qobject_cast<const HistoryRows*>(model());
    return rows && rows->isNoted();
}

// The column has nothing to show while there is no note, and others would be cut beside it.
void AttemptTable::letNotesGiveWay()
{
    if (isColumnHidden(HistoryModel::Notes) && !m_notesGiveWay)
        return; // switched off
    int needed = horizontalHeader()->minimumSectionSize(); // its own: a hidden one tells none
    for (int column = 0; column < HistoryModel::ColumnCount; ++column) {
        if (column != HistoryModel::Notes && !isColumnHidden(column))
            needed += neededWidth(column);
    }
    m_notesGiveWay = needed > viewport()->width() && !isNoted();
    hideColumn(HistoryModel::Notes, m_notesGiveWay);
}

void AttemptTable::fitColumns()
{
    if (!model() || model()->rowCount() == 0) // rows may come back
        return;
    if (!m_isDragged || m_notesGiveWay)
        letNotesGiveWay();
    if (m_isDragged)
        return;
    const QScopedValueRollback fitting(m_isFitting, true);
    m_isTight = isTight();
    int left = viewport()->width();
    for (int column = 0; column < HistoryModel::ColumnCount; ++column) {
        if (!isWhole(column) || isColumnHidden(column))
            continue;
        const int width = widthFor(column);
        horizontalHeader()->resizeSection(column, width);
        left -= width;
    }
    const int result = isColumnHidden(HistoryModel::FirstFinding) ? 0 : widthFor(HistoryModel::FirstFinding);
    if (!isColumnHidden(HistoryModel::Notes)) { // names and results are looked for more often
        int spare = left - result;
        for (const int column : { HistoryModel::Profile, HistoryModel::Thread })
            spare -= isColumnHidden(column) ? 0 : widthFor(column);
        const int usual = std::min(widestNote * fontMetrics().averageCharWidth(), left * noteShare / 100);
        const int most
            = std::max({ spare, usual / 2, std::min(usual, left * (100 - leastNameShare) / 100 - result) });
        const int width = std::min(widthFor(HistoryModel::Notes),
            std::max(most,
                m_isTight ? horizontalHeader()->minimumSectionSize()
                          : horizontalHeader()->sectionSizeHint(HistoryModel::Notes)));
        horizontalHeader()->resizeSection(HistoryModel::Notes, width);
        left -= width;
    }
    if (!isColumnHidden(HistoryModel::Thread)) {
        const int width = std::min(widthFor(HistoryModel::Thread),
            std::max(left * threadShare / 100, threadLetters * fontMetrics().averageCharWidth()));
        horizontalHeader()->resizeSection(HistoryModel::Thread, width);
        left -= width;
    }
    if (isColumnHidden(HistoryModel::Profile))
        return;
    const int most = isColumnHidden(HistoryModel::FirstFinding)
        ? left
        : std::max({ std::min(left - result, left * nameShare / 100), left * leastNameShare / 100,
            horizontalHeader()->minimumSectionSize() });
    horizontalHeader()->resizeSection(HistoryModel::Profile, std::min(widthFor(HistoryModel::Profile), most));
}

// None becomes narrower meanwhile: nothing moves without need.
void AttemptTable::widenColumns()
{
    if (m_notesGiveWay && isNoted())
        return fitColumns();
    for (int column = 0; !m_isDragged && column < HistoryModel::ColumnCount; ++column) {
        if (isWhole(column) && !isColumnHidden(column) && widthFor(column) > columnWidth(column))
            return fitColumns();
    }
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
    painter.drawText(placed(left), alignment | Qt::TextSingleLine, name);
    left.setLeft(left.left() + metrics.horizontalAdvance(name) + spacing::group);
    painter.setPen(toneColour(Tone::Neutral, palette()));
    painter.drawText(placed(left), alignment | Qt::TextSingleLine,
        metrics.elidedText(head.words, Qt::ElideRight, left.width()));
}

void AttemptTable::paintEvent(QPaintEvent* event)
{
    QTableView::paintEvent(event);
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
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        fitColumns();
}

}
