// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/AskAll.h"
#include "core/detect/CudaFiles.h"
#include "core/detect/Probe.h"
#include "core/detect/WindowsPlaces.h"

#include <QDir>
#include <QFileInfo>
#include <QProcess>

namespace torchmason {

namespace {

struct CudaPlace {
    QString nvcc;
    QStringList namedBy; // variables that name it, in the order that a build follows
    QString source; // the folder in which it lies, where no variable names it
};

// Every nvcc of the machine, each once however many links and variables lead to it: the user's choice,
// then what the environment and PATH name, then the usual places.
struct CudaPlaces {
    QVector<CudaPlace> found;
    QVector<UnknownFact> unknown; // variables that name nothing
};

// "nvcc" or "nvcc.exe"
QString nvccName()
{
    return hostPlatform() == Platform::Windows ? QStringLiteral("nvcc.exe") : QStringLiteral("nvcc");
}

QString nvccBelow(const QString& root)
{
    return QDir::cleanPath(root) + QStringLiteral("/bin/") + nvccName();
}

class Collector {
public:
    explicit Collector(const ProbeContext& context)
        : m_context(context)
    {
    }

    void add(const QString& nvcc, const QString& namedBy, const QString& source = {})
    {
        // /usr/local/cuda is most often a link to one of its neighbours.
        const QString real = m_context.realPath(nvcc);
        qsizetype at = m_seen.indexOf(real);
        if (at < 0) {
            at = m_seen.size();
            m_seen << real;
            places.found.append({ nvcc, {}, source });
        }
        QStringList& names = places.found[at].namedBy;
        if (!namedBy.isEmpty() && !names.contains(namedBy))
            names << namedBy;
    }

