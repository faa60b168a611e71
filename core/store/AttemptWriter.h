// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/findings/Finding.h"
#include "core/store/AppendFile.h"
#include "core/store/AttemptLines.h"
#include "core/store/AttemptRecord.h"

#include <QString>
#include <QVector>

#include <memory>

namespace torchmason {

// The one writer of an attempt's folder. Lines are appended, whole documents are replaced by a rename, so
// that a reader sees no half-written state whenever it looks. Belongs to one thread.
class AttemptWriter {
public:
    // `folder` was made by AttemptStore::reserve. Also makes logs/ in it.
    static Result<std::unique_ptr<AttemptWriter>> open(const QString& folder);

    const QString& folder() const { return m_folder; }
    // Absolute path of a stage's raw log; the children write there.
    QString logPath(const QString& stageId) const;

    // Fails where the folder was deleted or moved: files that are open could still be written.
    Result<void> checkFolder() const;
    // Secrets are masked on the way, see SecretMask.h.
    Result<void> writeRecord(const AttemptRecord& record);
    Result<void> writeFindings(const QVector<Finding>& findings);
    Result<void> append(const AttemptEvent& event);
    Result<void> append(const Sample& sample);
    Result<void> append(const EdgeRecord& edge);
    // Forces all appended lines to the disk; called when a stage ends.
    Result<void> sync();

private:
    AttemptWriter(QString folder, AppendFile events, AppendFile samples, AppendFile edges);
    Result<void> replace(const QString& path, const Json& document) const;

    QString m_folder;
    AppendFile m_events;
    AppendFile m_samples;
    AppendFile m_edges;
};

}
