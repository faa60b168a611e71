// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/SourceFetch.h"

#include "core/base/RegularFile.h"
#include "core/request/StageCatalogue.h"
#include "core/store/AttemptFiles.h"

#include <algorithm>
#include <iterator>

namespace torchmason {

namespace {

constexpr qint64 mostRead = 4 * 1024 * 1024; // a fetch that brings something says so early
constexpr qint64 piece = 64 * 1024;
// Receiving objects: 100% (5/5), 1.20 KiB | 1.20 MiB/s, done.
// Unpacking objects: 100% (3/3), 280 bytes | 280.00 KiB/s, done.
const char* const signsOfDownload[] = { "Receiving objects: ", "Unpacking objects: " };
constexpr qsizetype overlap = 18; // a sign without its last letter may end a piece

bool tellsDownload(const QByteArray& text)
{
    return std::any_of(std::begin(signsOfDownload), std::end(signsOfDownload),
        [&text](const char* sign) { return text.contains(sign); });
}

bool isEmptyOrTellsDownload(const QString& path)
{
    RegularFile log(path);
    if (!log.open(QIODevice::ReadOnly) || log.atEnd())
        return true;
    QByteArray text;
    for (qint64 read = 0; read < mostRead && !log.atEnd(); read += piece) {
        text = text.right(overlap) + log.read(piece);
        if (tellsDownload(text))
            return true;
    }
    return false;
}

}

bool hasDownloaded(const AttemptRecord& record, const QString& attemptFolder)
{
    const SourceKind kind = record.request.source.kind;
    if (kind == SourceKind::ExistingTree || kind == SourceKind::Sample)
        return false;
    if (kind != SourceKind::Git)
        return true;
    return isEmptyOrTellsDownload(AttemptFiles::log(attemptFolder, stageKindId(StageKind::Fetch)));
}

}
