// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/AttemptPage.h"

#include "ui/logview/LogPanel.h"
#include "ui/logview/LogView.h"
#include "ui/panels/AttemptView.h"
#include "ui/widgets/Banner.h"
#include "ui/widgets/Labels.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"

#include <QBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPushButton>

namespace torchmason {

AttemptPage::AttemptPage(Home home, QWidget* parent)
    : QWidget(parent)
    , m_home(home)
{
    m_notice = named(new Banner(this), "startProblem");
    m_notice->setClosable(true);
    m_notice->hide();
    m_view = new AttemptView(this);
    m_hint = named(secondaryText({}, this), "attemptHint");
    setStarting(false);
    QVBoxLayout* column = columnOf(this, {}, 0, { m_notice, { m_view, 1 } });
    if (home == Home::History) {
        column->insertWidget(0, createBackBar());
    } else {
        m_endBar = createEndBar();
        column->addWidget(m_endBar);
        m_endBar->hide();
    }
    connect(m_view, &AttemptView::titleChanged, this, &AttemptPage::attemptRead);
}

// What can be done when the attempt is over.
QWidget* AttemptPage::createEndBar()
{
    auto* bar = new QWidget(this);
    auto* fresh = pushButton(bar, "newBuild", "add", tr("New build"),
        tr("Back to the wizard; all that was set there is kept (Ctrl+N)"));
    connect(fresh, &QPushButton::clicked, this, &AttemptPage::leaveRequested);
    auto* buttons = rowOf(usualSpacing, { { m_hint, 1 }, fresh });
    buttons->setContentsMargins(spacing::page, spacing::row, spacing::page, spacing::row);
    columnOf(bar, {}, 0, { new SeparatorLine(Qt::Horizontal, bar), buttons });
    return bar;
}

QWidget* AttemptPage::createBackBar()
{
    auto* bar = new QWidget(this);
    auto* back = pushButton(bar, "historyBack", "chevron-left", tr("History"),
        tr("Back to the list of attempts; this one stays open until another one is (Alt+Left, Esc)"));
    back->setAccessibleName(tr("Back to the history"));
    back->setShortcut(QKeySequence(Qt::ALT | Qt::Key_Left));
    connect(back, &QPushButton::clicked, this, &AttemptPage::leaveRequested);
    auto* row = rowOf(usualSpacing, { back, { m_hint, 1 } });
    row->setContentsMargins(spacing::page, spacing::inner, spacing::page, spacing::inner);
    columnOf(bar, {}, 0, { row });
    return bar;
}

QString AttemptPage::folder() const
{
    return m_view->folder();
}

void AttemptPage::open(const QString& folder)
{
    if (folder != m_view->folder()) {
        m_title.clear();
        m_notice->hide();
        if (m_endBar)
            m_endBar->hide();
        m_view->openAttempt(folder);
    } else {
        m_view->goToTop();
    }
    takeFocus();
    emit changed();
}

void AttemptPage::takeFocus()
{
    QWidget* log = m_view->findChild<LogPanel*>()->view();
    (log->isVisible() ? log : this)->setFocus();
}

void AttemptPage::attemptRead(const QString& title)
{
    m_title = title;
    if (m_endBar)
        m_endBar->setVisible(!m_view->isLive());
    emit changed();
}

void AttemptPage::showProblem(const QString& sentence)
{
    m_notice->setMessage(Tone::Bad, sentence);
    m_notice->show();
}

void AttemptPage::showNote(const QString& sentence)
{
    m_notice->setMessage(Tone::Accent, sentence);
    m_notice->show();
}

void AttemptPage::setStarting(bool starting)
{
    m_view->setRetryPossible(!starting);
    m_hint->setText(starting ? tr("Checking the machine and the folders before the next attempt starts…")
            : m_home == Home::Build ? tr("This attempt is over.")
                                    : QString());
    if (starting)
        m_notice->hide();
}

// What nothing inside has taken: a search and a comparison are left by it first.
void AttemptPage::keyPressEvent(QKeyEvent* event)
{
    const bool isTyping = qobject_cast<QLineEdit*>(focusWidget());
    if (m_home == Home::History && event->key() == Qt::Key_Escape && !isTyping)
        emit leaveRequested();
    else
        QWidget::keyPressEvent(event);
}

}
