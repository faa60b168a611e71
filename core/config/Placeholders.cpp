// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/Placeholders.h"

#include "core/config/PythonChoice.h"
#include "core/knowledge/VersionText.h"
#include "core/profile/Candidates.h"

#include <QFileInfo>
#include <QRegularExpression>

namespace torchmason {

namespace {

Platform targetPlatform(const Profile& profile, const HostFacts& facts)
{
    return profile.platforms.contains(facts.platform) ? facts.platform
                                                      : profile.platforms.value(0, facts.platform);
}

// Facts of no real machine, or of one with another system: places are named as they usually are.
bool isForAnotherMachine(const Profile& profile, const HostFacts& facts)
{
    return facts.osName.isEmpty() || !profile.platforms.contains(facts.platform);
}

QString usualCuda(const ProfileNeeds& needs, Platform platform)
{
    const QString version = majorMinor(needs.cudaMaximum.isEmpty() ? needs.cudaMinimum : needs.cudaMaximum);
    if (platform == Platform::Windows)
        return QStringLiteral("C:/Program Files/NVIDIA GPU Computing Toolkit/CUDA/v") + version;
    return QStringLiteral("/usr/local/cuda-") + version;
}

void putCuda(Placeholders& placeholders, const Profile& profile, const HostFacts& facts)
{
    const QString name = QStringLiteral("cuda");
    if (const CudaToolkitFacts* toolkit = toolkitFor(facts, profile.needs)) {
        placeholders.values[name] = toolkit->root;
        return;
    }
    placeholders.values[name] = usualCuda(profile.needs, targetPlatform(profile, facts));
    if (!isForAnotherMachine(profile, facts))
        placeholders.problems[name]
            = QStringLiteral("No CUDA toolkit %1 was found; install one or choose its nvcc.")
                  .arg(rangeText(profile.needs.cudaMinimum, profile.needs.cudaMaximum));
}

void putPython(Placeholders& placeholders, const Profile& profile, const Configuration& configuration,
    const HostFacts& facts)
{
    const QString name = QStringLiteral("python");
    const ProfileNeeds& needs = profile.needs;
    const PythonChoice choice = choosePython(facts, needs, configuration);
    const bool isNamed = choice.from == QLatin1String("you") || choice.from == QLatin1String("profile");
    const bool fits
        = choice.facts && isInRange(choice.facts->version, needs.pythonMinimum, needs.pythonMaximum);
    if (isNamed || fits) {
        placeholders.values[name] = choice.path;
        return;
    }
    const bool windows = targetPlatform(profile, facts) == Platform::Windows;
    placeholders.values[name]
        = windows ? QStringLiteral("C:/venv/Scripts/python.exe") : QStringLiteral("/usr/bin/python3");
    if (!isForAnotherMachine(profile, facts))
        placeholders.problems[name]
            = QStringLiteral("No Python %1 was found; install one or choose its path.")
                  .arg(rangeText(profile.needs.pythonMinimum, profile.needs.pythonMaximum));
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
    const bool windows = targetPlatform(profile, facts) == Platform::Windows;
    placeholders.values[name] = windows ? QStringLiteral("C:/venv") : QStringLiteral("/opt/venv");
    if (!isForAnotherMachine(profile, facts))
        placeholders.problems[name] = QStringLiteral(
            "No virtual environment is active; make one with \"python -m venv FOLDER\" and activate it.");
}

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
        if (!values.contains(name) || problems.contains(name))
            unresolved << name;
    }
    return filled + text.mid(from);
}

Placeholders machinePlaceholders(
    const Profile& profile, const Configuration& configuration, const HostFacts& facts)
{
    Placeholders placeholders;
    putCuda(placeholders, profile, facts);
    putPython(placeholders, profile, configuration, facts);
    putVenv(placeholders, profile, facts);
    return placeholders;
}

}
