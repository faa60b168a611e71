// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Platform.h"
#include "core/change/CheckRow.h"

#include <QString>

#include <optional>

// What keeps a build from ending with a wheel although one is wished for.
namespace torchmason {

struct BuildRequest;
struct Configuration;

// The only folder below the source that a wheel is packed from.
QString wheelBuildFolder(const QString& sourceFolder);
// Why none can be packed from what this request builds, the end of a sentence; empty: one can. `taken`: see
// takenConfiguration().
QString reasonAgainstWheel(const BuildRequest& request, const Configuration& taken, Platform platform);
// Where the request is meant to end with a wheel and none can come of it, or where one is to be installed and
// none is made: a row that stops the build, instead of hours that end without it.
std::optional<CheckRow> missingWheelRow(
    const BuildRequest& request, const Configuration& taken, Platform platform);

}
