// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/EstimateCatalogue.h"

#include "core/base/Units.h"
#include "core/knowledge/KnowledgeFile.h"
#include "core/knowledge/VersionText.h"

#include <algorithm>

namespace torchmason {

namespace {

Span readSpan(JsonReader& reader, const char* member, double unit)
{
    if (!reader.has(member))
        return {};
    const Json& pair = reader.child(member);
    return { pair[0].get<double>() * unit, pair[1].get<double>() * unit };
}

void readSource(EstimateSource& row, JsonReader& reader, const KnowledgeSources& sources)
{
    row.what = dataText(reader, "what");
    row.confidence = reader.string("confidence");
    row.source = sources.textOf(reader);
}

Span readTime(JsonReader& reader, const char* seconds, const char* minutes)
{
    return reader.has(seconds) ? readSpan(reader, seconds, 1) : readSpan(reader, minutes, 60);
}

WorkPart readPart(JsonReader& reader, const KnowledgeSources& sources)
{
    WorkPart part;
    readSource(part, reader, sources);
    part.id = reader.string("id");
    part.option = reader.string("option", QString());
    part.since = reader.string("since", QString());
    part.before = reader.string("before", QString());
    part.coreSeconds = readTime(reader, "coreSeconds", "coreMinutes");
    part.serialSeconds = readTime(reader, "serialSeconds", "serialMinutes");
    part.disk = readSpan(reader, "disk", mebibyte);
    part.libraries = readSpan(reader, "libraries", mebibyte);
    part.wheel = readSpan(reader, "wheel", mebibyte);
    return part;
}

WorkFactor readFactor(JsonReader& reader, const KnowledgeSources& sources)
{
    WorkFactor factor;
    readSource(factor, reader, sources);
    factor.id = reader.string("id");
    factor.models = reader.strings("models");
    factor.time = readSpan(reader, "time", 0.01);
    factor.disk = readSpan(reader, "disk", 0.01);
    return factor;
}

JobMemory readJob(JsonReader& reader, const KnowledgeSources& sources)
{
    JobMemory job;
    readSource(job, reader, sources);
    job.id = reader.string("id");
    job.bytes = readSpan(reader, "memory", mebibyte);
    return job;
}

TreeSize readTree(JsonReader& reader, const KnowledgeSources& sources)
{
    TreeSize tree;
    readSource(tree, reader, sources);
    tree.id = reader.string("id");
    tree.bytes = readSpan(reader, "disk", mebibyte);
    return tree;
}

template <typename Row> const Row* rowOf(const QVector<Row>& rows, const QString& id)
{
    const auto found = std::find_if(rows.begin(), rows.end(), [&](const Row& row) { return row.id == id; });
    return found == rows.end() ? nullptr : &*found;
}

}

Span& Span::operator+=(const Span& other)
{
    low += other.low;
    high += other.high;
    return *this;
}

Result<EstimateCatalogue> EstimateCatalogue::load()
{
    static const auto once = []() -> Result<EstimateCatalogue> {
        const auto document = readKnowledge(QStringLiteral("estimates.json"));
        if (!document)
            return document.error();
        const auto parts = rowsOf(*document, "parts", readPart);
        if (!parts)
            return parts.error();
        const auto factors = rowsOf(*document, "factors", readFactor);
        if (!factors)
            return factors.error();
        const auto jobs = rowsOf(*document, "jobs", readJob);
        if (!jobs)
            return jobs.error();
        const auto trees = rowsOf(*document, "trees", readTree);
        if (!trees)
            return trees.error();
        EstimateCatalogue catalogue;
        catalogue.m_parts = *parts;
        catalogue.m_factors = *factors;
        catalogue.m_jobs = *jobs;
        catalogue.m_trees = *trees;
        return catalogue;
    }();
    return once;
}

const WorkPart* EstimateCatalogue::part(const QString& id, const QString& release) const
{
    for (const WorkPart& part : m_parts) {
        const bool tooOld
            = !release.isEmpty() && !part.since.isEmpty() && compareVersions(release, part.since) < 0;
        const bool tooNew
            = !part.before.isEmpty() && (release.isEmpty() || compareVersions(release, part.before) >= 0);
        if (part.id == id && !tooOld && !tooNew)
            return &part;
    }
    return nullptr;
}

const WorkFactor* EstimateCatalogue::factor(const QString& id) const
{
    return rowOf(m_factors, id);
}

const WorkFactor* EstimateCatalogue::factorForProcessor(const QString& model) const
{
    for (const WorkFactor& factor : m_factors) {
        const auto isNamed = [&](const QString& name) { return model.contains(name, Qt::CaseInsensitive); };
        if (std::any_of(factor.models.begin(), factor.models.end(), isNamed))
            return &factor;
    }
    return nullptr;
}

const JobMemory* EstimateCatalogue::job(const QString& id) const
{
    return rowOf(m_jobs, id);
}

const TreeSize* EstimateCatalogue::tree(const QString& id) const
{
    return rowOf(m_trees, id);
}

}
