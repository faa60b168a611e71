// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

#include <QMap>
#include <QString>
#include <QStringList>
#include <QVector>

namespace torchmason {

// One PyTorch release: what its source wants. Empty text and 0 are not known, or no bound.
struct TorchRelease {
    QString version; // "2.6"
    QString released; // "2025-01-29"
    QString pythonMinimum;
    QString pythonMaximum; // newest that is officially supported
    QString pythonExperimental; // newest that is tried; empty where none is
    QStringList cudaStable; // of the official binaries
    QStringList cudaExperimental;
    QString cudaMinimum; // for source builds
    QString cudaMaximum; // newest that source builds were seen to work with
    QString cudaMaximumWhy; // one sentence with its source
    QMap<QString, QString> cudnn; // "12.8" -> "9.7.1.26", what the official binaries were built with
    QString cudnnMinimum;
    QString cudnnMaximum; // "8": any 8.x
    QString cmakeMinimum;
    bool cmakeIsSoft = false; // the minimum may be higher: it was not read in that release's tree
    bool acceptsCMake4 = true; // without CMAKE_POLICY_VERSION_MINIMUM
    int cxxStandard = 0; // 14, 17, 20
    QString gccMinimum; // "9.4"
    QString clangMinimum;
    QString visualStudioMinimum; // "2019"
    QString confidence; // "high", "medium", "low"
    QString source; // where the row is from, in words

    bool operator==(const TorchRelease&) const = default;
};

// From resources/knowledge/releases.json, which is parsed once: what release() answers lives as long as the
// program.
class ReleaseCatalogue {
public:
    static Result<ReleaseCatalogue> load();

    const QVector<TorchRelease>& releases() const { return m_releases; }
    // By "2.6", "2.6.0", "v2.6.0" or "2.6.0+dfsg"; nullptr for releases that the table lacks.
    const TorchRelease* release(const QString& version) const;
    // The newest that takes this version of CMake or cuDNN; nullptr: none.
    const TorchRelease* newestThatTakes(const QString& version, QString TorchRelease::*minimum) const;

private:
    QVector<TorchRelease> m_releases;
};

}
