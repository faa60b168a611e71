// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/Placeholders.h"

#include "core/base/Core.h"
#include "core/config/PythonChoice.h"
#include "core/config/ReleaseNeeds.h"
#include "core/config/ToolkitChoice.h"
#include "core/knowledge/VersionText.h"
#include "core/profile/Candidates.h"

#include <QFileInfo>
#include <QRegularExpression>

namespace torchmason {

namespace {

// Facts of no real machine are of the system that is asked about.
bool isOfNobody(const HostFacts& facts)
{
    return facts.osName.isEmpty();
}

Platform targetPlatform(const Profile& profile, const HostFacts& facts)
{
    return isOfNobody(facts) || profile.platforms.contains(facts.platform)
        ? facts.platform
        : profile.platforms.value(0, facts.platform);
}

bool isForAnotherMachine(const Profile& profile, const HostFacts& facts)
{
    return isOfNobody(facts) || !profile.platforms.contains(facts.platform);
}

// "No Python 3.10 to 3.13"
QString noneOf(const QString& what, const QString& minimum, const QString& maximum)
{
    const QString range = rangeText(minimum, maximum);
    return Core::tr("No %1").arg(range.isEmpty() ? what : what + QLatin1Char(' ') + range);
}

void assume(Placeholders& placeholders, const QString& name, const QString& place, const QString& none)
{
    placeholders.values[name] = place;
    placeholders.assumptions[name] = Core::tr("%1 is known; %2 is assumed.").arg(none, place);
}

// What the checks tell to install, where the profile takes it; empty where it names no range.
QString cudaToAssume(const Profile& profile, const Configuration& configuration, const SourceSpec& source,
    const HostFacts& facts)
{
    const ProfileNeeds& needs = profile.needs;
    const QString own = needs.cudaMaximum.isEmpty() ? needs.cudaMinimum : needs.cudaMaximum;
    const QStringList archs = capabilitiesOf(parseArchList(archListOf(configuration)).entries);
    const QString advised = adviseToolkit(facts, profile, source, archs);
    return !own.isEmpty() && isInRange(advised, needs.cudaMinimum, needs.cudaMaximum) ? advised : own;
}

void putCuda(Placeholders& placeholders, const Profile& profile, const Configuration& configuration,
    const SourceSpec& source, const HostFacts& facts)
{
    const QString name = QStringLiteral("cuda");
    // The checks say what another release does not take.
    const bool isOther = isOtherRelease(profile, source);
    const auto choose = isOther ? toolkitToTake : fittingToolkit;
    if (const CudaToolkitFacts* toolkit = choose(facts, profile.needs, source, configuration)) {
        placeholders.values[name] = toolkit->root;
        return;
    }
    const ProfileNeeds& needs = profile.needs;
    const QString version = majorMinor(cudaToAssume(profile, configuration, source, facts));
    const QString none = isOther ? Core::tr("No CUDA toolkit")
                                 : noneOf(Core::tr("CUDA toolkit"), needs.cudaMinimum, needs.cudaMaximum);
    assume(placeholders, name, usualCuda(version, targetPlatform(profile, facts)), none);
    if (!isForAnotherMachine(profile, facts))
        placeholders.problems[name] = Core::tr("%1 was found; install one or choose its nvcc.").arg(none);
}

void putPython(Placeholders& placeholders, const Profile& profile, const Configuration& configuration,
    const SourceSpec& source, const HostFacts& facts)
{
    const QString name = QStringLiteral("python");
    const ProfileNeeds needs = needsFor(profile, source);
    const PythonChoice choice = choosePython(facts, needs, configuration);
    const bool isNamed = choice.from == QLatin1String("you") || choice.from == QLatin1String("profile");
    // The checks say what another release does not take.
    const bool fits = choice.facts
        && (isOtherRelease(profile, source)
            || isInRange(choice.facts->version, needs.pythonMinimum, needs.pythonMaximum));
    if (isNamed || fits) {
        placeholders.values[name] = choice.path;
        return;
    }
    const QString none = noneOf(QStringLiteral("Python"), needs.pythonMinimum, needs.pythonMaximum);
    assume(placeholders, name, usualPython(targetPlatform(profile, facts)), none);
    if (!isForAnotherMachine(profile, facts))
        placeholders.problems[name] = Core::tr("%1 was found; install one or choose its path.").arg(none);
}

void putVenv(Placeholders& placeholders, const Profile& profile, const HostFacts& facts)
{
    const QString name = QStringLiteral("venv");
    for (const PythonFacts& python : facts.pythons) {
        if ((python.kind != QLatin1String("venv") && python.kind != QLatin1String("conda"))
            || isStandby(python))
            continue;
        // bin/python, Scripts/python.exe; conda on Windows has python.exe at its root.
        const QString folder = QFileInfo(python.path).path();
        const QString last = QFileInfo(folder).fileName().toLower();
        const bool nested = last == QLatin1String("bin") || last == QLatin1String("scripts");
        placeholders.values[name] = nested ? QFileInfo(folder).path() : folder;
        return;
    }
    assume(placeholders, name, usualVenv(targetPlatform(profile, facts)), Core::tr("No virtual environment"));
    if (!isForAnotherMachine(profile, facts))
        placeholders.problems[name] = Core::tr(
            "No virtual environment is active; make one with \"python -m venv FOLDER\" and activate it.");
}

}

QString usualCuda(const QString& version, Platform platform)
{
    if (platform == Platform::Windows)
        return QStringLiteral("C:/Program Files/NVIDIA GPU Computing Toolkit/CUDA")
            + (version.isEmpty() ? QString() : QStringLiteral("/v") + version);
    return QStringLiteral("/usr/local/cuda") + (version.isEmpty() ? QString() : QLatin1Char('-') + version);
}

QString usualPython(Platform platform)
{
    return platform == Platform::Windows ? QStringLiteral("C:/venv/Scripts/python.exe")
                                         : QStringLiteral("/usr/bin/python3");
}

QString usualVenv(Platform platform)
{
    return platform == Platform::Windows ? QStringLiteral("C:/venv") : QStringLiteral("/opt/venv");
}

QString usualFolder(const QString& profileId, const QString& last, Platform platform)
{
    static const QRegularExpression odd(QStringLiteral("[^A-Za-z0-9_-]"));
    const QString work = platform == Platform::Windows ? QStringLiteral("C:/torchmason")
                                                       : QStringLiteral("/var/tmp/torchmason");
    return QStringLiteral("%1/%2/%3").arg(work, QString(profileId).replace(odd, QStringLiteral("-")), last);
}

QString sisterCompiler(const QString& path)
{
    const QFileInfo compiler(path);
    QString name = compiler.fileName();
    name.replace(QLatin1String("clang++"), QLatin1String("clang"))
        .replace(QLatin1String("g++"), QLatin1String("gcc"))
        .replace(QLatin1String("c++"), QLatin1String("cc"));
    const QString sister = compiler.path() + QLatin1Char('/') + name;
    return name != compiler.fileName() && QFileInfo(sister).isExecutable() ? sister : QString();
}

QString vcvarsOfCompiler(const QString& path)
{
    const qsizetype tools = path.indexOf(QLatin1String("/VC/Tools/MSVC/"), 0, Qt::CaseInsensitive);
    return tools < 0 ? QString() : path.left(tools) + QStringLiteral("/VC/Auxiliary/Build/vcvars64.bat");
}

QString Placeholders::fill(const QString& text, QStringList& unresolved) const
{
    static const QRegularExpression placeholder(QStringLiteral(R"(\$\{([a-z]+)\})"));
    QString filled;
    qsizetype from = 0;
    for (auto matches = placeholder.globalMatch(text); matches.hasNext();) {
        const auto match = matches.next();
        const QString name = match.captured(1);
        filled += text.mid(from, match.capturedStart() - from);
        filled += values.contains(name) ? values.value(name) : match.captured();
        from = match.capturedEnd();
        if (!values.contains(name) || assumptions.contains(name))
            unresolved << name;
    }
    return filled + text.mid(from);
}

Placeholders machinePlaceholders(const Profile& profile, const Configuration& configuration,
    const HostFacts& facts, const SourceSpec& source)
{
    Placeholders placeholders;
    putCuda(placeholders, profile, configuration, source, facts);
    putPython(placeholders, profile, configuration, source, facts);
    putVenv(placeholders, profile, facts);
    return placeholders;
}

}
