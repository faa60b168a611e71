// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/Probe.h"

#include <QSettings>

#include <windows.h>

namespace torchmason {

FactsChange probeSystem(const ProbeContext&)
{
    const QSettings version(
        QStringLiteral("HKEY_LOCAL_MACHINE\\SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion"),
        QSettings::NativeFormat);
    const QString build = version.value(QStringLiteral("CurrentBuildNumber")).toString();
    QString name = version.value(QStringLiteral("ProductName")).toString();
    // Windows 11 still calls itself 10 in the registry.
    if (build.toInt() >= 22000)
        name.replace(QLatin1String("Windows 10"), QLatin1String("Windows 11"));
    const QSettings files(
        QStringLiteral("HKEY_LOCAL_MACHINE\\SYSTEM\\CurrentControlSet\\Control\\FileSystem"),
        QSettings::NativeFormat);
    const QVariant longPaths = files.value(QStringLiteral("LongPathsEnabled"));
    const QString page = QStringLiteral("CP%1").arg(GetACP());
    return [name, build, longPaths, page](HostFacts& facts) {
        facts.osName = name.isEmpty() ? QStringLiteral("Windows") : name;
        facts.machine = machineName();
        facts.osBuild = build;
        facts.codePage = page;
        facts.longPathsEnabled = longPaths.isValid() && longPaths.toInt() == 1;
    };
}

}
