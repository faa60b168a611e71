// SPDX-License-Identifier: GPL-3.0-or-later
// How the history deletes attempts: those that are selected, and old ones together.
#include "core/base/AppPaths.h"
#include "core/history/AttemptRemoval.h"
#include "ui/history/AttemptTable.h"
#include "ui/history/DiskUseDialog.h"
#include "ui/history/HistoryModel.h"
#include "ui/history/HistoryPage.h"
#include "ui/models/Background.h"
#include "ui/widgets/Banner.h"

#include <QItemSelectionModel>
#include <QMessageBox>
#include <QPushButton>
#include <QScopeGuard>

#include <utility>

namespace torchmason {

namespace {

struct Removal {
    QVector<int> numbers;
    Bytes bytes = 0;
    QStringList losses;
    QString goesOn; // which others do
    QString problem; // why one of them cannot be deleted
};

Removal lookAtRemoval(const QVector<int>& numbers)
{
    const AttemptStore store(AppPaths::attemptsFolder());
    const QVector<AttemptSummary> all = store.list();
    Removal removal;
    for (const int number : numbers) {
        const auto plan = planRemoval(store, number, all);
        if (!plan) {
            removal.problem = plan.error().message;
            continue;
        }
        removal.numbers << number;
        removal.bytes += plan->count.bytes;
        removal.losses += plan->losses;
    }
    removal.goesOn = goesOnText(removal.numbers, all);
    return removal;
}

Result<void> remove(const QVector<int>& numbers)
{
    const AttemptStore store(AppPaths::attemptsFolder());
    const QVector<AttemptSummary> all = store.list();
    for (const int number : numbers) {
        if (const auto removed = deleteAttempt(store, number, all); !removed)
            return removed.error();
    }
    return {};
}

}

bool HistoryPage::askBeforeDeleting(QWidget* parent, const QString& question, const QString& losses)
{
    // All in one text: a further one would be wrapped to the width of the first.
    QMessageBox box(QMessageBox::Question, tr("Delete attempts"), question + QStringLiteral("\n\n") + losses,
        QMessageBox::Cancel, parent);
    box.setTextFormat(Qt::PlainText); // it names folders
    QPushButton* yes = box.addButton(tr("Delete"), QMessageBox::DestructiveRole);
    box.setDefaultButton(QMessageBox::Cancel);
    box.exec();
    return box.clickedButton() == yes;
}

// It may be over by now what could not be deleted while it ran.
void HistoryPage::dropRefusal()
{
    if (m_liveAtRefusal && *m_liveAtRefusal != m_model->liveNumbers())
        m_notice->hide();
}

void HistoryPage::deleteSelected()
{
    QVector<int> numbers;
    for (const QModelIndex& index : m_table->selectionModel()->selectedRows(HistoryModel::Number))
        numbers << index.data().toInt();
    deleteAttempts(numbers);
}

void HistoryPage::showDiskUse()
{
    auto* dialog = new DiskUseDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] { deleteAttempts(dialog->toDelete()); });
    dialog->open();
}

void HistoryPage::deleteAttempts(const QVector<int>& numbers)
{
    if (std::exchange(m_isAskingToDelete, true)) // one question at a time
        return;
    showActions();
    runInBackground(
        diskPool(), this, [numbers] { return lookAtRemoval(numbers); },
        [this](const Removal& removal) {
            const auto asked = qScopeGuard([this] {
                m_isAskingToDelete = false;
                showActions();
            });
            if (!removal.problem.isEmpty()) {
                tell(Tone::Bad, removal.problem);
                m_liveAtRefusal = m_model->liveNumbers();
                return;
            }
            const QString question = removal.numbers.size() == 1 ? tr("Delete attempt %1? This frees %2.")
                                                                       .arg(removal.numbers.first())
                                                                       .arg(formatBytes(removal.bytes))
                                                                 : tr("Delete %1 attempts? This frees %2.")
                                                                       .arg(removal.numbers.size())
                                                                       .arg(formatBytes(removal.bytes));
            QStringList losses = QStringList(removal.losses)
                << tr("Settings, logs, findings, notes and tags are deleted, too. Build folders and wheels "
                      "stay.")
                << removal.goesOn;
            losses.removeAll(QString());
            if (!m_askBeforeDeleting(this, question, losses.join(u'\n')))
                return;
            runInBackground(
                diskPool(), this, [numbers = removal.numbers] { return remove(numbers); },
                [this](const Result<void>& removed) {
                    if (!removed)
                        tell(Tone::Bad, removed.error().message);
                    refresh();
                });
        });
}

}
