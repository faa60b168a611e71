// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/ScriptVariables.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace torchmason {

struct ScriptTitle {
    QString profile; // "Tour · sample project"
    QString attempt; // its number; empty for a plan that has not run
    QVector<SourcePatch> patches = {}; // of the request, for the patch stage
    bool isForeign = false; // the attempt was imported: its commands come from another machine
    QVector<ScriptVariable> variables = {}; // whose marks stand in the plan
    QStringList notes = {}; // sentences for its reader
};

// A sentence for the head of such a script.
QString foreignScriptWarning();

// A plan as a script that does the same build by hand, on a machine without this program: the program's own
// small steps become plain commands, or a comment that says what to look at. Stops at the first failure and
// says in which step. Stages that were left out stand in it as comments. Secrets are masked here, whether the
// plan was or not: an environment variable that holds one is named in a comment and not set.
QByteArray shellScript(const StagePlan& plan, const ScriptTitle& title); // bash, UTF-8
QByteArray batchScript(const StagePlan& plan, const ScriptTitle& title); // cmd.exe, UTF-8, CRLF

}
