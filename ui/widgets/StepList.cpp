// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/StepList.h"

#include "ui/widgets/StepButton.h"

#include <QVBoxLayout>

namespace torchmason {

StepList::StepList(QWidget* parent)
    : QWidget(parent)
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(spacing::small);
}

void StepList::addStep(const QString& objectName, const QString& title)
{
    const int number = int(m_buttons.size());
    auto* button = new StepButton(number + 1, title, this);
    button->setObjectName(objectName);
    button->setEnabled(number == 0);
    connect(button, &QAbstractButton::clicked, this, [this, number] { emit stepRequested(number); });
    layout()->addWidget(button);
    m_buttons.append(button);
}

void StepList::setCurrent(int step)
{
    for (int i = 0; i < m_buttons.size(); ++i)
        m_buttons[i]->setCurrent(i == step);
}

void StepList::setReached(int step)
{
    for (int i = 0; i <= step; ++i)
        m_buttons[i]->setEnabled(true);
}

void StepList::setDetail(int step, Mark mark, const QString& detail)
{
    m_buttons[step]->setDetail(mark, detail);
}

}
