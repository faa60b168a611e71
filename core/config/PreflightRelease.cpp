// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/FixCommands.h"
#include "core/config/PreflightRules.h"
#include "core/knowledge/ReleaseCatalogue.h"
#include "core/knowledge/VersionText.h"
#include "core/profile/Candidates.h"

#include <algorithm>

namespace torchmason {

namespace {

std::optional<TorchRelease> releaseOf(const PreflightInput& input)
{
    const SourceSpec& source = input.request.source;
    const auto catalogue = ReleaseCatalogue::load();
    const TorchRelease* release
        = catalogue ? catalogue->release(source.version.isEmpty() ? source.tag : source.version) : nullptr;
    return release ? std::optional(*release) : std::nullopt;
}

// The interpreter that the flags name, else the one that the profile would take.
const PythonFacts* chosenPython(const PreflightInput& input)
{
    for (const char* name : { "Python_EXECUTABLE", "PYTHON_EXECUTABLE" }) {
        const QString path = input.request.configuration.flagValue(QLatin1String(name));
        for (const PythonFacts& python : input.facts.pythons) {
            if (python.path == path)
                return &python;
        }
    }
    const PythonFacts* fitting = pythonFor(input.facts, input.profile.needs);
    return fitting ? fitting : input.facts.defaultPython();
}

bool hasPolicyMinimum(const Configuration& configuration)
{
    const QString name = QStringLiteral("CMAKE_POLICY_VERSION_MINIMUM");
    const auto sets = [&](const EnvironmentValue& variable) {
        return variable.name == name || variable.value.value_or(QString()).contains(name);
    };
    return configuration.flag(name)
        || std::any_of(configuration.environment.begin(), configuration.environment.end(), sets);
}

QString titleOf(const TorchRelease& release, const char* what)
{
    return QStringLiteral("%1 for PyTorch %2").arg(QLatin1String(what), release.version);
}

}

void checkPythonForRelease(const PreflightInput& input, QVector<CheckRow>& rows)
{
    const auto release = releaseOf(input);
    const PythonFacts* python = chosenPython(input);
    const bool buildsPython = isCMakeTrue(
        input.request.configuration.flagValue(QStringLiteral("BUILD_PYTHON"), QStringLiteral("ON")));
    if (!release || !python || !buildsPython)
        return;
    const bool tooOld = isBelow(python->version, release->pythonMinimum);
    const QString newest
        = release->pythonExperimental.isEmpty() ? release->pythonMaximum : release->pythonExperimental;
    const bool tooNew = isAbove(python->version, newest);
    const bool experimental = !tooNew && isAbove(python->version, release->pythonMaximum);
    if (!tooOld && !tooNew && !experimental)
        return;
    CheckRow row = problemRow("python-not-for-release", experimental ? CheckState::Warning : CheckState::Fail,
        titleOf(*release, "Python"),
        experimental ? QStringLiteral("Python %1 is experimental with PyTorch %2.")
                           .arg(python->version, release->version)
                     : QStringLiteral("PyTorch %1 does not build with Python %2.")
                           .arg(release->version, python->version));
    row.where = python->path;
    row.need = rangeText(release->pythonMinimum, release->pythonMaximum);
    row.fixText = QStringLiteral("Choose a Python %1.").arg(row.need);
    rows.append(row);
}

void checkCMakeForRelease(const PreflightInput& input, QVector<CheckRow>& rows)
{
    const auto release = releaseOf(input);
    const ToolFacts* cmake = input.facts.tool(QStringLiteral("cmake"));
    if (!release || !cmake)
        return;
    if (isBelow(cmake->version, release->cmakeMinimum)) {
        CheckRow row = problemRow("cmake-too-old", CheckState::Fail, titleOf(*release, "CMake"),
            QStringLiteral("PyTorch %1 refuses CMake %2.").arg(release->version, cmake->version));
        row.where = cmake->path;
        row.need = rangeText(release->cmakeMinimum, {});
        row.fixText = QStringLiteral("Install CMake %1 or newer, for example with pip, and choose its path.")
                          .arg(release->cmakeMinimum);
        row.fixCommand = cmakeInstallCommand(input.facts, release->cmakeMinimum);
        rows.append(row);
    }
    if (majorOf(cmake->version) < 4 || release->acceptsCMake4
        || hasPolicyMinimum(input.request.configuration))
        return;
    // A distribution's tree has its third-party code elsewhere.
    const bool bundled = input.request.source.kind != SourceKind::DebianSource;
    CheckRow row = problemRow("cmake-4-old-tree", bundled ? CheckState::Fail : CheckState::Warning,
        titleOf(*release, "CMake"),
        QStringLiteral("CMake %1 refuses parts of third_party of PyTorch %2, which ask for CMake before 3.5.")
            .arg(cmake->version, release->version));
    row.where = cmake->path;
    row.fixText = QStringLiteral("Add the flag CMAKE_POLICY_VERSION_MINIMUM=3.5, or use CMake 3.");
    rows.append(row);
}

void checkCudaForRelease(const PreflightInput& input, QVector<CheckRow>& rows)
{
    const auto release = releaseOf(input);
    const CudaToolkitFacts* toolkit = toolkitFor(input.facts, input.profile.needs);
    if (!release || !toolkit || !usesCuda(input.request.configuration))
        return;
    const QString version = majorMinor(toolkit->version);
    const QStringList official = release->cudaStable + release->cudaExperimental;
    if (isBelow(toolkit->version, release->cudaMinimum)) {
        CheckRow row = problemRow("cuda-too-old-for-release", CheckState::Fail, titleOf(*release, "CUDA"),
            QStringLiteral("PyTorch %1 needs CUDA %2 or newer, this is %3.")
                .arg(release->version, release->cudaMinimum, version));
        row.fixText = QStringLiteral("Install CUDA %1, or build an older PyTorch.").arg(official.value(0));
        rows.append(row);
        return;
    }
    if (official.contains(version))
        return;
    const auto isOlder = [&](const QString& listed) { return majorOf(listed) < majorOf(version); };
    const bool newerMajor = std::all_of(official.begin(), official.end(), isOlder);
    CheckRow row = problemRow("cuda-not-official", newerMajor ? CheckState::Fail : CheckState::Warning,
        titleOf(*release, "CUDA"),
        newerMajor
            ? QStringLiteral("PyTorch %1 was written before CUDA %2, which has removed parts that it uses.")
                  .arg(release->version, version)
            : QStringLiteral("No official PyTorch %1 was made with CUDA %2; the source may build, but nobody "
                             "vouches for it.")
                  .arg(release->version, version));
    row.need = official.join(QLatin1String(", "));
    row.fixText = newerMajor
        ? QStringLiteral("Use CUDA %1, or a newer PyTorch.").arg(official.last())
        : QStringLiteral("CUDA %1 is the safer choice.").arg(official.join(QLatin1String(" or ")));
    rows.append(row);
}

}
