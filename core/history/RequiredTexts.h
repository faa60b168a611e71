// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>
#include <QVector>

namespace torchmason {

// Fixed texts of which one at least stands, in letters of either case, in every text that a Perl-like regular
// expression matches: for "\d+: (fatal )?(error|warning)" those are "error" and "warning". Empty where
// nothing is known; all are ASCII.
QVector<QByteArray> requiredTexts(const QString& expression);

}
