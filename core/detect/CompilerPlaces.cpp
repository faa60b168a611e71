// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/CompilerPlaces.h"

#include <QFileInfo>
#include <QHash>
#include <QProcess>
#include <QSet>

namespace torchmason {

namespace {

class Collector {
public:
    explicit Collector(const ProbeContext& context)
        : m_context(context)
    {
    }

    bool add(const QString& name, const QString& source)
    {
        const QString path = name.contains(QLatin1Char('/')) ? name : m_context.runner->findProgram(name);
        if (path.isEmpty() || (name.contains(QLatin1Char('/')) && !m_context.exists(path)))
            return false;
        const QString real = m_context.realPath(path);
        const QString identity = isCompilerLauncher(real) ? path : real;
        const auto seen = m_seen.constFind(identity);
        if (seen == m_seen.cend()) {
            m_seen.insert(identity, places.found.size());
            places.found.append({ path, source, real });
        } else if (CompilerPlace& place = places.found[*seen];
                   place.path != path && !place.otherPaths.contains(path)) {
            place.otherPaths.append(path);
        }
        return true;
    }

    CompilerPlaces places;

private:
    const ProbeContext& m_context;
    QHash<QString, qsizetype> m_seen; // what stands behind the links -> index in places.found
};

// CMake takes CXX and nothing else where it is set.
void addVariable(const ProbeContext& context, Collector& collector)
{
    const QString value = context.variable("CXX");
    if (value.isEmpty())
        return;
    const QString program = compilerInVariable(value);
    if (!program.isEmpty() && collector.add(program, QStringLiteral("CXX")))
        return;
    collector.places.firstIsMissing = collector.places.found.isEmpty();
    collector.places.unknown.append({ QStringLiteral("CXX"),
        QStringLiteral(
            "CXX is \"%1\", and no such compiler is there: CMake stops at that. Correct it, or unset it.")
            .arg(value) });
}

// Without the ones that conda activates, which carry the platform in their names.
void addFromPath(Collector& collector)
{
    for (const char* name : { "c++", "g++", "clang++" })
        collector.add(QLatin1String(name), QStringLiteral("PATH"));
    for (int version = 22; version >= 5; --version) {
        collector.add(QStringLiteral("g++-%1").arg(version), QStringLiteral("PATH"));
        collector.add(QStringLiteral("clang++-%1").arg(version), QStringLiteral("PATH"));
    }
}

void addConda(const ProbeContext& context, Collector& collector)
{
    const QString prefix = context.variable("CONDA_PREFIX");
    if (prefix.isEmpty())
        return;
    const QStringList names { QStringLiteral("*-conda-linux-gnu-c++"),
        QStringLiteral("*-conda-linux-gnu-g++"), QStringLiteral("*-conda-linux-gnu-clang++") };
    for (const QString& path : context.files(prefix + QStringLiteral("/bin"), names))
        collector.add(path, QStringLiteral("CONDA_PREFIX"));
}

// Red Hat's newer compilers lie beside the system's and are switched on per shell.
void addToolsets(const ProbeContext& context, Collector& collector)
{
    for (const QString& toolset :
        context.folders(QStringLiteral("/opt/rh"), { QStringLiteral("*toolset-*") }))
        collector.add(toolset + QStringLiteral("/root/usr/bin/g++"), QStringLiteral("/opt/rh"));
}

}

bool isCompilerLauncher(const QString& program)
{
    static const QSet<QString> launchers { QStringLiteral("ccache"), QStringLiteral("sccache"),
        QStringLiteral("distcc"), QStringLiteral("icecc"), QStringLiteral("buildcache"),
        QStringLiteral("torchmason-gate") };
    return launchers.contains(QFileInfo(program).fileName());
}

QString compilerInVariable(const QString& value)
{
    for (const QString& word : QProcess::splitCommand(value)) {
        if (!isCompilerLauncher(word))
            return word;
    }
    return {};
}

CompilerPlaces compilerPlaces(const ProbeContext& context)
{
    Collector collector(context);
    const QString chosen = context.wishes.overrides.value(QStringLiteral("cxx"));
    // One that is not there is started all the same, so that the user hears of it.
    if (!chosen.isEmpty() && !collector.add(chosen, chosenByUser()))
        collector.places.found.append({ chosen, chosenByUser(), chosen });
    addVariable(context, collector);
    addFromPath(collector);
    addConda(context, collector);
    addToolsets(context, collector);
    for (const QString& named : context.wishes.compilers)
        collector.add(named, QStringLiteral("a flag"));
    return collector.places;
}

}
