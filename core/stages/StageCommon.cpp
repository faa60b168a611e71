// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/AppPaths.h"
#include "core/base/ProgramStart.h"
#include "core/request/ConfigurationJson.h"
#include "core/stages/GateLaunchers.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace torchmason {

namespace {

// The flag or the variable of that name; setup.py hears of USE_CUDA by the environment alone.
QString valueOf(const Configuration& configuration, const char* name)
{
    const QString flag = configuration.flagValue(QLatin1String(name));
    return flag.isEmpty() ? configuration.variableValue(QLatin1String(name)) : flag;
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
    const QStringList searched = foldersOfPath();
    for (const char* name : { "cmake", "ninja", "git" }) {
        const QString tool = toolProgram(context, QLatin1String(name));
        if (isAbsoluteOn(context.platform, tool) && findProgram(QLatin1String(name), searched).isEmpty())
            folders << nativePath(QFileInfo(tool).path(), context.platform == Platform::Windows);
    }
    folders.removeDuplicates();
    return folders;
}

}

QString cudaRoot(const Configuration& configuration)
{
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
    if (const QString root = cudaRoot(context.taken); !root.isEmpty()) {
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

namespace {

// The member of the first object in `list` for which `matches` holds. Facts come from a file, so nothing
// about their shape is taken for granted.
template <typename Predicate> QString memberOfFirst(const Json& list, const char* member, Predicate matches)
{
    if (!list.is_array())
        return {};
    for (const Json& json : list) {
        if (!json.is_object())
            continue;
        JsonReader reader(json, {});
        if (matches(reader))
            return reader.string(member, {});
    }
    return {};
}

Json factsList(const StageContext& context, const char* member)
{
    const Json& facts = context.request.hostFacts;
    if (!facts.is_object() || !facts.contains(member))
        return {};
    JsonReader reader(facts, {});
    if (reader.string("platform", platformId(context.platform)) != platformId(context.platform))
        return {};
    return facts[member];
}

}

QString toolProgram(const StageContext& context, const QString& name)
{
    const QString path = memberOfFirst(factsList(context, "tools"), "path",
        [&](JsonReader& tool) { return tool.string("name", {}) == name; });
    return path.isEmpty() ? name : path;
}

QMap<QString, QString> toolVersions(const StageContext& context)
{
    QMap<QString, QString> versions;
    const auto add = [&](const char* list, const char* pathMember) {
        memberOfFirst(factsList(context, list), pathMember, [&](JsonReader& tool) {
            const QString path = tool.string(pathMember, {});
            const QString version = tool.string("version", {});
            if (!path.isEmpty() && !version.isEmpty())
                versions.insert(path, version);
            return false;
        });
    };
    add("compilers", "path");
    add("cudaToolkits", "nvcc");
    return versions;
}

QString toolkitVersion(const StageContext& context)
{
    const QString root = QDir::cleanPath(cudaRoot(context.taken));
    return memberOfFirst(factsList(context, "cudaToolkits"), "version",
        [&](JsonReader& toolkit) { return QDir::cleanPath(toolkit.string("root", {})) == root; });
}

QString pythonProgram(const StageContext& context)
{
    if (!context.request.python.base.isEmpty())
        return context.request.python.interpreter(context.platform);
    // Projects that need none, and requests of earlier versions.
    for (const char* name : { "Python_EXECUTABLE", "PYTHON_EXECUTABLE", "Python3_EXECUTABLE" }) {
        const QString path = context.request.configuration.flagValue(QLatin1String(name));
        if (!path.isEmpty())
            return path;
    }
    const QString path = memberOfFirst(factsList(context, "pythons"), "path",
        [](JsonReader& python) { return python.boolean("isDefault", false); });
    if (!path.isEmpty())
        return path;
    return context.platform == Platform::Windows ? QStringLiteral("python") : QStringLiteral("python3");
}

QString helperProgram(Platform platform)
{
    const QString name = platform == Platform::Windows ? QStringLiteral("torchmason-runner.exe")
                                                       : QStringLiteral("torchmason-runner");
    if (platform != hostPlatform())
        return name;
    return AppPaths::programFolder() + QLatin1Char('/') + name;
}

bool isHelper(const QString& program)
{
    QString name = program;
    name = name.replace(QLatin1Char('\\'), QLatin1Char('/')).section(QLatin1Char('/'), -1);
    return name == QLatin1String("torchmason-runner") || name == QLatin1String("torchmason-runner.exe");
}

Command helperCommand(const StageContext& context, const QStringList& arguments, const QString& purpose)
{
    Command command;
    command.program = helperProgram(context.platform);
    command.arguments = arguments;
    command.purpose = purpose;
    return command;
}

QVector<EnvironmentValue> requestEnvironment(const StageContext& context)
{
    Configuration merged;
    // LANGUAGE silences gettext's catalogues without touching the locale's character set.
    const bool isWindows = context.platform == Platform::Windows;
    merged.setEnvironment(isWindows
            ? EnvironmentValue { QStringLiteral("VSLANG"), QStringLiteral("1033"), ValueOrigin::Default }
            : EnvironmentValue { QStringLiteral("LANGUAGE"), QStringLiteral("en"), ValueOrigin::Default });
    for (const EnvironmentValue& value : context.request.configuration.environment) {
        // A default is what happens without us, so there is nothing to pass.
        if (value.origin != ValueOrigin::Default)
            merged.setEnvironment(value);
    }
    return merged.environment;
}

QVector<EnvironmentValue> buildEnvironment(const StageContext& context)
{
    const bool windows = context.platform == Platform::Windows;
    Configuration merged;
    merged.environment = requestEnvironment(context);
    for (EnvironmentValue computed : computedEnvironment(context)) {
        const auto said = std::find_if(
            merged.environment.begin(), merged.environment.end(), [&](const EnvironmentValue& value) {
                return value.name.compare(computed.name, windows ? Qt::CaseInsensitive : Qt::CaseSensitive)
                    == 0;
            });
        if (said == merged.environment.end())
            merged.environment.append(computed);
        else if (computed.inFront && said->value) // also of a PATH that the user gave
            said->value = *computed.value + (windows ? QLatin1Char(';') : QLatin1Char(':')) + *said->value;
    }
    for (const EnvironmentValue& launcher : launchersTakenOut(context))
        merged.setEnvironment(launcher);
    return merged.environment;
}

QString attemptFolderMark()
{
    return QStringLiteral("${attempt}");
}

QString fingerprintOf(const QVector<Command>& commands, const QString& more)
{
    Json inputs = Json::array();
    if (!more.isEmpty())
        inputs.push_back(toJson(more));
    for (const Command& command : commands) {
        inputs.push_back(
            { toJson(command.program), toJson(command.arguments), toJson(command.workingFolder) });
        for (const EnvironmentValue& value : command.environment)
            inputs.push_back({ toJson(value.name), value.value ? toJson(*value.value) : Json() });
    }
    return QString::fromLatin1(
        QCryptographicHash::hash(compactJson(inputs), QCryptographicHash::Sha256).toHex());
}

}
