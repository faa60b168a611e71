// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Json.h"

#include <QString>
#include <QVector>

#include <optional>

namespace torchmason {

// A file that a trial rested on. With another size or time of it the trial no longer holds.
struct TriedTool {
    QString role; // "cxx", "nvcc-host", "nvcc", "python", "cmake", "ninja", "git", "ccache", "gate"
    QString path;
    QString version; // as the facts had it
    std::optional<qint64> size = {}; // bytes
    std::optional<qint64> modified = {}; // milliseconds since 1970 UTC
    Json rest = {};
};

// What came of trying something for real: a program compiled and run, an environment made. Members that are
// not known are empty.
struct TrialFacts {
    QString id; // "compiler", "nvcc", "python-venv"...
    QString title; // "Host compiler"
    QString state = {}; // "pass", "warning", "fail", "unknown"
    QString found = {}; // a sentence: what was seen
    QString evidence = {}; // the line of output that says so
    QString fix = {}; // a sentence
    QString command = {}; // a line to copy
    QString subject = {}; // what it was tried for: "C++17", "8.6;12.0", a folder
    QVector<TriedTool> tools = {};
    std::optional<qint64> at = {}; // when it ended, milliseconds since 1970 UTC
    std::optional<qint64> durationMs = {};
    Json rest = {};

    bool isAboutFolder() const; // then `subject` is the folder
};

Json toJson(const TrialFacts& trial);
// A state that this version does not know reads as "unknown".
TrialFacts readTrial(JsonReader& reader);

// The newer ones in front, and of the older those about something else.
QVector<TrialFacts> mergedTrials(const QVector<TrialFacts>& newer, const QVector<TrialFacts>& older);

// The file as it is now; size and time stay empty where it cannot be seen.
TriedTool triedTool(const QString& role, const QString& path, const QString& version);
// Whether all its files are what they were. Asks the disk.
bool isStillTrue(const TrialFacts& trial);

// Results of this machine that were kept: <data>/trials.json.
QString trialsFile();
QVector<TrialFacts> readTrialsFile(const QString& path);
// Puts the new ones in place of those about the same thing, and keeps a bounded number.
Result<void> keepTrials(const QString& path, const QVector<TrialFacts>& trials);

}
