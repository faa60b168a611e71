// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/CheckRow.h"

#include <QStringList>
#include <QVector>

namespace torchmason {

class BuildDraft;

// A check that fails, and the flags and variables at which it is mended.
struct FlagCheck {
    CheckRow row;
    QStringList names;

    bool operator==(const FlagCheck&) const = default;
};

// What stands in the way and is about a value that the page of flags shows, whoever set it. Nothing before
// all of the machine is known.
QVector<FlagCheck> failedFlagChecks(const BuildDraft& draft);

}
