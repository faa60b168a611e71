// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Json.h"
#include "core/config/RequestMaker.h"
#include "ui/models/OwnChanges.h"

#include <QObject>
#include <QTimer>

namespace torchmason {

class BuildDraft;

// What the user set, as it is kept between two starts of the program, without secrets.
struct SavedDraft {
    RequestWishes edits;
    QStringList notKept; // names whose values held secrets
    TakenValues taken = {};
};

SavedDraft withoutSecretValues(const RequestWishes& edits);
Json toJson(const SavedDraft& draft);
Result<SavedDraft> savedDraftFromJson(const Json& document, const QString& where);
QString draftFile(); // draft.json in the configuration folder

// Reads the edits of the last run when it is made, as one step that can be undone, and writes them a moment
// after each change and at the end. The draft must outlive it.
class DraftStore : public QObject {
    Q_OBJECT

public:
    explicit DraftStore(BuildDraft& draft, QObject* parent = nullptr);
    ~DraftStore() override;

private:
    bool restore(); // whether the disk has answered
    void take(const SavedDraft& kept);
    void save();

    BuildDraft& m_draft;
    QTimer m_delay;
    bool m_isRead = false;
};

}
