// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/TextDecoding.h"
#include "core/detect/AskAll.h"
#include "core/detect/Probe.h"
#include "core/detect/PythonAnswer.h"
#include "core/detect/WindowsPlaces.h"

#include <QDir>
#include <QSet>

namespace torchmason {

namespace {

// Where interpreters may be, the one that a build would take first. Only places that are there.
struct PythonPlaces {
    QVector<PythonPlace> found;
    QVector<UnknownFact> unknown; // variables that name nothing, and what is not started
};

constexpr QLatin1String condaKind("conda");

QString interpreterBelow(const QString& prefix, const QString& kind)
{
    if (hostPlatform() == Platform::Linux)
        return prefix + QStringLiteral("/bin/python");
    return prefix
        + (kind == condaKind ? QStringLiteral("/python.exe") : QStringLiteral("/Scripts/python.exe"));
}

class Collector {
public:
    explicit Collector(const ProbeContext& context)
        : m_context(context)
    {
    }

    bool add(const QString& path, const QString& kind, const QString& source)
    {
        const QString clean = QDir::fromNativeSeparators(path);
        if (clean.isEmpty() || !m_context.exists(clean))
            return false;
        if (!m_seen.contains(clean))
            places.found.append({ clean, kind, source });
        m_seen << clean;
        return true;
    }
    bool addPrefix(const QString& prefix, const QString& kind, const QString& source)
    {
        return add(interpreterBelow(QDir::fromNativeSeparators(prefix), kind), kind, source);
    }
    // One that is started only where something else names it.
    void notePrefix(const QString& prefix)
    {
        const QString path = interpreterBelow(QDir::fromNativeSeparators(prefix), {});
        if (m_context.exists(path) && !m_seen.contains(path))
            places.unknown.append({ QStringLiteral("python"),
                QStringLiteral("%1 was found and not started: it lies in the source folder and may have come "
                               "with it. Choose it as Python to use it.")
                    .arg(path) });
    }
    void addVariable(const char* name, const QString& kind)
    {
        const QString prefix = m_context.variable(name);
        if (prefix.isEmpty() || addPrefix(prefix, kind, QLatin1String(name)))
            return;
        places.unknown.append({ QLatin1String(name),
            QStringLiteral("%1 is %2, and there is no Python in it: activate another environment.")
                .arg(QLatin1String(name), prefix) });
    }
    // pyenv has a shim for every version that it ever had, which start only where that one is switched on.
    void addVersion(const QString& name)
    {
        if (!m_context.runner->findProgram(name).contains(QLatin1String("/shims/")))
            addProgram(name);
    }
    // On PATH the runner has looked already.
    void addProgram(const QString& name)
    {
        const QString path = QDir::fromNativeSeparators(m_context.runner->findProgram(name));
        if (!path.isEmpty() && !m_seen.contains(path))
            places.found.append({ path, {}, QStringLiteral("PATH") });
        m_seen << path;
    }

