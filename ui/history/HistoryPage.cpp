// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/history/HistoryPage.h"

#include "core/base/AppPaths.h"
#include "ui/history/AttemptTable.h"
#include "ui/history/ComparisonView.h"
#include "ui/history/HistoryFilters.h"
#include "ui/history/HistoryModel.h"
#include "ui/history/HistoryRows.h"
#include "ui/history/TrendPanel.h"
#include "ui/models/Background.h"
#include "ui/panels/WheelList.h"
#include "ui/widgets/Banner.h"
#include "ui/widgets/CopyAction.h"
#include "ui/widgets/Labels.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"
#include "ui/widgets/WrappingRow.h"

#include <QComboBox>
#include <QDesktopServices>
#include <QFileInfo>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QUrl>

#include <initializer_list>
#include <utility>

namespace torchmason {

namespace {

constexpr int liveMilliseconds = 5000;
constexpr int minuteMilliseconds = 60'000;

// The list, or what stands in its place: it gives way to the parts around it, see fitParts().
class ListStack : public QStackedWidget {
public:
    using QStackedWidget::QStackedWidget;

    bool hasHeightForWidth() const override { return false; }
};

// The list gives way before all of it scrolls.
class ScrolledContent : public QWidget {
public:
    using QWidget::QWidget;

    int heightForWidth(int width) const override { return layout()->totalMinimumHeightForWidth(width); }
};

}

HistoryPage::HistoryPage(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("historyPage"));
    createWidgets();
    layOut();
    connectAll();
    refresh();
}

void HistoryPage::createWidgets()
{
    m_model = new HistoryModel(this);
    m_rows = new HistoryRows(m_model, this);
    m_table = named(
        new AttemptTable(this), "historyTable", tr("Return opens the selected attempt"), tr("Attempts"));
    m_table->setModel(m_rows);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(HistoryModel::Number, Qt::DescendingOrder);
    addCopyAction(m_table);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    setFocusProxy(m_table);
    createGroup(); // first what stands first, as Tab goes
    m_open = pushButton(this, "historyOpen", "eye", tr("Open"), tr("Open the selected attempt (Return)"));
    createExportMenu();
    m_import = pushButton(this, "historyImport", "import", tr("Open file..."),
        tr("Open a log, or a bundle from another machine, as an attempt, or add a profile (Ctrl+O)"));
    m_filters = new HistoryFilters(m_table, this);
    m_notice = named(new Banner(this), "historyNotice");
    m_notice->setClosable(true);
    m_notice->hide();
    m_count = named(new QLabel(this), "historyCount");
    m_empty = named(new QLabel(this), "historyEmpty");
    m_empty->setTextFormat(Qt::PlainText); // it repeats what was typed
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_tour = pushButton(this, "historyTour", "play", tr("Take the tour"),
        tr("Builds a small sample project that fails, and fixes it"));
    m_emptyPlace = new QWidget(this);
    columnOf(m_emptyPlace, {}, spacing::group,
        { Part::stretch(), m_empty, { m_tour, 0, Qt::AlignHCenter }, Part::stretch() });
    createDetail();
    m_actions = createActions();
    m_trend = named(new TrendPanel(this), "historyTrendPanel");
    m_comparison = new ComparisonView(this);
    m_patterns = named(new Banner(this), "historyPatterns");
    m_patterns->setClosable(true);
    m_comparePatterns = m_patterns->addButton(tr("Compare"), QStringLiteral("historyPatternsCompare"),
        tr("Shows what differs between these attempts"));
    m_comparePatterns->hide();
    m_patterns->hide();
    m_stack = new ListStack(this);
}

void HistoryPage::createDetail()
{
    m_detail = named(new QWidget(this), "historyDetail", {}, tr("What the selected attempt made"));
    m_wheels = new WheelList(m_detail);
    m_openFolder = pushButton(m_detail, "historyOpenFolder", "folder", tr("Open the folder"),
        tr("Opens the folder of the wheel in the file manager"));
    columnOf(m_detail, {}, spacing::group,
        { new SeparatorLine(Qt::Horizontal, m_detail),
            rowOf(spacing::group, { { m_wheels, 1 }, { m_openFolder, 0, Qt::AlignTop } }) });
    m_detail->hide();
}

