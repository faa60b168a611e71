// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/BuildPage.h"

#include "ui/pages/Wizard.h"
#include "ui/panels/AttemptView.h"
#include "ui/widgets/Banner.h"
#include "ui/widgets/Labels.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"

#include <QPushButton>

namespace torchmason {

BuildPage::BuildPage(BuildDraft& draft, QWidget* parent)
    : QStackedWidget(parent)
    , m_wizard(new Wizard(draft, this))
{
    setObjectName(QStringLiteral("buildPlace"));
    addWidget(m_wizard);
    connect(m_wizard, &Wizard::buildRequested, this, &BuildPage::buildRequested);
    connect(m_wizard, &Wizard::saveScriptRequested, this, &BuildPage::saveScriptRequested);
}

void BuildPage::createAttemptPage()
{
    m_attemptPage = new QWidget(this);
    m_problem = named(new Banner(m_attemptPage), "startProblem");
    m_problem->setClosable(true);
    m_attempt = new AttemptView(m_attemptPage);
    m_bar = createBar();
    columnOf(m_attemptPage, {}, 0, { m_problem, { m_attempt, 1 }, m_bar });
    addWidget(m_attemptPage);
    connect(m_attempt, &AttemptView::titleChanged, this, &BuildPage::attemptRead);
    connect(m_attempt, &AttemptView::miniRequested, this, &BuildPage::miniRequested);
    connect(m_attempt, &AttemptView::retryRequested, this, &BuildPage::retryRequested);
    connect(m_attempt, &AttemptView::installRequested, this, &BuildPage::installRequested);
    connect(m_attempt, &AttemptView::stopAnswered, this, &BuildPage::stopAnswered);
}

// What can be done when the attempt is over.
QWidget* BuildPage::createBar()
{
    auto* bar = new QWidget(m_attemptPage);
    auto* fresh = pushButton(bar, "newBuild", "add", tr("New build"),
        tr("Back to the preparation of a build; all that was set there is kept (Ctrl+N)"));
    connect(fresh, &QPushButton::clicked, this, &BuildPage::showWizard);
    auto* buttons = rowOf(usualSpacing, { { secondaryText(tr("This attempt is over."), bar), 1 }, fresh });
    buttons->setContentsMargins(spacing::page, 12, spacing::page, 12);
    columnOf(bar, {}, 0, { new SeparatorLine(Qt::Horizontal, bar), buttons });
    return bar;
}

void BuildPage::showWizard()
{
    setCurrentWidget(m_wizard);
    m_wizard->goTo(m_wizard->step());
    emit shownChanged();
}

void BuildPage::showAttempt(const QString& folder)
{
    if (!m_attempt)
        createAttemptPage();
    setCurrentWidget(m_attemptPage);
    if (folder != m_attempt->folder()) {
        m_title.clear();
        m_problem->hide();
        m_bar->hide();
        m_attempt->openAttempt(folder);
    }
    emit shownChanged();
}

bool BuildPage::showsWizard() const
{
    return currentWidget() == m_wizard;
}

QString BuildPage::shownAttempt() const
{
    return showsWizard() ? QString() : m_attempt->folder();
}

void BuildPage::attemptRead(const QString& title)
{
    m_title = title;
    m_bar->setVisible(!m_attempt->isLive());
    emit shownChanged();
}

void BuildPage::showProblem(const QString& sentence)
{
    if (showsWizard())
        return m_wizard->showProblem(sentence);
    m_problem->setMessage(Tone::Bad, sentence);
    m_problem->show();
}

void BuildPage::setStarting(bool starting)
{
    m_wizard->setStarting(starting);
    if (!m_attempt)
        return;
    m_attempt->setRetryPossible(!starting);
    if (starting)
        m_problem->hide();
}

}
