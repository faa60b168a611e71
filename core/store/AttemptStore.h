// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/store/AttemptFiles.h"
#include "core/store/AttemptNotes.h"
#include "core/store/AttemptRecord.h"

#include <QString>
#include <QVector>

namespace torchmason {

// One row of the history. A folder that cannot be read is listed with its error.
struct AttemptSummary {
    int number = 0;
    QString folder;
    AttemptRecord record; // state already says Interrupted where the runner is gone
    QString error; // why the record could not be read; empty where it could
    AttemptNotes notes = {};
    QString notesProblem = {}; // why they cannot be read; empty where they could
};

struct ReservedAttempt {
    int number = 0;
    QString folder;
};

// The folder that holds one numbered folder per attempt. Safe with several programs at once: a number
// is taken by making its folder.
class AttemptStore {
public:
    explicit AttemptStore(QString folder); // usually AppPaths::attemptsFolder()

    const QString& folder() const { return m_folder; }
    // Newest first. The records come without their plans.
    QVector<AttemptSummary> list() const;
    // The same, several times as fast: the requests have no flags, no variables and no facts of the machine.
    QVector<AttemptSummary> outlines() const;
    Result<AttemptSummary> attempt(
        int number, AttemptFiles::RecordPart part = AttemptFiles::RecordPart::Whole) const;
    QString attemptFolder(int number) const;
    // From now on reserve() and adopt() give no number up to this one, also when its folder is gone.
    Result<void> retire(int number) const;
    // Makes the next numbered folder and writes request.json into it. Secrets in the environment values
    // are masked on the way; a request with one in a flag or in the source's address is refused.
    Result<ReservedAttempt> reserve(const BuildRequest& request) const;
    // Makes the next attempt of a folder that lies in folder() under another name and is complete but for the
    // number in its attempt.json.
    Result<ReservedAttempt> adopt(const QString& prepared) const;

private:
    QString m_folder;
};

}
