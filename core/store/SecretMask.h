// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redact/SecretText.h"
#include "core/request/BuildRequest.h"
#include "core/stages/StagePlan.h"

#include <QString>

namespace torchmason {

// What an attempt remembers must not hold passwords. Values whose names speak of secrets are replaced by
// maskedText(), and passwords and tokens inside others by the same text, before anything reaches the disk.
//
// A masked value is not meant to be set: the program that starts the runner gives the real values to the
// runner's own environment (realSecrets), and the runner leaves masked entries out of its children's
// difference, so that they inherit the real ones. A retry takes them from the environment it is started in. A
// flag has no such second way, and CMake keeps it in its cache anyway: AttemptStore refuses one that holds a
// secret.

bool isMasked(const EnvironmentValue& value);
bool holdsSecret(const FlagValue& flag); // or held one, before it was masked

Configuration masked(Configuration configuration);
BuildRequest masked(BuildRequest request);
StagePlan masked(StagePlan plan);

// The entries that masked() would change, with their real values.
QVector<EnvironmentValue> realSecrets(const Configuration& configuration);

}
