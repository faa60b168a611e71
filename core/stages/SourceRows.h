// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Platform.h"
#include "core/change/CheckRow.h"
#include "core/request/BuildRequest.h"

#include <QByteArray>
#include <QString>
#include <QVector>

namespace torchmason {

// What the fetch stage would refuse or change about the source folder: also that it checks out another
// revision in a repository of the user's own. Asks git, which takes some hundredths of a second.
QVector<CheckRow> sourceFolderRows(const BuildRequest& request);

// Whether a build with the system's flatbuffers (USE_SYSTEM_LIBS) has the version that PyTorch's generated
// header needs; without this it fails an hour into the build. Reads two files; no row where one is missing.
QVector<CheckRow> flatbuffersRows(const BuildRequest& request);

// The version that the generated header asks for, "23.3.3"; less of it where a patch took the rest away,
// "23"; empty where it asks for none.
QString askedFlatbuffers(const QByteArray& generatedHeader, bool majorOnly);
// Of flatbuffers/base.h: "23.5.26".
QString installedFlatbuffers(const QByteArray& baseHeader);

}
