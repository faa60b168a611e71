// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

#include <QString>
#include <QStringList>

namespace torchmason {

// Makes the folders of a private apt state and writes its list of sources, taken from the machine's own
// below `etc`. Answers one line.
Result<QString> prepareAptState(
    const QString& state, const QString& suite, const QString& etc = QStringLiteral("/etc"));

// Options with which apt-get uses that state instead of the machine's.
QStringList aptOptions(const QString& state);

// The .dsc file that apt-get means by the package, "pytorch_2.6.0+dfsg-7.dsc"; empty where it does not say.
QString dscNamedByApt(const QString& apt, const QString& state, const QString& package);

}
