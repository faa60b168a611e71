// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/progress/StepsLeft.h"

#include "core/progress/BuildFile.h"
#include "core/progress/NinjaLogReader.h"

#include <QDir>
#include <QFileInfo>

namespace torchmason {

int StepsLeft::missing() const
{
    int count = 0;
    for (int node = 0; node < graph.nodes.size(); ++node)
        count += isThere[node] || graph.nodes[node].language.isEmpty() ? 0 : 1;
    return count;
}

StepsLeft readStepsLeft(const QString& buildFolder, const QStringList& targets)
{
    StepsLeft left;
    const auto file = BuildFile::read(buildFolder);
    if (!file)
        return left;
    left.graph = file->graphOf(targets);
    left.preparation = file->preparation();
    // Version 1.12 writes version 6.
    if (readNinjaLogVersion(buildFolder).value_or(6) < 6)
        left.order = NinjaOrder::File;
    const QDir folder(buildFolder);
    left.isThere.reserve(left.graph.nodes.size());
    for (const GraphNode& node : std::as_const(left.graph.nodes))
        left.isThere << (!node.language.isEmpty() && QFileInfo::exists(folder.absoluteFilePath(node.output)));
    return left;
}

}
