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

// Something that can be done about a finding. `kind` says what it is, `action` carries what it changes;
// "text" is advice only. applyFix() does what the program can do, completeFixes() fits all of them to an
// attempt.
struct Fix {
    QString id; // unique within the rule
    // "text"; done by the program: "set-flag", "append-flag", "unset-flag", "set-environment",
    // "unset-environment", "remove-arch", "gate", "jobs", "clean", "accept-configuration", "fetch", "patch",
    // "change", "undo"; asked for by it: "checks"; for the user to run: "command"
    QString kind;
    QString title; // "Clean the build folder and configure again"
    QString detail; // one or two sentences
    Json action; // parameters by kind; null for text
    QString on = {}; // "windows" or "linux": senseless on other systems

    // Filled in for one attempt; empty until then.
    QString rule = {}; // of the finding that it answers
    QString subject = {}; // of that finding, where the fix is for this subject alone
    QString command = {}; // a line to copy; the program never runs it
    QStringList changes = {}; // what it makes otherwise than the attempt before, a line each
    int triedIn = 0; // number of the attempt that tried it and met the same again; 0: none
};

bool isForTheUser(const Fix& fix); // advice, or a line to copy: the program does nothing of it

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
    QString kind; // of failureKinds(): what sort of failure; empty where not known
    QString owner; // of failureOwners(): who can mend it; empty where not known
    QString component; // whose code it is: "PyTorch", "fbgemm"; empty where not known
    bool root = false; // a cause, not a consequence
    Confidence confidence = Confidence::Medium;
    qint64 occurrences
        = 1; // matching lines; after a signature's first eight of a stage, lines with its fixed words
    // Where the message has several reasons and no fact decides: each with what would tell, a sentence.
    QStringList candidates;
    QVector<Fix> fixes;
};

QString confidenceId(Confidence confidence); // "low", "medium", "high"
// "the cause is the machine"; empty where the owner is not known.
QString ownerText(const QString& owner);
Json toJson(const Finding& finding);
Result<Finding> findingFromJson(const Json& document, const QString& where);
Json toJson(const Fix& fix);
// `where` names the place in errors: "rules/cuda.json, rule nvcc-component-crash, fixes 1". Kinds of later
// versions are kept.
Result<Fix> fixFromJson(const Json& document, const QString& where);
const QStringList& fixKindsOfRules(); // what a rule pack may say
std::optional<Confidence> confidenceFromId(const QString& id);

}
