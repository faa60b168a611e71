// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

namespace torchmason {

class BuildDraft;

// Keeps what the user typed over the end of the program: takes it up when it is made, as one step that can
// be undone, and writes it a moment after each change and at the end. The draft must outlive it.
class DraftKeeper : public QObject {
    Q_OBJECT

public:
    explicit DraftKeeper(BuildDraft& draft, QObject* parent = nullptr);
    ~DraftKeeper() override;

private:
    void restore();
    void save();

    BuildDraft& m_draft;
    QTimer m_delay;
};

}
