// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/history/HistoryDetail.h"

#include "ui/panels/WheelList.h"
#include "ui/widgets/Icons.h"
#include "ui/widgets/Parts.h"
#include "ui/widgets/SeparatorLine.h"

#include <QDesktopServices>
#include <QFileInfo>
#include <QPushButton>
#include <QUrl>

namespace torchmason {

HistoryDetail::HistoryDetail(QWidget* parent)
    : QWidget(parent)
    , m_wheels(new WheelList(this))
    , m_open(new QPushButton(icon(QStringLiteral("folder")), tr("Open the folder"), this))
{
    setObjectName(QStringLiteral("historyDetail"));
    setAccessibleName(tr("What the selected attempt made"));
    named(m_open, "historyOpenFolder", tr("Opens the folder of the wheel in the file manager"));
    auto* line = rowOf(spacing::group, { { m_wheels, 1 }, { m_open, 0, Qt::AlignTop } });
    columnOf(this, {}, spacing::group, { new SeparatorLine(Qt::Horizontal, this), line });
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
