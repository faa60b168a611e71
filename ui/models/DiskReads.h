// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/CheckRow.h"
#include "core/findings/Finding.h"
#include "core/store/AttemptRecord.h"

#include <QMap>
#include <QString>
#include <QVector>

#include <optional>

// Questions that are answered by reading folders. All of these functions are for a worker thread and change
// nothing.
namespace torchmason {

// The result of checking a request against the disk before anything runs.
struct DiskAnswer {
    QVector<CheckRow> rows; // problems only
    QString patches; // as a diff; empty: none, no tree yet, or they do not apply, which a row says
    // In CMake's cache of the build folder, by name: switches, and what attempts asked for. Configuring keeps
    // those that are not passed.
    QMap<QString, QString> inFolder = {};
    QMap<QString, QString> unlikeDefault = {}; // of them
    QString compilerPrefix = {}; // what ccache starts compilers with: its settings are asked, too

    bool operator==(const DiskAnswer&) const = default;
};
// Reads the folders and the files to patch, and asks git and ccache.
DiskAnswer readDisk(const BuildRequest& request);
// Requests with the same text get the same answer. Without the facts of the machine: every probe changes
// those.
QString diskQuestion(const BuildRequest& request);

// The configuration of the newest attempt that built the same with success.
std::optional<Configuration> lastSuccessOf(const BuildRequest& request, const QString& attemptsFolder);

// The fixes of a finding, fitted to another attempt on this machine: detects the machine, tries the checks
// and reads the build folder and the attempts that came later.
QVector<Fix> fittedFixes(const AttemptRecord& record, const Finding& finding, const QString& attemptsFolder);

// The last lines of the log of a stage, at most 30, as they may be shown; empty where there are none.
QString endOfLog(const QString& attemptFolder, const QString& stage);

}
