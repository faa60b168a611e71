// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/history/HistoryDetail.h"

#include "ui/panels/WheelList.h"
#include "ui/widgets/Icons.h"
#include "ui/widgets/Labels.h"

#include <QDesktopServices>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QPushButton>
#include <QUrl>
#include <QVBoxLayout>

namespace torchmason {

HistoryDetail::HistoryDetail(QWidget* parent)
    : QWidget(parent)
    , m_wheels(new WheelList(this))
    , m_open(new QPushButton(icon(QStringLiteral("folder")), tr("Open the folder"), this))
{
    setObjectName(QStringLiteral("historyDetail"));
    setAccessibleName(tr("What the selected attempt made"));
    m_open->setObjectName(QStringLiteral("historyOpenFolder"));
    m_open->setToolTip(tr("Opens the folder of the wheel in the file manager"));
    auto* line = new QHBoxLayout;
    line->setSpacing(spacing::group);
    line->addWidget(m_wheels, 1);
    line->addWidget(m_open, 0, Qt::AlignTop);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(spacing::group);
    layout->addWidget(new SeparatorLine(Qt::Horizontal, this));
    layout->addLayout(line);
    connect(m_open, &QPushButton::clicked, this, &HistoryDetail::openFolder);
    hide();
}

void HistoryDetail::showRecord(const AttemptRecord& record)
{
    m_wheels->showRecord(record);
    m_folder = record.wheels.isEmpty() ? QString() : QFileInfo(record.wheels.first().path).path();
    m_open->setVisible(!record.imported);
    setVisible(!record.wheels.isEmpty());
}

void HistoryDetail::openFolder()
{
    QDesktopServices::openUrl(QUrl::fromLocalFile(m_folder));
}

}
