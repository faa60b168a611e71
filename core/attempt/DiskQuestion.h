// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Units.h"

#include <QString>

#include <future>

namespace torchmason {

// Whether the disk of a folder answers. One that does not keeps whoever asks it, so that is a thread of its
// own, which nobody waits for.
class DiskQuestion {
public:
    // False where no thread is to be had: it then counts as a disk that answers.
    bool ask(const QString& folder);
    // Asked, and without an answer for so long from now on.
    bool isOpen(Milliseconds longest = Milliseconds(0)) const;

private:
    std::shared_future<void> m_answer;
};

}
