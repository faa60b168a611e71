// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/MachinePage.h"

#include "core/base/Core.h"
#include "core/export/MachineReport.h"
#include "core/preflight/MachineRows.h"
#include "ui/models/BuildDraft.h"
#include "ui/models/MachineFacts.h"
#include "ui/models/MachineTrials.h"
#include "ui/pages/MachineChecks.h"
#include "ui/text/CheckText.h"
#include "ui/text/ProfileText.h"
#include "ui/text/TipText.h"
#include "ui/widgets/CheckList.h"
#include "ui/widgets/CheckRowWidget.h"
#include "ui/widgets/CopySign.h"
#include "ui/widgets/Icons.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"
#include "ui/widgets/SearchField.h"

#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QResizeEvent>
#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace torchmason {

namespace {

bool isTried(const CheckRow& row)
{
    return row.group == QLatin1String("tried");
}

QString oneLineAbout(const HostFacts& facts)
{
    QStringList parts;
    if (!facts.osName.isEmpty())
        parts.append(facts.osName);
    if (!facts.cpuModel.isEmpty())
        parts.append(facts.cpuModel);
    if (facts.logicalCores)
        parts.append(*facts.logicalCores == 1 ? MachinePage::tr("1 thread")
                                              : MachinePage::tr("%n threads", nullptr, *facts.logicalCores));
    if (facts.memoryTotal)
        parts.append(
            MachinePage::tr("%1 RAM").arg(formatBytes(*facts.memoryTotal)).replace(u' ', QChar::Nbsp));
    return parts.join(QStringLiteral("  ·  "));
}

}

MachinePage::MachinePage(BuildDraft& draft, QWidget* parent)
    : WizardPage(parent)
    , m_draft(draft)
    , m_trials(MachineTrials::of(draft))
{
    setObjectName(QStringLiteral("machinePage"));
    createWidgets();
    layOut();
    connectAll();
    refresh();
}

void MachinePage::createWidgets()
{
    m_title = named(headline(QString(), this), "machineTitle");
    m_title->setContentsMargins(spacing::page, spacing::page, spacing::page, 0);
    m_title->hide();
    m_headline = named(headline(tr("Checking this machine…"), this), "machineVerdict");
    m_subline = named(secondaryText(QString(), this), "machineSummary");
    m_again = pushButton(
        this, "machineCheckAgain", "retry", tr("Check again"), tr("Check the machine again (F5)"));
    m_try = named(new QPushButton(this), "machineTry");
    m_trialNote = named(secondaryText(QString(), this), "machineTrialNote");
    m_copy = pushButton(this, "machineCopy", "copy", tr("Copy for an issue"),
        tr("Copies what is here and what was checked as Markdown, without names, home folders "
           "and secrets"));
    m_list = named(new CheckList, "machineChecks");
    m_search = new SearchField(QStringLiteral("machineSearch"), tr("Search names, values and states"), this);
    m_search->setToolTip(
        tr("All words must occur in the name, the state, what was found or what is needed (Ctrl+F)"));
    m_search->setMaximumWidth(60 * fontMetrics().averageCharWidth());
    m_nothing = named(secondaryText(QString(), this), "machineNothing");
    m_nothing->hide();
}

void MachinePage::layOut()
{
    m_buttons = new QWidget(this);
    rowOf(m_buttons, {}, spacing::inner, { m_try, m_copy, m_again, Part::stretch() });
    m_top = new QGridLayout;
    m_top->setHorizontalSpacing(spacing::group);
    m_top->setVerticalSpacing(spacing::small);
    m_top->setColumnStretch(0, 1);
    m_top->setContentsMargins(spacing::page, spacing::page, spacing::page, 0);
    arrangeTop(false);

    auto* content = new QWidget;
    auto* contentLayout
        = columnOf(content, { spacing::row, 0, spacing::page, spacing::page }, usualSpacing, { m_list });
    auto* notes = columnOf(spacing::inner, { m_nothing, m_trialNote }); // in line with the rows
    notes->setContentsMargins(visualMargins({ spacing::row, spacing::inner, 0, 0 }, *this));
    contentLayout->addLayout(notes);
    contentLayout->addStretch(1); // rows of checks can grow, but do not

    auto* search = rowOf(0, { { m_search, 1 }, Part::stretch() });
    search->setContentsMargins(spacing::page, 0, spacing::page, 0);
    auto* layout = columnOf(this, {}, spacing::group, { m_title, m_top, search });
    m_scroll = scrolled(content, QStringLiteral("machineScroll"), tr("Checks of this machine"));
    m_search->setList(m_scroll);
    layout->addWidget(m_scroll, 1);
    m_scroll->viewport()->installEventFilter(this);
}

