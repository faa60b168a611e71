// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/CudaPlaces.h"
#include "core/detect/WindowsPlaces.h"

namespace torchmason {

QStringList usualCudaRoots(const ProbeContext& context)
{
    return windowsCudaRoots(context);
}

QStringList usualCudnnFolders(const ProbeContext& context)
{
    return windowsCudnnFolders(context);
}

QString nvccName()
{
    return QStringLiteral("nvcc.exe");
}

}
