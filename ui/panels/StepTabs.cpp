// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/StepTabs.h"

#include "core/history/EdgeTimeline.h"
#include "ui/charts/TimelineChart.h"
#include "ui/models/RunningEdgesModel.h"
#include "ui/models/StepTableModel.h"
#include "ui/widgets/AreaEdge.h"
#include "ui/widgets/BarDelegate.h"
#include "ui/widgets/CopyAction.h"
#include "ui/widgets/Icons.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"
#include "ui/widgets/Theme.h"

#include <QAction>
#include <QHeaderView>
#include <QLabel>
#include <QResizeEvent>
#include <QScrollBar>
#include <QSet>
#include <QSortFilterProxyModel>
#include <QStyle>
#include <QStyledItemDelegate>
#include <QTabBar>
#include <QTableView>
#include <QToolButton>

namespace torchmason {

namespace {

// Of a column that is cut elsewhere than in the middle.
class ElidingDelegate : public QStyledItemDelegate {
public:
    ElidingDelegate(Qt::TextElideMode mode, QObject* parent)
        : QStyledItemDelegate(parent)
        , m_mode(mode)
    {
    }

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        option->textElideMode = m_mode;
    }

private:
    const Qt::TextElideMode m_mode;
};

void styleTable(QTableView* table, QAbstractItemModel* model)
{
    table->setModel(model);
    setQuietFrame(*table);
    table->setShowGrid(false);
    table->setFont(tabularFont(table->font()));
    table->setTextElideMode(Qt::ElideMiddle);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->setTabKeyNavigation(false);
    table->setWordWrap(false);
    table->verticalHeader()->hide();
    table->horizontalHeader()->setHighlightSections(false);
    table->horizontalHeader()->setTextElideMode(Qt::ElideRight);
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table->horizontalHeader()->setMinimumSectionSize(spacing::group); // else the font's widest letter
    // Both tables begin with outputs, which differ at their end: the name of the file stays.
    table->setItemDelegateForColumn(0, new ElidingDelegate(Qt::ElideLeft, table));
    addCopyAction(table);
}

constexpr int nameLetters = 40; // names of steps have so much before headings are whole
constexpr int headingLetters = 8; // of a heading at least
constexpr int shortNameLetters = 24; // names have so much before states are whole
constexpr int longNameLetters = 80; // the same before reasons are
constexpr int leastNameLetters = 16; // the same before others are cut; then the table scrolls sideways

// Without the mark of an order that goes by another column.
int headingWidth(const QHeaderView& header, int column)
{
    const int whole = header.sectionSizeHint(column);
    if (!header.isSortIndicatorShown() || header.sortIndicatorSection() == column)
        return whole;
    const QString words = header.model()->headerData(column, Qt::Horizontal).toString();
    return std::min(whole,
        QFontMetrics(boldFont(header.font())).horizontalAdvance(words)
            + 2 * header.style()->pixelMetric(QStyle::PM_HeaderMargin, nullptr, &header) + spacing::small);
}

// For the headings and these words in a table of this width; headings are cut before names of steps are, and
// no more than those need.
void setWidths(QTableView* table, int room, std::initializer_list<std::pair<int, QStringList>> columns)
{
    QHeaderView& header = *table->horizontalHeader();
    const int letter = table->fontMetrics().averageCharWidth();
    const auto widthOf = [&](int column, const QStringList& words, int mostOfHeading) {
        int width = std::min(headingWidth(header, column), mostOfHeading);
        for (const QString& word : words)
            width = std::max(width, table->fontMetrics().horizontalAdvance(word) + spacing::group);
        return width;
    };
    const auto roomForNames = [&](int mostOfHeading) {
        int left = room;
        for (const auto& [column, words] : columns)
            left -= widthOf(column, words, mostOfHeading);
        return left;
    };
    int mostOfHeading = 0;
    for (const auto& [column, words] : columns)
        mostOfHeading = std::max(mostOfHeading, headingWidth(header, column));
    while (mostOfHeading > headingLetters * letter && roomForNames(mostOfHeading) < nameLetters * letter)
        mostOfHeading = std::max(headingLetters * letter, mostOfHeading - letter);
    for (const auto& [column, words] : columns)
        header.resizeSection(column, widthOf(column, words, mostOfHeading));
}

QString longDuration()
{
    return formatDuration(Milliseconds(3'599'000)); // "59 min 59 s"
}

QString heldBack(const QString& reason)
{
    return RunningEdgesModel::tr("held back: %1").arg(reason);
}

// What is left for states where names have so many letters.
int roomForState(const QTableView& running, int room, int letters)
{
    room -= running.verticalScrollBar()->sizeHint().width();
    for (const int other : { RunningEdgesModel::Language, RunningEdgesModel::Age, RunningEdgesModel::Memory })
        room -= running.horizontalHeader()->sectionSize(other);
    return room - letters * running.fontMetrics().averageCharWidth();
}

// Nothing is outside of the table without a scroll bar that leads there.
void keepNames(QTableView& running, int width)
{
    QHeaderView& header = *running.horizontalHeader();
    const auto lacking = [&] {
        return header.sectionSize(RunningEdgesModel::State) - roomForState(running, width, leastNameLetters);
    };
    const auto giveWay = [&](int column, const QString& words) {
        const int now = header.sectionSize(column);
        const int least = std::min(now, running.fontMetrics().horizontalAdvance(words) + int(spacing::group));
        header.resizeSection(column, std::max(least, now - std::max(0, lacking())));
    };
    giveWay(RunningEdgesModel::Memory, formatBytes(999 * mebibyte)); // what is expected is left out first
    giveWay(RunningEdgesModel::State, RunningEdgesModel::tr("running"));
    const bool scrolls = lacking() > 0;
    header.setSectionResizeMode(
        RunningEdgesModel::Output, scrolls ? QHeaderView::Fixed : QHeaderView::Stretch);
    if (scrolls)
        header.resizeSection(
            RunningEdgesModel::Output, leastNameLetters * running.fontMetrics().averageCharWidth());
}

// Its column has what names of so many letters leave.
void widenState(QTableView& running, int width, const QString& words, int letters)
{
    QHeaderView& header = *running.horizontalHeader();
    const int room = roomForState(running, width, letters);
    const int wanted = running.fontMetrics().horizontalAdvance(words) + spacing::group;
    const int now = header.sectionSize(RunningEdgesModel::State);
    header.resizeSection(RunningEdgesModel::State, std::max(now, std::min(wanted, room)));
}

// Before the first step runs, so that nothing moves while they come and go; a gate has more to say of them.
void setRunningWidths(QTableView* running, int room, bool isGated)
{
    const QString size = formatBytes(999 * mebibyte);
    setWidths(running, room,
        { { RunningEdgesModel::Language, { kindWord(EdgeKind::Link), kindWord(EdgeKind::Other) } },
            { RunningEdgesModel::State,
                { RunningEdgesModel::tr("running"), isGated ? heldBack(QStringLiteral("…")) : QString() } },
            { RunningEdgesModel::Age, { longDuration() } },
            { RunningEdgesModel::Memory,
                { isGated ? RunningEdgesModel::tr("%1 of about %2").arg(size, size) : size } } });
    keepNames(*running, room);
    if (!isGated)
        return;
    widenState(*running, room, RunningEdgesModel::tr("waits for a free job"), shortNameLetters);
    // Why a step is held back is long, and a tip tells it, too.
    widenState(*running, room, heldBack(QStringLiteral("needs 99.9 GB, 99.9 GB are free")), longNameLetters);
}

// Else it moves the columns when it comes; an empty one has nothing to say.
void keepPlaceOfScrollBar(QTableView& table)
{
    table.setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
    QScrollBar* bar = table.verticalScrollBar();
    setPlaceKept(*bar, true);
    bar->parentWidget()->setBackgroundRole(QPalette::Base); // as the rows
    bar->parentWidget()->setAutoFillBackground(true);
    bar->hide();
    QObject::connect(
        bar, &QScrollBar::rangeChanged, bar, [bar](int least, int most) { bar->setVisible(most > least); });
}

QTableView* runningTable(RunningEdgesModel* model, QWidget* parent)
{
    auto* table = named(new QTableView(parent), "runningEdges",
        StepTabs::tr("Compilers and linkers that run now, the longest running first, and those "
                     "that wait for memory"),
        StepTabs::tr("Compilers that run or are held back"));
    table->setItemDelegateForColumn(
        RunningEdgesModel::Memory, new BarDelegate(RunningEdgesModel::MemoryShareRole, table));
    styleTable(table, model);
    table->setItemDelegateForColumn(RunningEdgesModel::State, new ElidingDelegate(Qt::ElideRight, table));
    keepPlaceOfScrollBar(*table);
    return table;
}

// Where it is narrow, no column for the kinds: the end of a name says it, too.
void setStepWidths(QTableView* steps, int room, const QString& widestKind, const QString& widestDuration)
{
    steps->setColumnHidden(StepTableModel::Kind, false);
    setWidths(steps, room,
        { { StepTableModel::Kind, { widestKind } },
            { StepTableModel::Started, { formatClock(Milliseconds(359'999'000)) } },
            { StepTableModel::Duration, { widestDuration } },
            { StepTableModel::Memory, { formatBytes(999 * mebibyte) } },
            { StepTableModel::State, { StepTableModel::tr("done"), StepTableModel::tr("failed") } } });
    const QHeaderView& header = *steps->horizontalHeader();
    for (int other = StepTableModel::Output + 1; other < StepTableModel::ColumnCount; ++other)
        room -= header.sectionSize(other);
    steps->setColumnHidden(
        StepTableModel::Kind, room < shortNameLetters * steps->fontMetrics().averageCharWidth());
}

QTableView* stepsTable(QAbstractItemModel* model, QWidget* parent)
{
    auto* table = named(new QTableView(parent), "stepTable",
        StepTabs::tr("All steps that have ended. Click a heading to sort by it; press Return or double-click "
                     "a step to go to it in the log."),
        StepTabs::tr("Steps that have ended"));
    styleTable(table, model);
    table->horizontalHeader()->setSectionResizeMode(StepTableModel::Output, QHeaderView::Stretch);
    table->setSortingEnabled(true);
    table->sortByColumn(StepTableModel::Started, Qt::AscendingOrder);
    return table;
}

}

