// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/CudaPlaces.h"

namespace torchmason {

QStringList usualCudaRoots(const ProbeContext& context)
{
    QStringList roots = context.folders(QStringLiteral("/usr/local"), { QStringLiteral("cuda*") })
        + context.folders(QStringLiteral("/opt"), { QStringLiteral("cuda*") });
    // /opt/nvidia/hpc_sdk/Linux_x86_64/25.1/cuda/12.6
    const QStringList numbers { QStringLiteral("[0-9]*") };
    for (const QString& system :
        context.folders(QStringLiteral("/opt/nvidia/hpc_sdk"), { QStringLiteral("Linux_*") })) {
        for (const QString& release : context.folders(system, numbers))
            roots += context.folders(release + QStringLiteral("/cuda"), numbers);
    }
    return roots;
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
