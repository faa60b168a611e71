// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/WindowsPlaces.h"

namespace torchmason {

namespace {

constexpr QLatin1String machineKey("HKEY_LOCAL_MACHINE\\");

// Not the one of this process, which asked for UTF-8: the one that cl, link and cmd write in.
QString codePage(const RegistryReader& registry)
{
    const auto page
        = registry.text(machineKey + QStringLiteral("SYSTEM\\CurrentControlSet\\Control\\Nls\\CodePage"),
            QStringLiteral("ACP"));
    return page && !page->isEmpty() ? QStringLiteral("CP") + *page : QString();
}

// Windows 11 still calls itself 10 in the registry.
QString systemName(const RegistryReader& registry, const QString& build)
{
    constexpr int firstOfWindows11 = 22000;
    QString name = registry
                       .text(machineKey + QStringLiteral("SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion"),
                           QStringLiteral("ProductName"))
                       .value_or(QStringLiteral("Windows"));
    if (build.toInt() >= firstOfWindows11)
        name.replace(QLatin1String("Windows 10"), QLatin1String("Windows 11"));
    return name;
}

// Another product's scanner switches Defender off or makes it passive.
std::optional<bool> defenderScans(const RegistryReader& registry)
{
    const QString defender = machineKey + QStringLiteral("SOFTWARE\\Microsoft\\Windows Defender");
    if (registry.keys(defender).isEmpty())
        return std::nullopt;
    const auto isSet = [&](const QString& key, const QString& name) {
        return registry.text(key, name).value_or(QString()).toInt() != 0;
    };
    return !isSet(defender, QStringLiteral("DisableAntiSpyware"))
        && !isSet(defender, QStringLiteral("DisableAntiVirus"))
        && !isSet(defender, QStringLiteral("PassiveMode"))
        && !isSet(
            defender + QStringLiteral("\\Real-Time Protection"), QStringLiteral("DisableRealtimeMonitoring"));
}

}

FactsChange probeWindowsSystem(const ProbeContext& context)
{
    const RegistryReader& registry = *context.registry;
    const QString build
        = registry
              .text(machineKey + QStringLiteral("SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion"),
                  QStringLiteral("CurrentBuildNumber"))
              .value_or(QString());
    const auto longPaths
        = registry.text(machineKey + QStringLiteral("SYSTEM\\CurrentControlSet\\Control\\FileSystem"),
            QStringLiteral("LongPathsEnabled"));
    const auto sdk = windowsSdk(context);
    return [name = systemName(registry, build), build, longPaths, sdk, page = codePage(registry),
               scans = defenderScans(registry)](HostFacts& facts) {
        facts.osName = name;
        facts.osBuild = build;
        facts.machine = machineName();
        facts.codePage = page;
        facts.longPathsEnabled = longPaths.value_or(QString()).toInt() == 1;
        facts.defenderScans = scans;
        if (sdk)
            facts.tools.append(*sdk);
    };
}

}
