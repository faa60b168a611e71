// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/LinuxFiles.h"
#include "core/detect/Probe.h"

namespace torchmason {

namespace {

// Containers are marked in different ways, some without a name.
QString containerName(const ProbeContext& context)
{
    if (!context.variable("KUBERNETES_SERVICE_HOST").isEmpty())
        return QStringLiteral("kubernetes");
    if (context.exists(QStringLiteral("/.dockerenv")))
        return QStringLiteral("docker");
    if (context.exists(QStringLiteral("/run/.containerenv")))
        return QStringLiteral("podman");
    const QByteArray systemd
        = context.readFile(QStringLiteral("/run/systemd/container")).value_or(QByteArray()).trimmed();
    if (!systemd.isEmpty() && systemd != "wsl") // as systemd calls WSL
        return QString::fromLatin1(systemd);
    const QString variable = context.variable("container");
    if (!variable.isEmpty())
        return variable;
    const QByteArray groups = context.readFile(QStringLiteral("/proc/1/cgroup")).value_or(QByteArray());
    for (const char* name : { "kubepods", "docker", "lxc" }) {
        if (groups.contains(QByteArray("/") + name))
            return QStringLiteral("container");
    }
    return {};
}

}

FactsChange probeEnvironment(const ProbeContext& context)
{
    QStringList found;
    if (hostPlatform() == Platform::Linux)
        found << wslFromKernel(
            context.readFile(QStringLiteral("/proc/sys/kernel/osrelease")).value_or(QByteArray()))
              << containerName(context);
    if (!context.variable("CONDA_PREFIX").isEmpty())
        found << QStringLiteral("conda");
    if (!context.variable("VIRTUAL_ENV").isEmpty())
        found << QStringLiteral("venv");
    found.removeAll(QString());
    return [found](HostFacts& facts) { facts.environment = found; };
}

}
