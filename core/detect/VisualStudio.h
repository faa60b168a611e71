// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/detect/Probe.h"

namespace torchmason {

// Instances with the C++ tools, as JSON in UTF-8.
QStringList vswhereArguments();

// One entry per instance, newest first; `path` is the installation folder until completeToolset().
Result<QVector<CompilerFacts>> compilersFromVswhere(const QByteArray& json);

// "14.44.35207" of the default toolset becomes the compiler version 19.44.35207 and the path of cl.exe.
void completeToolset(const ProbeContext& context, CompilerFacts& compiler);
QString compilerVersionOfToolset(const QString& toolset);

}