    CudaPlaces places;

private:
    const ProbeContext& m_context;
    QStringList m_seen;
};

// CMake's own variable: a program, with a path or to be found on PATH, perhaps with arguments.
void addCudacxx(const ProbeContext& context, Collector& collector)
{
    const QStringList words = QProcess::splitCommand(context.variable("CUDACXX"));
    if (words.isEmpty())
        return;
    const QString word = QDir::fromNativeSeparators(words.first());
    const QString nvcc = word.contains(QLatin1Char('/')) ? word : context.runner->findProgram(word);
    if (!nvcc.isEmpty() && (!word.contains(QLatin1Char('/')) || context.exists(nvcc)))
        return collector.add(nvcc, QStringLiteral("CUDACXX"));
    collector.places.unknown.append({ QStringLiteral("CUDACXX"),
        QStringLiteral(
            "CUDACXX is \"%1\", and no such program is there: CMake stops at that. Correct it, or unset it.")
            .arg(words.first()) });
}

void addRootOf(const char* name, const ProbeContext& context, Collector& collector)
{
    const QString root = QDir::fromNativeSeparators(context.variable(name));
    if (root.isEmpty())
        return;
    if (context.exists(nvccBelow(root)))
        return collector.add(nvccBelow(root), QLatin1String(name));
    collector.places.unknown.append({ QLatin1String(name),
        QStringLiteral("%1 is %2, and there is no %3 in its bin folder: correct it, or unset it.")
            .arg(QLatin1String(name), root, nvccName()) });
}

// Where toolkits are installed by default on this system, and where cuDNN headers may lie beside them.
QStringList usualCudaRoots(const ProbeContext& context)
{
    if (hostPlatform() == Platform::Windows)
        return windowsCudaRoots(context);
    QStringList roots = context.folders(QStringLiteral("/usr/local"), { QStringLiteral("cuda*") })
        + context.folders(QStringLiteral("/opt"), { QStringLiteral("cuda*") });
    // /opt/nvidia/hpc_sdk/Linux_x86_64/25.1/cuda/12.6
    const QStringList numbers { QStringLiteral("[0-9]*") };
    for (const QString& system :
        context.folders(QStringLiteral("/opt/nvidia/hpc_sdk"), { QStringLiteral("Linux_*") })) {
        for (const QString& release : context.folders(system, numbers))
            roots += context.folders(release + QStringLiteral("/cuda"), numbers);
    }
    return roots;
}

QStringList usualCudnnFolders(const ProbeContext& context)
{
    if (hostPlatform() == Platform::Windows)
        return windowsCudnnFolders(context);
    return { QStringLiteral("/usr/include"), QStringLiteral("/usr/include/x86_64-linux-gnu"),
        QStringLiteral("/usr/include/aarch64-linux-gnu"), QStringLiteral("/usr/local/include") };
}

// Headers of a toolkit: conda and NVIDIA's packages for other systems have a folder per target.
QStringList includeFoldersOf(const QString& root)
{
    return { root + QStringLiteral("/include"), root + QStringLiteral("/targets/x86_64-linux/include"),
        root + QStringLiteral("/targets/sbsa-linux/include") };
}

// What PyTorch looks at first for cuDNN.
QStringList namedCudnnFolders(const ProbeContext& context)
{
    QStringList folders;
    const QString include = QDir::fromNativeSeparators(context.variable("CUDNN_INCLUDE_DIR"));
    if (!include.isEmpty())
        folders << include;
    for (const char* name : { "CUDNN_ROOT", "CUDNN_ROOT_DIR" }) {
        const QString root = QDir::fromNativeSeparators(context.variable(name));
        if (!root.isEmpty())
            folders << root + QStringLiteral("/include") << root;
    }
    return folders;
}

CudaPlaces cudaPlaces(const ProbeContext& context)
{
    Collector collector(context);
    const QString chosen = context.wishes.overrides.value(QStringLiteral("nvcc"));
    if (!chosen.isEmpty()) // started even where it is not there, so that the user hears of it
        collector.add(chosen, chosenByUser());
    addCudacxx(context, collector);
    addRootOf("CUDA_HOME", context, collector);
    addRootOf("CUDA_PATH", context, collector);
    const QString onPath = QDir::fromNativeSeparators(context.runner->findProgram(QStringLiteral("nvcc")));
    if (!onPath.isEmpty())
        collector.add(onPath, QStringLiteral("PATH"));
    const QString conda = QDir::fromNativeSeparators(context.variable("CONDA_PREFIX"));
    if (!conda.isEmpty() && context.exists(nvccBelow(conda)))
        collector.add(nvccBelow(conda), QStringLiteral("CONDA_PREFIX"));
    for (const QString& root : usualCudaRoots(context)) {
        if (context.exists(nvccBelow(root)))
            collector.add(nvccBelow(root), {}, QFileInfo(root).path());
    }
    return collector.places;
}

QString cudnnBeside(const ProbeContext& context, const QString& root)
{
    for (const QString& folder :
        namedCudnnFolders(context) + includeFoldersOf(root) + usualCudnnFolders(context)) {
        for (const char* name : { "/cudnn_version.h", "/cudnn.h" }) {
            const auto header = context.readFile(folder + QLatin1String(name));
            const QString version = header ? versionFromCudnnHeader(*header) : QString();
            if (!version.isEmpty())
                return version;
        }
    }
    return {};
}

CudaToolkitFacts withoutVersion(const ProbeContext& context, const CudaPlace& place)
{
    CudaToolkitFacts facts;
    facts.nvcc = place.nvcc;
    facts.root = QFileInfo(QFileInfo(place.nvcc).path()).path();
    facts.cudnn = cudnnBeside(context, facts.root);
    facts.source = place.namedBy.value(0, place.source);
    facts.namedBy = place.namedBy;
    facts.namedBy.removeAll(chosenByUser());
    facts.winsOnPath = place.namedBy.contains(QStringLiteral("PATH"));
    return facts;
}

struct CudaAnswer {
    CudaToolkitFacts toolkit;
    QString problem;
};

// One whose nvcc does not answer is not left out: it may be the one that a build would take. The version
// comes from version.json then.
CudaAnswer answerOf(const ProbeContext& context, const CudaPlace& place, const Result<QString>& version)
{
    CudaAnswer answer { withoutVersion(context, place), {} };
    if (version) {
        answer.toolkit.version = *version;
        return answer;
    }
    answer.problem = version.error().message;
    const auto list = context.readFile(answer.toolkit.root + QStringLiteral("/version.json"));
    answer.toolkit.version = list ? versionFromCudaJson(*list) : QString();
    if (!answer.toolkit.version.isEmpty())
        answer.problem
            += QStringLiteral(" That it is %1 comes from version.json.").arg(answer.toolkit.version);
    return answer;
}

}

FactsChange probeCuda(const ProbeContext& context)
{
    const CudaPlaces places = cudaPlaces(context);
    const auto versions = askAll(places.found, context.patience(),
        [context](const CudaPlace& place) { return context.version(place.nvcc, versionFromNvcc); });
    QVector<CudaToolkitFacts> toolkits;
    QVector<UnknownFact> unknown = places.unknown;
    for (qsizetype at = 0; at < places.found.size(); ++at) {
        const CudaPlace& place = places.found[at];
        const Result<QString> late = noAnswerInTime(place.nvcc, context.patience());
        const CudaAnswer answer = answerOf(context, place, versions[size_t(at)].value_or(late));
        if (!answer.problem.isEmpty())
            unknown.append({ QStringLiteral("cuda"), answer.problem });
        if (!answer.toolkit.version.isEmpty() || answer.toolkit.winsOnPath)
            toolkits.append(answer.toolkit);
    }
    return [toolkits, unknown](HostFacts& facts) {
        facts.cudaToolkits = toolkits;
        facts.unknown += unknown;
    };
}

}
