// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>
#include <QString>

namespace torchmason {

// Opens a file for reading so that its writer may go on writing, renaming and deleting it meanwhile.
bool openWithoutLocking(QFile& file, const QString& path);

}
