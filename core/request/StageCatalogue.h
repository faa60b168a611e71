// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Core.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace torchmason {

// One name a line, each with a comma, which a test counts.
enum class StageKind {
    Fetch,
    Patch,
    Environment,
    Clean,
    Configure,
    Compile,
    Wheel,
    Install,
    Verify,
};

// What the program knows of a stage besides the commands, which its maker in core/stages/StageMakers.h
// writes.
struct StageFacts {
    StageKind kind;
    const char* id; // in requests, names of logs and on the command line
    const char* title; // a maker may give another one
    const char* verb; // while it runs
    // Not in the plan at all where its maker gives no commands; naming it is an error then. Other stages stay
    // in the plan and are skipped with a reason.
    bool optional = false;
    bool repeats = false; // runs also where the build begins at a later stage
    // Waits for all before it, gets the environment of what prepares, and names a Python that is gone. Which
    // of the others wait for fetching, their makers say.
    bool builds = false;
    bool runsNinja = false; // may run edges in the build folder
    bool compiles = false; // uses the compiler cache
    bool notesInputs = false; // its result names the tools and the source that it used
};

// All stages in the order in which they run. The order of StageKind means nothing.
inline constexpr StageFacts stageCatalogue[] = {
    { .kind = StageKind::Fetch,
        .id = "fetch",
        .title = QT_TRANSLATE_NOOP("Core", "Fetch source"),
        .verb = QT_TRANSLATE_NOOP("Core", "Fetching") },
    { .kind = StageKind::Patch,
        .id = "patch",
        .title = QT_TRANSLATE_NOOP("Core", "Patch source"),
        .verb = QT_TRANSLATE_NOOP("Core", "Patching"),
        .optional = true },
    { .kind = StageKind::Environment,
        .id = "environment",
        .title = QT_TRANSLATE_NOOP("Core", "Prepare environment"),
        .verb = QT_TRANSLATE_NOOP("Core", "Preparing"),
        .optional = true,
        .repeats = true },
    { .kind = StageKind::Clean,
        .id = "clean",
        .title = QT_TRANSLATE_NOOP("Core", "Clean"),
        .verb = QT_TRANSLATE_NOOP("Core", "Cleaning") },
    { .kind = StageKind::Configure,
        .id = "configure",
        .title = QT_TRANSLATE_NOOP("Core", "Configure"),
        .verb = QT_TRANSLATE_NOOP("Core", "Configuring"),
        .builds = true,
        .notesInputs = true },
    { .kind = StageKind::Compile,
        .id = "compile",
        .title = QT_TRANSLATE_NOOP("Core", "Compile"),
        .verb = QT_TRANSLATE_NOOP("Core", "Compiling"),
        .builds = true,
        .runsNinja = true,
        .compiles = true,
        .notesInputs = true },
    { .kind = StageKind::Wheel,
        .id = "wheel",
        .title = QT_TRANSLATE_NOOP("Core", "Wheel"),
        .verb = QT_TRANSLATE_NOOP("Core", "Packing the wheel"),
        .optional = true,
        .builds = true,
        .runsNinja = true,
        .compiles = true },
    { .kind = StageKind::Install,
        .id = "install",
        .title = QT_TRANSLATE_NOOP("Core", "Install"),
        .verb = QT_TRANSLATE_NOOP("Core", "Installing"),
        .builds = true,
        .runsNinja = true },
    { .kind = StageKind::Verify,
        .id = "verify",
        .title = QT_TRANSLATE_NOOP("Core", "Verify"),
        .verb = QT_TRANSLATE_NOOP("Core", "Verifying"),
        .builds = true },
};

const StageFacts& stageFacts(StageKind kind);
// Whether `kind` stands before `other` in the catalogue.
bool comesBefore(StageKind kind, StageKind other);
QString stageKindId(StageKind kind);
std::optional<StageKind> stageKindFromId(const QString& id);

// Ids in the order of the catalogue, of all and of those that only some plans have.
QStringList allStages();
QStringList optionalStages();

}
