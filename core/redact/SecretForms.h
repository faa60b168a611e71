// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QVector>

namespace torchmason {

// Shorter ones are found everywhere: masking them would take the log apart and hide nothing.
constexpr qsizetype shortestSecret = 6;

// A secret as it is: the whole and, where it has several, each of its lines; of a JSON document, such as
// Google's credentials, the members whose names speak of secrets. Only what is long enough.
QVector<QByteArray> plainForms(const QByteArray& secret);

// What programs make of one plain form on its way into a log: base64 at each of the three alignments that
// it can have inside something longer, percent-encoded, escaped for JSON and C, quoted for shells, in the
// code pages of the system, and in UTF-16. The search ignores case, so one case of each will do.
QVector<QByteArray> writtenForms(const QByteArray& plain);

}
