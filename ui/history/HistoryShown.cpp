// SPDX-License-Identifier: GPL-3.0-or-later
// Which attempts the history shows, and in which order.
#include "core/base/AppPaths.h"
#include "ui/history/AttemptTable.h"
#include "ui/history/HistoryFilters.h"
#include "ui/history/HistoryModel.h"
#include "ui/history/HistoryPage.h"
#include "ui/history/HistoryRows.h"
#include "ui/models/Settings.h"
#include "ui/widgets/Parts.h"

#include <QComboBox>

namespace torchmason {

namespace {

const QString threadsKey = QStringLiteral("history/threads");

}

void HistoryPage::createGroup()
{
    m_group = named(new QComboBox(this), "historyGroup",
        tr("Threads: attempts that go on with each other stand together"), tr("Group"));
    m_group->addItems({ tr("No groups"), tr("Threads") });
    connect(m_group, &QComboBox::currentIndexChanged, this, &HistoryPage::group);
    m_group->setCurrentIndex(settings()->value(threadsKey).toBool() ? 1 : 0);
}

// The cells are looked at at once; flags, findings and versions stand in files, which take a moment.
void HistoryPage::filter()
{
    const AttemptFilter filter = m_filters->filter();
    m_rows->setFilter(filter, m_filters->text());
    showCount();
    m_filterQuery.forget();
    if (filter.words.isEmpty())
        return;
    m_filterQuery.ask(
        {},
        [filter](const std::stop_token& stop) {
            QSet<QString> folders;
            for (const AttemptSummary& attempt : AttemptStore(AppPaths::attemptsFolder()).list()) {
                if (stop.stop_requested())
                    break;
                if (filter.accepts(attempt))
                    folders.insert(attempt.folder);
            }
            return folders;
        },
        [this](const QSet<QString>& folders) {
            m_rows->acceptToo(folders);
            showCount();
        });
}

void HistoryPage::group(int choice)
{
    m_rows->setThreaded(choice > 0);
    m_table->showThreads(choice > 0);
    m_table->scrollTo(m_table->currentIndex());
    settings()->setValue(threadsKey, choice > 0);
}

// One that the filters hide is shown again: the user asked for it.
void HistoryPage::selectAttempt(int number)
{
    const auto row = m_model->rowOf(number);
    if (!row)
        return;
    const QModelIndex source = m_model->index(*row, 0);
    if (!m_rows->mapFromSource(source).isValid())
        m_filters->clear();
    m_table->setCurrentIndex(m_rows->mapFromSource(source));
    m_table->scrollTo(m_table->currentIndex());
}

QString HistoryPage::emptyText() const
{
    if (m_model->rowCount() == 0)
        return tr("Every build that you start is kept here with its settings, log and findings.\nStart the "
                  "first one under Build.");
    AttemptFilter wordsAlone;
    wordsAlone.words = m_filters->filter().words;
    return m_filters->filter() == wordsAlone ? tr("No attempt holds “%1”.").arg(m_filters->text())
                                             : tr("No attempt is like that. “Clear” shows all again.");
}

}
