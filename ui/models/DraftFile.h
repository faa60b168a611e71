// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Json.h"
#include "ui/models/EditConflicts.h"

namespace torchmason {

// What the user typed, as it lies between two starts. Secrets are left out, and their names told.
struct KeptDraft {
    RequestWishes edits;
    QStringList notKept; // names whose values held secrets
};

KeptDraft withoutSecretValues(const RequestWishes& edits);
Json toJson(const KeptDraft& draft);
Result<KeptDraft> keptDraftFromJson(const Json& document, const QString& where);

QString draftFile(); // draft.json in the configuration folder

}
