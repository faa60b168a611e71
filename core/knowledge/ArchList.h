// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <QVector>

namespace torchmason {

struct ArchEntry {
    QString capability; // "12.0", "9.0a"
    bool ptx = false;

    bool operator==(const ArchEntry&) const = default;
};

// What TORCH_CUDA_ARCH_LIST asks for: "8.6;12.0+PTX", spaces or semicolons, also names such as "Ampere".
struct ArchList {
    QVector<ArchEntry> entries;
    QString unknown; // the first word that is neither; "Auto", "Common" and "All" leave the choice to CMake

    bool isAutomatic() const { return entries.isEmpty(); }
};
ArchList parseArchList(const QString& text);

// "8.6;12.0+PTX", as the list is written.
QString archListText(const QVector<ArchEntry>& entries, const QString& separator = QStringLiteral(";"));
// "8.6", "12.0": each once.
QStringList capabilitiesOf(const QVector<ArchEntry>& entries);

enum class ArchCoverage {
    Native, // code for this GPU, or for an older one of the same major version, which runs on it
    Ptx, // only by compiling PTX on first use
    None,
};
ArchCoverage coverageOf(const QVector<ArchEntry>& entries, const QString& capability);

// "3.5 and 3.7" of what a toolkit cannot compile: the entries that are not in its list.
QStringList notCompiledBy(const QVector<ArchEntry>& entries, const QStringList& toolkitCapabilities);

}
