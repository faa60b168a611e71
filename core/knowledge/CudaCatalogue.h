// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Platform.h"
#include "core/base/Result.h"

#include <QString>
#include <QStringList>
#include <QVector>

namespace torchmason {

// One CUDA toolkit: what it compiles for and with. Numbers that are not known are 0, text is empty.
struct CudaToolkitInfo {
    QString version; // "12.9"
    QStringList capabilities; // "5.0" ... "12.0a"
    int gccMaximum = 0; // newest major version that host_config.h accepts
    int clangMaximum = 0;
    int msvcMaximum = 0; // _MSC_VER: 1949
    QString msvcNewest; // "VS 2022 17.14 (MSVC 14.44)"
    QString driverLinux; // oldest driver of the release itself
    QString driverWindows;
    QString minorDriverLinux; // oldest driver that runs it by minor version compatibility
    QString minorDriverWindows;
    QString confidence; // "high", "medium", "low"

    QString minimumDriver(Platform platform) const;
};

// From resources/knowledge/cuda.json.
class CudaCatalogue {
public:
    static Result<CudaCatalogue> load();

    const QVector<CudaToolkitInfo>& toolkits() const { return m_toolkits; }
    // By "12.9" or "12.9.86"; nullptr for releases that the table lacks.
    const CudaToolkitInfo* toolkit(const QString& version) const;
    // The newest that compiles for all of them; nullptr where none does.
    const CudaToolkitInfo* newestFor(const QStringList& capabilities) const;

private:
    QVector<CudaToolkitInfo> m_toolkits;
};

}
