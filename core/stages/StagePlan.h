// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Platform.h"
#include "core/request/BuildRequest.h"

#include <QString>
#include <QStringList>
#include <QVector>

namespace torchmason {

// One process: program plus argument list, never a shell string.
struct Command {
    QString program;
    QStringList arguments;
    QString workingFolder; // empty: does not matter, the command names all folders itself
    // Difference to the runner's own environment. All of it is set: origins mean nothing here.
    QVector<EnvironmentValue> environment;
    QString purpose; // one line: "Configure with CMake"
    int tries = 1; // how often it may run where its output says that a transfer broke off
};

struct Stage {
    QString id; // of its kind, see StageCatalogue.h
    StageKind kind = StageKind::Fetch;
    QString title; // "Configure"; English, see shownTitle()
    QVector<Command> commands; // run one after the other; the first failure ends the stage
    // Ids of stages that must have ended well or be skipped, or are not in the plan. Others may overlap: a
    // stage without any begins at once.
    QStringList after;
    bool skipped = false;
    QString skipReason; // "before --from configure", "the source tree is already there"
    QString fingerprint; // hash of the inputs: the same text means the same commands and environment
};

struct StagePlan {
    QVector<Stage> stages; // in the order people read them
    QStringList warnings;
};

// Pure: touches no disk, so that a plan for the other platform can be shown. Fails with a sentence where
// the request asks for an impossible order or an unknown stage name. `inherited`: inheritedOptions() of a
// build that is to run here; nothing for one of the past or of another machine.
Result<StagePlan> makeStagePlan(
    const BuildRequest& request, Platform platform, const QVector<EnvironmentValue>& inherited = {});

// Puts the attempt's folder into the commands that need one. Until then ${attempt} stands for it.
void fillAttemptFolder(StagePlan& plan, const QString& folder);

Json toJson(const StagePlan& plan);
Result<StagePlan> stagePlanFromJson(const Json& document, const QString& where);

// Whether ninja's figures of this stage are the build's: of several stages that run it, only the one that
// compiles tells of the build.
bool tellsOfTheBuild(const StagePlan& plan, const QString& stage);

// The title in the language of the window.
QString shownTitle(const Stage& stage);

// The program that does the plan's small steps (checks, clean, verify): torchmason-runner beside us, or
// just its name where the plan is for the other platform.
QString helperProgram(Platform platform);
bool isHelper(const QString& program); // wherever it lies, of either platform

// For people to read and copy, quoted for a POSIX shell or for cmd.exe. Never executed by us.
QString quotedForSh(const QString& argument);
QString quotedForCmd(const QString& argument);
QString quotedFor(const QString& argument, Platform platform);
QString quotedPath(const QString& path); // for this machine
QString commandText(const Command& command, Platform platform);
// What is changed of the environment as lines before the command, to be copied together with it.
QStringList environmentLines(const QVector<EnvironmentValue>& environment, Platform platform);

}
