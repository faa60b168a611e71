// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/CheckRow.h"
#include "core/solver/ProfileRanking.h"
#include "core/store/AttemptRecord.h"
#include "ui/text/Mark.h"

#include <QString>

#include <optional>

// States as the window shows them: a mark and a word.
namespace torchmason {

Mark markOf(CheckState state);
Mark markOf(const CheckVerdict& verdict); // of all rows together
Mark markOf(AttemptState state);
Mark markOf(const AttemptRecord& record); // also of one that waits its turn
// As StageStanding has it.
Mark markOf(StageState state, AttemptState attempt);
Mark markOf(ProfileFit fit);

QString stateWord(CheckState state); // "good", "to know", "to fix", "not known"
QString stateWord(AttemptState state); // "Running", "Succeeded"...
QString stateWord(const AttemptRecord& record); // "Waiting" before its turn has come
QString stateWord(StageState state, AttemptState attempt);
QString fitWord(ProfileFit fit);

// What ends an attempt that runs, or waits.
QString stopWord(bool waits); // "Leave the queue"
QString stopHelp(bool waits);

// Where an attempt comes from that did not run here: the name of an icon, which takes less room beside a name
// than words do, and these: "from a log".
struct AttemptSource {
    const char* icon = nullptr;
    QString words;
};
std::optional<AttemptSource> sourceOf(const AttemptRecord& record);

}
