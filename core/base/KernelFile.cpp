// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/KernelFile.h"

#include <QFile>

namespace torchmason {

QByteArray readKernelFile(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly | QIODevice::Unbuffered) ? file.readAll() : QByteArray();
}

}
