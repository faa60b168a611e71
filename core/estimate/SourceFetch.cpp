// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/SourceFetch.h"

#include "core/base/WholeFile.h"
#include "core/request/StageCatalogue.h"
#include "core/store/AttemptFiles.h"

namespace torchmason {

bool hasDownloaded(const AttemptRecord& record, const QString& attemptFolder)
{
    const SourceKind kind = record.request.source.kind;
    if (kind == SourceKind::ExistingTree || kind == SourceKind::Sample)
        return false;
    if (kind != SourceKind::Git)
        return true;
    const QByteArray log = readWhole(AttemptFiles::log(attemptFolder, stageKindId(StageKind::Fetch)));
    // Receiving objects: 100% (5/5), 1.20 KiB | 1.20 MiB/s, done.
    // Unpacking objects: 100% (3/3), 280 bytes | 280.00 KiB/s, done.
    return log.isEmpty() || log.contains("Receiving objects: ") || log.contains("Unpacking objects: ");
}

}