void MachinePage::setTitle(const QString& title)
{
    m_title->setText(title);
    m_title->show();
    m_headline->setFont(boldFont(font()));
    m_top->setContentsMargins(spacing::page, 0, spacing::page, 0);
}

// The headline has the whole line where text is large or the window small.
void MachinePage::arrangeTop(bool narrow)
{
    m_isNarrow = narrow;
    m_top->addWidget(m_headline, 0, 0, 1, narrow ? 2 : 1);
    m_top->addWidget(m_subline, 1, 0, 1, 2);
    m_top->addWidget(m_buttons, narrow ? 2 : 0, narrow ? 0 : 1, Qt::AlignTop | Qt::AlignLeading);
}

void MachinePage::resizeEvent(QResizeEvent* event)
{
    WizardPage::resizeEvent(event);
    const bool narrow = event->size().width() < 110 * fontMetrics().averageCharWidth();
    if (narrow != m_isNarrow)
        arrangeTop(narrow);
}

bool MachinePage::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize)
        keepTopRow();
    return WizardPage::eventFilter(watched, event);
}

// In another size rows have other heights: the first one in sight stays, and is not cut.
void MachinePage::keepTopRow()
{
    if (m_topRow || m_scroll->verticalScrollBar()->value() == 0)
        return;
    m_topRow = m_list->partAt(m_list->mapFrom(m_scroll->viewport(), QPoint()).y());
    const bool follows = m_followed == m_scroll->verticalScrollBar()->value();
    QTimer::singleShot(0, this, [this, follows] {
        layOutNow(*this); // rows that wrap ask once more
        if (m_topRow)
            m_scroll->verticalScrollBar()->setValue(m_topRow->mapTo(m_scroll->widget(), QPoint()).y());
        m_topRow.clear();
        if (follows)
            m_followed = m_scroll->verticalScrollBar()->value();
    });
}

void MachinePage::connectAll()
{
    connect(m_again, &QPushButton::clicked, &m_draft.machine(), &MachineFacts::look);
    serveChecks(*m_list, m_draft);
    connect(m_search, &QLineEdit::textChanged, this, [this](const QString& words) {
        m_list->search(words);
        showNothingFound();
    });
    connect(m_try, &QPushButton::clicked, this, &MachinePage::tryOrStop);
    connect(&m_trials, &MachineTrials::changed, this, &MachinePage::refresh);
    connect(m_copy, &QPushButton::clicked, this, &MachinePage::copyForIssue);
    connect(&m_draft, &BuildDraft::derivedChanged, this, &MachinePage::refresh);
}

void MachinePage::refresh()
{
    const MachineFacts& machine = m_draft.machine();
    const bool firstLook = !machine.isComplete();
    QVector<CheckRow> rows = m_draft.machineRows();
    m_headline->setText(firstLook
            ? tr("Checking this machine…")
            : readinessText(verdictOf(rows), m_draft.rankedProfile(m_draft.profileId())));
    const bool looksAgain = machine.isLooking() && !firstLook;
    m_subline->setMinimumHeight(
        m_trials.isRunning() || looksAgain ? m_subline->height() : 0); // its rows stay
    m_subline->setText(m_trials.isRunning() ? trialNote(rows)
            : looksAgain                    ? whyNotTried()
                                            : oneLineAbout(machine.facts()));
    m_again->setEnabled(!machine.isLooking());
    changeText(*m_again, machine.isLooking() ? tr("Checking…") : tr("Check again"));
    m_copy->setEnabled(machine.isComplete());
    m_list->setChecking(machine.isLooking());
    m_list->setOverrides(m_draft.machine().overrides());
    for (CheckRow& row : rows)
        row.field = BuildField::None; // those stand on the page of the review
    showTrials(rows, firstLook);
    m_list->setRows(rows, firstLook); // always in one order: people look where they saw it
    showNothingFound();
}

void MachinePage::showNothingFound()
{
    const bool isNothing = m_list->count() > 0 && !m_list->showsAny();
    showText(m_nothing, isNothing ? tr("No row has these words.") : QString());
}

void MachinePage::enter()
{
    m_draft.machine().readBuilds();
    m_followed.reset();
    m_scroll->setFocus();
}

void MachinePage::tryOrStop()
{
    if (m_trials.isRunning())
        return m_trials.stop();
    m_search->setText({}); // it would hide the rows that come
    m_followed = m_scroll->verticalScrollBar()->value();
    m_trials.start();
}

