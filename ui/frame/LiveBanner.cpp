// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/LiveBanner.h"

#include "core/attempt/QueueTurn.h"
#include "ui/frame/LiveBuild.h"
#include "ui/text/StateText.h"
#include "ui/widgets/StateMark.h"

#include <QAccessible>
#include <QLayout>
#include <QPushButton>
#include <QStyle>

#include <algorithm>

namespace torchmason {

LiveBanner::LiveBanner(const LiveBuild& build, QWidget* parent)
    : Banner(parent)
    , m_build(build)
{
    setObjectName(QStringLiteral("runningBanner"));
    setOneLine();
    m_show = addButton(tr("Show it"), QStringLiteral("showRunning"), {});
    setHasKey(false);
    connect(m_show, &QPushButton::clicked, this, &LiveBanner::showRequested);
    connect(this, &Banner::closed, this, [this] {
        if (!m_show->isHidden())
            m_seen = m_build.folder();
    });
    hide();
}

void LiveBanner::refresh(bool onScreen)
{
    if (m_build.isLive()) {
        m_seen.clear();
        m_wasLive = true;
    } else if (onScreen || !m_wasLive) {
        m_seen = m_build.folder(); // also where it was over before it was followed here
    }
    const bool offers = !onScreen && m_build.state() && m_build.folder() != m_seen;
    m_show->show();
    if (offers)
        showState();
    setVisible(offers);
}

void LiveBanner::tellNoBuild()
{
    m_show->hide();
    setClosable(true);
    setMessage(Tone::Neutral, tr("The small view shows a build that runs; none runs now."));
    show();
    QAccessibleEvent event(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

bool LiveBanner::offersBuild() const
{
    return !isHidden() && !m_show->isHidden();
}

void LiveBanner::setHasKey(bool hasKey)
{
    m_show->setToolTip(hasKey ? tr("Open this build (Ctrl+1)") : tr("Open this build"));
}

void LiveBanner::placeIn(const QRect& room)
{
    ensurePolished();
    layout()->activate();
    // No higher than the bar without its line: it would hang over the page. Its button is never cut.
    const int width = std::max(std::min(sizeHint().width(), room.width()), minimumSizeHint().width());
    QRect place({}, QSize(width, std::min(minimumSizeHint().height(), room.height() - 1)));
    place.moveTop(room.top() + (room.height() - 1 - place.height()) / 2);
    place.moveRight(room.right());
    setGeometry(QStyle::visualRect(layoutDirection(), room, place));
}

// No cross while it runs: the way to a running build always stays on the screen.
void LiveBanner::showState()
{
    const QString name = tr("Attempt %1, %2").arg(m_build.number()).arg(m_build.profileName());
    const AttemptState state = *m_build.state();
    setClosable(!m_build.isLive());
    if (m_build.waits())
        return setMessage(Tone::Accent, tr("%1: %2.").arg(name, waitingText(m_build.record()).toLower()));
    const int percent = m_build.percent();
    if (m_build.activity().isFailing())
        return setMessage(Tone::Bad,
            percent < 0 ? tr("%1, is failing.").arg(name)
                        : tr("%1, is failing: %2 %.").arg(name).arg(percent));
    if (m_build.isLive())
        return setMessage(Tone::Accent,
            percent < 0 ? tr("%1, is building.").arg(name)
                        : tr("%1, is building: %2 %.").arg(name).arg(percent));
    setMessage(toneOf(markOf(state)), tr("%1, is over: %2.").arg(name, stateWord(state).toLower()));
}

}
