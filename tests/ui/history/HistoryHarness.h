// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/AppPaths.h"
#include "tests/ui/support/FakeAttempt.h"
#include "tests/ui/support/UiTest.h"
#include "ui/history/HistoryPage.h"

#include <QTableView>

namespace torchmason {

// What tests of the history's actions begin with.
class HistoryHarness {
protected:
    std::unique_ptr<QTemporaryDir> m_home;

    AttemptStore store() const { return AttemptStore(AppPaths::attemptsFolder()); }
    static QTableView* tableOf(HistoryPage& page) { return page.findChild<QTableView*>("historyTable"); }
    // Two attempts that differ by a flag; the first one failed.
    void makeTwo()
    {
        FakeAttempt first(store(), "Tour", 30);
        first.record().request.configuration.setFlag({ "USE_CUDA", "ON", {} });
        first.addFindings({ FakeAttempt::missingWork(3) });
        first.addSamples(0, 10, 4, "compile", 1000, 2);
        first.end(AttemptState::Failed, 10);
        FakeAttempt second(store(), "Tour", 3);
        second.record().request.configuration.setFlag({ "USE_CUDA", "OFF", {} });
        second.end(AttemptState::Succeeded, 95);
    }
};

}
