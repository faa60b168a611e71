// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/process/ProcessRunner.h"
#include "tests/support/Patience.h"

#include <QTest>

namespace torchmason {

constexpr int longEnough = 30000; // milliseconds, only ever waited for in full by a failing test

// A runner and what it told of its end.
struct WatchedRunner {
    ProcessRunner runner;
    ProcessEnd end;
    int ends = 0;

    WatchedRunner()
    {
        QObject::connect(&runner, &ProcessRunner::finished, &runner, [this](const ProcessEnd& told) {
            end = told;
            ++ends;
        });
    }
    bool wait()
    {
        return QTest::qWaitFor([this] { return ends > 0; }, longEnough);
    }
    bool isReady()
    {
        return QTest::qWaitFor([this] { return runner.output().contains("ready") || ends > 0; }, longEnough)
            && ends == 0;
    }
};

}
