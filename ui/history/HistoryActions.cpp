// SPDX-License-Identifier: GPL-3.0-or-later
// What the history does with the selected attempts: comparing, notes; and what all of them show.
#include "core/base/AppPaths.h"
#include "core/history/AttemptComparison.h"
#include "core/history/AttemptPatterns.h"
#include "core/store/AttemptFiles.h"
#include "ui/history/AttemptTable.h"
#include "ui/history/ComparisonView.h"
#include "ui/history/HistoryModel.h"
#include "ui/history/HistoryPage.h"
#include "ui/history/HistoryRows.h"
#include "ui/history/NotesDialog.h"
#include "ui/history/PatternText.h"
#include "ui/models/Background.h"
#include "ui/models/RunnerRequests.h"
#include "ui/text/StateText.h"
#include "ui/text/TipText.h"
#include "ui/widgets/Banner.h"
#include "ui/widgets/Parts.h"
#include "ui/widgets/WrappingRow.h"

#include <QItemSelectionModel>
#include <QMenu>
#include <QPushButton>
#include <QShortcut>
#include <QStackedWidget>

#include <algorithm>

namespace torchmason {

namespace {

constexpr int mostPatterns = 3; // that stand above the list

QString columnsHelp()
{
    return HistoryPage::tr("Chooses which columns the list shows");
}

}

QWidget* HistoryPage::createActions()
{
    m_compare = pushButton(this, "historyCompare", "compare", tr("Compare"),
        tr("Shows what differs between the selected attempts; select two to eight"));
    m_again = pushButton(this, "historyAgain", "retry", tr("Build again..."),
        tr("Opens the wizard with the settings of the selected attempt; nothing is built yet"));
    m_note = pushButton(this, "historyNote", "flag", tr("Note and tags..."),
        tr("Add a note or tags to the selected attempt"));
    m_stop = pushButton(this, "historyStop", "stop", stopWord(false), stopHelp(false));
    m_delete = pushButton(this, "historyDelete", "delete", tr("Delete..."), {}); // showActions() says more
    auto* room = pushButton(this, "historyRoom", "disk", tr("Disk space..."),
        tr("Shows how much space attempts, their folders and caches take, and offers to delete old "
           "attempts"));
    auto* columns = pushButton(this, "historyColumns", "list", {}, {});
    tellHiddenColumns(*columns, columnsHelp(), {});
    columns->setMenu(m_table->columnsMenu(columns));
    columns->menu()->setTitle(columns->text()); // in front of its entries, where all commands are listed
    connect(m_table, &AttemptTable::columnsGaveWay, columns,
        [columns](const QStringList& names) { tellHiddenColumns(*columns, columnsHelp(), names); });
    connect(room, &QPushButton::clicked, this, &HistoryPage::showDiskUse);
    connect(m_compare, &QPushButton::clicked, this, [this] { showComparison(selected()); });
    connect(m_again, &QPushButton::clicked, this, &HistoryPage::askForSettings);
    connect(m_note, &QPushButton::clicked, this, &HistoryPage::editNotes);
    connect(m_stop, &QPushButton::clicked, this, &HistoryPage::stopSelected);
    connect(m_delete, &QPushButton::clicked, this, &HistoryPage::deleteSelected);
    auto* key = new QShortcut(QKeySequence(Qt::Key_Delete), m_table);
    key->setContext(Qt::WidgetShortcut);
    connect(key, &QShortcut::activated, m_delete, &QPushButton::click);
    auto* actions
        = named(new QWidget(this), "historyActions", {}, tr("What can be done with the selected attempts"));
    actions->setLayout(new WrappingRow(
        spacing::inner, { m_compare, m_again, m_note, m_stop, m_delete, Part::stretch(), room, columns }));
    return actions;
}

// The buttons of the page, as they are for what is selected, where the mouse is.
void HistoryPage::showMenu(const QPoint& at)
{
    auto* menu = named(new QMenu(m_table), "historyMenu");
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (QPushButton* button : { m_open, m_again, m_note, m_compare, m_stop, m_delete }) {
        if (button->isHidden())
            continue;
        QAction* action = menu->addAction(button->icon(), button->text(), button, &QPushButton::click);
        action->setEnabled(button->isEnabled());
    }
    menu->addSeparator();
    QAction* exports = menu->addMenu(m_export->menu());
    exports->setIcon(m_export->icon());
    exports->setEnabled(m_export->isEnabled());
    menu->addActions(m_table->actions());
    menu->popup(m_table->viewport()->mapToGlobal(at));
}

// The oldest first, as people compare.
QVector<AttemptSummary> HistoryPage::selected() const
{
    QVector<AttemptSummary> attempts;
    for (const QModelIndex& index : m_table->selectionModel()->selectedRows()) {
        if (const AttemptSummary* attempt = m_rows->attemptAt(index); attempt && attempt->error.isEmpty())
            attempts.append(*attempt);
    }
    std::sort(attempts.begin(), attempts.end(),
        [](const AttemptSummary& one, const AttemptSummary& other) { return one.number < other.number; });
    return attempts;
}

void HistoryPage::showActions()
{
    const QModelIndex current = m_table->currentIndex();
    const bool isOne
        = m_table->selectionModel()->isSelected(current) && current.data(HistoryModel::ReadableRole).toBool();
    m_open->setEnabled(isOne);
    m_export->setEnabled(isOne);
    const qsizetype count = m_table->selectionModel()->selectedRows().size();
    // More of them are not looked at: of thousands that takes long.
    const QVector<AttemptSummary> readable
        = count <= mostComparedAttempts ? selected() : QVector<AttemptSummary>();
    m_compare->setEnabled(count >= 2 && readable.size() == count);
    m_again->setEnabled(count == 1 && readable.size() == 1 && !isOfLog(readable.first().record));
    m_note->setEnabled(count == 1);
    const QVector<int> live = m_model->liveNumbers();
    const bool allRun = !readable.isEmpty() && readable.size() == count
        && std::all_of(readable.begin(), readable.end(),
            [&live](const AttemptSummary& attempt) { return live.contains(attempt.number); });
    m_delete->setEnabled(count >= 1 && !allRun && !m_isAskingToDelete);
    m_delete->setToolTip(!allRun
            ? tr("Deletes the selected attempts (Del); first says what that frees and what is "
                 "lost")
            : tr("The selected attempts run or wait; stop them first."));
    m_stopping.intersect(QSet<int>(live.begin(), live.end()));
    showStop(allRun && count == 1 ? &readable.first() : nullptr);
}

void HistoryPage::showStop(const AttemptSummary* live)
{
    m_stop->setVisible(live);
    m_delete->setVisible(!live);
    if (!live)
        return;
    const bool waits = isWaiting(live->record);
    m_stop->setText(stopWord(waits));
    m_stop->setToolTip(stopHelp(waits));
    m_stop->setEnabled(!m_stopping.contains(live->number));
}

void HistoryPage::stopSelected()
{
    const QVector<AttemptSummary> attempts = selected();
    if (attempts.size() != 1)
        return;
    const int number = attempts.first().number;
    m_stopping.insert(number);
    showActions();
    runInBackground(
        this, [folder = attempts.first().folder] { return stopAttempt(folder); },
        [this, number](const Result<void>& answer) {
            if (!answer) {
                m_stopping.remove(number);
                tell(Tone::Bad, answer.error().message);
                showActions();
            }
            refreshLive();
        });
}

void HistoryPage::compare(const QVector<int>& numbers)
{
    m_compareQuery.ask(
        {},
        [numbers](const std::stop_token&) {
            QVector<AttemptSummary> attempts;
            for (const int number : numbers) {
                if (const auto attempt = AttemptStore(AppPaths::attemptsFolder()).attempt(number))
                    attempts.append(*attempt);
            }
            return attempts;
        },
        [this, numbers](const QVector<AttemptSummary>& attempts) {
            if (attempts.size() == numbers.size())
                return showComparison(attempts);
            tell(Tone::Neutral, tr("One of these attempts is no longer there."));
            refresh();
        });
}

void HistoryPage::showComparison(const QVector<AttemptSummary>& attempts)
{
    m_comparison->compare(attempts);
    if (m_stack->currentWidget() != m_comparison)
        m_listed = m_stack->currentWidget();
    m_stack->setCurrentWidget(m_comparison);
    showFrame(false);
    m_comparison->setFocus();
}

void HistoryPage::leaveComparison()
{
    if (m_stack->currentWidget() != m_comparison)
        return;
    m_comparison->stop();
    if (m_listed)
        m_stack->setCurrentWidget(m_listed);
    showFrame(true);
    m_table->setFocus();
}

// The records of the list are not whole.
void HistoryPage::askForSettings()
{
    const QVector<AttemptSummary> attempts = selected();
    if (attempts.size() != 1)
        return;
    const int number = attempts.first().number;
    m_settingsQuery.forget();
    m_settingsQuery.ask(
        {},
        [folder = attempts.first().folder](
            const std::stop_token&) { return AttemptFiles::readRecord(folder); },
        [this, number](const Result<AttemptRecord>& record) {
            if (!record)
                return tell(Tone::Bad, record.error().message);
            emit settingsWanted(number, *record);
        });
}

void HistoryPage::editNotes()
{
    // The current row may be another one than the selected one.
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    if (rows.size() != 1)
        return;
    const AttemptSummary* attempt = m_rows->attemptAt(rows.first());
    if (!attempt)
        return;
    if (!attempt->notesProblem.isEmpty())
        return tell(Tone::Bad, attempt->notesProblem);
    auto* dialog = new NotesDialog(attempt->number, attempt->notes, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog, folder = attempt->folder] {
        m_noteWrites.write([folder, notes = dialog->notes()] { return writeNotes(folder, notes); },
            [this](const Result<void>& written) {
                if (!written)
                    tell(Tone::Bad, written.error().message);
                refresh();
            });
    });
    dialog->open();
}

