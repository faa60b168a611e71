// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/BuildChoice.h"
#include "core/estimate/Estimate.h"
#include "core/knowledge/EstimateCatalogue.h"

#include <optional>

namespace torchmason {

// What published and own measurements of other machines let expect: for the first build on a machine. The
// ranges are wide, because the measurements are few. `treeIsThere`: nothing is fetched.
BuildEstimate estimateFromTable(const BuildChoice& choice, bool treeIsThere);

// Seconds of all jobs together from configuring to the end, as far as the table knows; with the reason why
// it does not.
struct TableTime {
    std::optional<Span> seconds;
    QString reason;
};
TableTime timeFromTable(const BuildChoice& choice, const EstimateCatalogue& catalogue);

// Bytes of the build folder alone; nullopt where nothing is known.
std::optional<Span> buildFolderFromTable(const BuildChoice& choice);
// Bytes of the source where it has to be fetched; nullopt where nothing is fetched.
std::optional<Span> fetchedTree(const BuildChoice& choice);

}
