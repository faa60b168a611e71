// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/InstallLook.h"

#include "ui/models/Background.h"

namespace torchmason {

namespace {

constexpr int typingPause = 400; // milliseconds

}

InstallLook::InstallLook(QObject* parent)
    : QObject(parent)
{
    m_delay.setSingleShot(true);
    m_delay.setInterval(typingPause);
    connect(&m_delay, &QTimer::timeout, this, &InstallLook::begin);
}

bool InstallLook::look(const QString& environment)
{
    if (environment == m_asked)
        return false;
    m_asked = environment;
    if (environment.isEmpty())
        m_delay.stop();
    else
        m_delay.start();
    return true;
}

void InstallLook::begin()
{
    runInBackground(
        diskPool(), this, [environment = m_asked] { return lookAtInstallPlace(environment); },
        [this, environment = m_asked](const InstallPlace& place) {
            if (environment == m_asked)
                emit found(place);
        });
}

}
