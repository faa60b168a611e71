// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/history/HistoryPage.h"

#include "core/base/AppPaths.h"
#include "core/store/AttemptStore.h"
#include "ui/models/Background.h"

#include <QListWidget>
#include <QVBoxLayout>

namespace torchmason {

HistoryPage::HistoryPage(QWidget* parent)
    : QWidget(parent)
    , m_list(new QListWidget(this))
{
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_list);
    connect(m_list, &QListWidget::itemActivated, this,
        [this](QListWidgetItem* item) { emit openRequested(item->data(Qt::UserRole).toString()); });
    refresh();
}

void HistoryPage::refresh()
{
    runInBackground(
        this, [] { return AttemptStore(AppPaths::attemptsFolder()).list(); },
        [this](const QVector<AttemptSummary>& attempts) {
            m_list->clear();
            for (const AttemptSummary& attempt : attempts) {
                auto* item = new QListWidgetItem(
                    tr("%1  %2").arg(attempt.number).arg(attempt.record.request.profileName), m_list);
                item->setData(Qt::UserRole, attempt.folder);
            }
        });
}

}
