// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/CacheWish.h"

#include "core/base/Core.h"
#include "core/knowledge/VersionText.h"

#include <QRegularExpression>
#include <QUrl>

#include <algorithm>
#include <iterator>
#include <utility>

namespace torchmason {

namespace {

constexpr std::pair<const char*, const char*> belowCachesFolder[]
    = { { "CCACHE_DIR", "/ccache" }, { "SCCACHE_DIR", "/sccache" } };

QString programOf(const HostFacts& facts, const QString& name)
{
    const ToolFacts* tool = facts.tool(name);
    return tool ? tool->path : name;
}

void setLauncher(Configuration& configuration, const char* language, const QString& launcher)
{
    configuration.setFlag({ QStringLiteral("CMAKE_%1_COMPILER_LAUNCHER").arg(QLatin1String(language)),
        launcher, QStringLiteral("STRING"), ValueOrigin::User });
}

QStringList launchersOf(const Configuration& configuration, const char* language)
{
    return configuration.flagValue(QStringLiteral("CMAKE_%1_COMPILER_LAUNCHER").arg(QLatin1String(language)))
        .split(QLatin1Char(';'), Qt::SkipEmptyParts);
}

void setVariable(Configuration& configuration, const char* name, const QString& value)
{
    configuration.setEnvironment({ QLatin1String(name), value, ValueOrigin::User });
}

// A password alone is redis://PASSWORD@HOST to ccache and redis://:PASSWORD@HOST to sccache.
QString redisLoginFor(const QString& storage, bool withColon)
{
    static const QRegularExpression alone(QStringLiteral("^(rediss?://):?([^:@/]+)@"));
    return QString(storage).replace(
        alone, withColon ? QStringLiteral("\\1:\\2@") : QStringLiteral("\\1\\2@"));
}

Result<void> setCcacheStorage(Configuration& configuration, const QString& storage, const HostFacts& facts)
{
    const ToolFacts* ccache = facts.tool(QStringLiteral("ccache"));
    const bool isOld
        = ccache && !ccache->version.isEmpty() && isBelow(ccache->version, QStringLiteral("4.7"));
    setVariable(configuration, isOld ? "CCACHE_SECONDARY_STORAGE" : "CCACHE_REMOTE_STORAGE",
        redisLoginFor(storage, false));
    return {};
}

Result<void> setSccacheStorage(Configuration& configuration, const QString& storage)
{
    const QString scheme = QUrl(storage).scheme();
    if (scheme == QLatin1String("redis") || scheme == QLatin1String("rediss"))
        setVariable(configuration, "SCCACHE_REDIS", redisLoginFor(storage, true));
    else if (scheme == QLatin1String("http") || scheme == QLatin1String("https"))
        setVariable(configuration, "SCCACHE_WEBDAV_ENDPOINT", storage);
    else
        return Error { Core::tr(
            "sccache shares its cache over redis:// or http:// addresses, not over %1://.")
                           .arg(scheme) };
    return {};
}

}

QStringList cacheWishes()
{
    return { QStringLiteral("none"), QStringLiteral("ccache"), QStringLiteral("sccache"),
        QStringLiteral("distcc"), QStringLiteral("ccache+distcc") };
}

QString cacheTitle(const QString& wish)
{
    return wish == QLatin1String("none") ? Core::tr("none")
                                         : QString(wish).replace(QLatin1String("+"), Core::tr(" and "));
}

QString cacheOf(const Configuration& configuration)
{
    QStringList names = launchersOf(configuration, "CXX");
    for (QString& name : names)
        name = launcherName(name);
    const QString prefix = configuration.variableValue(QStringLiteral("CCACHE_PREFIX"));
    if (names.contains(QLatin1String("ccache")) && !prefix.isEmpty())
        names << launcherName(prefix.section(u' ', -1));
    if (!names.isEmpty())
        return names.join(u'+');
    const FlagValue* flag = configuration.flag(QStringLiteral("USE_CCACHE"));
    return !flag ? QString() : isCMakeTrue(flag->value) ? QStringLiteral("ccache") : QStringLiteral("none");
}

QStringList missingCaches(const Configuration& configuration, const HostFacts& facts)
{
    QStringList missing;
    for (const char* language : { "C", "CXX", "CUDA" }) {
        for (const QString& launcher : launchersOf(configuration, language)) {
            const bool isCache = launcher == QLatin1String("ccache") || launcher == QLatin1String("sccache");
            const bool isUnknown = std::any_of(facts.unknown.begin(), facts.unknown.end(),
                [&launcher](const UnknownFact& fact) { return fact.probe == launcher; });
            if (isCache && !isUnknown && !facts.tool(launcher))
                missing << launcher;
        }
    }
    missing.removeDuplicates();
    return missing;
}

QString launcherName(const QString& launcher)
{
    static const QRegularExpression separators(QStringLiteral("[/\\\\]"));
    QString name = launcher.section(separators, -1).toLower();
    if (name.endsWith(QLatin1String(".exe")))
        name.chop(4);
    return name;
}

Result<void> applyCacheWish(
    Configuration& configuration, const QString& wish, const QString& storage, const HostFacts& facts)
{
    if (!cacheWishes().contains(wish))
        return Error { Core::tr("There is no compiler cache \"%1\"; there are %2.")
                           .arg(wish, cacheWishes().join(QLatin1String(", "))) };
    const bool isCcache = wish.startsWith(QLatin1String("ccache"));
    const QString launcher
        = wish == QLatin1String("none") ? QString() : programOf(facts, wish.section(QLatin1Char('+'), 0, 0));
    for (const char* language : { "C", "CXX" })
        setLauncher(configuration, language, launcher);
    setLauncher(configuration, "CUDA", wish == QLatin1String("distcc") ? QString() : launcher);
    if (wish == QLatin1String("none") || wish == QLatin1String("distcc"))
        configuration.setFlag({ QStringLiteral("USE_CCACHE"), QStringLiteral("OFF"), QStringLiteral("BOOL"),
            ValueOrigin::User });
    if (wish == QLatin1String("ccache+distcc"))
        setVariable(configuration, "CCACHE_PREFIX", programOf(facts, QStringLiteral("distcc")));
    if (storage.isEmpty())
        return {};
    if (isCcache)
        return setCcacheStorage(configuration, storage, facts);
    if (wish == QLatin1String("sccache"))
        return setSccacheStorage(configuration, storage);
    return Error {
        Core::tr("Shared storage needs a compiler cache: ccache or sccache, not \"%1\".").arg(wish)
    };
}

void applyCachesFolder(
    Configuration& configuration, const QString& folder, const QProcessEnvironment& environment)
{
    for (const auto& [variable, below] : belowCachesFolder) {
        const QString name = QLatin1String(variable);
        if (!folder.isEmpty() && !configuration.variable(name) && !environment.contains(name))
            setVariable(configuration, variable, folder + QLatin1String(below));
    }
}

bool isOfCachesFolder(const EnvironmentValue& variable)
{
    return std::any_of(
        std::begin(belowCachesFolder), std::end(belowCachesFolder), [&variable](const auto& one) {
            return variable.name == QLatin1String(one.first) && variable.value
                && variable.value->endsWith(QLatin1String(one.second));
        });
}

}