// After "Test the tools" was pressed here, until the user scrolls: rows fill in and grow, and the last one
// would be cut again.
void MachinePage::followTrials(const QString& lastRow)
{
    if (m_followed)
        QTimer::singleShot(0, this, [this, lastRow] { bringIntoView(lastRow); });
}

void MachinePage::bringIntoView(const QString& row)
{
    QScrollBar& bar = *m_scroll->verticalScrollBar();
    if (const auto followed = std::exchange(m_followed, std::nullopt);
        !followed || (bar.value() != *followed && bar.value() != bar.maximum()))
        return;
    layOutNow(*this); // rows that wrap ask once more
    QWidget* last = m_list->rowWidget(row);
    if (m_trialNote->isVisible() || !last)
        last = m_trialNote;
    m_scroll->ensureWidgetVisible(last, 0, spacing::page);
    const QWidget* first = m_list->partAt(m_list->mapFrom(m_scroll->viewport(), QPoint()).y());
    const int cut = first ? -first->mapTo(m_scroll->viewport(), QPoint()).y() : 0;
    if (cut > 0 && first != last)
        bar.setValue(bar.value() + first->height() - cut);
    m_followed = bar.value();
}

// The rows of a round stand there from its beginning and fill in, in place of what was tried before.
void MachinePage::showTrials(QVector<CheckRow>& rows, bool firstLook)
{
    QSet<QString> pending;
    if (!m_trials.trials().isEmpty()) {
        QVector<CheckRow> tried;
        for (const TrialFacts& trial : m_trials.trials())
            tried.append(trialRow(trial));
        numberRepeatedIds(tried);
        for (qsizetype index = 0; index < tried.size(); ++index) {
            if (m_trials.trials()[index].state.isEmpty())
                pending.insert(tried[index].id);
        }
        rows.removeIf(isTried);
        rows += tried;
    }
    m_list->setPending(pending);
    showTrialButton();
    m_trialNote->setText(trialNote(rows));
    m_trialNote->setVisible(!firstLook && !m_trialNote->text().isEmpty());
    const auto last = std::find_if(rows.crbegin(), rows.crend(), isTried);
    if (last != rows.crend())
        followTrials(last->id);
}

void MachinePage::showTrialButton()
{
    const bool running = m_trials.isRunning();
    changeText(*m_try, running ? tr("Stop") : tr("Test the tools"));
    m_try->setIcon(icon(running ? QStringLiteral("stop") : QStringLiteral("play")));
    const QString why = running ? QString() : whyNotTried();
    m_try->setToolTip(tipText(running ? tr("Stop testing; results so far are kept")
            : why.isEmpty()           ? tr("Compile and run small programs with what was found, in a "
                                                     "temporary folder that is removed afterwards")
                                      : why));
    m_try->setAccessibleDescription(why);
    m_try->setAccessibleName(running ? tr("Stop testing") : m_try->text());
    m_try->setEnabled(running ? !m_trials.isStopping() : m_trials.canStart());
}

QString MachinePage::whyNotTried() const
{
    const MachineFacts& machine = m_draft.machine();
    if (!machine.isOwn())
        return tr("These are facts of another machine; its tools can only be tested there");
    return machine.isLooking() || !machine.isComplete()
        ? tr("Checking this machine… Then its tools can be tested.")
        : QString();
}

QString MachinePage::trialNote(const QVector<CheckRow>& rows) const
{
    if (m_trials.isRunning())
        return m_trials.isStopping() ? tr("Stopping…")
            : m_trials.trials().isEmpty()
            ? tr("Preparing the tests…")
            : tr("Testing: %1 of %2 done").arg(m_trials.done()).arg(m_trials.trials().size());
    if (!m_trials.trouble().isEmpty())
        return tr("Nothing could be tested: %1").arg(m_trials.trouble());
    if (const auto tried = std::count_if(rows.begin(), rows.end(), isTried); tried > 0) {
        const auto good = std::count_if(rows.begin(), rows.end(),
            [](const CheckRow& row) { return isTried(row) && row.state == CheckState::Pass; });
        return tr("Tested: %1 of %2 passed.").arg(good).arg(tried);
    }
    if (!m_draft.machine().isOwn())
        return whyNotTried();
    return tr("This was found, but not tested yet. \"Test the tools\" compiles and runs small programs with "
              "it, which takes up to a minute and changes nothing.");
}

void MachinePage::copyForIssue()
{
    const HostFacts& facts = m_draft.machine().facts();
    copyFrom(*m_copy,
        machineReport(
            facts, m_draft.profile(), m_draft.machineRows(), adviseWheel(facts, m_draft.profile())));
}

}
