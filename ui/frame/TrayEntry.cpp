// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/TrayEntry.h"

#include "ui/frame/LiveBuild.h"
#include "ui/text/StateText.h"
#include "ui/widgets/Icons.h"
#include "ui/widgets/StateMark.h"

#include <QGuiApplication>
#include <QMenu>
#include <QPainter>

namespace torchmason {

namespace {

constexpr int side = 64; // pixels; the tray makes it smaller

}

TrayEntry::TrayEntry(const LiveBuild& build, const QList<QAction*>& actions, QObject* parent)
    : QObject(parent)
    , m_build(build)
    , m_menu(std::make_unique<QMenu>())
{
    m_state = m_menu->addAction(QString());
    m_state->setObjectName(QStringLiteral("trayState"));
    m_state->setEnabled(false);
    m_menu->addSeparator();
    m_menu->addActions(actions);
    m_icon.setContextMenu(m_menu.get());
    connect(&m_icon, &QSystemTrayIcon::activated, this, [this](QSystemTrayIcon::ActivationReason reason) {
        if (reason != QSystemTrayIcon::Context)
            emit clicked();
    });
}

TrayEntry::~TrayEntry() = default;

void TrayEntry::refresh(bool isSeen)
{
    m_isWanted = m_build.state() && (m_build.isLive() || (m_isWanted && !isSeen));
    if (m_isWanted) {
        const QString words = m_build.isLive() ? m_build.words() : stateWord(m_build.record());
        m_state->setText(words);
        m_icon.setToolTip(tr("Torchmason: %1, %2").arg(words, m_build.profileName()));
        m_icon.setIcon(picture());
    }
    if (QSystemTrayIcon::isSystemTrayAvailable())
        m_icon.setVisible(m_isWanted);
}

// The program's icon with a bar while it is known how far the build is, or with how it stands.
QIcon TrayEntry::picture() const
{
    QPixmap pixmap(side, side);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    applicationIcon().paint(&painter, QRect(0, 0, side, side));
    const int percent = m_build.percent();
    const QPalette palette = QGuiApplication::palette();
    if (percent < 0) {
        const QRect corner(side / 2, side / 2, side / 2, side / 2);
        painter.setPen(Qt::NoPen);
        painter.setBrush(palette.color(QPalette::Base));
        painter.drawEllipse(corner);
        markIcon(markOf(m_build.record())).paint(&painter, corner.adjusted(3, 3, -3, -3));
        return pixmap;
    }
    constexpr int height = 14;
    const QRect bar(0, side - height, side, height);
    painter.fillRect(bar, palette.color(QPalette::Base));
    painter.fillRect(
        bar.adjusted(2, 2, -2 - (side - 4) * (100 - percent) / 100, -2), toneColour(Tone::Accent, palette));
    return pixmap;
}

}
