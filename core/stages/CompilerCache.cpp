// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/CompilerCache.h"

#include "core/stages/GateLaunchers.h"

#include <QRegularExpression>

namespace torchmason {

QString launcherName(const QString& launcher)
{
    static const QRegularExpression separators(QStringLiteral("[/\\\\]"));
    QString name = launcher.section(separators, -1).toLower();
    if (name.endsWith(QLatin1String(".exe")))
        name.chop(4);
    return name;
}

QString ccachePrefix(const BuildRequest& request, Platform platform)
{
    const QString name = QStringLiteral("CCACHE_PREFIX");
    if (request.configuration.variable(name))
        return request.configuration.variableValue(name);
    return platform == hostPlatform() ? qEnvironmentVariable("CCACHE_PREFIX") : QString();
}

CompilerCache compilerCache(const BuildRequest& request, Platform platform)
{
    CompilerCache cache;
    if (request.generator.startsWith(QLatin1String("Visual Studio"))) // it knows no launchers
        return cache;
    QStringList warnings;
    const StageContext context { request, platform, warnings };
    for (const char* language : { "C", "CXX", "CUDA" }) {
        for (const QString& launcher :
            compilerLauncher(context, QLatin1String(language)).split(QLatin1Char(';'))) {
            const QString name = launcherName(launcher);
            if (name == QLatin1String("ccache"))
                cache.ccache = launcher;
            else if (name == QLatin1String("sccache"))
                cache.sccache = launcher;
            else if (name == QLatin1String("distcc"))
                cache.distcc = true;
        }
    }
    for (const QString& prefix : ccachePrefix(request, platform).split(QLatin1Char(' ')))
        cache.distcc
            = cache.distcc || (!cache.ccache.isEmpty() && launcherName(prefix) == QLatin1String("distcc"));
    return cache;
}

}
