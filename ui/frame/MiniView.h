// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>

class QLabel;
class QPushButton;

namespace torchmason {

class ElidedLabel;
class IconLabel;
class LiveBuild;
class ProgressStrip;

// A small window above all others for the hours of a build: how far it is, how long it takes, its memory,
// errors and warnings, Stop, and the way back. Stop asks to be pressed once more. When the build ends, a
// large icon shows how, beside the cause of a failure or the wheel that was made. It keeps its place.
class MiniView : public QWidget {
    Q_OBJECT

public:
    explicit MiniView(const LiveBuild& build);

    void open();

signals:
    void stopRequested();
    // Also where it is closed: the window must not stay hidden behind nothing.
    void backRequested();

protected:
    void closeEvent(QCloseEvent* event) override;
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void createWidgets();
    void layOut();
    void refresh();
    void showFigures();
    void showEnd();
    void showStop();
    void askOrStop();
    void fitHeight();
    void restorePlace();

    const LiveBuild& m_build;
    QTimer m_clock { this };
    QTimer m_asking { this }; // runs while Stop asks to be pressed once more
    bool m_waits = false; // for its turn, when Stop was drawn last
    IconLabel* m_icon = nullptr; // while it builds
    IconLabel* m_outcome = nullptr; // when it is over
    QLabel* m_state = nullptr;
    ElidedLabel* m_name = nullptr;
    QLabel* m_steps = nullptr;
    QLabel* m_elapsed = nullptr;
    QLabel* m_left = nullptr;
    QLabel* m_memory = nullptr;
    QLabel* m_problems = nullptr;
    ElidedLabel* m_cause = nullptr; // why it failed, or what was made
    QPushButton* m_stop = nullptr;
    QPushButton* m_back = nullptr;
    ProgressStrip* m_strip = nullptr;
};

}
