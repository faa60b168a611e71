// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/LinuxFiles.h"
#include "core/detect/Probe.h"

#include <QProcess>

#include <csignal>
#ifdef __GLIBC__
#include <gnu/libc-version.h>
#endif
#include <unistd.h>

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

class NoRegistry final : public RegistryReader {
public:
    std::optional<QString> text(const QString&, const QString&) const override { return std::nullopt; }
    QStringList keys(const QString&) const override { return {}; }
};

}

std::shared_ptr<const RegistryReader> systemRegistry()
{
    return std::make_shared<NoRegistry>();
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
#ifdef __GLIBC__
        facts.tools.append({ QStringLiteral("glibc"), QString(),
            QString::fromLatin1(::gnu_get_libc_version()), QStringLiteral("gnu_get_libc_version()") });
#endif
    };
}

void isolateProbe(QProcess& process)
{
    process.setChildProcessModifier([] { ::setsid(); });
}

void killProbe(QProcess& process)
{
    // The group has the number of its first process, which is ours and not yet reaped.
    if (process.processId() > 0)
        ::kill(-pid_t(process.processId()), SIGKILL);
    process.kill();
}

}
