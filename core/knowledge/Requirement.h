// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace torchmason {

// The lines of a requirements file that name a package, without comments, options and addresses.
QStringList requirementLines(const QByteArray& file);
// `requires` of the table [build-system].
QStringList buildSystemRequires(const QByteArray& pyproject);
// Whether pip may be asked for it: a name with versions and a condition, never an option or an address.
bool isRequirement(const QString& text);

}
