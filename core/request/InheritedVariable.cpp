// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/request/InheritedVariable.h"

#include "core/base/Core.h"
#include "core/knowledge/OptionCatalogue.h"
#include "core/knowledge/VersionText.h"

#include <QProcessEnvironment>
#include <QStringList>

#include <algorithm>

namespace torchmason {

namespace {

bool begins(const QString& name, std::initializer_list<const char*> prefixes)
{
    return std::any_of(prefixes.begin(), prefixes.end(),
        [&](const char* prefix) { return name.startsWith(QLatin1String(prefix)); });
}

bool isLookedFor(const QString& name)
{
    static const QStringList names { QStringLiteral("CC"), QStringLiteral("CXX"), QStringLiteral("CFLAGS"),
        QStringLiteral("CXXFLAGS"), QStringLiteral("LDFLAGS"), QStringLiteral("MAX_JOBS"),
        QStringLiteral("DEBUG"), QStringLiteral("REL_WITH_DEB_INFO"), QStringLiteral("BLAS") };
    return names.contains(name)
        || begins(name, { "USE_", "BUILD_", "CMAKE_", "TORCH_", "CUDA", "CUDNN", "NVCC_", "NCCL_" });
}

// As the table of options writes it, or builds look for it; else in capitals.
QString nameOnWindows(const QString& name)
{
    static const auto catalogue = OptionCatalogue::load();
    for (const OptionInfo& option : catalogue ? catalogue->options() : QVector<OptionInfo>()) {
        if (option.name.compare(name, Qt::CaseInsensitive) == 0)
            return option.name;
    }
    return isLookedFor(name) ? name : name.toUpper();
}

// CMake's own manual, "Environment Variables".
const QStringList& readByCMake()
{
    static const QStringList names { QStringLiteral("CMAKE_PREFIX_PATH"),
        QStringLiteral("CMAKE_INCLUDE_PATH"), QStringLiteral("CMAKE_LIBRARY_PATH"),
        QStringLiteral("CMAKE_PROGRAM_PATH"), QStringLiteral("CMAKE_BUILD_TYPE"),
        QStringLiteral("CMAKE_EXPORT_COMPILE_COMMANDS"), QStringLiteral("CMAKE_POLICY_VERSION_MINIMUM"),
        QStringLiteral("CMAKE_COLOR_DIAGNOSTICS") };
    return names;
}

}

bool isForwardedPrefix(const QString& name)
{
    return begins(name, { "USE_", "BUILD_", "CMAKE_" });
}

// These have no effect: the plan always names jobs and generator.
bool isForFrontEnds(const QString& name)
{
    static const QStringList names { QStringLiteral("MAX_JOBS"), QStringLiteral("CMAKE_ARGS"),
        QStringLiteral("CMAKE_BUILD_PARALLEL_LEVEL"), QStringLiteral("CMAKE_GENERATOR"),
        QStringLiteral("USE_NINJA"), QStringLiteral("DEBUG"), QStringLiteral("REL_WITH_DEB_INFO") };
    return names.contains(name);
}

bool isLauncher(const QString& name)
{
    return name.startsWith(QLatin1String("CMAKE_"))
        && (name.endsWith(QLatin1String("_COMPILER_LAUNCHER"))
            || name.endsWith(QLatin1String("_LINKER_LAUNCHER")));
}

bool isReadFromEnvironment(const QString& name)
{
    static const QStringList names { QStringLiteral("TORCH_CUDA_ARCH_LIST"), QStringLiteral("CUDA_HOME"),
        QStringLiteral("CUDA_PATH"), QStringLiteral("CUDACXX"), QStringLiteral("CUDAHOSTCXX"),
        QStringLiteral("CC"), QStringLiteral("CXX"), QStringLiteral("NCCL_ROOT"),
        QStringLiteral("libuv_ROOT"), QStringLiteral("CONDA_PREFIX"), QStringLiteral("CUDNN_ROOT") };
    return names.contains(name) || isLauncher(name);
}

VariableEffect effectOfVariable(const QString& name, const QString& release)
{
    if (isForFrontEnds(name))
        return VariableEffect::Ignored;
    if (isLauncher(name))
        return VariableEffect::Read;
    if (isForwardedPrefix(name)) {
        // cmake/EnvVarForwarding.cmake puts these over what was given with -D.
        if (!release.isEmpty() && !isBelow(release, QStringLiteral("2.14")))
            return VariableEffect::Wins;
        return readByCMake().contains(name) ? VariableEffect::Read : VariableEffect::Ignored;
    }
    return VariableEffect::Read;
}

QString whichCounts(const QString& name, const QString& release)
{
    static const QStringList searched { QStringLiteral("CMAKE_PREFIX_PATH"),
        QStringLiteral("CMAKE_INCLUDE_PATH"), QStringLiteral("CMAKE_LIBRARY_PATH"),
        QStringLiteral("CMAKE_PROGRAM_PATH") };
    // cmake/public/cuda.cmake takes the entry; after it, cmake/Dependencies.cmake puts the variable over it.
    if (name == QLatin1String("TORCH_CUDA_ARCH_LIST"))
        return Core::tr("nvcc gets the CMake entry, but what is configured later reads the variable");
    if (release.isEmpty() || isForFrontEnds(name) || !isForwardedPrefix(name))
        return {};
    if (effectOfVariable(name, release) == VariableEffect::Wins)
        return Core::tr("this release takes the variable");
    return searched.contains(name) ? Core::tr("both are searched, the CMake entry first")
                                   : Core::tr("the CMake entry counts");
}

QMap<QString, QString> buildVariables(const QMap<QString, QString>& environment, Platform platform)
{
    QMap<QString, QString> found;
    for (auto one = environment.begin(); one != environment.end(); ++one) {
        const QString name = platform == Platform::Windows ? nameOnWindows(one.key()) : one.key();
        if (isLookedFor(name))
            found.insert(name, one.value());
    }
    return found;
}

QMap<QString, QString> ownBuildVariables()
{
    const QProcessEnvironment own = QProcessEnvironment::systemEnvironment();
    QMap<QString, QString> all;
    for (const QString& name : own.keys())
        all.insert(name, own.value(name));
    return buildVariables(all);
}

}
