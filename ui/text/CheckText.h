// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/CheckRow.h"

#include <QString>

namespace torchmason {

// "Ready for RTX 5070" or "2 things to fix, 1 to know".
QString verdictHeadline(const CheckVerdict& verdict, const QString& profileName);
// "graphics" -> "Graphics".
QString checkGroupTitle(const QString& group);
// Name of the icon of a group.
QString checkGroupIcon(const QString& group);

}
