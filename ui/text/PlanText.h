// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/fixes/RequestDifference.h"
#include "core/stages/StagePlan.h"

#include <QSet>
#include <QString>
#include <QStringList>

namespace torchmason {

// The commands of a stage for reading and copying, one below the other.
QString stageCommandsText(const Stage& stage, Platform platform);
// The variables that the processes of the stage get beside ours, "NAME=value" on a line, each once.
QString stageEnvironmentText(const Stage& stage);
// "3 commands", "skipped: the source tree is already there".
QString stageSummary(const Stage& stage);

// "USE_CUDA: OFF (profile: ON)"; secrets are masked.
QString changeText(const RequestDifference& change);

// CMake's own command of a build, for reading and copying.
struct ConfigureText {
    QStringList lines; // one definition a line, each but the last continued; variables first
    QSet<int> differing; // lines that differ from the profile

    QString text() const { return lines.join(u'\n'); }
};

// `plain` is the configuration of the profile without edits. Secrets in the environment are masked.
ConfigureText configureText(
    const StagePlan& plan, const Configuration& configuration, const Configuration& plain, Platform platform);

}
