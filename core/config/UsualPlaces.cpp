// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/UsualPlaces.h"

#include <QFileInfo>
#include <QRegularExpression>

namespace torchmason {

QString usualCuda(const QString& version, Platform platform)
{
    if (platform == Platform::Windows)
        return QStringLiteral("C:/Program Files/NVIDIA GPU Computing Toolkit/CUDA")
            + (version.isEmpty() ? QString() : QStringLiteral("/v") + version);
    return QStringLiteral("/usr/local/cuda") + (version.isEmpty() ? QString() : QLatin1Char('-') + version);
}

QString usualPython(Platform platform)
{
    return platform == Platform::Windows ? QStringLiteral("C:/venv/Scripts/python.exe")
                                         : QStringLiteral("/usr/bin/python3");
}

QString usualVenv(Platform platform)
{
    return platform == Platform::Windows ? QStringLiteral("C:/venv") : QStringLiteral("/opt/venv");
}

QString usualFolder(const QString& profileId, const QString& last, Platform platform)
{
    static const QRegularExpression odd(QStringLiteral("[^A-Za-z0-9_-]"));
    const QString work = platform == Platform::Windows ? QStringLiteral("C:/torchmason")
                                                       : QStringLiteral("/var/tmp/torchmason");
    return QStringLiteral("%1/%2/%3").arg(work, QString(profileId).replace(odd, QStringLiteral("-")), last);
}

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

QString vcvarsOfCompiler(const QString& path)
{
    const qsizetype tools = path.indexOf(QLatin1String("/VC/Tools/MSVC/"), 0, Qt::CaseInsensitive);
    return tools < 0 ? QString() : path.left(tools) + QStringLiteral("/VC/Auxiliary/Build/vcvars64.bat");
}

}
