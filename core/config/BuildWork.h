// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/BuildChoice.h"
#include "core/detect/HostFacts.h"
#include "core/knowledge/EstimateCatalogue.h"

#include <optional>

namespace torchmason {

// What kind of file a part mostly is: that decides on the memory of a job.
enum class WorkKind { Cpp, Cuda, Attention, Sample };

struct WorkItem {
    const WorkPart* part = nullptr;
    Span times { 1, 1 }; // a range where the number of architectures is not known
    WorkKind kind = WorkKind::Cpp;
};

// What a configuration compiles, in parts that the table of estimates knows.
struct BuildWork {
    QVector<WorkItem> items;
    QString unknown; // why it cannot be said, one sentence; empty where it can
    QStringList words; // "2 architectures", "flash attention"
};
// Whether a tree is there that is not PyTorch's. What is fetched, or not read yet, may be.
bool isOtherProject(const BuildChoice& choice);
BuildWork workOf(const BuildChoice& choice, const EstimateCatalogue& catalogue);

// Whether these kernels are compiled: by the flag, for an architecture that has them, by a compiler that can.
bool compilesFlashAttention(const BuildChoice& choice);
bool compilesMemoryEfficientAttention(const BuildChoice& choice);

const JobMemory* memoryOf(WorkKind kind, const EstimateCatalogue& catalogue);
// "Release", "Debug"... as CMake takes it.
QString buildTypeOf(const BuildChoice& choice);

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
