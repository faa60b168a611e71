// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/BuildScript.h"
#include "tests/core/export/BashRun.h"

namespace torchmason {

// Everything that a shell could trip over.
inline const QString hostileName = QStringLiteral("it's 100% \"a\" & $(b)! ü");

inline Command helper(const QStringList& arguments)
{
    return { "/opt/torchmason-runner", arguments, {}, {}, "Do it" };
}

// An attempt of one stage.
inline AttemptSummary attemptOf(const QVector<Command>& commands, const QString& build)
{
    AttemptSummary attempt;
    attempt.number = 3;
    attempt.record.request.sourceFolder = build + " source";
    attempt.record.request.buildFolder = build;
    attempt.record.request.jobs = 2;
    Stage stage;
    stage.id = stage.title = "wheel";
    stage.kind = StageKind::Wheel;
    stage.commands = commands;
    attempt.record.plan.stages = { stage };
    return attempt;
}

inline BashRun runAttempt(const AttemptSummary& attempt)
{
    const auto script = attemptScript(attempt, ScriptKind::Shell);
    return script ? runInBash(*script, {}, {}, QProcess::MergedChannels) : BashRun();
}

// Of a tree that is there, by setup.py.
inline BuildRequest setupPyRequest()
{
    BuildRequest request;
    request.source.kind = SourceKind::ExistingTree;
    request.sourceFolder = "/w/source";
    request.buildFolder = "/w/source/build";
    request.backend = "setup.py";
    request.install.environment = "/w/env";
    return request;
}

}
