// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/StagesPanel.h"

#include "core/base/Platform.h"
#include "core/store/StageStanding.h"
#include "ui/panels/AttemptText.h"
#include "ui/text/BreakableText.h"
#include "ui/text/CellAlignment.h"
#include "ui/text/PlanText.h"
#include "ui/text/StateText.h"
#include "ui/text/TipText.h"
#include "ui/text/WindowWords.h"
#include "ui/widgets/AreaEdge.h"
#include "ui/widgets/CopyAction.h"
#include "ui/widgets/CopyBox.h"
#include "ui/widgets/Labels.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"
#include "ui/widgets/StateMark.h"

#include <QEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QScreen>
#include <QStyle>
#include <QTreeWidget>

#include <algorithm>
#include <utility>

namespace torchmason {

namespace {

enum StageColumn { NameColumn, DurationColumn };

StageResult resultOf(const AttemptRecord& record, const Stage& planned)
{
    StageResult result;
    result.id = planned.id;
    result.state = planned.skipped ? StageState::Skipped : StageState::Waiting;
    for (const StageResult& known : record.stages) {
        if (known.id == planned.id)
            result = known;
    }
    // A runner that died leaves its stage as it was; nothing runs in an attempt that does not.
    if (result.state == StageState::Running && record.state != AttemptState::Running)
        result.state = StageState::Stopped;
    return result;
}

}

StagesPanel::StagesPanel(QWidget* parent)
    : QWidget(parent)
    , m_list(new QTreeWidget(this))
    , m_details(new QFrame(this, Qt::Popup))
{
    named(
        m_list, "stageList", tr("Click a stage, or press Space or Return, to see what it ran"), tr("Stages"));
    addCopyAction(m_list);
    m_list->setColumnCount(2);
    m_list->setHeaderLabels({ tr("Stages"), tr("Duration") });
    m_list->headerItem()->setTextAlignment(DurationColumn, numberAlignment);
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    setQuietFrame(*m_list);
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(NameColumn, QHeaderView::Stretch);
    m_list->header()->setSectionResizeMode(DurationColumn, QHeaderView::ResizeToContents);
    createDetails();
    columnOf(this, {}, 0, { { m_list, 1 } });
    m_list->installEventFilter(this);
    connect(m_list, &QTreeWidget::itemClicked, this, &StagesPanel::openDetails);
    connect(m_list, &QTreeWidget::itemActivated, this, &StagesPanel::openDetails);
    connect(m_showLog, &QPushButton::clicked, this, [this] {
        m_details->hide();
        emit stageActivated(m_list->currentItem()->data(0, Qt::UserRole).toString());
    });
}

void StagesPanel::createDetails()
{
    named(m_details, "stageDetails", {}, tr("What the stage ran"));
    m_details->setFrameShape(QFrame::StyledPanel);
    m_outcome = new QLabel(m_details);
    m_outcome->setWordWrap(true);
    m_outcome->setTextFormat(Qt::RichText);
    m_outcome->setObjectName(QStringLiteral("stageOutcome"));
    m_foreign = named(new SecondaryLabel(m_details), "stageForeign");
    m_foreign->setText(tr("Another machine ran this: read it before you run it here."));
    m_commands = named(new CopyBox(m_details), "stageCommands");
    m_commands->setSubject(tr("Commands"));
    m_commands->setMaximumLines(8);
    m_environmentTitle = sectionTitle(tr("Variables"), m_details);
    m_environment = named(new CopyBox(m_details), "stageEnvironment");
    m_environment->setSubject(tr("Variables"));
    m_environment->setMaximumLines(4);
    m_showLog = pushButton(
        m_details, "stageShowLog", "eye", tr("Show its log"), tr("Shows the log of this stage alone"));
    auto* column = columnOf(m_details, { spacing::inner, spacing::inner, spacing::inner, spacing::inner },
        spacing::small,
        { m_outcome, m_foreign, m_commands, m_environmentTitle, m_environment,
            rowOf(0, { m_showLog, Part::stretch() }) });
    column->setSizeConstraint(QLayout::SetFixedSize); // as high as what it says
}

bool StagesPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress || static_cast<QKeyEvent*>(event)->key() != Qt::Key_Space)
        return QWidget::eventFilter(watched, event);
    openDetails();
    return true;
}

// Beside the list, as wide as a command is read well.
void StagesPanel::openDetails()
{
    if (!m_list->currentItem())
        return;
    constexpr int letters = 60;
    m_outcome->setFixedWidth(
        std::min(letters * fontMetrics().averageCharWidth(), window()->width() - 4 * spacing::page));
    showDetails();
    m_details->adjustSize();
    const QRect row = m_list->visualItemRect(m_list->currentItem());
    const int top = m_list->viewport()->mapToGlobal(row.topLeft()).y();
    const int left = mapToGlobal(QPoint()).x();
    QPoint corner(layoutDirection() == Qt::RightToLeft ? left - m_details->width() : left + width(), top);
    if (const QScreen* screen = this->screen()) {
        const QRect room = screen->availableGeometry();
        corner.setX(
            std::clamp(corner.x(), room.left(), std::max(room.left(), room.right() - m_details->width())));
        corner.setY(
            std::clamp(corner.y(), room.top(), std::max(room.top(), room.bottom() - m_details->height())));
    }
    m_details->move(corner);
    m_details->show();
    m_showLog->setFocus();
}

void StagesPanel::clear()
{
    m_record = {};
    m_list->clear();
    m_details->hide();
}

