// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/detect/HostFacts.h"

#include <QByteArrayView>

namespace torchmason {

// The columns that we ask nvidia-smi for. Drivers of the R470 branch and older do not know compute_cap.
QStringList nvidiaSmiArguments(bool withCapability);

// Reads "NVIDIA GeForce RTX 5070, 12227, 576.88, 12.0" lines. "[N/A]" is a missing value. Fails where no
// line has the right shape.
Result<QVector<GpuFacts>> gpusFromNvidiaSmi(QByteArrayView output, bool withCapability);

// "Model: \t\t Tesla K40c" of /proc/driver/nvidia/gpus/*/information; empty where there is none.
QString modelFromNvidiaProc(const QByteArray& information);
// "470.256.02" out of /proc/driver/nvidia/version.
QString driverFromNvidiaProc(const QByteArray& version);

}
