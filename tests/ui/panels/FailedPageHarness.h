// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/panels/OneAttempt.h"
#include "ui/panels/AttemptView.h"

#include <QSplitter>

namespace torchmason {

// A test's home folder, and attempts in it that failed at compiling, or ended well.
class FailedPageHarness : protected OneAttempt {
protected:
    // Its words need as many times the lines.
    static Finding longFinding(int times)
    {
        Finding finding = FakeAttempt::missingWork(12);
        finding.explanation = finding.explanation.repeated(times);
        return finding;
    }

    QString attemptThat(AttemptState state, const Finding& finding) const
    {
        FakeAttempt attempt(store(), QStringLiteral("Tour"), 3);
        attempt.addLog(QStringLiteral("compile"), FakeAttempt::ninjaLines(0, 40, 100));
        attempt.endStage(QStringLiteral("compile"),
            state == AttemptState::Failed ? StageState::Failed : StageState::Succeeded, 20, 1);
        attempt.addSamples(0, 20, 4, QStringLiteral("compile"), 4000, 3);
        if (state == AttemptState::Failed)
            attempt.addFindings({ finding });
        attempt.end(state, 25);
        return attempt.folder();
    }

    static bool showsCharts(const AttemptView& view)
    {
        return findIn<QSplitter>(view, "attemptCharts")->isVisible();
    }
};

}
