// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

class QWidget;

namespace torchmason {

struct TaskbarState {
    enum Kind {
        None,
        Busy, // it works, and the percentage is not known
        Percent,
    };

    Kind kind = None;
    int percent = 0;

    bool operator==(const TaskbarState&) const = default;
};

// A bar at the window's icon: Windows' taskbar; on Linux the docks that know Unity's launcher interface (KDE,
// Ubuntu and others). Where there is none, nothing happens.
class TaskbarProgress {
public:
    explicit TaskbarProgress(QWidget* window);
    ~TaskbarProgress();

    void show(const TaskbarState& state);

private:
    struct Bar;
    std::unique_ptr<Bar> m_bar;
};

}
