// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptLines.h"

#include <QWidget>

class QLabel;

namespace torchmason {

// Small values beside the charts: pressure and free disk space, where the machine tells them, and what the
// memory gate holds back, where there is one.
class ResourceBar : public QWidget {
    Q_OBJECT

public:
    explicit ResourceBar(QWidget* parent = nullptr);

    // Forgets what was shown: another attempt comes.
    void clear();
    void showSample(const Sample& sample);
    void showPeak(std::optional<Bytes> peak);

private:
    // `widest` is the longest value that is expected.
    QLabel* add(const QString& caption, const QString& spoken, const char* name, const QString& widest,
        const QString& tip);

    void showGate(const std::optional<GateSample>& gate);
    static void setValue(QLabel* label, const QString& text);

    QLabel* m_peak = nullptr;
    QLabel* m_memory = nullptr;
    QLabel* m_cpu = nullptr;
    QLabel* m_io = nullptr;
    QLabel* m_disk = nullptr;
    QLabel* m_heldBack = nullptr;
    QLabel* m_startedAgain = nullptr;
};

}
