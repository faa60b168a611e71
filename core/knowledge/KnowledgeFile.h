// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Json.h"

#include <QStringList>

#include <functional>

namespace torchmason {

// Reads one of the compiled-in documents (":/torchmason/knowledge/gpus.json"), checks its schema version
// and hands each object of `list` to `row`. Fails with file and member named.
Result<Json> readKnowledge(const QString& name);
Result<void> forEachRow(const Json& document, const char* list, const std::function<void(JsonReader&)>& row);

// The same with the members named that a row may have: a misspelt one would be a fact that nobody reads.
Result<void> forEachRow(const Json& document, const char* list, const QStringList& known,
    const std::function<void(JsonReader&)>& row);

}
