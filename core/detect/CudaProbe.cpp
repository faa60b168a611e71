// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/AskAll.h"
#include "core/detect/CudaFiles.h"
#include "core/detect/CudaPlaces.h"

#include <QFileInfo>

namespace torchmason {

namespace {

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
