// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/ProgressStrip.h"

#include "ui/text/TipText.h"

#include <QLocale>
#include <QPainter>
#include <QPainterPath>
#include <QStringList>

#include <algorithm>
#include <utility>

namespace torchmason {

ProgressStrip::ProgressStrip(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("progressStrip"));
    setAccessibleName(tr("Progress"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ProgressStrip::setSteps(qint64 done, qint64 running, qint64 heldBack, qint64 total)
{
    m_done = done;
    m_running = running;
    m_heldBack = heldBack;
    m_total = total;
    updateToolTip();
    update();
}

void ProgressStrip::setAllBuilt(bool built)
{
    if (std::exchange(m_allBuilt, built) == built)
        return;
    updateToolTip();
    update();
}

void ProgressStrip::setReason(const QString& reason)
{
    if (std::exchange(m_reason, reason) != reason)
        updateToolTip();
}

void ProgressStrip::updateToolTip()
{
    const QLocale locale;
    const QString waiting = locale.toString(std::max<qint64>(0, m_total - m_done - m_running - m_heldBack));
    const QString text = m_heldBack > 0
        ? tr("%1 done, %2 running, %3 held back, %4 waiting")
              .arg(locale.toString(m_done), locale.toString(m_running), locale.toString(m_heldBack), waiting)
        : tr("%1 done, %2 running, %3 waiting")
              .arg(locale.toString(m_done), locale.toString(m_running), waiting);
    QStringList lines;
    if (m_total > 0)
        lines << text;
    else if (m_allBuilt)
        lines << tr("Everything was built already");
    if (!m_reason.isEmpty())
        lines << m_reason;
    const QString words = lines.join(u'\n');
    setToolTip(tipText(words));
    setAccessibleDescription(words);
}

void ProgressStrip::setTone(Tone tone)
{
    m_tone = tone;
    update();
}

QSize ProgressStrip::sizeHint() const
{
    return QSize(200, 12);
}

void ProgressStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (isRightToLeft()) { // it fills from where lines begin
        painter.translate(width(), 0);
        painter.scale(-1, 1);
    }
    QPainterPath shape;
    shape.addRoundedRect(QRectF(rect()), 4, 4);
    painter.setClipPath(shape);
    painter.setPen(edgeColour(palette())); // all that there is to do
    painter.setBrush(troughColour(palette()));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 3.5, 3.5);
    const QColor full = toneColour(m_tone, palette());
    if (m_total <= 0) {
        if (m_allBuilt)
            painter.fillRect(rect(), full);
        return;
    }
    const auto at = [this](qint64 steps) {
        return double(width()) * double(std::min(steps, m_total)) / double(m_total);
    };
    const double done = at(m_done);
    // A single running step among thousands must still be seen.
    const double running = m_running > 0 ? std::max(3.0, at(m_done + m_running) - done) : 0;
    QColor half = full;
    half.setAlpha(110);
    painter.fillRect(QRectF(0, 0, done, height()), full);
    painter.fillRect(QRectF(done, 0, running, height()), half);
    painter.fillRect(QRectF(done, 0, running, height()), QBrush(full, Qt::BDiagPattern));
    const double held = at(m_done + m_running + m_heldBack) - at(m_done + m_running);
    painter.fillRect(QRectF(done + running, 0, held, height()), QBrush(full, Qt::Dense6Pattern));
}

}
