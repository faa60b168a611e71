// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/detect/HostFacts.h"

namespace torchmason {

// Facts as people bring them from another machine, in whatever their shell wrote: PowerShell's ">" writes
// UTF-16, others put a mark in front. `where` names them in errors.
Result<HostFacts> factsFromText(const QByteArray& content, const QString& where);
Result<HostFacts> readFactsFile(const QString& path);

}
