// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Platform.h"
#include "core/change/CheckRow.h"
#include "core/request/BuildRequest.h"

#include <QByteArray>
#include <QString>
#include <QVector>

namespace torchmason {

// What the fetch stage will say about a source folder of this machine before it changes anything: a folder
// that it refuses, or a repository of the user's own in which it checks out another revision. Asks git, which
// takes some hundredths of a second. No rows where there is nothing to say or nothing is fetched.
QVector<CheckRow> sourceFolderRows(const BuildRequest& request);

// PyTorch keeps a header that flatc generated, and it compiles with the flatbuffers of that version alone. A
// tree that takes the system's flatbuffers (USE_SYSTEM_LIBS) meets another one an hour into the build; this
// row says so before. Reads two files; no row where one is not there.
QVector<CheckRow> flatbuffersRows(const BuildRequest& request);

// The version that the generated header asks for, "23.3.3"; less of it where a patch took the rest away,
// "23"; empty where it asks for none.
QString askedFlatbuffers(const QByteArray& generatedHeader, bool majorOnly);
// Of flatbuffers/base.h: "23.5.26".
QString installedFlatbuffers(const QByteArray& baseHeader);

}
