// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace torchmason {

// Versions are dotted text ("12.9.86"). Parts are compared as numbers, so that 2.10 is newer than 2.9;
// what follows the numbers ("2.6.0+dfsg", "3.13t") is left out of it.

// Negative, zero, positive. Missing parts count as 0.
int compareVersions(const QString& left, const QString& right);

// Only as many parts as the bound names count: 12.4.131 is not above 12.4.
bool isBelow(const QString& version, const QString& bound);
bool isAbove(const QString& version, const QString& bound);

// "12.9" of "12.9.86"; text with fewer parts stays as it is.
QString majorMinor(const QString& version);
int majorOf(const QString& version); // 0 where there is none

}