void HistoryPage::layOut()
{
    m_title = new QLabel(tr("History"), this);
    m_title->setFont(headlineFont(font()));
    m_bar = new QWidget(this);
    m_head = new WrappingRow(spacing::inner,
        { m_title, Part::gap(spacing::inner), m_count, Part::stretch(), m_group, m_open, m_export,
            m_import });
    columnOf(m_bar, {}, spacing::inner, { m_head, m_filters });
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_emptyPlace);
    m_stack->addWidget(m_comparison);
    m_stack->installEventFilter(this);
    auto* content = new ScrolledContent(this);
    // What comes, grows and goes takes its room from the end of the list: rows and buttons stay where they
    // are.
    columnOf(content, { spacing::page, spacing::page, spacing::page, spacing::page }, spacing::group,
        { m_bar, m_notice, { m_stack, 1 }, m_patterns, m_detail, m_trend, m_actions });
    m_scroll = scrolled(content, QStringLiteral("historyScroll"), tr("History"));
    m_scroll->setFocusPolicy(Qt::NoFocus); // all of it can be reached by Tab
    columnOf(this, {}, 0, { { m_scroll, 1 } });
}

// A scroll area asks for less.
QSize HistoryPage::sizeHint() const
{
    return m_scroll->widget()->sizeHint();
}

void HistoryPage::connectAll()
{
    connect(m_filters, &HistoryFilters::changed, this, &HistoryPage::filter);
    connect(m_comparison, &ComparisonView::closed, this, &HistoryPage::leaveComparison);
    connect(
        m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &HistoryPage::showActions);
    connect(m_table, &QTableView::activated, this, &HistoryPage::openRow);
    connect(m_table, &QTableView::customContextMenuRequested, this, &HistoryPage::showMenu);
    connect(m_open, &QPushButton::clicked, this, [this] { openRow(m_table->currentIndex()); });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        [this](const QModelIndex& current) {
            showWhatCanBeDone(current);
            showActions();
        });
    connect(m_patterns, &Banner::closed, this, [this] { m_hasPatterns = false; });
    connect(m_comparePatterns, &QPushButton::clicked, this, [this] { compare(m_toCompare); });
    connect(m_trend, &TrendPanel::picked, this, &HistoryPage::selectAttempt);
    connect(m_model, &HistoryModel::attemptsChanged, m_trend, &TrendPanel::forget);
    connect(m_trend, &TrendPanel::changed, this, [this] { showWhatCanBeDone(m_table->currentIndex()); });
    connect(m_import, &QPushButton::clicked, this, &HistoryPage::askForImport);
    connect(m_tour, &QPushButton::clicked, this, &HistoryPage::tourWanted);
    connect(m_openFolder, &QPushButton::clicked, this, [this] {
        const AttemptRecord record = recordAt(m_table->currentIndex());
        if (!record.wheels.isEmpty())
            QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(record.wheels.first().path).path()));
    });
    m_liveTimer.setObjectName(QStringLiteral("historyLiveTimer"));
    m_liveTimer.setInterval(liveMilliseconds);
    connect(&m_liveTimer, &QTimer::timeout, this, &HistoryPage::refreshLive);
    m_minuteTimer.setObjectName(QStringLiteral("historyMinuteTimer"));
    m_minuteTimer.setInterval(minuteMilliseconds);
    connect(&m_minuteTimer, &QTimer::timeout, m_model, &HistoryModel::timePassed);
    // What was made between the first reading and the beginning of the watch is read, too.
    for (const auto news : { &FolderWatcher::watching, &FolderWatcher::changed })
        connect(&m_watcher, news, this, &HistoryPage::refresh);
    showWhatCanBeDone({});
    showActions();
}

void HistoryPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
    m_model->timePassed();
    m_liveTimer.start();
    m_minuteTimer.start();
}

void HistoryPage::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_liveTimer.stop();
    m_minuteTimer.stop();
}

// One reading at a time; what is asked for meanwhile is done once afterwards.
void HistoryPage::refresh()
{
    m_readAgain = m_reading;
    if (m_reading)
        return;
    m_reading = true;
    m_liveQuery.forget(); // its answer is older
    using Read = std::pair<QVector<AttemptSummary>, HistoryGroups>;
    runInBackground(
        diskPool(), this,
        [] {
            const auto attempts = AttemptStore(AppPaths::attemptsFolder()).outlines();
            return Read(attempts, HistoryGroups(attempts));
        },
        [this](const Read& read) {
            m_reading = false;
            take(read.first, read.second);
            if (m_readAgain)
                refresh();
        });
}

// As Qt does it where rows are there before the keyboard is.
static void goToFirst(QTableView& table)
{
    if (!table.hasFocus() || table.currentIndex().isValid())
        return;
    for (int row = 0; row < table.model()->rowCount(); ++row) {
        const QModelIndex index = table.model()->index(row, HistoryModel::Number);
        if (index.flags() & Qt::ItemIsEnabled)
            return table.selectionModel()->setCurrentIndex(index, QItemSelectionModel::NoUpdate);
    }
}

