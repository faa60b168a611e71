// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

#include <QString>
#include <QStringList>
#include <QVector>

namespace torchmason {

// One PyTorch release: what its source wants.
struct TorchRelease {
    QString version; // "2.6"
    QString pythonMinimum;
    QString pythonMaximum; // newest that is officially supported
    QString pythonExperimental; // newest that is tried; empty where none is
    QStringList cudaStable; // of the official binaries
    QStringList cudaExperimental;
    QString cudaMinimum; // for source builds; empty where not known
    QString cmakeMinimum;
    bool acceptsCMake4 = true; // without CMAKE_POLICY_VERSION_MINIMUM
    QString confidence;
};

// From resources/knowledge/releases.json.
class ReleaseCatalogue {
public:
    static Result<ReleaseCatalogue> load();

    const QVector<TorchRelease>& releases() const { return m_releases; }
    // By "2.6", "2.6.0", "v2.6.0" or "2.6.0+dfsg"; nullptr for releases that the table lacks.
    const TorchRelease* release(const QString& version) const;

private:
    QVector<TorchRelease> m_releases;
};

}
