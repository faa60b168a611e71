// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/TimePanel.h"

#include "ui/text/BreakableText.h"
#include "ui/text/CellAlignment.h"
#include "ui/text/CheckText.h"
#include "ui/text/EdgeText.h"
#include "ui/widgets/ComparedTree.h"
#include "ui/widgets/CopySign.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"

#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>

namespace torchmason {

namespace {

constexpr int stepRole = Qt::UserRole; // of a slowest step: its place among them
constexpr int detailRole = Qt::UserRole + 1;
constexpr int mostRows = 15; // of each table; what is left is behind a row

void alignFigures(QTreeWidgetItem* row)
{
    for (const int column : { 1, 2 })
        row->setTextAlignment(column, numberAlignment);
}

// In place of a row that says how many more there are stand those.
QString linesOf(const QTreeWidgetItem& group)
{
    QString lines;
    for (int i = 0; i < group.childCount(); ++i) {
        const QTreeWidgetItem& row = *group.child(i);
        QStringList cells;
        for (int column = 0; column < row.columnCount(); ++column)
            cells << row.text(column);
        lines += row.childCount() > 0 ? linesOf(row) : QLatin1String("  ") + cells.join(u'\t') + u'\n';
    }
    return lines;
}

}

TimePanel::TimePanel(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("timeSpent"));
    auto* content = new QWidget(this);
    m_summary = plainText(content, "timeSummary");
    m_summary->setWordWrap(true);
    m_copy = pushButton(
        content, "timeCopy", "copy", tr("Copy all"), tr("Copies the sentences and all rows, as text"));
    m_tree = new ComparedTree("timeTable", tr("Return on one of the slowest steps goes to it in the log"),
        tr("Where the time went"), content);
    m_current = plainText(content, "timeCurrent");
    m_current->setWordWrap(true);
    auto* head = rowOf(spacing::inner, { { m_summary, 1 }, { m_copy, 0, Qt::AlignTop } });
    columnOf(content, { spacing::page, spacing::inner, spacing::page, spacing::group }, spacing::inner,
        { head, { m_tree, 1 }, m_current });
    columnOf(
        this, {}, 0, { { scrolled(content, QStringLiteral("timeScroll"), tr("Times of the steps")), 1 } });
    connect(m_tree, &ComparedTree::fitted, this, [this] { // it has other letters
        fitColumns();
        fitHeight();
    });
    connect(m_tree, &QTreeWidget::currentItemChanged, this, &TimePanel::showCurrent);
    connect(m_tree, &QTreeWidget::itemActivated, this, &TimePanel::openCurrent);
    connect(m_copy, &QPushButton::clicked, this, &TimePanel::copyAll);
}

void TimePanel::clear()
{
    m_record = {};
    m_folder.clear();
    m_report = {};
    m_problem.clear();
    m_isRead = false;
    m_query.forget();
    refresh();
}

void TimePanel::showRecord(const AttemptRecord& record, const QString& folder)
{
    m_record = record;
    m_folder = folder;
    m_query.forget();
    if (isVisible())
        query();
}

void TimePanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    query();
}

// A build that runs has new steps each time that it is looked at.
void TimePanel::query()
{
    if (m_folder.isEmpty())
        return;
    m_query.ask(
        {},
        [record = m_record, folder = m_folder](const std::stop_token&) {
            const AttemptSummary attempt { QFileInfo(folder).fileName().toInt(), folder, record, {} };
            return timeReport(attempt, mostRows, AttemptStore(QFileInfo(folder).path()));
        },
        [this](const Result<TimeReport>& report) {
            m_isRead = true;
            m_report = report ? *report : TimeReport();
            m_problem = report ? QString() : report.error().message;
            refresh();
        });
}

void TimePanel::refresh()
{
    const bool any = m_report.spent.steps > 0;
    const QStringList sentences = any ? timeSentences(m_report, m_record) : QStringList();
    const QStringList first = any ? sentences.mid(0, 2) << chainSentence(m_report) : QStringList();
    m_summary->setText(keptTogether(first.join(u'\n'))); // one fact a line
    const QChar apart(0x2009); // a thin space: from the next heading
    m_tree->begin({ tr("What"), tr("Time"), tr("Share") + apart, tr("Details") });
    if (any) {
        addHelps();
        addShares(tr("By kind"), withKindWords(m_report.spent.kinds));
        addShares(tr("By target"), m_report.spent.targets);
        addShares(tr("By folder of the sources"), m_report.spent.folders);
        addSlowest();
        addChain();
        m_tree->addGroup(tr("More about these times"));
        for (const QString& sentence : sentences.mid(2))
            m_tree->addRow(sentence, {}, sentence);
    }
    m_tree->end(!m_isRead ? tr("Reading…") : m_problem.isEmpty() ? withoutSteps() : m_problem);
    fitColumns();
    fitHeight();
    m_copy->setEnabled(any);
    showCurrent();
}

QString TimePanel::withoutSteps() const
{
    return isOfLog(m_record)        ? tr("A log from elsewhere has no times of its steps.")
        : !hasEnded(m_record.state) ? tr("No step has ended yet, so there are no times.")
                                    : tr("No step was built, so there are no times.");
}

