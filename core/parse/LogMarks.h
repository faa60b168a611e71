// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/request/StageCatalogue.h"

#include <QByteArrayView>
#include <QString>

#include <optional>

namespace torchmason {

// What one line of a log of others says about the stage that wrote it. Lines come without colours and
// without what a build service puts before them.
struct StageMark {
    StageKind kind = StageKind::Compile;
    // Also seen before anything is built ("import torch" in a look at the machine): decides only behind
    // configuring or compiling.
    bool isLate = false;
};

std::optional<StageMark> stageMark(QByteArrayView line);

// A command that a shell or a build service echoed ("$ cmake ...", "+ ninja", "##[group]Run make"), or that
// setup.py prints before it runs it ("cmake -GNinja ..."); empty for other lines.
QByteArrayView echoedCommand(QByteArrayView line);

enum class EndMark {
    None,
    Good, // this stage came to a good end
    Bad, // or to a bad one; what follows may be another command
    AllGood, // the whole job
    AllBad,
};
// `code`: the exit code where the line tells one.
EndMark endMark(QByteArrayView line, std::optional<int>& code);

}
