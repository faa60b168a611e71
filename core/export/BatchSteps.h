// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/HelperLines.h"

namespace torchmason {

// What small steps of ours become in a batch file, as far as it is more than a line of the table.

// "if errorlevel 1" would take a crash (0xC0000005 is negative) for a good end.
const QString& batchStopOnError();
QString batchEnvironment(
    const QVector<EnvironmentValue>& environment, const QVector<ScriptVariable>& variables);

QString checkBackendForBatch(const HelperUse& use);
QString cleanPartsForBatch(const HelperUse& use);
QString checkFolderForBatch(const HelperUse& use);
QString checkPartsForBatch(const HelperUse& use);
QString originForBatch(const HelperUse& use);
QString revisionForBatch(const HelperUse& use);
QString submodulesForBatch(const HelperUse& use);
QString patchForBatch(const HelperUse& use);
QString venvForBatch(const HelperUse& use);
QString installForBatch(const HelperUse& use);
QString verifyForBatch(const HelperUse& use);
QString vcvarsForBatch(const HelperUse& use);

}
