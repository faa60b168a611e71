// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/NavigationBar.h"

#include "ui/text/StateText.h"
#include "ui/widgets/Icons.h"
#include "ui/widgets/StateMark.h"
#include "ui/widgets/Theme.h"

#include <QPainter>
#include <QStyle>
#include <QVBoxLayout>

#include <algorithm>

namespace torchmason {

namespace {

constexpr int usualSide = 24; // of an icon
constexpr int badgeSide = 18;

}

NavigationButton::NavigationButton(
    const QString& name, const QString& iconName, const QString& text, const QString& tip, QWidget* parent)
    : QToolButton(parent)
    , m_icon(iconName)
    , m_tip(tip)
{
    setObjectName(name);
    setText(text);
    setAccessibleName(text);
    setToolTip(tip);
    setIcon(torchmason::icon(iconName));
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize NavigationButton::sizeHint() const
{
    const int counted = m_keepsRoom ? fontMetrics().horizontalAdvance(wordsAt(99)) + 2 * spacing::inner : 0;
    return { std::max({ 76, fontMetrics().horizontalAdvance(text()) + 20, counted }),
        grown(usualSide, fontMetrics()) + fontMetrics().height() + 24 };
}

void NavigationButton::keepRoomForProgress()
{
    m_keepsRoom = true;
    updateGeometry();
}

QString NavigationButton::wordsAt(int percent) const
{
    return tr("%1 %2 %").arg(text(), QString::number(percent));
}

QString NavigationButton::words() const
{
    const bool runs = m_state && !hasEnded(*m_state);
    return runs && m_percent >= 0 ? wordsAt(m_percent) : text();
}

void NavigationButton::setCurrent(bool current)
{
    m_current = current;
    setAccessibleDescription(current ? tr("Shown now") : QString());
    update();
}

void NavigationButton::setProgress(int percent, AttemptState state, bool fails)
{
    m_percent = percent;
    m_fails = fails;
    m_state = state;
    const QString word = fails ? tr("Failing") : stateWord(state);
    const QString detail
        = percent >= 0 && state == AttemptState::Running ? tr("%1, %2 %").arg(word).arg(percent) : word;
    setAccessibleName(QStringLiteral("%1: %2").arg(text(), detail));
    setToolTip(accessibleName() + u'\n' + m_tip);
    update();
}

void NavigationButton::clearProgress()
{
    m_state.reset();
    setAccessibleName(text());
    setToolTip(m_tip);
    update();
}

QColor NavigationButton::ground() const
{
    if (m_current)
        return toneBackground(Tone::Accent, palette());
    return underMouse() ? troughColour(palette()) : palette().color(QPalette::Base);
}

void NavigationButton::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF area = QRectF(rect()).adjusted(4.5, 2.5, -4.5, -2.5);
    if (m_current || underMouse() || hasFocus()) {
        painter.setPen(hasFocus() ? QPen(toneColour(Tone::Accent, palette())) : QPen(Qt::NoPen));
        painter.setBrush(ground());
        painter.drawRoundedRect(area, 6, 6);
    }
    if (m_current)
        paintOpenBar(painter, *this);
    const int side = grown(usualSide, fontMetrics());
    const QRect picture((width() - side) / 2, 10, side, side);
    const bool running = m_state && !hasEnded(*m_state);
    if (running)
        paintRing(painter, picture);
    else if (m_current)
        torchmason::icon(m_icon, Tone::Accent).paint(&painter, picture);
    else
        icon().paint(&painter, picture);
    if (m_state && !running)
        paintBadge(painter, picture);
    painter.setPen(m_current ? toneColour(Tone::Accent, palette()) : palette().color(QPalette::WindowText));
    const QRect below(0, picture.bottom() + 5, width(), fontMetrics().height());
    style()->drawItemText(&painter, below, Qt::AlignCenter, palette(), true, words());
}

void NavigationButton::paintBadge(QPainter& painter, const QRect& picture)
{
    const int side = grown(badgeSide, fontMetrics());
    markIcon(markOf(*m_state))
        .paint(&painter, { picture.right() + 11 - side, picture.top() - 6, side, side });
}

void NavigationButton::paintRing(QPainter& painter, const QRect& area)
{
    const QRectF ring = QRectF(area).adjusted(2, 2, -2, -2);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(mixed(palette().color(QPalette::WindowText), ground(), 0.22), 3));
    painter.drawEllipse(ring);
    if (hasOneGround(palette())) {
        painter.setPen(edgeColour(palette()));
        painter.drawEllipse(ring);
    }
    painter.setPen(
        QPen(toneColour(m_fails ? Tone::Bad : Tone::Accent, palette()), 3, Qt::SolidLine, Qt::FlatCap));
    painter.drawArc(ring, 90 * 16, -qMax(m_percent, 3) * 16 * 360 / 100);
    if (m_fails) {
        const int inset = area.width() / 4;
        markIcon(Mark::Bad).paint(&painter, area.adjusted(inset, inset, -inset, -inset));
    }
}

NavigationBar::NavigationBar(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("rail"));
    const auto add
        = [this](const QString& name, const QString& iconName, const QString& text, const QString& tip) {
              auto* button = new NavigationButton(name, iconName, text, tip, this);
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
    add(QStringLiteral("railHelp"), QStringLiteral("help"), tr("Help"),
        tr("Help of the page that is shown (F1)"));
    m_buttons[Build]->keepRoomForProgress();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(2, spacing::inner, 2, spacing::inner);
    layout->setSpacing(0);
    for (int place = 0; place < m_buttons.size(); ++place) {
        if (place == Settings)
            layout->addStretch();
        layout->addWidget(m_buttons[place]);
    }
}

void NavigationBar::setPlace(Place place)
{
    for (int other = 0; other < m_buttons.size(); ++other)
        m_buttons[other]->setCurrent(other == place);
}

void NavigationBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Base));
    painter.fillRect(QStyle::visualRect(layoutDirection(), rect(), QRect(width() - 1, 0, 1, height())),
        lineColour(palette()));
}

}
