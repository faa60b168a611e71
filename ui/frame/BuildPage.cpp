// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/BuildPage.h"

#include "ui/pages/Wizard.h"
#include "ui/panels/AttemptView.h"

namespace torchmason {

BuildPage::BuildPage(BuildDraft& draft, QWidget* parent)
    : QStackedWidget(parent)
    , m_wizard(new Wizard(draft, this))
{
    setObjectName(QStringLiteral("buildPlace"));
    addWidget(m_wizard);
    connect(m_wizard, &Wizard::buildRequested, this, &BuildPage::buildRequested);
    connect(m_wizard, &Wizard::tourRequested, this, &BuildPage::tourRequested);
    connect(m_wizard, &Wizard::saveScriptRequested, this, &BuildPage::saveScriptRequested);
}

void BuildPage::showWizard()
{
    setCurrentWidget(m_wizard);
    m_wizard->goTo(m_wizard->step());
    emit shownChanged();
}

void BuildPage::showAttempt(const QString& folder)
{
    if (!m_attempt) {
        m_attempt = new AttemptPage(AttemptPage::Home::Build, this);
        addWidget(m_attempt);
        connect(m_attempt, &AttemptPage::changed, this, &BuildPage::shownChanged);
        connect(m_attempt, &AttemptPage::leaveRequested, this, [this] { // as File > New build
            showWizard();
            m_wizard->begin();
        });
        emit attemptPageMade(m_attempt);
    }
    setCurrentWidget(m_attempt);
    m_attempt->open(folder);
}

bool BuildPage::showsWizard() const
{
    return currentWidget() == m_wizard;
}

QString BuildPage::shownAttempt() const
{
    return showsWizard() ? QString() : m_attempt->folder();
}

std::optional<AttemptState> BuildPage::shownEnd() const
{
    return showsWizard() ? std::nullopt : m_attempt->view().end();
}

void BuildPage::setStarting(bool starting)
{
    m_wizard->setStarting(starting);
    if (m_attempt)
        m_attempt->setStarting(starting);
}

}
