// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/findings/Finding.h"
#include "core/store/AttemptDraft.h"

class QIODevice;

namespace torchmason {

struct ImportedLog : ImportedAttempt {
    AttemptRecord record;
    QVector<Finding> findings; // root causes first
    QString problem; // one sentence where a packed log could not be read to its end
};

// Makes an attempt of a plain log of a build that this program did not run: the next number, marked as
// imported. What the log does not tell stays unknown: times, flags, how it ended. The logs of its stages put
// behind each other are the log, byte for byte; UTF-16 becomes UTF-8. `name`: of the file, or what else
// says where it came from. The same log is not taken twice. Reads it once, in pieces, and may take minutes:
// for a worker thread. Fails where it is no text, or no line of it is known to be of a build.
Result<ImportedLog> importLog(QIODevice& log, const QString& name, const AttemptStore& store);
// Also of a log that gzip has packed, refused where it has more than `mostUnpackedLog`. One that is broken
// gives what stands before the broken place.
Result<ImportedLog> importLogFile(const QString& path, const AttemptStore& store);

// Whether a file that begins so is packed.
bool isPacked(QByteArrayView begin);

}
