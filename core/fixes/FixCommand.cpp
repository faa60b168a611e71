// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fixes/FixCommand.h"

#include "core/change/FixCommands.h"
#include "core/config/PythonChoice.h"
#include "core/stages/StagePlan.h"

#include <QDir>
#include <QHash>

namespace torchmason {

namespace {

constexpr QLatin1String packageMark("${package}");

QString pythonOf(const BuildRequest* build, const HostFacts& facts)
{
    const bool isWindows = facts.platform == Platform::Windows;
    QString python = isWindows ? QStringLiteral("python") : QStringLiteral("python3");
    if (const PythonFacts* found = build ? facts.defaultPython() : nullptr)
        python = found->path;
    if (build && build->python.isWanted())
        python = build->python.interpreter(facts.platform);
    else if (build)
        python = build->configuration.flagValue(QStringLiteral("Python_EXECUTABLE"), python);
    if (build && facts.isHere()) // a terminal may find another one by the name
        python = wholePythonPath(python);
    return quotedFor(isWindows ? QDir::toNativeSeparators(python) : python, facts.platform);
}

// Known modules that packagesFor() has not, with their packages; pip cannot install itself, and typing and
// dataclasses come with Python. A project can use any name for a backend of its own, and on PyPI a stranger
// may have it.
QString packageForMissing(const QString& subject)
{
    static const QHash<QString, QString> others { { "bdist_wheel", "wheel" },
        { "pkg_resources", "setuptools" }, { "distutils", "setuptools" } };
    static const QHash<QString, QString> packages { { "astunparse", "astunparse" }, { "cffi", "cffi" },
        { "cmake", "cmake" }, { "filelock", "filelock" }, { "future", "future" }, { "google", "protobuf" },
        { "hypothesis", "hypothesis" }, { "jinja2", "jinja2" }, { "jsonschema", "jsonschema" },
        { "mpmath", "mpmath" }, { "networkx", "networkx" }, { "ninja", "ninja" }, { "optree", "optree" },
        { "past", "future" }, { "psutil", "psutil" }, { "pybind11", "pybind11" }, { "requests", "requests" },
        { "setuptools_scm", "setuptools-scm" }, { "skbuild", "scikit-build" }, { "sympy", "sympy" },
        { "tqdm", "tqdm" } };
    const QString name = subject.section(u'.', 0, 0);
    const QString module = others.value(name, name);
    const QStringList known = packagesFor({ module });
    return known.isEmpty() ? packages.value(module) : known.first();
}

}

QString commandOf(const Fix& fix, const Finding& finding, const BuildRequest* build, const HostFacts& facts)
{
    JsonReader action(fix.action, fix.id);
    const QString thing = action.string("install", {});
    const QString system = platformId(facts.platform);
    const bool isDebian
        = facts.osName.contains(QLatin1String("Debian")) || facts.osName.contains(QLatin1String("Ubuntu"));
    QString line = !thing.isEmpty() ? installCommand(facts, thing)
        : isDebian ? action.string("debian", action.string(system.toLatin1().constData(), {}))
                   : action.string(system.toLatin1().constData(), {});
    const QString package = packageForMissing(finding.subject);
    if (package.isEmpty() && line.contains(packageMark))
        return {};
    line = withoutSudoForRoot(facts, line).replace(QLatin1String("${python}"), pythonOf(build, facts));
    return line.replace(packageMark, quotedFor(package, facts.platform));
}

}
