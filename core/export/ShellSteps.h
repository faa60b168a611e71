// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/HelperLines.h"

namespace torchmason {

// What small steps of ours become in a shell script, as far as it is more than a line of the table.
QString shellComment(const QString& text);
// Functions of ours that these lines call, as far as they do.
QString shellFunctions(const QString& script);

QString checkBackendForSh(const HelperUse& use);
QString cleanPartsForSh(const HelperUse& use);
QString checkFolderForSh(const HelperUse& use);
QString checkPartsForSh(const HelperUse& use);
QString originForSh(const HelperUse& use);
QString revisionForSh(const HelperUse& use);
QString submodulesForSh(const HelperUse& use);
QString patchForSh(const HelperUse& use);
QString venvForSh(const HelperUse& use);
QString ncclForSh(const HelperUse& use);
QString installForSh(const HelperUse& use);
QString verifyForSh(const HelperUse& use);
QString unpackForSh(const HelperUse& use);
QString aptForSh(const HelperUse& use);

}
