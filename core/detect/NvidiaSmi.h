// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/detect/HostFacts.h"

#include <QByteArrayView>

namespace torchmason {

// The columns that we ask nvidia-smi for. Drivers of the R470 branch and older do not know compute_cap.
QStringList nvidiaSmiArguments(bool withCapability);

// What nvidia-smi said: cards, and every line that is none.
struct NvidiaSmiReading {
    QVector<GpuFacts> gpus;
    QStringList strangeLines;

    bool refusesField() const; // 'Field "compute_cap" is not a valid field to query.'
};

// Reads lines like "00000000:01:00.0, NVIDIA GeForce RTX 5070, 12227, 576.88, 12.0". "[N/A]" and whatever
// else stands in brackets is a missing value; a line without a name is strange.
NvidiaSmiReading readNvidiaSmi(QByteArrayView output, bool withCapability);

// "0000:01:00.0" for "00000000:01:00.0" and "0000:01:00.0"; empty for what is no address.
QString pciAddress(const QString& text);

}