void StagesPanel::showRecord(const AttemptRecord& record)
{
    m_record = record;
    while (m_list->topLevelItemCount() > record.plan.stages.size())
        delete m_list->takeTopLevelItem(m_list->topLevelItemCount() - 1);
    while (m_list->topLevelItemCount() < record.plan.stages.size())
        m_list->addTopLevelItem(new QTreeWidgetItem);
    fillRows();
    if (m_details->isVisible())
        showDetails();
}

void StagesPanel::setFailing(bool failing)
{
    if (std::exchange(m_failing, failing) == failing)
        return;
    fillRows();
    if (m_details->isVisible())
        showDetails();
}

bool StagesPanel::fails(const StageResult& result) const
{
    return m_failing && result.state == StageState::Running;
}

int StagesPanel::neededWidth() const
{
    const QFontMetrics names(boldFont(font())); // as the one that runs
    const QFontMetrics times(tabularFont(font()));
    int name = 0;
    int time = times.horizontalAdvance(formatDuration(Milliseconds(3'599'000))); // "59 min 59 s"
    for (int row = 0; row < m_list->topLevelItemCount(); ++row) {
        const QTreeWidgetItem& item = *m_list->topLevelItem(row);
        name = std::max(name, names.horizontalAdvance(item.text(NameColumn)));
        time = std::max(time, times.horizontalAdvance(item.text(DurationColumn)));
    }
    const int mark = style()->pixelMetric(QStyle::PM_SmallIconSize, nullptr, m_list);
    return mark + name + time + 2 * spacing::group + spacing::inner; // with what is around each
}

void StagesPanel::fillRows()
{
    for (int row = 0; row < m_list->topLevelItemCount(); ++row)
        fillRow(row, m_record.plan.stages[row], resultOf(m_record, m_record.plan.stages[row]));
}

void StagesPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::ApplicationPaletteChange)
        fillRows();
}

QString StagesPanel::wordOf(const StageResult& result) const
{
    return fails(result) ? tr("Failing") : stateWord(result.state, m_record.state);
}

void StagesPanel::fillRow(int row, const Stage& planned, const StageResult& result)
{
    QTreeWidgetItem* item = m_list->topLevelItem(row);
    item->setData(NameColumn, Qt::UserRole, planned.id);
    item->setText(NameColumn, shownTitle(planned));
    item->setIcon(NameColumn, markIcon(fails(result) ? Mark::Bad : markOf(result.state, m_record.state)));
    const QString reason = result.state == StageState::Skipped && !planned.skipReason.isEmpty()
        ? tr("%1: %2").arg(wordOf(result), planned.skipReason)
        : wordOf(result);
    item->setToolTip(NameColumn, tipText(reason));
    item->setData(NameColumn, Qt::AccessibleTextRole, tr("%1: %2").arg(shownTitle(planned), wordOf(result)));
    const StageStanding standing = standingOf(result.state, m_record.state);
    const bool didNotRun = standing == StageStanding::NotReached || standing == StageStanding::Skipped;
    item->setText(DurationColumn,
        didNotRun               ? wordOf(result).toLower()
            : result.duration   ? formatDuration(*result.duration)
            : isOfLog(m_record) ? QStringLiteral("–") // none is known
                                : QString());
    item->setTextAlignment(DurationColumn, numberAlignment);
    item->setFont(DurationColumn, tabularFont(font()));
    item->setFont(NameColumn, result.state == StageState::Running ? boldFont(font()) : font());
    const QPalette colours = QGuiApplication::palette(); // ours may not have heard of a change yet
    item->setForeground(
        NameColumn, result.hasBegun() ? colours.color(QPalette::Text) : toneColour(Tone::Neutral, colours));
}

// The wall clock goes on while the machine sleeps: no stage takes longer than the others have left of the
// whole.
void StagesPanel::tick(qint64 wallNow, Milliseconds elapsed)
{
    for (const StageResult& result : m_record.stages)
        elapsed -= result.duration.value_or(Milliseconds(0));
    for (int row = 0; row < m_record.plan.stages.size() && row < m_list->topLevelItemCount(); ++row) {
        const StageResult result = resultOf(m_record, m_record.plan.stages[row]);
        if (result.state == StageState::Running && result.startedAt)
            m_list->topLevelItem(row)->setText(DurationColumn,
                formatDuration(std::chrono::floor<std::chrono::seconds>(
                    std::min(Milliseconds(wallNow - *result.startedAt), elapsed))));
    }
}

void StagesPanel::showDetails()
{
    const int row = m_list->indexOfTopLevelItem(m_list->currentItem());
    if (row < 0 || row >= m_record.plan.stages.size())
        return m_details->hide();
    const Stage& planned = m_record.plan.stages[row];
    const StageResult result = resultOf(m_record, planned);
    QStringList outcome {
        QStringLiteral("<b>%1</b> · %2").arg(shownTitle(planned).toHtmlEscaped(), wordOf(result))
    };
    if (result.exitCode)
        outcome << tr("exit code %1").arg(*result.exitCode);
    m_outcome->setText(outcome.join(QStringLiteral(" · "))
        + (result.error.isEmpty()
                ? QString()
                : QStringLiteral("<br>") + breakable(inWindowWords(result.error)).toHtmlEscaped()));
    m_commands->setText(stageCommandsText(planned, hostPlatform()));
    m_commands->setVisible(!planned.commands.isEmpty());
    m_foreign->setVisible(m_record.imported && !planned.commands.isEmpty());
    const QString environment = stageEnvironmentText(planned);
    showText(m_environment, environment);
    m_environmentTitle->setVisible(!environment.isEmpty());
    m_showLog->setEnabled(result.hasBegun());
}

}
