// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/Rail.h"

#include "ui/frame/RailButton.h"
#include "ui/widgets/Theme.h"

#include <QPainter>
#include <QVBoxLayout>

namespace torchmason {

Rail::Rail(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("rail"));
    const auto add
        = [this](const QString& name, const QString& iconName, const QString& text, const QString& tip) {
              auto* button = new RailButton(name, iconName, text, tip, this);
              const auto place = Place(m_buttons.size());
              connect(button, &QToolButton::clicked, this, [this, place] { emit placeRequested(place); });
              m_buttons.append(button);
          };
    add(QStringLiteral("railBuild"), QStringLiteral("build"), tr("Build"),
        tr("Prepare or watch a build (Ctrl+1)"));
    add(QStringLiteral("railHistory"), QStringLiteral("history"), tr("History"),
        tr("Past attempts (Ctrl+2)"));
    add(QStringLiteral("railProfiles"), QStringLiteral("profiles"), tr("Profiles"),
        tr("All profiles (Ctrl+3)"));
    add(QStringLiteral("railMachine"), QStringLiteral("machine"), tr("Machine"),
        tr("What this machine has (Ctrl+4)"));
    add(QStringLiteral("railSettings"), QStringLiteral("settings"), tr("Settings"), tr("Settings (Ctrl+,)"));
    add(QStringLiteral("railHelp"), QStringLiteral("help"), tr("Help"), tr("Help (F1)"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(2, spacing::inner, 2, spacing::inner);
    layout->setSpacing(0);
    for (int place = 0; place < m_buttons.size(); ++place) {
        if (place == Settings)
            layout->addStretch();
        layout->addWidget(m_buttons[place]);
    }
}

void Rail::setPlace(Place place)
{
    m_buttons[place]->setChecked(true);
}

void Rail::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Base));
    painter.fillRect(QRect(width() - 1, 0, 1, height()), lineColour(palette()));
}

}