StepTabs::StepTabs(QWidget* parent)
    : QTabWidget(parent)
    , m_runningModel(new RunningEdgesModel(this))
    , m_stepsModel(new StepTableModel(this))
    , m_sorted(new QSortFilterProxyModel(this))
{
    setObjectName(QStringLiteral("stepTabs"));
    setDocumentMode(true);
    for (auto* button : tabBar()->findChildren<QToolButton*>()) // Qt's own, for narrow windows
        button->setToolTip(button->accessibleName());
    m_sorted->setSourceModel(m_stepsModel);
    m_sorted->setSortRole(StepTableModel::SortRole);
    m_running = runningTable(m_runningModel, this);
    m_nothing = wordsInside(*m_running, "runningNothing");
    m_nothing->setText(tr("Compilers and linkers are listed here while they run."));
    m_timeline = new TimelineChart(this);
    m_steps = stepsTable(m_sorted, this);
    addTab(m_running, tr("Running now"));
    addTab(m_timeline, tr("Timeline"));
    addTab(m_steps, tr("Steps"));
    connectAll();
    clear();
}

void StepTabs::connectAll()
{
    connect(m_timeline, &TimelineChart::stepPicked, this, &StepTabs::stepActivated);
    for (const auto changed : { &QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved })
        connect(m_runningModel, changed, this, &StepTabs::showNothing);
    connect(m_runningModel, &QAbstractItemModel::modelReset, this, &StepTabs::showNothing);
    const auto goTo = [this](const QModelIndex& row) {
        if (row.isValid())
            emit stepActivated(stepAt(row));
    };
    connect(m_steps, &QTableView::activated, this, goTo);
    connect(m_steps->horizontalHeader(), &QHeaderView::sortIndicatorChanged, this, &StepTabs::fitColumns);
    auto* show = new QAction(icon(QStringLiteral("eye")), tr("Show in the log"), m_steps);
    connect(show, &QAction::triggered, this, [this, goTo] { goTo(m_steps->currentIndex()); });
    m_steps->insertAction(m_steps->actions().value(0), show);
    // Not the current row: a table that gets the focus goes to its first by itself.
    connect(m_steps->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        const QModelIndex row = m_steps->selectionModel()->selectedRows().value(0);
        if (row.isValid() && m_steps->hasFocus())
            emit momentChosen(stepAt(row).start);
    });
}

