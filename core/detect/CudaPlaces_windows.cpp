// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/CudaPlaces.h"

#include <QDir>

namespace torchmason {

namespace {

QString programFiles(const ProbeContext& context)
{
    return QDir::fromNativeSeparators(
        context.environment.value(QStringLiteral("ProgramFiles"), QStringLiteral("C:/Program Files")));
}

}

QStringList usualCudaRoots(const ProbeContext& context)
{
    const QString parent = programFiles(context) + QStringLiteral("/NVIDIA GPU Computing Toolkit/CUDA");
    return context.folders(parent, { QStringLiteral("v*") });
}

QStringList usualCudnnFolders(const ProbeContext& context)
{
    QStringList folders;
    const QString parent = programFiles(context) + QStringLiteral("/NVIDIA/CUDNN");
    for (const QString& version : context.folders(parent, { QStringLiteral("v*") }))
        folders << version + QStringLiteral("/include");
    return folders;
}

QString nvccName()
{
    return QStringLiteral("nvcc.exe");
}

}
