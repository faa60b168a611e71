// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/detect/HostFacts.h"
#include "core/knowledge/TreeFacts.h"
#include "core/request/BuildRequest.h"

namespace torchmason {

// Options that a build here and now would get from the environment that we were started in. None for a
// sample, and where the configuration says something of the variable. `tree`: what the source says of itself,
// where that is known. Attempts do not record what they inherited.
QVector<EnvironmentValue> inheritedOptions(const BuildRequest& request, const TreeFacts* tree = nullptr);
// The same of a machine: another one inherits nothing of ours.
QVector<EnvironmentValue> inheritedOptions(const BuildRequest& request, const HostFacts& facts);

// Whether a variable of that name, where there is one, goes before what the configuration's flags say.
// `release`: "2.6.0" or empty.
bool variableCounts(const Configuration& configuration, const QString& name, const QString& release);

// The configuration to be asked, not to be passed on: a variable of its own or an inherited one that counts
// stands there as the flag of that name, with the origin Environment.
Configuration takenConfiguration(const BuildRequest& request, const QVector<EnvironmentValue>& inherited);
// Of a build here and now.
Configuration takenConfiguration(const BuildRequest& request);

}
