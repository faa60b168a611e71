// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Json.h"
#include "core/base/Units.h"

#include <optional>

namespace torchmason {

// Members that are written only where there is something to say: a missing number stays missing.

template <typename Number>
void putOptional(Json& object, const char* member, const std::optional<Number>& value)
{
    if (value)
        object[member] = *value;
}

inline void putOptional(Json& object, const char* member, const std::optional<Milliseconds>& value)
{
    if (value)
        object[member] = qint64(value->count());
}

inline void putText(Json& object, const char* member, const QString& text)
{
    if (!text.isEmpty())
        object[member] = text.toStdString();
}

inline std::optional<Milliseconds> optionalMilliseconds(JsonReader& reader, const char* member)
{
    const auto number = reader.optionalInteger(member);
    return number ? std::optional(Milliseconds(*number)) : std::nullopt;
}

// A negative size is as good as none.
inline std::optional<Bytes> optionalBytes(JsonReader& reader, const char* member)
{
    const auto number = reader.optionalInteger(member);
    return number && *number >= 0 ? std::optional(Bytes(*number)) : std::nullopt;
}

}
