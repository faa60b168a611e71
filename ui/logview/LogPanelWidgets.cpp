// SPDX-License-Identifier: GPL-3.0-or-later
// What LogPanel is made of, and how its parts are wired.
#include "ui/logview/LogPanel.h"
#include "ui/logview/LogView.h"
#include "ui/widgets/Parts.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

namespace torchmason {

void LogPanel::createWidgets()
{
    m_view = new LogView(this);
    m_stageBox = named(new QComboBox(this), "logStage", tr("The stage whose log is shown"), tr("Stage"));
    m_stageBox->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_showBox = named(new QComboBox(this), "logShow", tr("Which lines are shown"), tr("Lines to show"));
    m_showBox->addItems(
        { tr("All lines"), tr("Errors and warnings"), tr("Search hits only"), tr("Findings only") });
    m_searchField = named(new QLineEdit(this), "logSearch",
        tr("Search in this log (Ctrl+F); F3 goes on to the next line, Shift+F3 back"),
        tr("Search in this log"));
    m_searchField->setPlaceholderText(m_searchField->accessibleName());
    m_searchField->setClearButtonEnabled(true);
    m_searchField->setMinimumWidth(120);
    m_searchField->setMaximumWidth(320);
    m_expressionButton
        = toolButton(this, "logExpression", nullptr, tr("Read the text as a regular expression"));
    m_expressionButton->setText(QStringLiteral(".*"));
    m_expressionButton->setCheckable(true);
    m_previousHit = toolButton(this, "logPreviousHit", "chevron-up", tr("Previous hit (Shift+F3)"));
    m_nextHit = toolButton(this, "logNextHit", "chevron-down", tr("Next hit (F3)"));
    m_previousFinding = toolButton(this, "logPreviousFinding", "previous", tr("Previous finding (P)"));
    m_nextFinding = toolButton(this, "logNextFinding", "next", tr("Next finding (N)"));
    m_nextFinding->setText(tr("Finding"));
    m_followButton = toolButton(this, "logFollow", "follow", tr("Keep the newest line in sight"));
    m_followButton->setText(tr("Follow"));
    m_followButton->setCheckable(true);
    m_followButton->setChecked(m_view->isFollowing());
    for (QToolButton* button : { m_nextFinding, m_followButton })
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    for (QToolButton* button :
        { m_expressionButton, m_previousHit, m_nextHit, m_previousFinding, m_nextFinding, m_followButton }) {
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::TabFocus);
    }
    m_hits = named(new QLabel(this), "logHits");
    m_hits->setFont(tabularFont(font()));
    m_notice = named(new QLabel(this), "logNotice");
    m_notice->setWordWrap(true);
    m_notice->setContentsMargins(spacing::inner, 0, spacing::inner, spacing::small);
}

void LogPanel::createActions()
{
    const auto add = [this](const QString& text, const QKeySequence& key, void (LogPanel::*slot)()) {
        auto* action = new QAction(text, this);
        action->setShortcut(key);
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        connect(action, &QAction::triggered, this, slot);
        addAction(action);
    };
    add(tr("Find"), QKeySequence::Find, &LogPanel::focusSearch);
    add(tr("Find next"), QKeySequence(Qt::Key_F3), &LogPanel::findNext);
    add(tr("Find previous"), QKeySequence(Qt::SHIFT | Qt::Key_F3), &LogPanel::findPrevious);
}

void LogPanel::layOut()
{
    auto* bar = rowOf(spacing::small,
        { m_stageBox, m_showBox, m_searchField, m_expressionButton, m_previousHit, m_nextHit, m_hits,
            Part::stretch(), m_previousFinding, m_nextFinding, m_followButton });
    bar->setContentsMargins(spacing::inner, spacing::small, spacing::inner, spacing::small);
    columnOf(this, {}, 0, { bar, m_notice, { m_view, 1 } });
}

void LogPanel::connectAll()
{
    m_searchDelay.setSingleShot(true);
    m_searchDelay.setInterval(150);
    connect(&m_searchDelay, &QTimer::timeout, this, &LogPanel::startSearch);
    connect(m_searchField, &QLineEdit::textChanged, &m_searchDelay, qOverload<>(&QTimer::start));
    connect(m_searchField, &QLineEdit::returnPressed, this, &LogPanel::findNext);
    connect(m_expressionButton, &QToolButton::toggled, this, &LogPanel::startSearch);
    connect(m_previousHit, &QToolButton::clicked, this, &LogPanel::findPrevious);
    connect(m_nextHit, &QToolButton::clicked, this, &LogPanel::findNext);
    connect(m_previousFinding, &QToolButton::clicked, this, &LogPanel::previousFinding);
    connect(m_nextFinding, &QToolButton::clicked, this, &LogPanel::nextFinding);
    connect(m_view, &LogView::nextFindingRequested, this, &LogPanel::nextFinding);
    connect(m_view, &LogView::previousFindingRequested, this, &LogPanel::previousFinding);
    connect(m_followButton, &QToolButton::toggled, m_view, &LogView::setFollowing);
    connect(m_view, &LogView::followingChanged, m_followButton, &QToolButton::setChecked);
    connect(m_view, &LogView::noted, this, &LogPanel::note);
    m_noteTimer.setSingleShot(true);
    m_noteTimer.setInterval(10'000);
    connect(&m_noteTimer, &QTimer::timeout, this, [this] { note({}); });
    connect(m_view, &LogView::currentLineChanged, this, &LogPanel::visit);
    connect(m_stageBox, &QComboBox::activated, this,
        [this](int index) { openStage(m_stageBox->itemData(index).toString()); });
    connect(m_showBox, &QComboBox::currentIndexChanged, this, &LogPanel::startFilter);
    connect(&m_search, &LogSearch::changed, this, &LogPanel::showSearchState);
    connect(&m_problems, &LogSearch::changed, this, &LogPanel::applyFilter);
}

}
