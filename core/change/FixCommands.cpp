// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/change/FixCommands.h"

#include "core/base/Core.h"
#include "core/knowledge/DependencyCatalogue.h"
#include "core/knowledge/VersionText.h"

#include <optional>

namespace torchmason {

namespace {

enum class Installer {
    Apt,
    Dnf,
    Pacman,
    Zypper,
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
    if (os.contains(QLatin1String("suse")))
        return Installer::Zypper;
    return os.contains(QLatin1String("arch")) || os.contains(QLatin1String("manjaro")) ? Installer::Pacman
                                                                                       : Installer::Apt;
}

}

QString withoutSudoForRoot(const HostFacts& facts, QString command)
{
    if (facts.runsAsRoot.value_or(false))
        command.remove(QLatin1String("sudo "));
    return command;
}

QString installCommand(const HostFacts& facts, const QString& thing)
{
    const Result<DependencyCatalogue> catalogue = DependencyCatalogue::load();
    const Dependency* names = catalogue ? catalogue->named(thing) : nullptr;
    if (!names)
        return {};
    // The one of Windows serves WSL, and one of Linux would take its place (NVIDIA's guide to CUDA on WSL).
    if (thing == QLatin1String("driver") && facts.isInWsl())
        return {};
    // Ubuntu names a package per driver branch, and its own tool picks the one for the card.
    if (thing == QLatin1String("driver") && facts.osName.contains(QLatin1String("Ubuntu")))
        return withoutSudoForRoot(facts, QStringLiteral("sudo ubuntu-drivers install"));
    const auto line = [&facts](const char* command, const QString& packages) {
        return packages.isEmpty() ? QString() : withoutSudoForRoot(facts, QLatin1String(command) + packages);
    };
    switch (installerOf(facts)) {
    case Installer::Apt:
        return line("sudo apt-get install -y ", names->debian);
    case Installer::Dnf:
        return line("sudo dnf install -y ", names->fedora);
    case Installer::Pacman:
        return line("sudo pacman -S --needed ", names->arch);
    case Installer::Zypper:
        return line("sudo zypper install -y ", names->suse);
    case Installer::Winget:
        // The build tools alone hold no compiler.
        return thing == QLatin1String("compiler") ? visualStudioInstallCommand({})
                                                  : line("winget install --id ", names->winget);
    }
    return {};
}

QString driverAdvice(const HostFacts& facts, const QString& advice)
{
    return facts.isInWsl() ? advice + QLatin1Char(' ')
            + Core::tr("With WSL the driver is installed in Windows; do not install one here.")
                           : advice;
}

namespace {

constexpr QLatin1String cudaPackage("cuda-toolkit-");

// From NVIDIA's own repository; the distributions have one release each, which need not be this one.
QString cudaInstallCommand(const HostFacts& facts, const QString& version)
{
    const QString package = cudaPackage + QString(version).replace(u'.', u'-');
    switch (installerOf(facts)) {
    case Installer::Winget:
        return QStringLiteral("winget install --id Nvidia.CUDA --version ") + version;
    case Installer::Dnf:
        return withoutSudoForRoot(facts, QStringLiteral("sudo dnf install -y ") + package);
    case Installer::Zypper:
        return withoutSudoForRoot(facts, QStringLiteral("sudo zypper install -y ") + package);
    case Installer::Apt:
        return withoutSudoForRoot(facts, QStringLiteral("sudo apt-get install -y ") + package);
    case Installer::Pacman:
        break;
    }
    return {};
}

}

Change cudaInstallation(const HostFacts& facts, const QString& version)
{
    return installChange(Core::tr("Install CUDA %1").arg(version), QStringLiteral("cuda"), version,
        cudaInstallCommand(facts, version));
}

QString cudaInstallationText(const QString& version, const QString& command)
{
    const QString text = Core::tr("Install CUDA %1 and build with it.").arg(version);
    return command.contains(cudaPackage)
        ? Core::tr("%1 The package comes from NVIDIA's own repository: add that first.").arg(text)
        : text;
}

QString visualStudioInstallCommand(const QString& year)
{
    return QStringLiteral(
        "winget install --id Microsoft.VisualStudio.%1.BuildTools --override \"--wait --passive --add "
        "Microsoft.VisualStudio.Workload.VCTools --includeRecommended\"")
        .arg(year.isEmpty() ? QStringLiteral("2022") : year);
}

namespace {

// nullopt: not known
std::optional<PackagedVersions> packagedVersions(const HostFacts& facts)
{
    const auto catalogue = DependencyCatalogue::load();
    const PackagedVersions* known = catalogue ? catalogue->packagedBy(facts.osName) : nullptr;
    return known ? std::optional(*known) : std::nullopt;
}

bool isBetween(const QString& version, const QString& minimum, const QString& maximum)
{
    return !isBelow(version, minimum) && !isAbove(version, maximum);
}

}

PackagedGcc packagedGcc(const HostFacts& facts, int oldest, int newest)
{
    const Installer installer = installerOf(facts);
    const std::optional<PackagedVersions> known = packagedVersions(facts);
    // Debian's names for all versions are the same, and one of a system that is not listed may be there.
    const bool isGuess = !known && installer == Installer::Apt && oldest <= newest;
    PackagedGcc best { isGuess ? QString::number(newest) : QString(), {}, {} };
    for (const QString& version : known ? known->gcc : QStringList()) {
        if (version.toInt() >= oldest && version.toInt() <= newest && version.toInt() > best.version.toInt())
            best.version = version;
    }
    if (best.version.isEmpty() || installer == Installer::Winget)
        return {};
    const bool isFedora = facts.osName.startsWith(QLatin1String("Fedora"));
    best.program = QStringLiteral("/usr/bin/g++-%1").arg(best.version);
    if (installer == Installer::Apt)
        best.command = QStringLiteral("sudo apt-get install -y g++-%1");
    else if (installer == Installer::Pacman)
        best.command = QStringLiteral("sudo pacman -S --needed gcc%1");
    else if (installer == Installer::Zypper)
        best.command = QStringLiteral("sudo zypper install -y gcc%1-c++");
    else if (isFedora)
        best.command = QStringLiteral("sudo dnf install -y gcc%1-c++");
    else
        best.command = QStringLiteral("sudo dnf install -y gcc-toolset-%1-gcc-c++");
    if (installer == Installer::Dnf && !isFedora)
        best.program = QStringLiteral("/opt/rh/gcc-toolset-%1/root/usr/bin/g++").arg(best.version);
    best.command = withoutSudoForRoot(facts, best.command.arg(best.version));
    return best;
}

QString pythonInstallCommand(const HostFacts& facts, const QString& minimum, const QString& maximum)
{
    const QString usual = installCommand(facts, QStringLiteral("python"));
    const std::optional<PackagedVersions> known = packagedVersions(facts);
    if (!known || known->python.isEmpty() || isBetween(known->python, minimum, maximum))
        return usual;
    QString best;
    for (const QString& version : known->morePythons) {
        if (isBetween(version, minimum, maximum) && (best.isEmpty() || isAbove(version, best)))
            best = version;
    }
    if (best.isEmpty())
        return {};
    return withoutSudoForRoot(facts,
        installerOf(facts) == Installer::Zypper
            ? QStringLiteral("sudo zypper install -y python%1-devel").arg(best.remove(QLatin1Char('.')))
            : QStringLiteral("sudo dnf install -y python%1-devel").arg(best));
}

QString pythonHeadersCommand(const HostFacts& facts, const QString& version)
{
    const QString wanted = majorMinor(version);
    const QString packaged = pythonInstallCommand(facts, wanted, wanted);
    // One from elsewhere, such as deadsnakes, has packages of the same form.
    return packaged.isEmpty() && installerOf(facts) == Installer::Apt
        ? withoutSudoForRoot(facts, QStringLiteral("sudo apt-get install -y python%1-dev").arg(wanted))
        : packaged;
}

bool packagesCMake(const HostFacts& facts, const QString& minimum)
{
    const std::optional<PackagedVersions> known = packagedVersions(facts);
    return !known || known->cmake.isEmpty() || !isBelow(known->cmake, minimum);
}

QString cmakeInstallCommand(const HostFacts& facts, const QString& version)
{
    if (facts.platform == Platform::Windows)
        return installCommand(facts, QStringLiteral("cmake"));
    // Debian and its kin have venv in a package of its own.
    const QString before = installerOf(facts) == Installer::Apt
        ? withoutSudoForRoot(facts, QStringLiteral("sudo apt-get install -y python3-venv && "))
        : QString();
    return before
        + QStringLiteral("python3 -m venv ~/cmake && ~/cmake/bin/pip install \"cmake>=%1,<4\"").arg(version);
}

namespace {

// Trees ask for scikit-build-core 1.0. Debian 12, Ubuntu 22.04 and older have no package of it, and of others
// it is not known how old theirs is; one name that apt does not know, and it installs nothing at all.
bool lacksPackage(const HostFacts& facts, const QStringList& modules)
{
    const Installer installer = installerOf(facts);
    return (installer == Installer::Apt || installer == Installer::Dnf)
        && modules.contains(QLatin1String("scikit_build_core"));
}

// Distributions that manage their Python themselves refuse pip there, and have packages instead.
QString packagedModules(const HostFacts& facts, const QStringList& modules)
{
    const Installer installer = installerOf(facts);
    if (installer == Installer::Winget || installer == Installer::Zypper)
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
    return withoutSudoForRoot(facts, QLatin1String(command) + packages.join(QLatin1Char(' ')));
}

}

QString modulesCommand(const HostFacts& facts, const PythonFacts& python, const QStringList& modules)
{
    const bool isTheSystems = python.path == QLatin1String("/usr/bin/python3");
    if (isTheSystems && lacksPackage(facts, modules))
        return {};
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
