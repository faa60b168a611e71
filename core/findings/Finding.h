// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Json.h"

#include <QString>
#include <QStringList>
#include <QVector>

#include <optional>

namespace torchmason {

enum class Confidence {
    Low,
    Medium,
    High,
};

// Something that can be done about a finding. Kinds that are actions carry what they change; "text" is
// advice only. applyFix() does them.
struct Fix {
    QString id; // unique within the rule
    QString kind; // "text", "set-flag", "append-flag", "unset-flag", "set-environment", "gate", "jobs",
                  // "clean", "patch", "command", "accept-configuration"
    QString title; // "Clean the build folder and configure again"
    QString detail; // one or two sentences
    Json action; // parameters by kind; null for text
};

// One recognised failure, with its evidence.
struct Finding {
    QString rule; // "c10d-unresolved-symbol"
    QString title;
    QString explanation; // what it means, in words a newcomer understands
    QString stage; // stage id, empty where not known
    qint64 line = 0; // 1-based line in the stage's log (or in the diagnosed file)
    qint64 byteOffset = 0; // of that line
    QString evidence; // the line itself, plain text
    QString subject; // captured variable part: symbol, file, architecture...
    QString edge; // output of the failing edge, where known
    bool root = false; // a cause, not a consequence
    Confidence confidence = Confidence::Medium;
    qint64 occurrences
        = 1; // matching lines; after a signature's first eight of a stage, lines with its fixed words
    QVector<Fix> fixes;
};

QString confidenceId(Confidence confidence); // "low", "medium", "high"
Json toJson(const Finding& finding);
Result<Finding> findingFromJson(const Json& document, const QString& where);
Json toJson(const Fix& fix);
// `where` names the place in errors: "rules/cuda.json, rule nvcc-component-crash, fixes 1".
Result<Fix> fixFromJson(const Json& document, const QString& where);
std::optional<Confidence> confidenceFromId(const QString& id);

}
