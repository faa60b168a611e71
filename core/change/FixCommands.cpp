// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/change/FixCommands.h"

#include "core/knowledge/DependencyCatalogue.h"

namespace torchmason {

namespace {

enum class Installer {
    Apt,
    Dnf,
    Pacman,
    Winget,
};

Installer installerOf(const HostFacts& facts)
{
    if (facts.platform == Platform::Windows)
        return Installer::Winget;
    const QString os = facts.osName.toLower();
    for (const char* name : { "fedora", "red hat", "rhel", "rocky", "alma", "centos" }) {
        if (os.contains(QLatin1String(name)))
            return Installer::Dnf;
    }
    return os.contains(QLatin1String("arch")) || os.contains(QLatin1String("manjaro")) ? Installer::Pacman
                                                                                       : Installer::Apt;
}

QString line(const char* command, const QString& packages)
{
    return packages.isEmpty() ? QString() : QLatin1String(command) + packages;
}

}

QString installCommand(const HostFacts& facts, const QString& thing)
{
    const Result<DependencyCatalogue> catalogue = DependencyCatalogue::load();
    const Dependency* names = catalogue ? catalogue->named(thing) : nullptr;
    if (!names)
        return {};
    // Ubuntu names a package per driver branch, and its own tool picks the one for the card.
    if (thing == QLatin1String("driver") && facts.osName.contains(QLatin1String("Ubuntu")))
        return QStringLiteral("sudo ubuntu-drivers install");
    switch (installerOf(facts)) {
    case Installer::Apt:
        return line("sudo apt-get install -y ", names->debian);
    case Installer::Dnf:
        return line("sudo dnf install -y ", names->fedora);
    case Installer::Pacman:
        return line("sudo pacman -S --needed ", names->arch);
    case Installer::Winget:
        // The build tools alone hold no compiler.
        return thing == QLatin1String("compiler") ? visualStudioInstallCommand({})
                                                  : line("winget install --id ", names->winget);
    }
    return {};
}

QString cudaInstallCommand(const HostFacts& facts, const QString& version)
{
    QString package = version;
    switch (installerOf(facts)) {
    case Installer::Winget:
        return QStringLiteral("winget install --id Nvidia.CUDA --version %1").arg(version);
    case Installer::Dnf:
        return QStringLiteral("sudo dnf install -y cuda-toolkit-%1")
            .arg(package.replace(QLatin1Char('.'), QLatin1Char('-')));
    case Installer::Pacman:
        return QStringLiteral("sudo pacman -S --needed cuda");
    case Installer::Apt:
        // From NVIDIA's own repository; the distributions have one version each.
        return QStringLiteral("sudo apt-get install -y cuda-toolkit-%1")
            .arg(package.replace(QLatin1Char('.'), QLatin1Char('-')));
    }
    return {};
}

QString visualStudioInstallCommand(const QString& year)
{
    return QStringLiteral(
        "winget install --id Microsoft.VisualStudio.%1.BuildTools --override \"--wait --passive --add "
        "Microsoft.VisualStudio.Workload.VCTools --includeRecommended\"")
        .arg(year.isEmpty() ? QStringLiteral("2022") : year);
}

QString cmakeInstallCommand(const HostFacts& facts, const QString& version)
{
    if (facts.platform == Platform::Windows)
        return installCommand(facts, QStringLiteral("cmake"));
    return QStringLiteral("python3 -m venv ~/cmake && ~/cmake/bin/pip install \"cmake>=%1,<4\"").arg(version);
}

namespace {

// Distributions that manage their Python themselves refuse pip there, and have packages instead.
QString packagedModules(const HostFacts& facts, const QStringList& modules)
{
    const Installer installer = installerOf(facts);
    if (installer == Installer::Winget)
        return {};
    const bool isArch = installer == Installer::Pacman;
    QStringList packages;
    for (QString module : modules) {
        if (module == QLatin1String("yaml") && installer == Installer::Dnf)
            module = QStringLiteral("pyyaml");
        if (!isArch)
            module.replace(QLatin1Char('_'), QLatin1Char('-'));
        packages << (isArch ? QStringLiteral("python-") : QStringLiteral("python3-")) + module;
    }
    const char* command = installer == Installer::Apt ? "sudo apt-get install -y "
        : isArch                                      ? "sudo pacman -S --needed "
                                                      : "sudo dnf install -y ";
    return QLatin1String(command) + packages.join(QLatin1Char(' '));
}

}

QString modulesCommand(const HostFacts& facts, const PythonFacts& python, const QStringList& modules)
{
    const bool isTheSystems = python.path == QLatin1String("/usr/bin/python3");
    const QString packaged = isTheSystems ? packagedModules(facts, modules) : QString();
    if (!packaged.isEmpty())
        return packaged;
    QStringList packages;
    for (const QString& module : modules)
        packages << (module == QLatin1String("yaml") ? QStringLiteral("pyyaml") : module);
    const bool needsQuotes = python.path.contains(QLatin1Char(' '));
    return QStringLiteral("%1 -m pip install %2")
        .arg(needsQuotes ? QLatin1Char('"') + python.path + QLatin1Char('"') : python.path,
            packages.join(QLatin1Char(' ')));
}

}
