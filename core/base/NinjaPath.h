// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

namespace torchmason {

// A path as ninja's log has it. On Windows CMake writes backslashes into build.ninja and into the commands
// of compilers, while ninja logs slashes. The same on all systems, so that folders and attempts of a Windows
// machine are read anywhere: on Linux a backslash could be part of a name, but CMake takes it for a slash.
inline QString ninjaPath(QString path)
{
    return path.replace(QLatin1Char('\\'), QLatin1Char('/'));
}

inline QByteArray ninjaPath(QByteArray path)
{
    return path.replace('\\', '/');
}

}
