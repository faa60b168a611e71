// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/PlatformPath.h"

#include <QDir>
#include <QRegularExpression>

namespace torchmason {

bool isAbsoluteOn(Platform platform, const QString& path)
{
    if (platform == Platform::Linux)
        return path.startsWith(QLatin1Char('/'));
    const bool isDrive = path.size() >= 3 && path[0].isLetter() && path[1] == QLatin1Char(':')
        && (path[2] == QLatin1Char('/') || path[2] == QLatin1Char('\\'));
    return isDrive || path.startsWith(QLatin1String("\\\\")) || path.startsWith(QLatin1String("//"));
}

// What Windows itself makes of "//server" begins with "/", two question marks and "/".
bool isOfNetwork(const QString& path)
{
    const QString plain = QString(path).replace(QLatin1Char('\\'), QLatin1Char('/'));
    return plain.startsWith(QLatin1String("//")) || plain.startsWith(QLatin1String("/?\?/"));
}

bool isInsideOn(Platform platform, const QString& inner, const QString& outer)
{
    const auto normal = [platform](QString path) {
        if (platform == Platform::Windows)
            path = path.replace(QLatin1Char('\\'), QLatin1Char('/')).toLower();
        path = QDir::cleanPath(path);
        return path.endsWith(QLatin1Char('/')) ? path : path + QLatin1Char('/');
    };
    return normal(inner).startsWith(normal(outer));
}

bool isSameFolderOn(Platform platform, const QString& one, const QString& other)
{
    return isInsideOn(platform, one, other) && isInsideOn(platform, other, one);
}

bool namesPlace(const QString& text, Platform platform)
{
    static const QRegularExpression onLinux(
        QStringLiteral(R"((?:^|[=;,\s"'(]|-[IL]|file://|(?<!\b[A-Za-z]):)/[^/\s:;,"']+/|^/[^/\s]+$|^~/)"));
    static const QRegularExpression onWindows(
        QStringLiteral(R"((?<![A-Za-z0-9])[A-Za-z]:[\\/]|\\\\[^\\\s]+\\)"));
    return (platform == Platform::Windows ? onWindows : onLinux).match(text).hasMatch();
}

}
