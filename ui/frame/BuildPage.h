// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptRecord.h"
#include "ui/frame/AttemptPage.h"

#include <QStackedWidget>

#include <optional>

namespace torchmason {

class BuildDraft;
class Wizard;

// The place "Build": the wizard, or the attempt that it has become.
class BuildPage : public QStackedWidget {
    Q_OBJECT

public:
    explicit BuildPage(BuildDraft& draft, QWidget* parent = nullptr);

    Wizard& wizard() const { return *m_wizard; }
    AttemptPage* attemptPage() const { return m_attempt; } // null until the first one was opened
    void showWizard();
    void showAttempt(const QString& folder);
    bool showsWizard() const;
    QString shownAttempt() const; // its folder; empty while the wizard is shown
    std::optional<AttemptState> shownEnd() const; // how that one ended, once it has
    void setStarting(bool starting);

signals:
    void attemptPageMade(torchmason::AttemptPage* page);
    void buildRequested();
    void saveScriptRequested();
    void tourRequested();
    // Another thing is shown, or the shown attempt has got another title or state.
    void shownChanged();

private:
    Wizard* m_wizard = nullptr;
    AttemptPage* m_attempt = nullptr;
};

}
