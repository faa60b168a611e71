// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/AttemptWriter.h"

#include "core/store/AttemptFiles.h"
#include "core/store/SecretMask.h"

#include <QDir>
#include <QFileInfo>
#include <QStorageInfo>

namespace torchmason {

AttemptWriter::AttemptWriter(QString folder, AppendFile events, AppendFile samples, AppendFile edges)
    : m_folder(std::move(folder))
    , m_events(std::move(events))
    , m_samples(std::move(samples))
    , m_edges(std::move(edges))
{
}

Result<std::unique_ptr<AttemptWriter>> AttemptWriter::open(const QString& folder)
{
    if (!QDir(folder).exists())
        return Error { QStringLiteral("There is no attempt folder %1.").arg(folder) };
    if (!QDir(folder).mkpath(QStringLiteral("logs")))
        return Error { QStringLiteral("Cannot make the folder %1/logs.").arg(folder) };
    auto events = AppendFile::open(AttemptFiles::events(folder));
    if (!events)
        return events.error();
    auto samples = AppendFile::open(AttemptFiles::samples(folder));
    if (!samples)
        return samples.error();
    auto edges = AppendFile::open(AttemptFiles::edges(folder));
    if (!edges)
        return edges.error();
    return std::unique_ptr<AttemptWriter>(new AttemptWriter(
        folder, std::move(events).value(), std::move(samples).value(), std::move(edges).value()));
}

QString AttemptWriter::logPath(const QString& stageId) const
{
    return AttemptFiles::log(m_folder, stageId);
}

Result<void> AttemptWriter::replace(const QString& path, const Json& document) const
{
    auto written = writeJsonFile(path, document);
    const QStorageInfo volume(m_folder);
    if (!written && volume.isValid() && volume.bytesAvailable() < qint64(document.dump().size()))
        return writeError(path, written.error().message, WriteTrouble::Full);
    return written;
}

Result<void> AttemptWriter::checkFolder() const
{
    if (QFileInfo::exists(AttemptFiles::record(m_folder)))
        return {};
    return Error { QStringLiteral(
        "The build was stopped, because the folder of its attempt, %1, is not there "
        "any more: it was deleted or moved.")
                       .arg(m_folder) };
}

Result<void> AttemptWriter::writeRecord(const AttemptRecord& record)
{
    AttemptRecord kept = record;
    kept.request = masked(std::move(kept.request));
    kept.plan = masked(std::move(kept.plan));
    return replace(AttemptFiles::record(m_folder), toJson(kept));
}

Result<void> AttemptWriter::writeFindings(const QVector<Finding>& findings)
{
    return replace(AttemptFiles::findings(m_folder),
        { { "schema", AttemptFiles::schema }, { "findings", toJson(findings) } });
}

Result<void> AttemptWriter::append(const AttemptEvent& event)
{
    return m_events.appendLine(compactJson(toJson(event)));
}

Result<void> AttemptWriter::append(const Sample& sample)
{
    return m_samples.appendLine(compactJson(toJson(sample)));
}

Result<void> AttemptWriter::append(const EdgeRecord& edge)
{
    return m_edges.appendLine(compactJson(toJson(edge)));
}

Result<void> AttemptWriter::sync()
{
    for (AppendFile* file : { &m_events, &m_samples, &m_edges }) {
        if (auto synced = file->sync(); !synced)
            return synced;
    }
    return {};
}

}