const EdgeRecord& StepTabs::stepAt(const QModelIndex& row) const
{
    return m_stepsModel->edge(m_sorted->mapToSource(row).row());
}

void StepTabs::clear()
{
    m_series.clear();
    m_runningModel->clear();
    m_widestKind.clear();
    m_widestDuration.clear();
    fitColumns();
    m_stepsModel->clear();
    m_live = false;
    m_isNew = m_isStale = true;
    m_timeline->setRange(std::nullopt);
    redraw();
    hide();
}

void StepTabs::fitColumns()
{
    for (QTableView* table : { m_running, m_steps })
        table->verticalHeader()->setDefaultSectionSize(table->fontMetrics().height() + spacing::small);
    setRunningWidths(m_running, width(), m_isGated);
    setStepWidths(m_steps, width(), m_widestKind, m_widestDuration);
}

// While a build runs, columns only become wider, and seldom. There may be thousands: only the longest one and
// one of each kind are measured.
void StepTabs::keepWidest(const QVector<EdgeRecord>& edges)
{
    const QFontMetrics letters = m_steps->fontMetrics();
    bool isWider = false;
    const auto keep = [&](QString& widest, const QString& words) {
        if (letters.horizontalAdvance(words) <= letters.horizontalAdvance(widest))
            return;
        widest = words;
        isWider = true;
    };
    QSet<QString> kinds;
    Milliseconds longest { 0 };
    for (const EdgeRecord& edge : edges) {
        if (const QString kind = kindWord(edge); !kinds.contains(kind)) {
            kinds.insert(kind);
            keep(m_widestKind, kind);
        }
        longest = std::max(longest, Milliseconds(edge.end - edge.start));
    }
    keep(m_widestDuration, formatDuration(longest));
    if (isWider)
        fitColumns();
}

