// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Json.h"
#include "core/base/Platform.h"
#include "core/base/Units.h"

#include <QString>
#include <QStringList>
#include <QVector>

#include <optional>

namespace torchmason {

QString chosenByUser(); // the `source` of what the user's path override named

struct GpuFacts {
    QString name;
    QString computeCapability; // "12.0"; empty where neither driver nor table knows it
    std::optional<Bytes> memory;
    QString driver; // "575.57.08"
    QString source; // "nvidia-smi", "/proc/driver/nvidia/gpus"
};

struct CudaToolkitFacts {
    QString root;
    QString nvcc; // path
    QString version; // "12.9.86"
    bool winsOnPath = false; // this nvcc is the one that PATH finds
    QString cudnn; // version found inside or beside; empty where none
    QString source;
};

struct CompilerFacts {
    QString family; // "gcc", "clang", "msvc"
    QString path;
    QString version; // "12.2.0", "19.44.35207"
    QString product; // "Visual Studio 2022 Community" for msvc
    bool isDefault = false; // what CMake would take
    QString source;
};

struct PythonFacts {
    QString path;
    QString version;
    QString kind; // "system", "venv", "conda"
    QStringList modules; // of those that a build needs, the ones that are there: "yaml", "setuptools"...
    bool isDefault = false;
    QString source;
};

// cmake, ninja, git, ccache, sccache, apt-get, dpkg-source...
struct ToolFacts {
    QString name;
    QString path;
    QString version;
    QString source;
};

struct DiskFacts {
    QString role; // "source", "build", "temp"
    QString path;
    std::optional<Bytes> free;
    std::optional<Bytes> total;
};

// What a probe could not find out, and why: "nvidia-smi did not answer within 2 s".
struct UnknownFact {
    QString probe; // "gpu", "cuda", "memory"...
    QString reason;
};

// What is known about a machine. Missing numbers are nullopt, missing text is empty; `unknown` tells
// apart "looked and there is none" from "could not look".
struct HostFacts {
    Platform platform = hostPlatform();
    QString osName; // "Debian GNU/Linux 12 (bookworm)"
    QString osBuild; // kernel or Windows build
    QString cpuModel;
    std::optional<int> physicalCores;
    std::optional<int> logicalCores;
    std::optional<int> performanceCores; // where the processor has two kinds
    std::optional<int> efficiencyCores;
    std::optional<Bytes> memoryTotal; // what this process may use: a container's limit counts
    std::optional<Bytes> memoryAvailable;
    std::optional<Bytes> swapTotal;
    QVector<GpuFacts> gpus;
    QVector<CudaToolkitFacts> cudaToolkits;
    QVector<CompilerFacts> compilers;
    QVector<PythonFacts> pythons;
    QVector<ToolFacts> tools;
    QVector<DiskFacts> disks;
    std::optional<bool> longPathsEnabled; // Windows
    QString codePage;
    QVector<UnknownFact> unknown;

    const ToolFacts* tool(const QString& name) const;
    const PythonFacts* defaultPython() const;
    const CudaToolkitFacts* winningToolkit() const;
};

// The facts document, version 1: what `doctor --json` prints and `check --host FILE` reads.
Json toJson(const HostFacts& facts);
Result<HostFacts> hostFactsFromJson(const Json& document, const QString& where);

}
