// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/detect/HostFacts.h"
#include "core/knowledge/EstimateCatalogue.h"

#include <optional>

namespace torchmason {

// The cores that a build may use, by kind.
struct ProcessorCores {
    int full = 0; // performance cores, or all where there is one kind
    int efficiency = 0;
    int secondThreads = 0;

    int threads() const { return full + efficiency + secondThreads; }
};
// nullopt where the number of processors is not known.
std::optional<ProcessorCores> coresOf(const HostFacts& facts);

// What so many jobs do at once, in full cores. A job takes a performance core first, then an efficiency core,
// then the second thread of one. Never less for more jobs.
Span fullCores(const ProcessorCores& cores, double jobs, const EstimateCatalogue& catalogue);
// "24 cores, 8 of them performance cores"
QString coresText(const ProcessorCores& cores);

}
