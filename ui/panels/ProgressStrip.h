// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/Theme.h"

#include <QWidget>

namespace torchmason {

// The build's steps in one bar: done (full), running (half), held back by the memory gate (dotted), waiting
// (empty).
class ProgressStrip : public QWidget {
    Q_OBJECT

public:
    explicit ProgressStrip(QWidget* parent = nullptr);

    // A total of 0 means that nothing is known: the bar stays empty.
    void setSteps(qint64 done, qint64 running, qint64 heldBack, qint64 total);
    // There was nothing to do: the bar is full.
    void setAllBuilt(bool built);
    // Why the remaining time is what it is; a second line of the tool tip.
    void setReason(const QString& reason);
    void setTone(Tone tone);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void updateToolTip();

    qint64 m_done = 0;
    qint64 m_running = 0;
    qint64 m_heldBack = 0;
    qint64 m_total = 0;
    bool m_allBuilt = false;
    QString m_reason;
    Tone m_tone = Tone::Accent;
};

}
