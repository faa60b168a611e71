// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/findings/FailureMatcher.h"
#include "core/findings/Finding.h"

#include <QStringConverter>
#include <QVector>

#include <optional>

class QIODevice;

namespace torchmason {

// What a whole log says.
struct DiagnosisReport {
    QVector<Finding> findings; // root causes first
    qint64 lines = 0;
    qint64 bytes = 0;
    bool failed = false; // whether the log was written by something that failed
    bool interrupted = false; // stopped by the user
    bool isText = true; // as far as its beginning tells
    bool knowsLines = false; // whether any line is known to be of a build
    LogFacts facts; // what it tells besides
    bool isCut = false; // packed, and not read to its end
    QString problem; // sentences where a packed log could not be read to its end, or not for all rules
    QString
        encoding; // "UTF-8", "UTF-16LE", "UTF-16BE"; 8-bit code pages read as "UTF-8" with other bytes kept
};

// Reads a log to its end, in pieces, with bounded memory. UTF-16 (as PowerShell writes it) is recognised
// by its byte order mark, or by its zero bytes; byteOffset of findings is in the device's own bytes only
// for 8-bit encodings.
Result<DiagnosisReport> diagnose(
    QIODevice& log, std::shared_ptr<const RuleSet> rules, StageOutcome outcome = StageOutcome::Unknown);
// Also a log that gzip has packed, up to `mostUnpackedLog`; bytes and places are those of what is unpacked.
Result<DiagnosisReport> diagnoseFile(
    const QString& path, std::shared_ptr<const RuleSet> rules, StageOutcome outcome = StageOutcome::Unknown);

// Whether a log that begins so is UTF-16: a byte order mark, or text in which every second byte is zero.
std::optional<QStringConverter::Encoding> wideEncoding(QByteArrayView begin);

// Whether what begins so holds control characters that no text has, more than one in a hundred bytes. A log
// may hold a few: what a program printed of its data. UTF-16 has to be told apart before.
bool isNoText(QByteArrayView begin);

// The document of "diagnose --json", schema 1.
Json toJson(const DiagnosisReport& report);

}
