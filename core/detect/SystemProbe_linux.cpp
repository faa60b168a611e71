// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/LinuxFiles.h"
#include "core/detect/Probe.h"

namespace torchmason {

namespace {

QString codePage(const QProcessEnvironment& environment)
{
    // The order in which the C library looks.
    for (const char* name : { "LC_ALL", "LC_CTYPE", "LANG" }) {
        const QString value = environment.value(QLatin1String(name));
        if (!value.isEmpty())
            return value;
    }
    return QStringLiteral("C");
}

}

FactsChange probeSystem(const ProbeContext& context)
{
    auto release = context.readFile(QStringLiteral("/etc/os-release"));
    if (!release)
        release = context.readFile(QStringLiteral("/usr/lib/os-release"));
    const QString name = release ? osNameFromRelease(*release) : QString();
    const QString kernel = QString::fromUtf8(
        context.readFile(QStringLiteral("/proc/sys/kernel/osrelease")).value_or(QByteArray()).trimmed());
    return [name, kernel, page = codePage(context.environment)](HostFacts& facts) {
        facts.osName = name.isEmpty() ? QStringLiteral("Linux") : name;
        facts.machine = machineName();
        facts.osBuild = kernel;
        facts.codePage = page;
    };
}

}
