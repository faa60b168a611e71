// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Units.h"

#include <QByteArray>
#include <QString>

#include <optional>

namespace torchmason {

// Readers of the small text files in which Linux tells about itself. Pure functions of the content.

// PRETTY_NAME of /etc/os-release, else NAME and VERSION_ID; empty where it has neither.
QString osNameFromRelease(const QByteArray& content);

struct MemoryNumbers {
    std::optional<Bytes> total;
    std::optional<Bytes> available;
    std::optional<Bytes> swapTotal;
};
MemoryNumbers memoryFromMeminfo(const QByteArray& content);

// The model and the number of different (physical id, core id) pairs in /proc/cpuinfo.
struct ProcessorNumbers {
    QString model;
    std::optional<int> physicalCores;
    int logicalCores = 0;
};
ProcessorNumbers processorFromCpuinfo(const QByteArray& content);

// How many processors a list like "0-15,20,24-31" names.
int countInCpuList(const QByteArray& list);

// A cgroup's limit file: a number of bytes; "max" and the huge numbers that mean "none" are nullopt.
std::optional<Bytes> memoryLimitFromCgroup(const QByteArray& content);

// The path of this process below the hierarchy: for version 2 of "0::/user.slice", for version 1 of the
// line whose controllers name "memory".
QString cgroupPath(const QByteArray& procSelfCgroup, const QByteArray& controller);

}
