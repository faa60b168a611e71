// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptLines.h"
#include "core/store/AttemptRecord.h"

#include <QFrame>

#include <optional>

class QLabel;
class QPushButton;

namespace torchmason {

class ElidedLabel;
class Figure;
class ProgressStrip;

// The state of an attempt, readable from across the room: mark and word, how far, how long, Stop.
class AttemptHeader : public QFrame {
    Q_OBJECT

public:
    explicit AttemptHeader(QWidget* parent = nullptr);

    void clear();
    void showRecord(const AttemptRecord& record, bool live);
    void showProgress(const BuildProgress& progress);
    // Advances the clock; the owner calls it a few times a second while the attempt is live.
    void tick(qint64 wallNow);
    // Stop was asked for and has not happened yet; with a sentence where asking failed.
    void setStopping(bool stopping);
    void showStopProblem(const QString& sentence);
    // Why the attempt cannot be read; empty when it can.
    void showProblem(const QString& sentence);
    int percent() const { return m_percent; } // -1 where not known

signals:
    void stopRequested();

private:
    void createWidgets();
    void layOut();
    void updateTone(AttemptState state);
    void updateFigures();

    AttemptRecord m_record;
    std::optional<BuildProgress> m_progress;
    bool m_live = false;
    bool m_stopping = false;
    int m_percent = -1;
    QLabel* m_icon = nullptr;
    QLabel* m_state = nullptr;
    ElidedLabel* m_profile = nullptr;
    Figure* m_steps = nullptr;
    Figure* m_elapsed = nullptr;
    Figure* m_left = nullptr;
    QPushButton* m_stop = nullptr;
    QLabel* m_problem = nullptr;
    ProgressStrip* m_strip = nullptr;
};

}
