// SPDX-License-Identifier: GPL-3.0-or-later
// Which attempts the history shows, and in which order.
#include "core/base/AppPaths.h"
#include "ui/history/AttemptTable.h"
#include "ui/history/FoundText.h"
#include "ui/history/HistoryFilters.h"
#include "ui/history/HistoryModel.h"
#include "ui/history/HistoryPage.h"
#include "ui/history/HistoryRows.h"
#include "ui/models/Settings.h"
#include "ui/widgets/FocusWheelBox.h"
#include "ui/widgets/Parts.h"

#include <QComboBox>
#include <QItemSelectionModel>

#include <algorithm>

namespace torchmason {

namespace {

const QString groupKey = QStringLiteral("history/group");
// In the order of Grouping, as the settings keep them.
const QStringList groupNames { QStringLiteral("none"), QStringLiteral("thread"), QStringLiteral("tree") };

}

void HistoryPage::createGroup()
{
    m_group = named(new FocusWheelComboBox(this), "historyGroup",
        tr("Retries together: an attempt and those that continue it; same source tree: attempts of one "
           "source folder together"),
        tr("Group"));
    m_group->addItems({ tr("No groups"), tr("Retries together"), tr("Same source tree") });
    connect(m_group, &QComboBox::currentIndexChanged, this, &HistoryPage::group);
    m_group->setCurrentIndex(std::max(0, int(groupNames.indexOf(settings()->value(groupKey).toString()))));
}

// The cells are looked at at once; flags, findings and versions stand in files, which take a moment.
void HistoryPage::filter()
{
    const AttemptFilter filter = m_filters->filter();
    m_rows->setFilter(filter, m_filters->text());
    m_table->fitColumns();
    showCount();
    m_filterQuery.forget();
    if (filter.words.isEmpty())
        return;
    m_filterQuery.ask(
        {},
        [filter](const std::stop_token& stop) {
            QHash<QString, QString> found;
            for (const AttemptSummary& attempt : AttemptStore(AppPaths::attemptsFolder()).list()) {
                if (stop.stop_requested())
                    break;
                if (const auto line = filter.foundIn(attempt))
                    found.insert(attempt.folder, foundText(*line, filter.words));
            }
            return found;
        },
        [this](const QHash<QString, QString>& found) {
            m_rows->acceptToo(found);
            m_table->fitColumns();
            showCount();
        });
}

// Where the selected row goes, the selection model takes a neighbour as the current one, which may be a head,
// and selects nothing.
void HistoryPage::keepSelection()
{
    if (m_rows->attemptCount() == 0 || m_table->selectionModel()->hasSelection())
        return;
    const QModelIndex current = m_table->currentIndex();
    const QModelIndex below = current.siblingAtRow(current.row() + 1);
    const QModelIndex next = m_rows->attemptAt(current) ? current
        : m_rows->attemptAt(below)                      ? below
                                                        : m_rows->firstAttempt();
    m_table->selectionModel()->setCurrentIndex(
        next, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
}

void HistoryPage::group(int choice)
{
    const auto grouping = Grouping(choice);
    m_rows->setGrouping(grouping);
    m_table->showThreads(grouping == Grouping::Threads);
    m_table->scrollTo(m_table->currentIndex());
    settings()->setValue(groupKey, groupNames[choice]);
}

// One that the filters hide is shown again: the user asked for it.
void HistoryPage::selectAttempt(int number)
{
    if (!m_model->rowOf(number))
        return;
    if (!m_rows->indexOf(number).isValid())
        m_filters->clear();
    m_table->setCurrentIndex(m_rows->indexOf(number));
    m_table->scrollTo(m_table->currentIndex());
}

QString HistoryPage::emptyText() const
{
    if (m_model->rowCount() == 0)
        return tr(
            "Every build that you start is kept here with its settings, log and findings.\nStart the first "
            "one under Build. \"Open file...\" opens a log, or a bundle from another machine.\nHere you "
            "compare attempts, continue one that failed, and see whether builds become slower.");
    AttemptFilter wordsAlone;
    wordsAlone.words = m_filters->filter().words;
    return m_filters->filter() == wordsAlone
        ? tr("No attempt contains \"%1\". \"Clear\" shows all again.").arg(m_filters->text())
        : tr("No attempt matches the filters. \"Clear\" shows all again.");
}

}
