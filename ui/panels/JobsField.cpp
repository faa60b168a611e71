// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/JobsField.h"

#include <QSignalBlocker>

namespace torchmason {

namespace {

constexpr int mostJobs = 4096;
constexpr qint64 staleSamples = 3000; // milliseconds
constexpr int pause = 400; // milliseconds after the last step, so that five quick steps make one request

}

JobsField::JobsField(QWidget* parent)
    : FocusWheelSpinBox(parent)
{
    setObjectName(QStringLiteral("jobsNow"));
    setRange(1, mostJobs);
    setKeyboardTracking(false);
    setAccessibleName(tr("Jobs of this build"));
    setToolTip(tr("How many compilers run at once, from now on"));
    m_delay.setSingleShot(true);
    m_delay.setInterval(pause);
    connect(this, &QSpinBox::valueChanged, this, [this] { m_delay.start(); });
    connect(&m_delay, &QTimer::timeout, this, &JobsField::ask);
}

void JobsField::forget()
{
    m_asked = 0;
    m_sinceGranted.invalidate();
    m_delay.stop();
}

void JobsField::ask()
{
    if (m_asked > 0) // one request at a time, so that the last one holds
        return m_delay.start();
    m_asked = value();
    emit jobsWanted(m_asked);
}

void JobsField::showAnswer(bool granted)
{
    if (granted) {
        m_granted = m_asked;
        m_sinceGranted.start();
    }
    m_asked = 0;
}

// Samples that were taken before the answer still come.
bool JobsField::isSampleOld() const
{
    return m_sinceGranted.isValid() && !m_sinceGranted.hasExpired(staleSamples);
}

void JobsField::showJobs(int jobs)
{
    const int now = isSampleOld() ? m_granted : jobs;
    if (m_asked > 0 || m_delay.isActive() || value() == now)
        return;
    const QSignalBlocker block(this);
    setValue(now);
}

}
