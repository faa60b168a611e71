// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace torchmason::cli {

// Lines longer than `width` go on in the next one, below where their text began. Commands ("$ ...") and
// words that are longer stay whole: a path that is broken cannot be copied.
QString wrapped(const QString& text, int width);

}
