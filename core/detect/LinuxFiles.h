// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <optional>

namespace torchmason {

// Readers of small text files of Linux. Pure functions of the content.

// PRETTY_NAME of /etc/os-release, else NAME and VERSION_ID; empty where it has neither.
QString osNameFromRelease(const QByteArray& content);

// The model and the number of different (physical id, core id) pairs in /proc/cpuinfo.
struct ProcessorNumbers {
    QString model;
    std::optional<int> physicalCores;
    int logicalCores = 0;
};
ProcessorNumbers processorFromCpuinfo(const QByteArray& content);

// "microsoft" in the kernel's release: "wsl2", "wsl1"; empty elsewhere.
QString wslFromKernel(const QByteArray& release);

// Programs that are put before a compiler, or behind links with its name: ccache, sccache, distcc...
bool isCompilerLauncher(const QString& program);
// "/opt/g++" of "ccache /opt/g++ -m64", as CC and CXX may hold; empty where there is only a launcher.
QString compilerInVariable(const QString& value);

}
