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
Json toJson(const Configuration& configuration);
Json toJson(const SourceSpec& source);

// Names stand unquoted in scripts: an odd one is a problem.
QVector<EnvironmentValue> readEnvironment(JsonReader& reader, const char* member);
// As a system has it, which may know names such as "ProgramFiles(x86)".
QVector<EnvironmentValue> readSystemEnvironment(JsonReader& reader, const char* member);
Configuration readConfiguration(JsonReader& reader, const char* member);
SourceSpec readSourceSpec(JsonReader& reader, const char* member);

}
