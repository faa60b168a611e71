// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/CheckRow.h"
#include "core/detect/HostFacts.h"
#include "core/profile/Profile.h"
#include "core/request/BuildRequest.h"

namespace torchmason {

// One maker of rows per group. Without a profile (nullptr) nothing is demanded: rows say what is there, and
// of CMake and cuDNN which releases they are good for.
using Rows = QVector<CheckRow>;
void addSystemRows(Rows& rows, const HostFacts& facts, const Profile* profile);
void addGraphicsRows(Rows& rows, const HostFacts& facts, const Profile* profile);
void addCudaRows(Rows& rows, const HostFacts& facts, const Profile* profile);
// What is there of it where the profile does without.
void addUnusedCudaRows(Rows& rows, const HostFacts& facts, const Profile* profile);
void addCompilerRows(Rows& rows, const HostFacts& facts, const Profile* profile);
void addPythonRows(Rows& rows, const HostFacts& facts, const Profile* profile);
void addToolRows(Rows& rows, const HostFacts& facts, const Profile* profile);
// `request`: what the profile comes to; nullptr: with nothing changed.
void addSpaceRows(Rows& rows, const HostFacts& facts, const Profile* profile, const BuildRequest* request);
// Variables that name nothing, or two toolkits.
void addEnvironmentRows(Rows& rows, const HostFacts& facts, const Profile* profile);
// Trials of the programs that this build would take. Without a profile, the newest of each kind.
void addTrialRows(Rows& rows, const HostFacts& facts, const Profile& profile, const BuildRequest& request);
void addTrialRows(Rows& rows, const HostFacts& facts);

CheckRow trialRow(const TrialFacts& trial);

CheckRow makeRow(const char* id, const char* group, const QString& title);
// Why a probe has no answer; empty where it answered.
QString unknownReason(const HostFacts& facts, const QString& probe);
// Nothing was found: Unknown where the probe failed, else `state` with the fix.
void setMissing(CheckRow& row, const HostFacts& facts, const QString& probe, CheckState state);
// The user chose it, and it did not answer.
template <typename Program> bool isSilent(const Program& program)
{
    return program.version.isEmpty() && program.source == chosenByUser();
}
// "X was chosen and does not answer: ...", of one that is among the facts without a version; empty where it
// was not asked.
QString whySilent(const HostFacts& facts, const QString& path);
// A silent one: Unknown where it was not asked, else `state`.
void setSilent(CheckRow& row, const HostFacts& facts, const QString& path, CheckState state);
// A cache that the build is to go through is not here, whichever page says it.
void setCacheMissing(CheckRow& row, const HostFacts& facts, const QString& name);
void setFix(CheckRow& row, CheckState state, const QString& text, const QString& command = {});

}
