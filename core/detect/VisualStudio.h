// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/detect/Probe.h"

namespace torchmason {

// What vswhere prints of instances as JSON in UTF-8: those with the C++ tools, or all that can have them.
enum class Instances {
    WithCpp,
    All,
};
QStringList vswhereArguments(Instances instances);

// One entry per instance, newest first; `path` is the installation folder until completeToolset().
Result<QVector<CompilerFacts>> compilersFromVswhere(const QByteArray& json);

// "14.44.35207" of the default toolset, or of the prompt that we were started in, becomes the compiler
// version 19.44.35207 and the path of cl.exe; the others that are installed are listed beside it.
void completeToolset(const ProbeContext& context, CompilerFacts& compiler);
QString compilerVersionOfToolset(const QString& toolset);

// Every instance of 2017 and newer. One without C++ is no compiler: an UnknownFact says what it lacks.
FactsChange probeVisualStudio(const ProbeContext& context);

}