void HistoryPage::take(const QVector<AttemptSummary>& attempts, const HistoryGroups& groups)
{
    m_model->setAttempts(attempts, groups);
    m_filters->offer(attempts);
    goToFirst(*m_table);
    m_table->fitColumns();
    if (m_model->rowOf(m_wanted))
        selectAttempt(std::exchange(m_wanted, 0));
    showCount();
    showActions();
    dropRefusal();
    showPatterns();
    m_watcher.lookAgain(); // the folder may have been made
}

const QVector<AttemptSummary>& HistoryPage::attempts() const
{
    return m_model->attempts();
}

// Only what was not over: a thousand old attempts do not change.
void HistoryPage::refreshLive()
{
    const QVector<int> numbers = m_model->liveNumbers();
    if (numbers.isEmpty() || m_reading)
        return;
    m_liveQuery.ask(
        QStringLiteral("live"),
        [numbers](const std::stop_token&) {
            const AttemptStore store(AppPaths::attemptsFolder());
            QVector<AttemptSummary> attempts;
            for (const int number : numbers) {
                if (const auto attempt = store.attempt(number, AttemptFiles::RecordPart::Outline))
                    attempts.append(*attempt);
            }
            return attempts;
        },
        [this](const QVector<AttemptSummary>& attempts) {
            m_liveQuery.forget(); // it may be asked again
            m_model->updateAttempts(attempts);
            showCount();
            showActions();
            dropRefusal();
        });
}

void HistoryPage::showCount()
{
    keepSelection();
    const int all = m_model->rowCount();
    const int shown = m_rows->attemptCount();
    m_count->setText(all == 0 ? QString()
            : shown == all    ? (all == 1 ? tr("1 attempt") : tr("%n attempts", nullptr, all))
                              : tr("%1 of %n attempts", nullptr, all).arg(shown));
    m_count->setMinimumWidth(
        m_count->fontMetrics().horizontalAdvance(tr("%1 of %n attempts", nullptr, all).arg(all)));
    fitParts(); // it stands beside the title
    for (QWidget* part : std::initializer_list<QWidget*> { m_filters, m_group })
        part->setEnabled(all > 0);
    m_empty->setText(emptyText());
    m_tour->setVisible(all == 0);
    m_listed = shown == 0 ? m_emptyPlace : m_table;
    if (m_stack->currentWidget() != m_comparison)
        m_stack->setCurrentWidget(m_listed);
    showWhatCanBeDone(shown > 0 ? m_table->currentIndex() : QModelIndex());
}

// What belongs to the list goes while a comparison stands in its place.
void HistoryPage::showFrame(bool visible)
{
    m_bar->setVisible(visible);
    m_actions->setVisible(visible);
    emit comparisonChanged();
    if (visible)
        return showWhatCanBeDone(m_table->currentIndex());
    for (QWidget* part : std::initializer_list<QWidget*> { m_patterns, m_trend, m_detail })
        part->hide();
}

QString HistoryPage::comparison() const
{
    return m_stack->currentWidget() == m_comparison ? m_comparison->title() : QString();
}

// On a low page an open trend has the room of what several attempts say, and what an attempt made has that
// which rows leave.
void HistoryPage::showWhatCanBeDone(const QModelIndex& current)
{
    const bool isList = m_stack->currentWidget() != m_comparison;
    const AttemptRecord record = recordAt(current);
    m_wheels->showRecord(record);
    m_openFolder->setVisible(!record.imported);
    m_trend->setVisible(m_model->rowCount() > 0 && isList);
    m_patterns->setVisible(m_hasPatterns && isList && !(m_isLow && m_trend->isOpen()));
    m_detail->setVisible(!record.wheels.isEmpty() && isList && (!m_isLow || hasRoomBelowRows()));
    m_trend->showTrendOf(m_rows->attemptAt(current), m_model->attempts());
}

// Of no attempt where it cannot be read.
AttemptRecord HistoryPage::recordAt(const QModelIndex& index) const
{
    const AttemptSummary* attempt = m_rows->attemptAt(index);
    return attempt && attempt->error.isEmpty() ? attempt->record : AttemptRecord();
}

void HistoryPage::openRow(const QModelIndex& index)
{
    if (index.data(HistoryModel::ReadableRole).toBool())
        emit openRequested(index.data(HistoryModel::FolderRole).toString());
}

}
