// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/history/LogStatements.h"
#include "core/parse/Diagnostic.h"

class QIODevice;

namespace torchmason {

class AttemptWriter;
class LogStages;

// What one pass over a log of others told.
struct LogReading {
    qint64 bytes = 0; // of the copy
    QString digest; // SHA-256 of the log
    LogStatements statements;
    std::optional<qint64> edgesDone;
    std::optional<qint64> edgesTotal;
    std::optional<qint64> edgesFailed;
    QVector<DiagnosticCount> messages; // of tools, by the place of the stage; perhaps fewer than stages
};

// Reads a log to its end, copies it to `copy` (UTF-16 as UTF-8), and tells its lines to `stages`. Steps go to
// `writer`. `name` is what errors call it. What is empty, packed or no text is refused.
Result<LogReading> readLog(
    QIODevice& log, const QString& name, const QString& copy, LogStages& stages, AttemptWriter& writer);

}
