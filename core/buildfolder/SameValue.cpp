// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/buildfolder/SameValue.h"

#include "core/base/Platform.h"
#include "core/config/OptionValue.h"
#include "core/request/Configuration.h"

#include <QDir>
#include <QFileInfo>
#include <QStringList>

namespace torchmason {

namespace {

Qt::CaseSensitivity caseOfPaths()
{
    return hostPlatform() == Platform::Windows ? Qt::CaseInsensitive : Qt::CaseSensitive;
}

QString normal(const QString& path)
{
    return QDir::cleanPath(QDir::fromNativeSeparators(path));
}

// CMake makes a bare name or a relative path absolute.
bool isSamePlace(const QString& wish, const QString& result)
{
    if (isSamePath(wish, result))
        return true;
    return !QDir::isAbsolutePath(wish)
        && normal(result).endsWith(QLatin1Char('/') + normal(wish), caseOfPaths());
}

}

bool isSamePath(const QString& left, const QString& right)
{
    return normal(left).compare(normal(right), caseOfPaths()) == 0;
}

bool isSameProgram(const QString& left, const QString& right)
{
    if (isSamePath(left, right))
        return true;
    const QFileInfo file(QFileInfo(left).canonicalFilePath());
    static const QStringList launchers { QStringLiteral("ccache"), QStringLiteral("sccache"),
        QStringLiteral("distcc"), QStringLiteral("icecc") };
    return file.isFile() && !launchers.contains(file.baseName())
        && file.filePath() == QFileInfo(right).canonicalFilePath();
}

bool isSameFlagValue(const QString& wish, const QString& result)
{
    if (wish == result)
        return true;
    if (isCMakeSwitch(wish) && (isCMakeSwitch(result) || result.isEmpty()))
        return isCMakeTrue(wish) == isCMakeTrue(result);
    const bool looksLikePath = wish.contains(QLatin1Char('/')) || wish.contains(QLatin1Char('\\'))
        || result.contains(QLatin1Char('/'));
    return looksLikePath && isSamePlace(wish, result);
}

}
