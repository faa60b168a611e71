// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/CudaPlaces.h"

namespace torchmason {

QStringList usualCudaRoots(const ProbeContext& context)
{
    return context.folders(QStringLiteral("/usr/local"), { QStringLiteral("cuda*") })
        + context.folders(QStringLiteral("/opt"), { QStringLiteral("cuda*") });
}

QStringList usualCudnnFolders(const ProbeContext&)
{
    return { QStringLiteral("/usr/include"), QStringLiteral("/usr/include/x86_64-linux-gnu"),
        QStringLiteral("/usr/include/aarch64-linux-gnu"), QStringLiteral("/usr/local/include") };
}

QString nvccName()
{
    return QStringLiteral("nvcc");
}

}
