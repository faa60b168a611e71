// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/knowledge/OptionCatalogue.h"
#include "core/request/SourceSpec.h"

namespace torchmason {

struct TreeFacts;

// What is wrong with a value for this option, as one sentence; empty where nothing is. Disks are not asked.
QString valueProblem(const OptionInfo& option, const QString& value);
// The same for what "path" and "file" options name: looks at the disk of this machine.
QString pathProblem(const OptionInfo& option, const QString& value);
// Whether a text is one of CMake's words for on and off (ON, no, 1), whatever the case.
bool isCMakeSwitch(const QString& value);
bool namesPath(const OptionInfo& option);

enum class OptionPresence {
    Present, // as far as is known
    Gone,
    NotYet,
    NotInTree, // the table has it, and no file of the source's build knows the name
};

// "2.6.0" of the source's version or tag; empty where neither says it.
QString releaseOf(const SourceSpec& source);
// Whether a release has the option. Bounds such as "2.4/2.5" or "2.5-2.7" count as soon as they are certain;
// for an empty release nothing is.
OptionPresence presenceOf(const OptionInfo& option, const QString& release);
// The source goes before the table; nullptr: it is not here.
OptionPresence presenceOf(const OptionInfo& option, const QString& release, const TreeFacts* tree);

}
