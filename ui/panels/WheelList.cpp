// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/WheelList.h"

#include "ui/panels/WheelView.h"
#include "ui/widgets/Theme.h"

#include <QVBoxLayout>

#include <algorithm>

namespace torchmason {

WheelList::WheelList(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("wheels"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(spacing::inner);
}

void WheelList::showRecord(const AttemptRecord& record)
{
    while (m_views.size() > record.wheels.size())
        delete m_views.takeLast();
    while (m_views.size() < record.wheels.size()) {
        m_views.append(new WheelView(this));
        layout()->addWidget(m_views.last());
        connect(m_views.last(), &WheelView::looked, this, &WheelList::looked);
    }
    for (qsizetype i = 0; i < m_views.size(); ++i)
        m_views[i]->showWheel(record.wheels[i], record);
    setVisible(!m_views.isEmpty());
}

bool WheelList::areAllThere() const
{
    return !m_views.isEmpty()
        && std::all_of(m_views.begin(), m_views.end(), [](const WheelView* view) { return view->isThere(); });
}

}
