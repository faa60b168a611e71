// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Units.h"

#include <QString>

#include <functional>
#include <future>

namespace torchmason {

// Whether the disk of a folder answers. One that does not keeps whoever asks it, so that is a thread of its
// own, which nobody waits for.
class DiskQuestion {
public:
    // What keeps its thread until the disk answers.
    using Look = std::function<void(const QString& folder)>;

    explicit DiskQuestion(Look look = &lookAt);
    // False where no thread is to be had: it then counts as a disk that answers.
    bool ask(const QString& folder);
    // Asked, and without an answer for so long from now on.
    bool isOpen(Milliseconds longest = Milliseconds(0)) const;

private:
    static void lookAt(const QString& folder);

    Look m_look;
    std::shared_future<void> m_answer;
};

}
