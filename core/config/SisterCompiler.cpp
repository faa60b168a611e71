// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/SisterCompiler.h"

#include <QFileInfo>

namespace torchmason {

QString sisterCompiler(const QString& path)
{
    const QFileInfo compiler(path);
    QString name = compiler.fileName();
    name.replace(QLatin1String("clang++"), QLatin1String("clang"))
        .replace(QLatin1String("g++"), QLatin1String("gcc"))
        .replace(QLatin1String("c++"), QLatin1String("cc"));
    const QString sister = compiler.path() + QLatin1Char('/') + name;
    return name != compiler.fileName() && QFileInfo(sister).isExecutable() ? sister : QString();
}

}
