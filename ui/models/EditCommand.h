// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/BuildDraft.h"

#include <QUndoCommand>

namespace torchmason {

// One step of the undo stack: the edits before and after it.
class EditCommand : public QUndoCommand {
public:
    EditCommand(BuildDraft& draft, const QString& text, RequestWishes after, QString mergeKey)
        : QUndoCommand(text)
        , m_draft(draft)
        , m_before(draft.edits())
        , m_after(std::move(after))
        , m_mergeKey(std::move(mergeKey))
    {
    }

    void undo() override { m_draft.applyEdits(m_before); }
    void redo() override { m_draft.applyEdits(m_after); }
    int id() const override { return m_mergeKey.isEmpty() ? -1 : 1; }

    bool mergeWith(const QUndoCommand* other) override
    {
        const auto* next = static_cast<const EditCommand*>(other);
        if (next->m_mergeKey != m_mergeKey)
            return false;
        m_after = next->m_after;
        return true;
    }

private:
    BuildDraft& m_draft;
    RequestWishes m_before;
    RequestWishes m_after;
    QString m_mergeKey;
};

}
