// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redact/PrivateNames.h"

#include <QByteArray>
#include <QVector>

namespace torchmason {

// The names of users and computers that are not ASCII, as bytes of the code pages in which tools of Windows
// write: so they stand in logs that are no UTF-8.
QVector<QByteArray> namesInCodePages(const PrivateNames& names);

}
