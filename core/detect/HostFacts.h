// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Json.h"
#include "core/base/Platform.h"
#include "core/base/Units.h"
#include "core/detect/TrialFacts.h"

#include <QHash>
#include <QMap>
#include <QString>
#include <QStringList>
#include <QVector>

#include <optional>

namespace torchmason {

QString chosenByUser(); // the `source` of what the user's path override named

// A program that the user chose and that did not answer has no version.

// `rest` holds the members of a facts file that this version does not know; they are written back.

struct GpuFacts {
    QString name; // "NVIDIA card 10de:2f04" where no table knows the number
    QString computeCapability; // "12.0"; empty where neither driver nor table knows it
    std::optional<Bytes> memory;
    QString driver; // version of NVIDIA's driver, "575.57.08"; empty where it does not serve the card
    QString source; // "nvidia-smi", "PCI"
    QString pci = {}; // "0000:01:00.0"
    QString kernelDriver = {}; // "nvidia", "nouveau", "vfio-pci", "none"; empty: not known
    Json rest = {};

    // false: the card is there, but programs cannot use it until NVIDIA's driver has it.
    bool isServed() const;
};

struct CudaToolkitFacts {
    QString root;
    QString nvcc; // path
    QString version; // "12.9.86"; empty where its nvcc printed none
    bool winsOnPath = false; // this nvcc is the one that PATH finds
    QString cudnn; // version found inside or beside; empty where none
    QString source;
    // Which of these name it: CUDACXX, CUDA_HOME, CUDA_PATH, CONDA_PREFIX and PATH. CMake asks CUDACXX and
    // then PATH, PyTorch's own modules ask CUDA_HOME and CUDA_PATH: where they differ a build mixes two
    // toolkits.
    QStringList namedBy = {};
    Json rest = {};
};

struct CompilerFacts {
    QString family; // "gcc", "clang", "msvc"
    QString path;
    QString version; // "12.2.0", "19.44.35207"
    QString product; // "Visual Studio 2022 Community" for msvc
    bool isDefault = false; // what CMake would take
    QString source;
    QString realPath = {}; // what stands behind links such as those of update-alternatives
    // msvc: all toolsets of this Visual Studio, newest first: "14.44.35207", "14.29.30133".
    QStringList toolsets = {};
    QStringList otherPaths = {}; // further names of it: "/usr/bin/g++-14" beside "/usr/bin/c++"
    Json rest = {};
};

struct PythonFacts {
    QString path;
    QString version;
    QString kind; // "system", "venv", "conda"
    QStringList modules; // of those that a build needs, the ones that are there: "yaml", "setuptools"...
    bool isDefault = false;
    QString source;
    QMap<QString, QString> packages = {}; // build packages by their name on PyPI: "numpy" -> "2.1.0"
    std::optional<bool> headers = {}; // Python.h is there
    QString tag = {}; // "cp312"; "cp313t" for a free-threaded one
    Json rest = {};
};

// `kind` as in PythonFacts and InstallPlace. Other programs rely on such a Python.
bool isSystemPython(const QString& kind);

// cmake, ninja, git, ccache, sccache, apt-get, dpkg-source, windows-sdk...
struct ToolFacts {
    QString name;
    QString path;
    QString version;
    QString source;
    Json rest = {};
};

struct DiskFacts {
    QString role; // "source", "build", "temp"
    QString path;
    std::optional<Bytes> free;
    std::optional<Bytes> total;
    Json rest = {};
};

// What a probe could not find out, and why: "nvidia-smi did not answer within 2 s". A variable that names
// nothing is one, too, under its own name: "CUDA_HOME". Checks read the reasons about variables and about
// chosen programs again, so those are not translated.
struct UnknownFact {
    QString probe; // "gpu", "cuda", "memory"...
    QString reason;
    Json rest = {};
};

// What an earlier build on this machine took on its disk.
struct BuiltFolder {
    QString folder; // the build folder
    Bytes size = 0; // of it
    Bytes beside = 0; // what packing its wheel may have written elsewhere

    bool operator==(const BuiltFolder&) const = default;
};

// What is known about a machine. Missing numbers are nullopt, missing text is empty; `unknown` tells
// apart "looked and there is none" from "could not look".
struct HostFacts {
    Platform platform = hostPlatform();
    QString osName; // "Debian GNU/Linux 12 (bookworm)"
    QString osBuild; // kernel or Windows build
    QString machine; // "x86_64", "aarch64"; empty: not known
    QString cpuModel;
    std::optional<int> physicalCores;
    std::optional<int> logicalCores; // those that we may use: a container's quota and an affinity count
    std::optional<int> coresOfMachine; // logical ones, where there are more than we may use
    QString limitedBy; // what keeps us from them: "cpu.max", "cpu.cfs_quota_us", "affinity"
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
    std::optional<bool> defenderScans; // Windows: Microsoft Defender looks at every file that is written
    std::optional<bool> runsAsRoot; // Linux: our own process has root's rights, so no command needs sudo
    QStringList environment; // where we run: "wsl2", "docker", "container", "conda", "venv"...
    QVector<TrialFacts> trials; // what was tried here, and still holds
    QVector<UnknownFact> unknown;
    QHash<QString, BuiltFolder> builtFolders; // by workKey(); no part of the document
    Json rest = {};
    bool isElsewhere = false; // another machine's: disks and variables of this one say nothing about it

    bool isInWsl() const; // of either version
    Platform platformOfDriver() const; // WSL has that of Windows
    bool isHere() const { return platform == hostPlatform() && !isElsewhere; }
    const ToolFacts* tool(const QString& name) const;
    const PythonFacts* defaultPython() const;
    const CudaToolkitFacts* winningToolkit() const;
};

// "gcc 12.2.0", wherever a compiler is named; empty where it said nothing.
QString compilerName(const CompilerFacts& compiler);

// What `environment` says of the machine, as people write it: "WSL 2" for "wsl2"; empty for the rest of it
// ("conda", "venv").
QString surroundingName(const QString& id);

constexpr int factsVersion = 1;

// The facts document, version 1: what `doctor --json` prints and `check --host FILE` reads; docs/facts.md
// describes it. A list or figure that the document leaves out becomes an UnknownFact.
Json toJson(const HostFacts& facts);
Result<HostFacts> hostFactsFromJson(const Json& document, const QString& where);

// Facts as people bring them from another machine, in whatever their shell wrote: PowerShell's ">" writes
// UTF-16, others put a mark in front. `where` names them in errors.
Result<HostFacts> factsFromText(const QByteArray& content, const QString& where);
Result<HostFacts> readFactsFile(const QString& path);

}