// Of the first that says which.
void HistoryPage::offerComparison(const QVector<AttemptPattern>& patterns)
{
    const auto found = std::find_if(patterns.begin(), patterns.end(),
        [](const AttemptPattern& pattern) { return !pattern.toCompare.isEmpty(); });
    m_toCompare = found == patterns.end() ? QVector<int>() : found->toCompare;
    m_comparePatterns->setVisible(!m_toCompare.isEmpty());
    if (!m_toCompare.isEmpty())
        m_comparePatterns->setText(tr("Compare %1 and %2").arg(m_toCompare.first()).arg(m_toCompare.last()));
}

// The rows know too little for it.
void HistoryPage::showPatterns()
{
    m_patternQuery.ask(
        {},
        [](const std::stop_token&) {
            return attemptPatterns(AttemptStore(AppPaths::attemptsFolder()).list());
        },
        [this](const QVector<AttemptPattern>& patterns) {
            QStringList sentences;
            const QVector<AttemptPattern> told = patterns.mid(0, mostPatterns);
            for (const AttemptPattern& pattern : told)
                sentences << pattern.sentence;
            const QString text = sentences.join(u'\n');
            if (text == m_patterns->text())
                return; // perhaps closed by the user
            m_patterns->setMessage(Tone::Neutral, text);
            offerComparison(told);
            const QString whole = wholePatterns(told);
            m_patterns->setToolTip(tipText(whole));
            m_patterns->setAccessibleDescription(whole);
            m_hasPatterns = !text.isEmpty();
            showWhatCanBeDone(m_table->currentIndex());
        });
}

}
