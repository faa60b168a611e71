// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Core.h"
#include "core/base/Result.h"

#include <QIODevice>

namespace torchmason {

// "Cannot read /data/build.log: it is a folder." `why` is a clause, as QFile::errorString().
inline Error cannotRead(const QString& name, const QString& why)
{
    return { Core::tr("Cannot read %1: %2.").arg(name, why) };
}

inline Error cannotRead(const QString& name, const QIODevice& file)
{
    return cannotRead(name, file.errorString());
}

}
