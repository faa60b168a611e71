// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Json.h"
#include "core/knowledge/KnownEdges.h"
#include "core/store/AttemptFiles.h"
#include "core/store/AttemptLines.h"

#include <QCoreApplication>
#include <QFile>
#include <QMap>

#include <algorithm>
#include <cstdio>

// Prints the lines of resources/gate/edges.tsv, from the edges that the memory gate measured in builds
// without a compiler cache; code generators, which pass no gate, are timed by hand:
//   edge_table ATTEMPT_FOLDER...
// Where several attempts made the same edge, the dearest counts: the others were ended or found it half done.
using namespace torchmason;

namespace {

void add(QMap<QString, TabledEdge>& table, const EdgeRecord& edge)
{
    const QString name = nameOfEdge(edge.output, edge.language);
    if (edge.failed || !edge.processor || name.startsWith(QLatin1Char('/')))
        return;
    // Never 0, which would be "not known".
    const double seconds = std::max(0.01, double(edge.processor->count()) / 1000);
    TabledEdge& row = table[name];
    row.name = name;
    row.seconds = std::max(row.seconds, seconds);
    row.peak = std::max(row.peak, edge.peakMemory.value_or(0));
}

bool readEdges(const QString& attempt, QMap<QString, TabledEdge>& table)
{
    QFile file(AttemptFiles::edges(attempt));
    if (!file.open(QIODevice::ReadOnly)) {
        std::fprintf(stderr, "%s: %s\n", qPrintable(file.fileName()), qPrintable(file.errorString()));
        return false;
    }
    while (!file.atEnd()) {
        const auto document = parseJson(file.readLine(), file.fileName());
        const auto edge = document ? edgeRecordFromJson(*document) : Result<EdgeRecord>(document.error());
        if (edge)
            add(table, *edge);
    }
    return true;
}

}

int main(int argc, char** argv)
{
    QCoreApplication application(argc, argv);
    QMap<QString, TabledEdge> table;
    for (const QString& attempt : QCoreApplication::arguments().mid(1)) {
        if (!readEdges(attempt, table))
            return 1;
    }
    for (const TabledEdge& row : std::as_const(table))
        std::printf("%.2f\t%llu\t%s\n", row.seconds,
            static_cast<unsigned long long>((row.peak + mebibyte / 2) / mebibyte), qPrintable(row.name));
    return 0;
}
