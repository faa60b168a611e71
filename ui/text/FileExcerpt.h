// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

namespace torchmason {

// A line of a file with its neighbours, numbered, and a mark below the column: for fixed-width letters.
// Empty where there is no such line.
QString fileExcerpt(const QByteArray& text, int line, int column);

}
