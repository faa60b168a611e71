// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/knowledge/OptionCatalogue.h"

#include <QString>

namespace torchmason {

// "gpu" -> "Graphics card"; an unknown group is shown by its own name.
QString flagGroupTitle(const QString& group);
// Whether an option is on or off, so that a check box edits it. Null (a free row) is not.
bool isSwitch(const OptionInfo* option);
// The type that CMake's cache gets: BOOL, PATH, FILEPATH or empty where CMake may decide.
QString cmakeTypeOf(const OptionInfo* option);
// A sentence where the knowledge of an option or its cost is uncertain; else empty. Null: no cost is shown.
QString uncertaintyText(const OptionInfo& option, const OptionCost* cost);

}
