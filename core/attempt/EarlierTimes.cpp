// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/EarlierTimes.h"

#include "core/base/RegularFile.h"
#include "core/detect/HostFacts.h"
#include "core/store/AttemptFiles.h"

#include <QFileInfo>

namespace torchmason {

namespace {

constexpr int mostLookedAt = 60;
constexpr int mostUsed = 4;
constexpr qint64 longestLine = 64 * 1024;

EdgeTimes timesOf(const QString& attemptFolder)
{
    EdgeTimes times;
    RegularFile file(AttemptFiles::edges(attemptFolder));
    if (!file.openDocument())
        return times;
    while (!file.atEnd()) {
        const QByteArray line = file.readLine(longestLine);
        const Json document = jsonLine(line);
        if (!document.is_object())
            continue;
        const auto edge = edgeRecordFromJson(document);
        // Nothing takes no time; earlier versions kept what had been made before as such.
        if (edge && !edge->failed && edge->end > edge->start)
            times.insert(edge->output, edge->end - edge->start);
    }
    return times;
}

QString treeIn(const QString& comparable)
{
    return comparable.section(QLatin1Char('|'), 0, 0);
}

}

QString comparableTree(const BuildRequest& request)
{
    const SourceSpec& source = request.source;
    if (source.kind == SourceKind::Git)
        return source.url + QLatin1Char(' ') + source.tag;
    if (source.kind == SourceKind::DebianSource)
        return source.package;
    if (source.kind == SourceKind::Sample)
        return QStringLiteral("sample");
    return QFileInfo(request.sourceFolder).fileName();
}

QString comparableBuild(const BuildRequest& request)
{
    const Configuration& configuration = request.configuration;
    QString compiler;
    if (const auto facts = hostFactsFromJson(request.hostFacts, QStringLiteral("hostFacts"))) {
        for (const CompilerFacts& found : facts->compilers) {
            if (found.isDefault)
                compiler = found.family + QLatin1Char(' ') + found.version.section(QLatin1Char('.'), 0, 0);
        }
    }
    return QStringList { comparableTree(request), configuration.flagValue(QStringLiteral("CMAKE_BUILD_TYPE")),
        configuration.flagValue(QStringLiteral("TORCH_CUDA_ARCH_LIST")), compiler }
        .join(QLatin1Char('|'));
}

QVector<TimedBuild> earlierTimes(const AttemptStore& store, const BuildRequest& request, int before)
{
    const QString wanted = comparableBuild(request);
    QVector<int> same;
    QVector<int> sameTree;
    for (int number = before - 1; number > 0 && number >= before - mostLookedAt; --number) {
        const QString folder = store.attemptFolder(number);
        if (same.size() >= mostUsed || QFileInfo(AttemptFiles::edges(folder)).size() <= 0)
            continue;
        const auto record = AttemptFiles::readRecord(folder, AttemptFiles::RecordPart::WithoutPlan);
        if (!record || record->imported) // another machine's times
            continue;
        const QString found = comparableBuild(record->request);
        if (found == wanted)
            same << number;
        else if (treeIn(found) == treeIn(wanted) && sameTree.size() < mostUsed)
            sameTree << number;
    }
    QVector<TimedBuild> builds;
    for (const int number : same.isEmpty() ? sameTree : same) {
        const EdgeTimes times = timesOf(store.attemptFolder(number));
        if (!times.isEmpty())
            builds.append({ QStringLiteral("attempt %1").arg(number), times });
    }
    return builds;
}

}
