// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Platform.h"
#include "core/base/Result.h"

#include <QString>
#include <QStringList>
#include <QVector>

namespace torchmason {

// How code reaches the card: compiled for it, or from PTX by the driver on first use.
enum class CodeKind {
    Native,
    Ptx,
};

// One CUDA toolkit: what it compiles for and with. Numbers that are not known are 0, text is empty.
struct CudaToolkitInfo {
    QString version; // "12.9"
    QString released; // "2025-05"
    QStringList capabilities; // "5.0" ... "12.0a"
    QString gccMinimum; // "6"
    int gccMaximum = 0; // newest major version that host_config.h accepts
    QString clangMinimum;
    int clangMaximum = 0;
    int msvcMinimum = 0; // _MSC_VER: 1910
    int msvcMaximum = 0; // _MSC_VER: 1949
    QString msvcNewest; // "VS 2022 17.14 (MSVC 14.44)"
    QString driverLinux; // oldest driver of the release itself
    QString driverWindows;
    QString minorDriverLinux; // oldest driver that runs it by minor version compatibility
    QString minorDriverWindows;
    QString glibcMaximum; // "2.40": newer ones declare functions otherwise than its headers; empty: any
    QString cudnnMinimum; // "8.8"
    QString cudnnMaximum; // "9.10": any 9.10.x; empty where the newest works
    QString confidence; // "high", "medium", "low"
    QString source; // where the row is from, in words

    // PTX needs a driver as new as the toolkit that wrote it; minor version compatibility does not hold
    // there.
    QString minimumDriver(Platform platform, CodeKind code = CodeKind::Native) const;
};

// From resources/knowledge/cuda.json, which is parsed once: what toolkit() answers lives as long as the
// program.
class CudaCatalogue {
public:
    static Result<CudaCatalogue> load();

    const QVector<CudaToolkitInfo>& toolkits() const { return m_toolkits; }
    // By "12.9" or "12.9.86"; nullptr for releases that the table lacks.
    const CudaToolkitInfo* toolkit(const QString& version) const;
    // The version of glibc that a system comes with, by HostFacts::osName; empty where the table lacks it.
    QString glibcOf(const QString& osName) const;

private:
    QVector<CudaToolkitInfo> m_toolkits;
    QVector<std::pair<QString, QString>> m_glibc; // beginning of a system's name, version
};

}
