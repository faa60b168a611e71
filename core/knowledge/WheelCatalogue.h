// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Platform.h"
#include "core/base/Result.h"
#include "core/knowledge/ArchList.h"

#include <QString>
#include <QVector>

namespace torchmason {

// One official wheel of a release, for all the Pythons that the release has wheels for.
struct OfficialWheel {
    QString release; // "2.8"
    QString newest; // "2.8.0": its last patch release
    Platform platform = Platform::Linux;
    QString machine; // "x86_64", "aarch64"
    QString variant; // "cu128", "cpu": the last part of the index's address
    QString cuda; // "12.8"; empty without CUDA
    QVector<ArchEntry> archs; // what its kernels were compiled for
    QString confidence; // "low": not seen published
    QString source;

    bool hasCuda() const { return !cuda.isEmpty(); }
};

// From resources/knowledge/wheels.json, which is parsed once; releases from old to new.
class WheelCatalogue {
public:
    static Result<WheelCatalogue> load();

    const QVector<OfficialWheel>& wheels() const { return m_wheels; }

private:
    QVector<OfficialWheel> m_wheels;
};

}
