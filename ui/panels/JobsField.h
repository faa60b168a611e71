// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/FocusWheelBox.h"

#include <QElapsedTimer>
#include <QTimer>

namespace torchmason {

// How many compilers of a build run at once, to be changed while it runs. What the user types or has just
// asked for stands until the build has it.
class JobsField : public FocusWheelSpinBox {
    Q_OBJECT

public:
    explicit JobsField(QWidget* parent = nullptr);

    void forget(); // another build
    void showJobs(int jobs); // as the newest sample tells them
    void showAnswer(bool granted); // to jobsWanted()

signals:
    // Not again before showAnswer().
    void jobsWanted(int jobs);

private:
    void ask();
    bool isSampleOld() const;

    QTimer m_delay;
    int m_asked = 0; // for which there is no answer yet; 0: none
    int m_granted = 0;
    QElapsedTimer m_sinceGranted;
};

}