// However much is said above it: the page scrolls.
void TimePanel::fitHeight()
{
    constexpr int rows = 6;
    m_tree->setMinimumHeight(
        m_tree->header()->sizeHint().height() + rows * m_tree->sizeHintForRow(0) + 2 * m_tree->frameWidth());
}

// Names have the room: paths are long, and the rest is short but for the reasons.
void TimePanel::fitColumns()
{
    constexpr int reasonDigits = 30;
    m_tree->header()->setSectionResizeMode(QHeaderView::Interactive);
    m_tree->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_tree->header()->resizeSection(3, reasonDigits * m_tree->fontMetrics().horizontalAdvance(u'0'));
    alignFigures(m_tree->headerItem());
    for (int i = 0; i < m_tree->topLevelItemCount(); ++i) {
        for (int j = 0; j < m_tree->topLevelItem(i)->childCount(); ++j)
            alignFigures(m_tree->topLevelItem(i)->child(j));
    }
    for (const int column : { 1, 2 })
        m_tree->resizeColumnToContents(column);
}

// Why nothing is known of it stands above.
void TimePanel::addHelps()
{
    if (!m_report.measured)
        return;
    m_tree->addGroup(tr("What would have helped (estimates)"));
    for (const WouldHaveHelped& help : m_report.helps) {
        auto* row = m_tree->addRow(helpText(help),
            { tr("%1 to %2").arg(formatDuration(help.low), formatDuration(help.high)), {}, help.reason },
            help.reason);
        row->setData(0, detailRole,
            tr("With %1 the steps would have taken %2 to %3 instead of %4. %5")
                .arg(helpText(help), formatDuration(help.low), formatDuration(help.high),
                    formatDuration(m_report.spent.span), help.reason));
    }
    if (m_report.helps.isEmpty())
        m_tree->addRow(tr("Nothing that was measured would have made the steps clearly quicker."), {});
}

void TimePanel::addShares(const QString& title, const QVector<TimeShare>& shares)
{
    m_tree->addLongGroup(title, shares, mostRows, [this](const TimeShare& share) { addShare(share); });
}

void TimePanel::addShare(const TimeShare& share)
{
    alignFigures(m_tree->addRow(share.name,
        { formatDuration(share.time), sharePercent(share.time, m_report.spent.work),
            share.steps == 1 ? tr("1 step") : tr("%Ln steps", nullptr, share.steps) }));
}

void TimePanel::addSlowest()
{
    m_tree->addGroup(tr("Slowest steps"));
    for (int i = 0; i < m_report.spent.slowest.size(); ++i) {
        const TimelineEdge& edge = m_report.spent.slowest[i];
        const EdgeRecord& step = edge.record;
        const Milliseconds took(step.end - step.start);
        QStringList more { kindWord(step) };
        if (step.peakMemory)
            more << formatBytes(*step.peakMemory);
        if (step.failed)
            more << tr("failed");
        auto* row = m_tree->addRow(step.output,
            { formatDuration(took), sharePercent(took, m_report.spent.work), more.join(QLatin1String(", ")) },
            step.output);
        row->setData(0, stepRole, i);
    }
    if (const auto more = m_report.spent.steps - int(m_report.spent.slowest.size()); more > 0)
        m_tree->addRow(
            tr("and %Ln more: the table \"Steps\" below the charts has all of them", nullptr, more), {});
}

void TimePanel::addChain()
{
    if (!m_report.measured || m_report.chain.size() < 2)
        return;
    m_tree->addGroup(tr("The longest chain, each step after the one before"));
    for (const int node : std::as_const(m_report.chain)) {
        const Milliseconds took(qint64(m_report.measured->work.left[node]));
        const QString& output = m_report.measured->graph.nodes[node].output;
        m_tree->addRow(output, { formatDuration(took), sharePercent(took, m_report.chainTime), {} }, output);
    }
}

void TimePanel::showCurrent()
{
    const auto* item = m_tree->currentItem();
    QString text = item ? item->data(0, detailRole).toString() : QString();
    if (item && item->parent() && text.isEmpty()) {
        QStringList cells;
        for (int column = 0; column < m_tree->columnCount(); ++column) {
            if (!item->text(column).isEmpty())
                cells << item->text(column);
        }
        text = cells.join(QLatin1String(" · "));
    }
    const bool any = m_report.spent.steps > 0;
    m_current->setText(text.isEmpty() && any ? tr("Choose a row to read its whole text here.") : text);
}

void TimePanel::openCurrent(QTreeWidgetItem* item)
{
    const QVariant place = item->data(0, stepRole);
    if (place.isValid())
        emit stepActivated(m_report.spent.slowest[place.toInt()].record);
}

void TimePanel::copyAll() const
{
    m_tree->fillRests();
    QString text = withoutBreaks(m_summary->text()).replace(QChar::Nbsp, u' ') + u'\n';
    for (int i = 0; i < m_tree->topLevelItemCount(); ++i) {
        const auto* group = m_tree->topLevelItem(i);
        text += group->text(0) + u'\n' + linesOf(*group);
    }
    copyFrom(*m_copy, text);
}

}
