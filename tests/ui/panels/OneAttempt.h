// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/AppPaths.h"
#include "tests/ui/support/FakeAttempt.h"
#include "tests/ui/support/UiTest.h"

namespace torchmason {

// A test's home folder with an attempt that compiles.
class OneAttempt {
protected:
    void makeAttempt()
    {
        m_home = freshHome();
        m_attempt = std::make_unique<FakeAttempt>(store(), QStringLiteral("Tour"), 3);
    }
    AttemptStore store() const { return AttemptStore(AppPaths::attemptsFolder()); }

    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<FakeAttempt> m_attempt;
};

}
