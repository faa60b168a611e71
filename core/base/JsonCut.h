// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Json.h"

#include <initializer_list>

namespace torchmason {

// A member of the outermost object that is an object, or one of such a member: {"plan"}, {"request",
// "hostFacts"}.
struct JsonMember {
    const char* name;
    const char* inner = nullptr;
};

// readJsonFile() without these members. In a file as writeJsonFile() lays it out they cost next to nothing:
// they are cut out of the text, and nobody looks at what is in them.
Result<Json> readJsonFileWithout(const QString& path, std::initializer_list<JsonMember> members);

}
