// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/TextDecoding.h"
#include "core/detect/AskAll.h"
#include "core/detect/LinuxFiles.h"
#include "core/detect/Probe.h"

#include <QHash>

#include <algorithm>

namespace torchmason {

namespace {

struct CompilerPlace {
    QString path;
    QString source; // "CXX", "PATH", "CONDA_PREFIX"...
    QString realPath;
    QStringList otherPaths = {};
};

// C++ compilers of a Linux machine, the one that CMake would take first, each once however many links
// lead to it.
struct CompilerPlaces {
    QVector<CompilerPlace> found;
    QVector<UnknownFact> unknown; // a CXX that names nothing
    bool firstIsMissing = false; // CMake stops at that, and takes none of them
};

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

Result<CompilerFacts> compiler(const ProbeContext& context, const CompilerPlace& place)
{
    const auto output = context.output(place.path, { QStringLiteral("--version") });
    if (!output)
        return output.error();
    const QString text = plainToolText(*output);
    CompilerFacts facts;
    facts.path = place.path;
    facts.source = place.source;
    facts.realPath = place.realPath;
    facts.otherPaths = place.otherPaths;
    facts.family = text.contains(QLatin1String("clang")) ? QStringLiteral("clang") : QStringLiteral("gcc");
    // "g++ (Debian 12.2.0-14+deb12u1) 12.2.0": the number after the parentheses is the compiler's.
    facts.version = versionIn(text.section(QLatin1Char('\n'), 0, 0).section(QLatin1Char(')'), -1));
    if (facts.version.isEmpty())
        facts.version = versionIn(text);
    if (facts.version.isEmpty())
        return Error { QStringLiteral("%1 printed no version.").arg(place.path) };
    return facts;
}

// Links of a compiler cache all lead to the cache: family and version tell what they start.
bool isKnown(const QVector<CompilerFacts>& compilers, const CompilerFacts& one)
{
    return std::any_of(compilers.begin(), compilers.end(), [&](const CompilerFacts& other) {
        const bool masked = isCompilerLauncher(one.realPath) || isCompilerLauncher(other.realPath);
        return masked && one.family == other.family && one.version == other.version;
    });
}

}

FactsChange probeCompilers(const ProbeContext& context)
{
    const CompilerPlaces places = compilerPlaces(context);
    const auto answers = askAll(places.found, context.patience(),
        [context](const CompilerPlace& place) { return compiler(context, place); });
    QVector<CompilerFacts> compilers;
    QVector<UnknownFact> unknown = places.unknown;
    for (qsizetype at = 0; at < places.found.size(); ++at) {
        const auto& answer = answers[size_t(at)];
        if (!answer || !*answer) {
            const Error error
                = answer ? answer->error() : noAnswerInTime(places.found[at].path, context.patience());
            unknown.append({ QStringLiteral("compilers"), error.message });
            if (places.found[at].source == chosenByUser()) // another one is not taken without a word
                compilers.append({ {}, places.found[at].path, {}, {}, true, chosenByUser() });
            continue;
        }
        CompilerFacts facts = **answer;
        if (isKnown(compilers, facts))
            continue;
        // Where the first one did not answer, CMake would still take it and no other.
        facts.isDefault = at == 0 && !places.firstIsMissing;
        compilers.append(facts);
    }
    return [compilers, unknown](HostFacts& facts) {
        facts.compilers = compilers;
        facts.unknown += unknown;
    };
}

}
