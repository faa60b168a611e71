// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/logview/openWithoutLocking.h"

namespace torchmason {

bool openWithoutLocking(QFile& file, const QString& path)
{
    file.setFileName(path);
    return file.open(QIODevice::ReadOnly | QIODevice::Unbuffered);
}

}
