// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Json.h"
#include "core/request/Configuration.h"
#include "core/request/SourceSpec.h"

namespace torchmason {

// The written forms of flags, environment and source as they stand in requests and attempts. Readers
// report their problem to the JsonReader of the object around them.
Json toJson(const FlagValue& flag);
Json toJson(const EnvironmentValue& value);
Json toJson(const QVector<EnvironmentValue>& environment);
Json toJson(const Configuration& configuration);
Json toJson(const SourceSpec& source);

QVector<EnvironmentValue> readEnvironment(JsonReader& reader, const char* member);
Configuration readConfiguration(JsonReader& reader, const char* member);
SourceSpec readSourceSpec(JsonReader& reader, const char* member);

}