    PythonPlaces places;

private:
    const ProbeContext& m_context;
    QStringList m_seen;
};

void addFromPath(Collector& collector)
{
    for (const char* name : { "python3", "python" })
        collector.addProgram(QLatin1String(name));
    for (int minor = 15; minor >= 8; --minor) {
        collector.addVersion(QStringLiteral("python3.%1").arg(minor));
        if (minor >= 13) // without the global lock
            collector.addVersion(QStringLiteral("python3.%1t").arg(minor));
    }
}

// What is looked at is started before anybody agreed to build the tree, and nothing in an environment tells
// whether it came along: its own place is written into it, but a stranger may know that, too.
void noteOfSource(const ProbeContext& context, Collector& collector)
{
    const QString folder = context.wishes.sourceFolder;
    for (const char* name : { "/.venv", "/venv" }) {
        if (!folder.isEmpty())
            collector.notePrefix(folder + QLatin1String(name));
    }
}

// conda writes a line for each environment that it ever made here.
void addConda(const ProbeContext& context, Collector& collector)
{
    const QString home = context.homeFolder();
    const QByteArray list
        = context.readFile(home + QStringLiteral("/.conda/environments.txt")).value_or(QByteArray());
    for (const QByteArray& line : list.split('\n')) {
        if (!line.trimmed().isEmpty())
            collector.addPrefix(
                QString::fromUtf8(line.trimmed()), condaKind, QStringLiteral("environments.txt"));
    }
    QStringList bases { QStringLiteral("/opt/conda") };
    for (const char* name : { "miniforge3", "miniconda3", "anaconda3", "mambaforge" })
        bases << home + QLatin1Char('/') + QLatin1String(name);
    for (const QString& base : bases)
        collector.addPrefix(base, condaKind, base);
}

void addManaged(const ProbeContext& context, Collector& collector)
{
    const QString home = context.homeFolder();
    const auto addVersions = [&](const QString& folder, const QStringList& names, const QString& source) {
        for (const QString& version : context.folders(home + folder, names))
            collector.add(version + QStringLiteral("/bin/python3"), {}, source);
    };
    addVersions(QStringLiteral("/.pyenv/versions"), { QStringLiteral("3.*") }, QStringLiteral("pyenv"));
    addVersions(
        QStringLiteral("/.local/share/uv/python"), { QStringLiteral("cpython-3.*") }, QStringLiteral("uv"));
}

PythonPlaces pythonPlaces(const ProbeContext& context)
{
    Collector collector(context);
    const QString chosen = context.wishes.overrides.value(QStringLiteral("python"));
    // One that is not there is started all the same, so that the user hears of it.
    if (!chosen.isEmpty() && !collector.add(chosen, {}, chosenByUser()))
        collector.places.found.append({ QDir::fromNativeSeparators(chosen), {}, chosenByUser() });
    collector.addVariable("VIRTUAL_ENV", QStringLiteral("venv"));
    collector.addVariable("CONDA_PREFIX", condaKind);
    addFromPath(collector);
    if (hostPlatform() == Platform::Linux) {
        collector.add(QStringLiteral("/usr/bin/python3"), {}, QStringLiteral("system"));
        addManaged(context, collector);
    } else {
        for (const PythonPlace& place : windowsPythons(context))
            collector.add(place.path, place.kind, place.source);
    }
    addConda(context, collector);
    for (const QString& named : context.wishes.pythons)
        collector.add(named, {}, QStringLiteral("named by a flag"));
    noteOfSource(context, collector);
    return collector.places;
}

Result<PythonAnswer> ask(const ProbeContext& context, const PythonPlace& place)
{
    const auto output = context.output(place.path, pythonQuestion());
    if (!output && output.error().message.contains(QLatin1String("Unknown option: -I")))
        return Error { QStringLiteral("%1 is Python 2, which builds no PyTorch.").arg(place.path) };
    return output ? readPythonAnswer(plainToolText(*output), place) : Result<PythonAnswer>(output.error());
}

// The alias that leads to Windows' shop has this code in all languages. A real Python of the shop that does
// not answer is told like any other.
bool leadsToShop(const QString& path, const QString& error)
{
    return (isStoreAlias(path) && error.contains(QLatin1String("failed with code 9009")))
        || error.contains(QLatin1String("Python was not found"));
}

}

FactsChange probePythons(const ProbeContext& context)
{
    const PythonPlaces places = pythonPlaces(context);
    const auto answers = askAll(places.found, context.patience(),
        [context](const PythonPlace& place) { return ask(context, place); });
    QVector<PythonFacts> pythons;
    QVector<UnknownFact> unknown = places.unknown;
    QSet<QString> seen;
    qsizetype first = 0;
    for (qsizetype at = 0; at < places.found.size(); ++at) {
        const Result<PythonAnswer> late = noAnswerInTime(places.found[at].path, context.patience());
        const Result<PythonAnswer> answer = answers[size_t(at)].value_or(late);
        const bool isChosen = places.found[at].source == chosenByUser();
        if (!answer && !isChosen && leadsToShop(places.found[at].path, answer.error().message)) {
            first += first == at;
            continue;
        }
        if (!answer) {
            unknown.append({ QStringLiteral("python"), answer.error().message });
            if (isChosen) // another one is not taken without a word
                pythons.append({ places.found[at].path, {}, {}, {}, false, chosenByUser() });
            continue;
        }
        const QString identity = answer->prefix + QLatin1Char('|') + answer->facts.version;
        if (seen.contains(identity))
            continue;
        seen.insert(identity);
        pythons.append(answer->facts);
        pythons.last().isDefault = at == first; // none where the first one did not answer
    }
    return [pythons, unknown](HostFacts& facts) {
        facts.pythons = pythons;
        facts.unknown += unknown;
    };
}

}
