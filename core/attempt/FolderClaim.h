// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

#include <QLockFile>
#include <QString>

#include <memory>
#include <optional>

namespace torchmason {

struct ProcessIdentity;

// The process that holds a lock file.
struct LockOwner {
    qint64 pid = 0;
    QString host; // empty where the file does not tell
    bool isElsewhere = false; // on another computer: whether it still runs cannot be seen from here
};
std::optional<LockOwner> ownerOf(const QLockFile& lock); // nullopt where the file cannot be read

// Holds an attempt's folder or its build folder for one runner, or an environment while pip is at work there.
// Given up with the object or with the process; what a dead runner held is free. The build folder's lock does
// not lie in it, because a clean would remove it.
class FolderClaim {
public:
    // Fails with a sentence that names the attempt that has it.
    static Result<std::unique_ptr<FolderClaim>> takeAttempt(const QString& attemptFolder);
    static Result<std::unique_ptr<FolderClaim>> takeBuild(const QString& buildFolder, int attemptNumber);
    // `environment`: its folder or its interpreter.
    static Result<std::unique_ptr<FolderClaim>> takeEnvironment(
        const QString& environment, int attemptNumber);
    // Why takeBuild() would fail now, without taking anything; nullopt where no attempt builds in the folder.
    static std::optional<Error> buildInUse(const QString& buildFolder);
    // Where the locks of a folder lie, without ending; one for one folder, however it is written.
    static QString lockPath(const QString& folder);
    ~FolderClaim();

private:
    explicit FolderClaim(const QString& lockPath);

    // `refusal` names an attempt (%1) and the folder (%2).
    static Result<std::unique_ptr<FolderClaim>> take(
        const QString& folder, int attemptNumber, const QString& refusal);
    bool takeOver(const ProcessIdentity& holder);
    Error heldByOther(const QString& attempt, const QString& folder, const QString& refusal) const;

    QString m_path;
    QLockFile m_lock;
    QString m_notePath; // names the holder, for the sentence of a refusal
};

}
