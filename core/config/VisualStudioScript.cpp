// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/VisualStudioScript.h"

namespace torchmason {

QString vcvarsOfCompiler(const QString& path)
{
    const qsizetype tools = path.indexOf(QLatin1String("/VC/Tools/MSVC/"), 0, Qt::CaseInsensitive);
    return tools < 0 ? QString() : path.left(tools) + QStringLiteral("/VC/Auxiliary/Build/vcvars64.bat");
}

}
