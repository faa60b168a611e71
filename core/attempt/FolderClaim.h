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
// Given up with the object or with the process; what a dead runner held is free. A build folder has two
// locks: one in the data folder, which is there before the build folder, and one in it, for those who have
// another data folder.
class FolderClaim {
public:
    // Fails with a sentence that names the attempt that has it.
    static Result<std::unique_ptr<FolderClaim>> takeAttempt(const QString& attemptFolder);
    // `mark`: what the processes of the build will carry. Those of a build whose runner was killed are ended
    // first, which takes some seconds; it fails with their names where they stay.
    static Result<std::unique_ptr<FolderClaim>> takeBuild(
        const QString& buildFolder, int attemptNumber, const QByteArray& mark = {});
    // The lock in the build folder, which is made where it is missing: not before the source was fetched,
    // which takes an empty folder. Null where it cannot be written, such as on a full disk: what the stage
    // says of that helps more.
    static Result<std::unique_ptr<FolderClaim>> takeInside(
        const QString& buildFolder, int attemptNumber, const QByteArray& mark);
    // `environment`: its folder or its interpreter.
    static Result<std::unique_ptr<FolderClaim>> takeEnvironment(
        const QString& environment, int attemptNumber);
    // Why takeBuild() would fail now, without taking anything; nullopt where no attempt builds in the folder,
    // or in one around it.
    static std::optional<Error> buildInUse(const QString& buildFolder);
    // Where the locks of a folder lie, without ending; one for one folder, however it is written.
    static QString lockPath(const QString& folder);
    ~FolderClaim();

    // Whom takeBuild() had to end, in a sentence; empty: nobody.
    const QString& leftOver() const { return m_leftOver; }

private:
    struct Holder;

    explicit FolderClaim(const QString& lockPath);

    // `base`: where lock and note lie, without ending; `refusal` names an attempt (%1) and the folder (%2).
    static Result<std::unique_ptr<FolderClaim>> take(const QString& base, const QString& folder,
        int attemptNumber, const QByteArray& mark, const QString& refusal);
    // The same; `isWritten` becomes false where the lock can neither be made nor is held.
    static Result<std::unique_ptr<FolderClaim>> take(const QString& base, const QString& folder,
        int attemptNumber, const QByteArray& mark, const QString& refusal, bool& isWritten);
    static std::optional<Error> heldNow(const QString& base, const QString& folder, const QString& refusal);
    bool takeOver(const ProcessIdentity& holder);
    Result<void> endLeftOver(const Holder& dead, const QString& folder);
    Error heldByOther(const Holder& holder, const QString& folder, const QString& refusal) const;

    QString m_path;
    QLockFile m_lock;
    QString m_notePath; // names the holder, for the sentence of a refusal
    QString m_leftOver;
};

}
