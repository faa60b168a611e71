// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptRecord.h"

namespace torchmason {

// The wheel of an attempt, which is installed where somebody asks for it: the last one that it packed. Null
// where it packed none; lives as long as the record.
const WheelRecord* wheelToInstall(const AttemptRecord& record);

// `wheels` is the folder that pip takes packages from, and from nowhere else. One that is not there is
// refused.

// The attempt that puts the wheel of an earlier one into an environment: its install stage alone. Without
// `wheels`, packages come from where the build had them. Fails with a sentence where that one packed no
// wheel, or it is not there any more, for which the whole file is read.
Result<BuildRequest> requestToInstall(
    const AttemptRecord& record, const InstallTarget& target, const QString& wheels = {});

// The attempt that takes back what an earlier one installed. Whether there is something to take back, and
// what, lookAtInstallUndo() tells. Without `wheels`, what was replaced comes from where it had come from, or
// the index. Fails with a sentence where that one installed nothing.
Result<BuildRequest> requestToTakeBack(const AttemptRecord& record, const QString& wheels = {});

// Whether an attempt that ended well was to pack a wheel of everything and packed none.
bool lacksWheel(const AttemptRecord& record);
// Why a plan leaves the wheel out, the end of a sentence; empty: it does not, or gives no reason.
QString whyWithoutWheel(const StagePlan& plan);
// "No wheel was made: ..."; empty where it lacks none.
QString noWheelText(const AttemptRecord& record);

}
