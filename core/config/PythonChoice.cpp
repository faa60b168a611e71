// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/PythonChoice.h"

#include "core/base/PlatformPath.h"
#include "core/base/ProgramStart.h"
#include "core/profile/Candidates.h"

#include <QDir>
#include <QFileInfo>
#include <QHash>

#include <algorithm>

namespace torchmason {

namespace {

QString plain(const QString& path)
{
    return QDir::cleanPath(QDir::fromNativeSeparators(path));
}

// bin/python3 and bin/python3.11 are one interpreter; bin/python of a virtual environment is another one
// than what its link leads to.
bool isSameProgram(const QString& one, const QString& other, const HostFacts& facts)
{
    const bool windows = facts.platform == Platform::Windows;
    if (plain(one).compare(plain(other), windows ? Qt::CaseInsensitive : Qt::CaseSensitive) == 0)
        return true;
    if (!facts.isHere() || windows)
        return false;
    const QFileInfo first(one);
    const QFileInfo second(other);
    return first.exists() && first.canonicalFilePath() == second.canonicalFilePath()
        && QFileInfo(first.path()).canonicalFilePath() == QFileInfo(second.path()).canonicalFilePath();
}

const PythonFacts* factsOf(const HostFacts& facts, const QString& path)
{
    const auto found = std::find_if(facts.pythons.begin(), facts.pythons.end(),
        [&](const PythonFacts& python) { return isSameProgram(python.path, path, facts); });
    return path.isEmpty() || found == facts.pythons.end() ? nullptr : &*found;
}

bool isOfUser(const FlagValue& flag)
{
    return flag.origin == ValueOrigin::User || flag.origin == ValueOrigin::Fix;
}

// The first flag that names one, of the user's or of the profile's. ${python} stands for what is asked here.
const FlagValue* namingFlag(const Configuration& configuration, bool ofUser)
{
    for (const QString& name : pythonFlagNames()) {
        const FlagValue* flag = configuration.flag(name);
        if (!flag || flag->value.isEmpty() || flag->value.contains(QLatin1String("${")))
            continue;
        if (isOfUser(*flag) == ofUser && flag->origin != ValueOrigin::Default)
            return flag;
    }
    return nullptr;
}

}

const QStringList& pythonFlagNames()
{
    static const QStringList names { QStringLiteral("Python_EXECUTABLE"), QStringLiteral("PYTHON_EXECUTABLE"),
        QStringLiteral("Python3_EXECUTABLE") };
    return names;
}

QString wholePythonPath(const QString& named)
{
    const bool isName = !named.contains(QLatin1Char('/')) && !named.contains(QLatin1Char('\\'));
    const QString path = isName ? findProgram(named, foldersOfPath()) : named;
    if (path.isEmpty() || isAbsoluteOn(Platform::Windows, path) || isAbsoluteOn(Platform::Linux, path))
        return path.isEmpty() ? named : path;
    return QDir::cleanPath(QDir::current().absoluteFilePath(QDir::fromNativeSeparators(path)));
}

PythonChoice choosePython(
    const HostFacts& facts, const ProfileNeeds& needs, const Configuration& configuration)
{
    const auto named = [&](const FlagValue& flag, const char* from) {
        const QString path = facts.isHere() ? wholePythonPath(flag.value) : flag.value;
        return PythonChoice { path, QLatin1String(from), factsOf(facts, path) };
    };
    if (const FlagValue* flag = namingFlag(configuration, true))
        return named(*flag, flag->origin == ValueOrigin::Fix ? "a fix" : "you");
    for (const PythonFacts& python : facts.pythons) {
        if (python.source == chosenByUser())
            return { python.path, QStringLiteral("you"), &python };
    }
    if (const FlagValue* flag = namingFlag(configuration, false))
        return named(*flag, "profile");
    const PythonFacts* found = pythonFor(facts, needs);
    if (!found)
        found = facts.defaultPython();
    if (!found)
        return {};
    const bool isActive = found->isDefault && !isSystemPython(found->kind);
    return { found->path, isActive ? QStringLiteral("active environment") : QStringLiteral("found"), found };
}

const PythonFacts* pythonOf(const HostFacts& facts, const BuildRequest& request)
{
    return factsOf(facts, request.python.base);
}

Configuration withBasePython(Configuration configuration, const PythonEnvironment& python, Platform platform)
{
    for (FlagValue& flag : configuration.flags) {
        if (pythonFlagNames().contains(flag.name) && flag.value == python.interpreter(platform))
            flag.value = python.base;
    }
    return configuration;
}

bool settlePython(BuildRequest& request, const QString& base, Platform platform, ValueOrigin origin)
{
    const Configuration before = request.configuration;
    const bool isOther = request.python.base != base;
    request.python.base = base;
    const QString interpreter = request.python.interpreter(platform);
    for (const QString& name : pythonFlagNames()) {
        const FlagValue* flag = request.configuration.flag(name);
        if (!flag && name != pythonFlagNames().first())
            continue;
        if (flag && flag->value == interpreter)
            continue;
        // The machine's word does not take a flag from the user, whose flag goes before all others.
        const bool staysUsers = flag && isOfUser(*flag) && origin == ValueOrigin::Environment;
        request.configuration.setFlag(
            { name, interpreter, QStringLiteral("FILEPATH"), staysUsers ? flag->origin : origin });
    }
    return isOther || !(request.configuration == before);
}

QStringList neededModules(const QString& backend)
{
    QStringList modules { QStringLiteral("yaml"), QStringLiteral("typing_extensions") };
    if (backend == QLatin1String("scikit-build-core"))
        modules << QStringLiteral("scikit_build_core") << QStringLiteral("build")
                << QStringLiteral("packaging") << QStringLiteral("six");
    else if (backend != QLatin1String("cmake"))
        modules << QStringLiteral("setuptools") << QStringLiteral("wheel");
    return modules;
}

QStringList neededModules(const Configuration& configuration, const QString& backend)
{
    QStringList modules = neededModules(backend);
    if (backend == QLatin1String("scikit-build-core") && wantsNumpy(configuration, backend))
        modules << QStringLiteral("numpy");
    return modules;
}

bool wantsNumpy(const Configuration& configuration, const QString& backend)
{
    const QString name = QStringLiteral("USE_NUMPY");
    const EnvironmentValue* variable = configuration.variable(name);
    if (backend == QLatin1String("scikit-build-core") && variable
        && !variable->value.value_or(QString()).isEmpty())
        return isCMakeTrue(*variable->value);
    return isCMakeTrue(configuration.flagValue(name, QStringLiteral("ON")));
}

QStringList packagesFor(const QStringList& modules)
{
    static const QHash<QString, QString> pins { { QStringLiteral("yaml"), QStringLiteral("PyYAML") },
        { QStringLiteral("typing_extensions"), QStringLiteral("typing_extensions>=4.10") },
        { QStringLiteral("setuptools"), QStringLiteral("setuptools<80") },
        { QStringLiteral("wheel"), QStringLiteral("wheel") },
        { QStringLiteral("build"), QStringLiteral("build") },
        { QStringLiteral("scikit_build_core"), QStringLiteral("scikit-build-core>=1.0") },
        { QStringLiteral("packaging"), QStringLiteral("packaging") },
        { QStringLiteral("six"), QStringLiteral("six") },
        { QStringLiteral("numpy"), QStringLiteral("numpy") } };
    QStringList packages;
    for (const QString& module : modules) {
        if (pins.contains(module))
            packages << pins.value(module);
    }
    return packages;
}

}
