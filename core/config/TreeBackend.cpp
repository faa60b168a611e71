// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/TreeBackend.h"

#include "core/attempt/BuildRequest.h"
#include "core/base/PlatformPath.h"
#include "core/base/TextDecoding.h"
#include "core/config/Change.h"
#include "core/config/InheritedVariable.h"
#include "core/config/PreflightRules.h"
#include "core/knowledge/VersionText.h"

#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QStringList>

namespace torchmason {

namespace {

const QString wheelToCome = QStringLiteral("wheel");

// build-backend = "scikit_build_core.build", in the table [build-system] and not behind a #
QString buildBackend(const QByteArray& pyproject)
{
    static const QRegularExpression table(QStringLiteral("^\\s*\\[([^\\]]+)\\]"));
    static const QRegularExpression entry(QStringLiteral("^\\s*build-backend\\s*=\\s*[\"']([^\"']+)[\"']"));
    bool isInTable = false;
    for (const QByteArray& raw : pyproject.split('\n')) {
        const QString line = decodeToolText(raw);
        if (const auto match = table.match(line); match.hasMatch())
            isInTable = match.captured(1).trimmed() == QLatin1String("build-system");
        const auto match = entry.match(line);
        if (isInTable && match.hasMatch())
            return match.captured(1);
    }
    return {};
}

// tools/setup_helpers/cmake.py of PyTorch 1.8 to 2.13; what some of them lack does no harm there.
const QStringList& passedThrough()
{
    static const QStringList names { "ATEN_AVX512_256", "ATEN_NO_TEST", "ATEN_THREADING", "BLAS",
        "CUDA_HOST_COMPILER", "CUDA_NVCC_EXECUTABLE", "CUDA_SEPARABLE_COMPILATION", "CUDNN_INCLUDE_DIR",
        "CUDNN_LIBRARY", "CUDNN_ROOT", "EXPERIMENTAL_SINGLE_THREAD_POOL", "INSTALL_TEST", "INTEL_MKL_DIR",
        "INTEL_OMP_DIR", "MKL_THREADING", "MKLDNN_CPU_RUNTIME", "MSVC_Z7_OVERRIDE", "Numa_INCLUDE_DIR",
        "Numa_LIBRARIES", "ONNX_ML", "ONNX_NAMESPACE", "TORCH_CUDA_ARCH_LIST", "WERROR" };
    return names;
}

bool isForwarded(const QString& name)
{
    if (name == QLatin1String("CMAKE_INSTALL_PREFIX"))
        return false;
    return isForwardedPrefix(name) || passedThrough().contains(name);
}

}

TreeBackend backendOf(const TreeFiles& files)
{
    if (buildBackend(files.pyproject).startsWith(QLatin1String("scikit_build_core.")))
        return TreeBackend::ScikitBuildCore;
    return files.hasSetupPy ? TreeBackend::SetupPy : TreeBackend::PlainCMake;
}

TreeFiles readTreeFiles(const QString& sourceFolder)
{
    TreeFiles files;
    files.hasSetupPy = QFileInfo(sourceFolder + QStringLiteral("/setup.py")).isFile();
    QFile file(sourceFolder + QStringLiteral("/pyproject.toml"));
    if (file.open(QIODevice::ReadOnly))
        files.pyproject = file.read(1 << 20);
    return files;
}

QString treeBackendId(TreeBackend backend)
{
    switch (backend) {
    case TreeBackend::SetupPy:
        return QStringLiteral("setup.py");
    case TreeBackend::ScikitBuildCore:
        return QStringLiteral("scikit-build-core");
    case TreeBackend::PlainCMake:
        break;
    }
    return QStringLiteral("cmake");
}

std::optional<TreeBackend> backendOfRelease(const QString& version, const QString& tag)
{
    static const QRegularExpression release(
        QStringLiteral("^(?:v|release/)?(\\d+\\.\\d+)(\\.\\d+)*(-rc\\d+)?$"));
    for (const QString& text : { version, tag }) {
        const auto match = release.match(text);
        if (match.hasMatch())
            return isBelow(match.captured(1), QStringLiteral("2.14")) ? TreeBackend::SetupPy
                                                                      : TreeBackend::ScikitBuildCore;
    }
    return std::nullopt;
}

bool wantsWheel(const QString& backend)
{
    return backend == wheelToCome || makesWheel(backend);
}

bool makesWheel(const QString& backend)
{
    return backend == treeBackendId(TreeBackend::SetupPy)
        || backend == treeBackendId(TreeBackend::ScikitBuildCore);
}

QString wheelBuildFolder(const QString& sourceFolder)
{
    return sourceFolder + QStringLiteral("/build");
}

QString reasonAgainstWheel(const BuildRequest& request, Platform platform)
{
    if (request.backend == wheelToCome)
        return QStringLiteral("%1 packs none: it has neither a setup.py nor scikit-build-core in its "
                              "pyproject.toml")
            .arg(request.sourceFolder);
    // torch._C is what Python imports.
    const QString python = QStringLiteral("BUILD_PYTHON");
    if (!isCMakeTrue(request.configuration.flagValue(python, QStringLiteral("ON"))))
        return QStringLiteral("BUILD_PYTHON is off, and Python could not import what is packed");
    const QString place = wheelBuildFolder(request.sourceFolder);
    if (!isSameFolderOn(platform, request.buildFolder, place))
        return QStringLiteral("a wheel is packed from %1 only, and this build is in another folder")
            .arg(place);
    if (!request.targets.isEmpty())
        return QStringLiteral("only %1 is built, and a wheel needs everything")
            .arg(request.targets.join(QLatin1String(", ")));
    return {};
}

bool reachesWheel(const BuildRequest& request)
{
    static const QStringList behind { QStringLiteral("install"), QStringLiteral("verify") };
    const QString& until = request.untilStage;
    return !behind.contains(request.fromStage)
        && (until.isEmpty() || until == QLatin1String("wheel") || behind.contains(until));
}

std::optional<CheckRow> missingWheelRow(const BuildRequest& request, Platform platform)
{
    if (!wantsWheel(request.backend) || request.sourceFolder.isEmpty() || !reachesWheel(request))
        return std::nullopt;
    const bool isLeftOut = request.skippedStages.contains(QStringLiteral("wheel"));
    const bool isInstalled
        = request.install.isWanted() && !request.skippedStages.contains(QStringLiteral("install"));
    // A part of the targets, or all but the wheel, is what somebody asked for.
    if ((isLeftOut || !request.targets.isEmpty()) && !isInstalled)
        return std::nullopt;
    const QString reason
        = isLeftOut ? QStringLiteral("the stage is left out") : reasonAgainstWheel(request, platform);
    if (reason.isEmpty())
        return std::nullopt;
    CheckRow row = problemRow("missing-wheel", CheckState::Fail, QStringLiteral("The wheel"),
        QStringLiteral("No wheel would be made: %1.").arg(reason));
    row.where = request.buildFolder;
    const QString place = wheelBuildFolder(request.sourceFolder);
    const QString libraries = QStringLiteral("build the libraries only (--backend cmake)");
    if (isLeftOut || !request.targets.isEmpty()) {
        row.fixText = QStringLiteral("Build everything with its wheel, or install nothing.");
    } else if (!isSameFolderOn(platform, request.buildFolder, place)) {
        row.need = place;
        row.changes = { { QStringLiteral("Build in %1").arg(place), {},
            { { StepKind::BuildFolder, {}, place } }, {} } };
        row.fixText = QStringLiteral("Build in %1, or %2.").arg(place, libraries);
    } else if (request.backend == wheelToCome) {
        row.fixText = QStringLiteral("Choose another source folder, or %1.").arg(libraries);
    } else {
        row.changes = { setFlagChange(QStringLiteral("BUILD_PYTHON"), QStringLiteral("ON")) };
        row.fixText = QStringLiteral("Set BUILD_PYTHON to ON, or %1.").arg(libraries);
    }
    return row;
}

QString settledBackend(const QString& backend, const QString& sourceFolder)
{
    const bool isThere = QFileInfo::exists(sourceFolder + QStringLiteral("/CMakeLists.txt"));
    return wantsWheel(backend) && isThere ? treeBackendId(backendOf(readTreeFiles(sourceFolder))) : backend;
}

Result<QString> checkBackend(const QString& sourceFolder, const QString& expected)
{
    const QString found = treeBackendId(backendOf(readTreeFiles(sourceFolder)));
    if (found == expected)
        return QStringLiteral("The tree makes its wheel with %1.").arg(found);
    if (found == QLatin1String("cmake"))
        return Error { QStringLiteral("The tree in %1 packs no wheel: it has neither a setup.py nor "
                                      "scikit-build-core in its pyproject.toml. --backend cmake builds its "
                                      "libraries only.")
                           .arg(sourceFolder) };
    return Error { QStringLiteral(
        "The tree in %1 makes its wheel with %2, not with %3 as this plan expected; "
        "retry, and the new plan follows the tree.")
                       .arg(sourceFolder, found, expected) };
}

QVector<EnvironmentValue> forwardedFlags(const QVector<FlagValue>& flags)
{
    QVector<EnvironmentValue> environment;
    for (const FlagValue& flag : flags) {
        if (flag.origin != ValueOrigin::Default && isForwarded(flag.name) && isVariableName(flag.name))
            environment.append({ flag.name, flag.value, flag.origin });
    }
    return environment;
}

}
