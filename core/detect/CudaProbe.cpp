// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/CudaFiles.h"
#include "core/detect/CudaPlaces.h"
#include "core/detect/Probe.h"

#include <QDir>
#include <QFileInfo>

namespace torchmason {

namespace {

struct Candidate {
    QString nvcc;
    QString source;
};

QString canonical(const ProbeContext& context, const QString& path)
{
    const QString real = QFileInfo(context.root + path).canonicalFilePath();
    return real.isEmpty() ? QDir::cleanPath(path) : real.mid(context.root.size());
}

QString nvccBelow(const QString& root)
{
    return QDir::cleanPath(root) + QStringLiteral("/bin/") + nvccName();
}

// The user's choice first, then what the environment and PATH name, then the usual places.
QVector<Candidate> candidates(const ProbeContext& context, const QString& onPath)
{
    QVector<Candidate> found;
    const QString chosen = context.wishes.overrides.value(QStringLiteral("nvcc"));
    if (!chosen.isEmpty())
        found.append({ chosen, chosenByUser() });
    for (const char* name : { "CUDA_HOME", "CUDA_PATH" }) {
        const QString root = QDir::fromNativeSeparators(context.environment.value(QLatin1String(name)));
        if (!root.isEmpty())
            found.append({ nvccBelow(root), QLatin1String(name) });
    }
    if (!onPath.isEmpty())
        found.append({ onPath, QStringLiteral("PATH") });
    for (const QString& root : usualCudaRoots(context))
        found.append({ nvccBelow(root), QFileInfo(root).path() });
    return found;
}

QString cudnnBeside(const ProbeContext& context, const QString& root)
{
    QStringList folders { root + QStringLiteral("/include") };
    folders << usualCudnnFolders(context);
    for (const QString& folder : folders) {
        for (const char* name : { "/cudnn_version.h", "/cudnn.h" }) {
            const auto header = context.readFile(folder + QLatin1String(name));
            const QString version = header ? versionFromCudnnHeader(*header) : QString();
            if (!version.isEmpty())
                return version;
        }
    }
    return {};
}

Result<CudaToolkitFacts> toolkit(const ProbeContext& context, const Candidate& candidate)
{
    const auto output = context.output(candidate.nvcc, { QStringLiteral("--version") });
    if (!output)
        return output.error();
    CudaToolkitFacts facts;
    facts.nvcc = candidate.nvcc;
    facts.version = versionFromNvcc(*output);
    if (facts.version.isEmpty())
        return Error { QStringLiteral("%1 printed no version.").arg(candidate.nvcc) };
    facts.root = QFileInfo(QFileInfo(candidate.nvcc).path()).path();
    facts.cudnn = cudnnBeside(context, facts.root);
    facts.source = candidate.source;
    return facts;
}

}

FactsChange probeCuda(const ProbeContext& context)
{
    QVector<CudaToolkitFacts> toolkits;
    QVector<UnknownFact> unknown;
    QStringList seen;
    const QString onPath = QDir::fromNativeSeparators(context.runner->findProgram(QStringLiteral("nvcc")));
    for (const Candidate& candidate : candidates(context, onPath)) {
        // /usr/local/cuda is most often a link to one of its neighbours.
        const QString real = canonical(context, candidate.nvcc);
        const bool isChosen = candidate.source == chosenByUser();
        if (seen.contains(real) || (!isChosen && !context.exists(candidate.nvcc)))
            continue;
        seen << real;
        auto facts = toolkit(context, candidate);
        if (!facts) {
            unknown.append({ QStringLiteral("cuda"), facts.error().message });
            continue;
        }
        facts->winsOnPath = !onPath.isEmpty() && real == canonical(context, onPath);
        toolkits.append(*facts);
    }
    return [toolkits, unknown](HostFacts& facts) {
        facts.cudaToolkits = toolkits;
        facts.unknown += unknown;
    };
}

}
