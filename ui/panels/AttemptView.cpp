// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/AttemptView.h"

#include "ui/models/AttemptFeed.h"

#include <QLabel>
#include <QVBoxLayout>

namespace torchmason {

AttemptView::AttemptView(QWidget* parent)
    : QWidget(parent)
    , m_title(new QLabel(this))
{
    m_title->setObjectName(QStringLiteral("attemptTitle"));
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_title);
    layout->addStretch();
}

AttemptView::~AttemptView() = default;

void AttemptView::openAttempt(const QString& folder)
{
    m_folder = folder;
    m_feed = std::make_unique<AttemptFeed>(folder);
    connect(m_feed.get(), &AttemptFeed::recordRead, this, &AttemptView::showRecord);
}

void AttemptView::showRecord(const AttemptRecord& record, bool live)
{
    m_live = live;
    m_title->setText(record.request.profileName);
    emit titleChanged(tr("Attempt %1: %2").arg(record.number).arg(record.request.profileName));
    emit progressChanged(-1, record.state);
}

}
