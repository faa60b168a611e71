// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptStore.h"

#include <QTemporaryDir>

#include <memory>

namespace torchmason {

struct ImportedAttempt {
    int number = 0;
    QString folder;
    bool wasHere = false; // this attempt is of this machine, or the same was imported before
};

// Where it was here: nothing came of the file, so nothing may be told that undoes an import.
QString alreadyHereText(const QString& file, const ImportedAttempt& attempt);

// A folder beside the attempts that becomes one as a whole, or goes with this object.
class AttemptDraft {
public:
    static Result<std::unique_ptr<AttemptDraft>> make(const AttemptStore& store);

    QString folder() const { return m_folder.path(); }
    // Takes the next number, but where an attempt with the id, or of the same digest, is there already.
    // `record`: what the folder's attempt.json says, with its note of an import.
    Result<ImportedAttempt> adopt(const AttemptRecord& record);

private:
    explicit AttemptDraft(const AttemptStore& store);

    AttemptStore m_store;
    QTemporaryDir m_folder;
};

}
