// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/BuildNotifier.h"

#include "core/base/Core.h"
#include "core/store/AttemptRecord.h"
#include "ui/frame/LiveBuild.h"
#include "ui/models/Settings.h"
#include "ui/text/StateText.h"
#include "ui/widgets/StateMark.h"

#include <QApplication>
#include <QWidget>

#include <algorithm>
#include <utility>

namespace torchmason {

BuildNotifier::BuildNotifier(const LiveBuild& build, QWidget* window)
    : QObject(window)
    , m_build(build)
    , m_window(window)
    , m_taskbar(window)
    , m_notice([this](const DesktopNotice::Message& message) { m_desktop.show(message); })
    , m_progress([this](const TaskbarState& state) { m_taskbar.show(state); })
{
    connect(&m_desktop, &DesktopNotice::clicked, this, &BuildNotifier::clicked);
}

void BuildNotifier::refresh()
{
    TaskbarState state;
    if (m_build.isLive()) {
        m_awaited = m_build.folder();
        state.kind = m_build.percent() < 0 ? TaskbarState::Busy : TaskbarState::Percent;
        state.percent = std::max(0, m_build.percent());
    } else if (m_awaited == m_build.folder() && m_build.state()) {
        announceEnd();
    }
    if (!(std::exchange(m_shown, state) == state))
        m_progress(state);
}

void BuildNotifier::announceEnd()
{
    const AttemptRecord& record = m_build.record();
    if (!hasEnded(record.state))
        return;
    m_awaited.clear();
    if (m_window->isActiveWindow() || !settings()->value(QStringLiteral("build/notify"), true).toBool())
        return;
    const bool isGood = record.state == AttemptState::Succeeded;
    QString text = tr("Attempt %1, %2").arg(record.number).arg(record.request.profileName);
    if (record.duration)
        text = tr("%1, after %2").arg(text, formatDuration(*record.duration));
    if (!isGood && !record.firstFinding.isEmpty())
        text += QLatin1Char('\n') + shownData(record.firstFinding);
    m_notice({ tr("Build: %1").arg(stateWord(record.state).toLower()), text, markIcon(markOf(record.state)),
        !isGood });
    QApplication::alert(m_window);
}

}
