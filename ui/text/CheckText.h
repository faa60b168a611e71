// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/CheckRow.h"

#include <QString>

namespace torchmason {

// "graphics" -> "Graphics".
QString checkGroupTitle(const QString& group);
// As the forms of the review call it: "Source folder".
QString fieldName(BuildField field);
// Name of the icon of a group.
QString checkGroupIcon(const QString& group);

}
