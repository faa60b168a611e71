// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/ComputedEnvironment.h"

#include "core/base/ProgramStart.h"
#include "core/stages/StageMakers.h"

#include <QDir>
#include <QFileInfo>

namespace torchmason {

namespace {

QString environmentValue(const Configuration& configuration, const char* name)
{
    for (const EnvironmentValue& variable : configuration.environment) {
        if (variable.name == QLatin1String(name) && variable.origin != ValueOrigin::Default)
            return variable.value.value_or(QString());
    }
    return {};
}

// The flag or the variable of that name; setup.py hears of USE_CUDA by the environment alone.
QString valueOf(const Configuration& configuration, const char* name)
{
    const QString flag = configuration.flagValue(QLatin1String(name));
    return flag.isEmpty() ? environmentValue(configuration, name) : flag;
}

QString firstOf(const Configuration& configuration, const QVector<const char*>& names)
{
    for (const char* name : names) {
        if (const QString value = valueOf(configuration, name); !value.isEmpty())
            return value;
    }
    return {};
}

QString nativePath(QString path, bool windows)
{
    return windows ? path.replace(QLatin1Char('/'), QLatin1Char('\\')) : path;
}

// setup.py and scikit-build-core look for them on PATH, where one that was chosen, or found where its
// installer put it, may be missing.
QStringList foldersBesidePath(const StageContext& context)
{
    QStringList folders;
    if (context.platform != hostPlatform())
        return folders;
    const QStringList searched
        = qEnvironmentVariable("PATH").split(QDir::listSeparator(), Qt::SkipEmptyParts);
    for (const char* name : { "cmake", "ninja", "git" }) {
        const QString tool = toolProgram(context, QLatin1String(name));
        if (isAbsoluteOn(context.platform, tool) && findProgram(QLatin1String(name), searched).isEmpty())
            folders << nativePath(QFileInfo(tool).path(), context.platform == Platform::Windows);
    }
    folders.removeDuplicates();
    return folders;
}

}

QString cudaRoot(const BuildRequest& request)
{
    const Configuration& configuration = request.configuration;
    if (!isCMakeTrue(valueOf(configuration, "USE_CUDA")))
        return {};
    return firstOf(configuration, { "CUDA_TOOLKIT_ROOT_DIR", "CUDAToolkit_ROOT", "CUDA_HOME", "CUDA_PATH" });
}

QVector<EnvironmentValue> computedEnvironment(const StageContext& context)
{
    const BuildRequest& request = context.request;
    const bool windows = context.platform == Platform::Windows;
    QVector<EnvironmentValue> values;
    QStringList front;
    const auto add = [&values](const char* name, const std::optional<QString>& value) {
        values.append({ QLatin1String(name), value, ValueOrigin::Environment });
    };
    if (request.python.isWanted()) {
        front << nativePath(request.python.programs(context.platform), windows);
        add("VIRTUAL_ENV", nativePath(request.python.folder, windows));
        add("PYTHONHOME", std::nullopt); // would lead the interpreter away from its environment
    }
    if (const QString root = cudaRoot(request); !root.isEmpty()) {
        const QString programs = root + QStringLiteral("/bin");
        front << nativePath(programs, windows);
        add("CUDA_HOME", nativePath(root, windows));
        add("CUDA_PATH", nativePath(root, windows));
        add("CUDACXX", programs + (windows ? QStringLiteral("/nvcc.exe") : QStringLiteral("/nvcc")));
    }
    const QString cudnn = firstOf(request.configuration, { "CUDNN_ROOT", "CUDNN_ROOT_DIR" });
    if (!cudnn.isEmpty())
        add("CUDNN_ROOT", nativePath(cudnn, windows));
    if (windows && !request.vcvars.isEmpty()) {
        // setup.py takes the environment that it gets, instead of looking for a Visual Studio itself.
        add("DISTUTILS_USE_SDK", QStringLiteral("1"));
        add("MSSdk", QStringLiteral("1"));
    }
    front += foldersBesidePath(context);
    if (!front.isEmpty())
        values.append({ QStringLiteral("PATH"), front.join(windows ? QLatin1Char(';') : QLatin1Char(':')),
            ValueOrigin::Environment, true });
    return values;
}

}
