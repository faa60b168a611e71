// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace torchmason {

// The name that `name` may be a misspelling of: the one of `names` that is fewest letters away, at most one
// in four of them and never more than three; capitals do not count. Empty where none is, and where two are
// equally near.
QString nearestName(const QString& name, const QStringList& names);

}
