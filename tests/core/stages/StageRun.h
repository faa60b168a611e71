// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/process/ChildEnvironment.h"
#include "core/stages/StagePlan.h"

#include <QProcess>

namespace torchmason {

// How a stage went.
struct Outcome {
    int exitCode = 0;
    QString output; // of the command that failed, else of all
    QString failed; // purpose
};

// What the runner does with a stage: commands one after the other until one fails.
inline Outcome runStage(const Stage& stage)
{
    Outcome outcome;
    for (const Command& command : stage.commands) {
        QProcess process;
        process.setProcessEnvironment(
            childEnvironment(QProcessEnvironment::systemEnvironment(), command.environment));
        process.setProcessChannelMode(QProcess::MergedChannels);
        if (!command.workingFolder.isEmpty())
            process.setWorkingDirectory(command.workingFolder);
        const bool isHelper = command.program == helperProgram(hostPlatform());
        process.start(isHelper ? QString(STAGE_HELPER) : command.program, command.arguments);
        process.waitForFinished(-1);
        outcome.exitCode = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
        const QString text = QString::fromUtf8(process.readAll());
        if (outcome.exitCode != 0)
            return { outcome.exitCode, text, command.purpose };
        outcome.output += text;
    }
    return outcome;
}

}