void StepTabs::resizeEvent(QResizeEvent* event)
{
    QTabWidget::resizeEvent(event);
    if (event->oldSize().width() != width())
        fitColumns();
}

void StepTabs::changeEvent(QEvent* event)
{
    QTabWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange) // once the tables have it, too
        QMetaObject::invokeMethod(this, &StepTabs::fitColumns, Qt::QueuedConnection);
}

void StepTabs::setLive(bool live)
{
    const bool hasEnded = m_live && !live;
    m_live = live;
    if (!live) {
        m_runningModel->clear();
        m_series.forgetRunning();
        m_isStale = true;
    }
    setTabVisible(indexOf(m_running), live);
    if (std::exchange(m_isNew, false) || (hasEnded && currentWidget() == m_running))
        setCurrentWidget(live ? static_cast<QWidget*>(m_running) : m_timeline);
    showWhatThereIs();
}

void StepTabs::setReading(bool reading)
{
    m_isReading = reading;
    showNothing();
}

void StepTabs::showNothing()
{
    m_nothing->setVisible(!m_isReading && m_runningModel->rowCount() == 0);
}

void StepTabs::setGated(bool isGated)
{
    if (std::exchange(m_isGated, isGated) != isGated)
        fitColumns();
}

void StepTabs::setShown(bool shown)
{
    m_isShown = shown;
    showWhatThereIs();
}

// Of an attempt that never came to building there is nothing to show.
void StepTabs::showWhatThereIs()
{
    setVisible(m_isShown && (m_live || !m_series.ended().isEmpty()));
}

QString StepTabs::chosenRunning() const
{
    return m_running->selectionModel()->selectedRows(RunningEdgesModel::Output).value(0).data().toString();
}

// Rows move when a step ends: what was chosen stays so, or nothing is.
void StepTabs::chooseRunning(const QString& output)
{
    m_running->clearSelection();
    for (int row = 0; row < m_runningModel->rowCount(); ++row) {
        if (m_runningModel->index(row, RunningEdgesModel::Output).data().toString() == output)
            return m_running->selectRow(row);
    }
}

void StepTabs::showSample(const Sample& sample)
{
    m_series.setNewest(sample);
    showRunning();
    m_isStale = true;
}

void StepTabs::showRunning()
{
    const QString chosen = chosenRunning();
    m_runningModel->setSample(m_series.newest());
    if (chosenRunning() != chosen)
        chooseRunning(chosen);
}

void StepTabs::addSamples(const QVector<Sample>& samples)
{
    for (const Sample& sample : samples)
        m_series.addSample(sample);
    m_isStale = true;
}

void StepTabs::setCutShort(bool cutShort)
{
    m_series.setCutShort(cutShort);
    m_isStale = true;
}

void StepTabs::addSteps(const QVector<EdgeRecord>& edges)
{
    m_series.append(edges);
    m_stepsModel->append(edges);
    keepWidest(edges);
    if (m_live)
        showRunning();
    m_isStale = true;
    if (!m_isNew)
        showWhatThereIs();
}

void StepTabs::redraw()
{
    if (!std::exchange(m_isStale, false))
        return;
    m_shown = m_series.shown();
    m_timeline->setTimeline(m_shown);
}

int StepTabs::timelineHeight() const
{
    return tabBar()->sizeHint().height() + m_timeline->sizeHint().height() + 2 * spacing::small;
}

qint64 StepTabs::end() const
{
    return m_shown.timeline.end;
}

}
