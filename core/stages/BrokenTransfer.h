// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

namespace torchmason {

// The line by which the end of git's output says that a connection broke, so that trying again may help;
// empty where it says something else: an unknown tag stays unknown.
QString brokenTransferLine(const QByteArray& output);

}
