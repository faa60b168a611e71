// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/request/TreeBackend.h"

#include "core/base/RegularFile.h"
#include "core/base/TextDecoding.h"
#include "core/knowledge/VersionText.h"
#include "core/request/InheritedVariable.h"

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

TreeBackend backendOf(const QString& sourceFolder)
{
    RegularFile project(sourceFolder + QStringLiteral("/pyproject.toml"));
    if (project.open(QIODevice::ReadOnly)
        && buildBackend(project.read(1 << 20)).startsWith(QLatin1String("scikit_build_core.")))
        return TreeBackend::ScikitBuildCore;
    return QFileInfo(sourceFolder + QStringLiteral("/setup.py")).isFile() ? TreeBackend::SetupPy
                                                                          : TreeBackend::PlainCMake;
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

QString settledBackend(const QString& backend, const QString& sourceFolder)
{
    const bool isThere = QFileInfo::exists(sourceFolder + QStringLiteral("/CMakeLists.txt"));
    return wantsWheel(backend) && isThere ? treeBackendId(backendOf(sourceFolder)) : backend;
}

Result<QString> checkBackend(const QString& sourceFolder, const QString& expected)
{
    const QString found = treeBackendId(backendOf(sourceFolder));
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
