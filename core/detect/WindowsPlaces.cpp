// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/WindowsPlaces.h"

#include "core/knowledge/VersionText.h"

#include <QDir>

#include <algorithm>

namespace torchmason {

namespace {

constexpr QLatin1String localMachine("HKEY_LOCAL_MACHINE\\");
constexpr QLatin1String currentUser("HKEY_CURRENT_USER\\");

// QDir::fromNativeSeparators() changes nothing on other systems.
QString slashed(QString path)
{
    return path.replace(QLatin1Char('\\'), QLatin1Char('/'));
}

QString below(const ProbeContext& context, const char* variable, const char* otherwise)
{
    return slashed(context.environment.value(QLatin1String(variable), QLatin1String(otherwise)));
}

QString programFiles(const ProbeContext& context)
{
    return below(context, "ProgramFiles", "C:/Program Files");
}

QString programFiles32(const ProbeContext& context)
{
    return below(context, "ProgramFiles(x86)", "C:/Program Files (x86)");
}

QString value(const ProbeContext& context, const QString& key, const QString& name = {})
{
    QString path = slashed(context.registry->text(key, name).value_or(QString()));
    while (path.endsWith(QLatin1Char('/')))
        path.chop(1);
    return path;
}

bool isNewer(const QString& left, const QString& right)
{
    return compareVersions(left, right) > 0;
}

// PEP 514: SOFTWARE\Python\COMPANY\TAG\InstallPath; "PyLauncher" is no company.
void addRegistered(const ProbeContext& context, QLatin1String hive, QVector<PythonPlace>& places)
{
    const QString python = hive + QStringLiteral("SOFTWARE\\Python");
    for (const QString& company : context.registry->keys(python)) {
        if (company == QLatin1String("PyLauncher"))
            continue;
        const QString above = python + QLatin1Char('\\') + company;
        QStringList tags = context.registry->keys(above);
        std::sort(tags.begin(), tags.end(), isNewer);
        for (const QString& tag : tags) {
            if (tag.endsWith(QLatin1String("-32")))
                continue;
            const QString key = above + QLatin1Char('\\') + tag + QStringLiteral("\\InstallPath");
            QString path = value(context, key, QStringLiteral("ExecutablePath"));
            if (path.isEmpty()) {
                const QString prefix = value(context, key);
                path = prefix.isEmpty() ? QString() : prefix + QStringLiteral("/python.exe");
            }
            const bool conda = company == QLatin1String("ContinuumAnalytics");
            places.append({ path, conda ? QStringLiteral("conda") : QString(), QStringLiteral("registry") });
        }
    }
}

void addVersions(const ProbeContext& context, const QString& parent, const QString& pattern,
    const QString& source, QVector<PythonPlace>& places)
{
    for (const QString& folder : context.folders(parent, { pattern }))
        places.append({ folder + QStringLiteral("/python.exe"), {}, source });
}

QStringList visualStudioFolders(const ProbeContext& context)
{
    QStringList folders;
    for (const QString& programs : { programFiles(context), programFiles32(context) })
        folders += context.folders(
            programs + QStringLiteral("/Microsoft Visual Studio"), { QStringLiteral("[1-9]*") });
    // Folders are called by their year up to 2022, and by the version from 18 (2026) on.
    const auto isYear = [](const QString& folder) {
        return folder.section(QLatin1Char('/'), -1).startsWith(QLatin1String("20"));
    };
    std::sort(folders.begin(), folders.end(), [&isYear](const QString& left, const QString& right) {
        return isYear(left) != isYear(right)
            ? isYear(right)
            : isNewer(left.section(QLatin1Char('/'), -1), right.section(QLatin1Char('/'), -1));
    });
    QStringList editions;
    for (const QString& folder : std::as_const(folders))
        editions += context.folders(folder, { QStringLiteral("*") });
    return editions;
}

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

QVector<PythonPlace> windowsPythons(const ProbeContext& context)
{
    QVector<PythonPlace> places;
    addRegistered(context, currentUser, places);
    addRegistered(context, localMachine, places);
    const QString home = context.homeFolder();
    const QString local = below(context, "LOCALAPPDATA", "") + QStringLiteral("/Programs/Python");
    addVersions(context, local, QStringLiteral("Python3*"), local, places);
    addVersions(context, programFiles(context), QStringLiteral("Python3*"), programFiles(context), places);
    addVersions(context, below(context, "APPDATA", "") + QStringLiteral("/uv/python"),
        QStringLiteral("cpython-3.*"), QStringLiteral("uv"), places);
    addVersions(context, home + QStringLiteral("/.pyenv/pyenv-win/versions"), QStringLiteral("3.*"),
        QStringLiteral("pyenv"), places);
    const QString shared = below(context, "ProgramData", "C:/ProgramData");
    for (const char* name : { "miniforge3", "miniconda3", "anaconda3" }) {
        const QString base = shared + QLatin1Char('/') + QLatin1String(name);
        places.append({ base + QStringLiteral("/python.exe"), QStringLiteral("conda"), base });
    }
    return places;
}

bool isStoreAlias(const QString& path)
{
    return path.contains(QLatin1String("/Microsoft/WindowsApps/"), Qt::CaseInsensitive);
}

QStringList windowsCudaRoots(const ProbeContext& context)
{
    QStringList roots
        = context.folders(programFiles(context) + QStringLiteral("/NVIDIA GPU Computing Toolkit/CUDA"),
            { QStringLiteral("v*") });
    for (const QString& name : context.environment.keys()) {
        if (name.startsWith(QLatin1String("CUDA_PATH_V"), Qt::CaseInsensitive))
            roots << QDir::cleanPath(slashed(context.environment.value(name)));
    }
    const QString key
        = localMachine + QStringLiteral("SOFTWARE\\NVIDIA Corporation\\GPU Computing Toolkit\\CUDA");
    for (const QString& version : context.registry->keys(key))
        roots << value(context, key + QLatin1Char('\\') + version, QStringLiteral("InstallDir"));
    roots.removeAll(QString());
    roots.removeDuplicates();
    return roots;
}

// Version 8 was copied into the toolkit; version 9 has a folder of its own with one below it for each CUDA:
// CUDNN/v9.10/include/12.9/cudnn_version.h.
QStringList windowsCudnnFolders(const ProbeContext& context)
{
    QStringList folders;
    QStringList versions
        = context.folders(programFiles(context) + QStringLiteral("/NVIDIA/CUDNN"), { QStringLiteral("v*") });
    std::reverse(versions.begin(), versions.end());
    for (const QString& version : versions) {
        const QString include = version + QStringLiteral("/include");
        folders << include;
        QStringList toolkits = context.folders(include, { QStringLiteral("[0-9]*") });
        std::reverse(toolkits.begin(), toolkits.end());
        folders += toolkits;
    }
    return folders;
}

QString windowsToolPlace(const ProbeContext& context, const QString& name)
{
    QStringList places;
    if (name == QLatin1String("cmake")) {
        const QString installed = value(
            context, localMachine + QStringLiteral("SOFTWARE\\Kitware\\CMake"), QStringLiteral("InstallDir"));
        if (!installed.isEmpty())
            places << installed + QStringLiteral("/bin/cmake.exe");
        places << programFiles(context) + QStringLiteral("/CMake/bin/cmake.exe");
    }
    if (name == QLatin1String("git")) {
        for (const QLatin1String hive : { localMachine, currentUser }) {
            const QString installed = value(
                context, hive + QStringLiteral("SOFTWARE\\GitForWindows"), QStringLiteral("InstallPath"));
            if (!installed.isEmpty())
                places << installed + QStringLiteral("/cmd/git.exe");
        }
        places << programFiles(context) + QStringLiteral("/Git/cmd/git.exe");
    }
    if (name == QLatin1String("ninja")) // where winget links what it unpacked
        places << below(context, "LOCALAPPDATA", "") + QStringLiteral("/Microsoft/WinGet/Links/ninja.exe");
    const QString extensions = QStringLiteral("/Common7/IDE/CommonExtensions/Microsoft/CMake/");
    for (const QString& edition : visualStudioFolders(context)) {
        if (name == QLatin1String("cmake"))
            places << edition + extensions + QStringLiteral("CMake/bin/cmake.exe");
        if (name == QLatin1String("ninja"))
            places << edition + extensions + QStringLiteral("Ninja/ninja.exe");
    }
    for (const QString& place : places) {
        if (context.exists(place))
            return place;
    }
    return {};
}

std::optional<ToolFacts> windowsSdk(const ProbeContext& context)
{
    const QString roots = QStringLiteral("Microsoft\\Windows Kits\\Installed Roots");
    QVector<std::pair<QString, QString>> places; // and their sources
    for (const QString& software :
        { QStringLiteral("SOFTWARE\\"), QStringLiteral("SOFTWARE\\WOW6432Node\\") })
        places.append({ value(context, localMachine + software + roots, QStringLiteral("KitsRoot10")),
            QStringLiteral("registry") });
    const QString usual = programFiles32(context) + QStringLiteral("/Windows Kits/10");
    places.append({ usual, usual });
    std::optional<ToolFacts> newest;
    for (const auto& [place, source] : std::as_const(places)) {
        if (place.isEmpty())
            continue;
        for (const QString& folder :
            context.folders(place + QStringLiteral("/Include"), { QStringLiteral("10.*") })) {
            const QString version = folder.section(QLatin1Char('/'), -1);
            const bool isWhole = context.exists(folder + QStringLiteral("/um/Windows.h"))
                || context.exists(folder + QStringLiteral("/um/windows.h"));
            if (isWhole && (!newest || isNewer(version, newest->version)))
                newest = ToolFacts { QStringLiteral("windows-sdk"), place, version, source };
        }
    }
    return newest;
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
