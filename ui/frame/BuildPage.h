// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/findings/Finding.h"
#include "core/request/InstallTarget.h"

#include <QStackedWidget>

namespace torchmason {

class AttemptView;
class Banner;
class BuildDraft;
class Wizard;

// The place "Build": the wizard, or an attempt with a way from its end back to the wizard.
class BuildPage : public QStackedWidget {
    Q_OBJECT

public:
    explicit BuildPage(BuildDraft& draft, QWidget* parent = nullptr);

    Wizard& wizard() const { return *m_wizard; }
    void showWizard();
    // Opens this attempt, unless it is the one that is open.
    void showAttempt(const QString& folder);
    bool showsWizard() const;
    QString shownAttempt() const; // its folder; empty while the wizard is shown
    const QString& shownTitle() const { return m_title; }
    // The attempt that was opened last; null where none was.
    AttemptView* attempt() const { return m_attempt; }
    // Said where the user is.
    void showProblem(const QString& sentence);
    void setStarting(bool starting);

signals:
    void buildRequested();
    void miniRequested();
    void saveScriptRequested();
    void retryRequested(int number, const QVector<torchmason::Fix>& fixes);
    void installRequested(int number, const torchmason::InstallTarget& target, const QString& wheels);
    // Another thing is shown, or the shown attempt has got another title or state.
    void shownChanged();
    // Empty where the build will stop.
    void stopAnswered(const QString& problem);

private:
    void createAttemptPage();
    QWidget* createBar();
    void attemptRead(const QString& title);

    Wizard* m_wizard = nullptr;
    QWidget* m_attemptPage = nullptr; // made with the first attempt
    Banner* m_problem = nullptr;
    AttemptView* m_attempt = nullptr;
    QWidget* m_bar = nullptr;
    QString m_title;
};

}
