// SPDX-License-Identifier: GPL-3.0-or-later
// What LogPanel is made of, and how its parts are wired.
#include "ui/logview/AskBar.h"
#include "ui/logview/LogNote.h"
#include "ui/logview/LogPanel.h"
#include "ui/logview/LogView.h"
#include "ui/logview/SearchTerms.h"
#include "ui/models/Settings.h"
#include "ui/widgets/FocusWheelBox.h"
#include "ui/widgets/Icons.h"
#include "ui/widgets/KeyOnly.h"
#include "ui/widgets/Parts.h"
#include "ui/widgets/SearchField.h"

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QSpinBox>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace torchmason {

namespace {

constexpr int usualLeastSearch = 120; // beside the usual letters

}

void LogPanel::createWidgets()
{
    m_view = new LogView(this);
    m_stageBox
        = named(new FocusWheelComboBox(this), "logStage", tr("The stage whose log is shown"), tr("Stage"));
    m_stageBox->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_stageBox->setSizePolicy(QSizePolicy::Minimum, QSizePolicy::Fixed); // its words are not cut
    m_showBox
        = named(new FocusWheelComboBox(this), "logShow", tr("Which lines are shown"), tr("Lines to show"));
    m_showBox->setMinimumContentsLength(6); // where words are long and the window is not wide
    m_showBox->addItems(
        { tr("All lines"), tr("Errors and warnings"), tr("Search hits only"), tr("Findings only") });
    constexpr int mostContext = 10;
    m_contextBox = named(new QSpinBox(this), "logContext",
        tr("How many lines are shown before and after each of these (Alt+Plus, Alt+Minus)"),
        tr("Lines around each"));
    m_contextBox->setRange(0, mostContext);
    m_contextBox->setPrefix(QStringLiteral("± "));
    m_contextBox->setValue(settings()->value(QStringLiteral("log/context"), 0).toInt());
    m_contextBox->setEnabled(false); // all lines are shown
    m_searchField = new SearchField(QStringLiteral("logSearch"), tr("Search in this log"), this);
    m_searchField->setToolTip(tr("Search in this log (Ctrl+F); F3 goes on to the next line, Shift+F3 back"));
    m_searchField->setSearched(m_view);
    m_previousHit = toolButton(this, "logPreviousHit", "chevron-up", tr("Previous hit (Shift+F3)"));
    m_nextHit = toolButton(this, "logNextHit", "chevron-down", tr("Next hit (F3)"));
    m_expressionButton
        = toolButton(this, "logExpression", nullptr, tr("Read the text as a regular expression"));
    m_expressionButton->setText(QStringLiteral(".*"));
    m_expressionButton->setCheckable(true);
    m_findingsWord = named(new QLabel(tr("Findings"), this), "logFindings");
    m_previousFinding = toolButton(this, "logPreviousFinding", "previous", tr("Previous finding (P)"));
    m_nextFinding = toolButton(this, "logNextFinding", "next", tr("Next finding (N)"));
    m_followButton = toolButton(this, "logFollow", "follow", tr("Keep the newest line in sight"));
    m_followButton->setText(tr("Follow"));
    m_followButton->setCheckable(true);
    m_followButton->setChecked(m_view->isFollowing());
    m_optionsButton = toolButton(this, "logOptions", "eye", tr("How the log is shown"));
    m_optionsButton->setPopupMode(QToolButton::InstantPopup);
    m_keepTerm = toolButton(
        this, "logKeepTerm", "add", tr("Keep this term marked in a colour of its own (Ctrl+Shift+F)"));
    m_keepTerm->setEnabled(false);
    m_terms = new SearchTerms(this);
    m_askBar = new AskBar(this);
    m_followButton->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    for (QToolButton* button : { m_previousHit, m_nextHit, m_expressionButton, m_keepTerm, m_previousFinding,
             m_nextFinding, m_followButton, m_optionsButton }) {
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::TabFocus);
    }
    m_hits = named(new QLabel(this), "logHits");
    m_hits->setFont(tabularFont(font()));
    m_searchField->setCount(m_hits);
    m_notice = named(new QLabel(this), "logNotice");
    m_notice->setTextFormat(Qt::PlainText); // it may name files
    m_notice->setWordWrap(true);
    m_notice->setContentsMargins(spacing::inner, 0, spacing::inner, spacing::small);
    m_note = new LogNote(m_view, this);
}

void LogPanel::createActions()
{
    const auto add = [this](const QString& text, const QKeySequence& key, void (LogPanel::*slot)()) {
        auto* action = new QAction(text, this);
        action->setShortcut(key);
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        connect(action, &QAction::triggered, this, slot);
        addAction(action);
        return action;
    };
    // The menu of the window has it as well.
    add(tr("Find"), QKeySequence::Find, &LogPanel::focusSearch)->setProperty(keyOnlyProperty, true);
    add(tr("Find next"), QKeySequence(Qt::Key_F3), &LogPanel::findNext);
    add(tr("Find previous"), QKeySequence(Qt::SHIFT | Qt::Key_F3), &LogPanel::findPrevious);
    const auto addContext = [this](Qt::Key key, void (QSpinBox::*step)()) {
        auto* action = new QAction(m_contextBox->accessibleName(), this);
        action->setShortcut(Qt::ALT | key);
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        connect(action, &QAction::triggered, m_contextBox, step);
        addAction(action);
    };
    add(tr("Keep this term marked"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_F), &LogPanel::keepTerm);
    addContext(Qt::Key_Plus, &QSpinBox::stepUp);
    addContext(Qt::Key_Minus, &QSpinBox::stepDown);
    add(tr("Go to line or time"), QKeySequence(Qt::CTRL | Qt::Key_G), &LogPanel::askWhereToGo);
}

// What is switched here stays switched, also in the next window.
void LogPanel::createOptions()
{
    auto* menu = new QMenu(m_optionsButton);
    m_optionsButton->setMenu(menu);
    const auto toggle = [this, menu](
                            const char* name, const QString& text, const QString& toolTip, Qt::Key key) {
        QAction* action = menu->addAction(text);
        action->setObjectName(QLatin1String(name));
        action->setToolTip(toolTip);
        action->setCheckable(true);
        action->setShortcut(key);
        action->setShortcutContext(Qt::WidgetShortcut);
        m_view->addAction(action); // a letter is a key of the log only, as N and P are
        const QString setting = QStringLiteral("log/") + QLatin1String(name);
        action->setChecked(settings()->value(setting, false).toBool());
        connect(action, &QAction::toggled, this, [setting](bool on) { settings()->setValue(setting, on); });
        return action;
    };
    menu->setToolTipsVisible(true);
    m_timesAction = toggle("clockTimes", tr("Clock times"),
        tr("When each line was written, to about a second; empty where it is not known"), Qt::Key_T);
    connect(m_timesAction, &QAction::toggled, this, &LogPanel::showTimes);
    QAction* wrap = toggle(
        "wrapLines", tr("Wrap long lines"), tr("Long lines go on in the next row of the screen"), Qt::Key_W);
    connect(wrap, &QAction::toggled, m_view, &LogView::setWrapped);
    m_view->setWrapped(wrap->isChecked());
    m_markProblems = toggle("markProblems", tr("Errors and warnings in the scroll bar"),
        tr("Marks where they are; the whole log is read for it"), Qt::Key_M);
    connect(m_markProblems, &QAction::toggled, this, &LogPanel::changeFilter);
    menu->addSeparator();
    createFoldActions(menu);
    menu->addSeparator();
    const auto add
        = [this, menu](const QString& text, const QList<QKeySequence>& keys, void (LogPanel::*slot)()) {
              QAction* action = menu->addAction(text, this, slot);
              action->setShortcuts(keys);
              action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
              addAction(action);
          };
    add(tr("Bookmark this line, or remove its bookmark"), { QKeySequence(Qt::CTRL | Qt::Key_F2) },
        &LogPanel::toggleBookmark);
    add(tr("Note of the bookmark..."), { QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_F2) },
        &LogPanel::askForNote);
    add(tr("Next bookmark"), { QKeySequence(Qt::Key_F2) }, &LogPanel::nextBookmark);
    add(tr("Previous bookmark"), { QKeySequence(Qt::SHIFT | Qt::Key_F2) }, &LogPanel::previousBookmark);
    menu->addSeparator();
    // Without keys, which are the window's, also while the keyboard is in the log.
    menu->addAction(tr("Larger text"), this, &LogPanel::enlarge);
    menu->addAction(tr("Smaller text"), this, &LogPanel::shrink);
    menu->addAction(tr("Usual text"), this, &LogPanel::resetZoom);
    menu->addSeparator();
    createLegend(menu);
    readLetters();
}

void LogPanel::readLetters()
{
    m_view->setFontFamily(settings()->value(QStringLiteral("log/font")).toString());
    setZoom(settings()->value(QStringLiteral("log/zoom"), 0).toInt());
}

void LogPanel::setZoom(int steps)
{
    constexpr int smallest = -6;
    constexpr int largest = 24;
    m_view->setZoom(std::clamp(steps, smallest, largest));
    settings()->setValue(QStringLiteral("log/zoom"), m_view->zoom());
}

void LogPanel::layOut()
{
    m_tools = new QWidget(this);
    auto* filters = rowOf(spacing::small, { m_stageBox, m_showBox, m_contextBox, Part::stretch() });
    auto* searching = rowOf(spacing::small,
        { { m_searchField, 1 }, m_previousHit, m_nextHit, m_expressionButton, m_keepTerm, Part::stretch(),
            m_findingsWord, m_previousFinding, m_nextFinding, m_followButton, m_optionsButton });
    m_bar = rowOf(m_tools, { spacing::inner, spacing::small, spacing::inner, spacing::small }, spacing::small,
        { filters, { searching, 1 } });
    m_top = new QStackedWidget(this);
    m_top->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    m_top->addWidget(m_tools);
    m_top->addWidget(m_askBar);
    columnOf(this, {}, 0, { m_top, m_terms, m_notice, { m_view, 1 } });
}

QString LogPanel::allStages()
{
    return tr("All stages");
}

// Of the box for stages with all that are planned, so that it stays as wide when another one begins.
int LogPanel::stagesWidth()
{
    if (m_planned.size() < 2)
        return 0;
    QComboBox all(this);
    all.setSizeAdjustPolicy(QComboBox::AdjustToContents);
    all.addItem(allStages());
    for (const Stage& stage : std::as_const(m_planned))
        all.addItem(headingOf(stage.id).title);
    return all.sizeHint().width();
}

// One button goes without its word, then the count of hits without its own, then nothing names the buttons
// for findings. Then the bar has two lines, where there is room for that name again. Whatever is typed and
// counted, each part keeps its place.
void LogPanel::fitBar()
{
    m_stageBox->setMinimumWidth(stagesWidth());
    constexpr int manyHits = 9999;
    const auto widthOf
        = [this](const QString& text) { return m_hits->fontMetrics().horizontalAdvance(text) + 1; };
    const int words
        = std::max(widthOf(tr("%1 of %Ln lines", nullptr, manyHits).arg(QLocale().toString(manyHits))),
            widthOf(badExpression()));
    const int figures = std::max(widthOf(QStringLiteral("999/999")), widthOf(noHits()));
    const int placeholder = m_searchField->fontMetrics().horizontalAdvance(m_searchField->placeholderText())
        + 2 * spacing::inner + 1;
    const int usualSearch = grown(usualLeastSearch, fontMetrics());
    const int leastSearch = std::max(usualSearch, placeholder - figures);
    const int filter = m_showBox->sizeHint().width();
    struct Room {
        Qt::ToolButtonStyle style = Qt::ToolButtonIconOnly;
        int search = 0;
        int hits = 0;
        int filter = 0;
        QBoxLayout::Direction direction = QBoxLayout::LeftToRight;
        bool namesFindings = true;
    };
    const auto leastWith = [this](const Room& room) {
        m_followButton->setToolButtonStyle(room.style);
        // Not hidden: that would lay the bar out half-way.
        m_findingsWord->setFixedWidth(room.namesFindings ? m_findingsWord->sizeHint().width() : 0);
        constexpr int mostSearch = 320;
        m_searchField->setMinimumWidth(room.search + room.hits);
        m_searchField->setMaximumWidth(mostSearch + room.hits);
        m_hits->setFixedWidth(room.hits);
        m_showBox->setMinimumWidth(room.filter);
        m_bar->setDirection(room.direction);
        for (QLayout* part : m_tools->findChildren<QLayout*>()) // a layout in a layout learns of it later
            part->invalidate();
        // It looks the same whether the log may be followed or not.
        const bool hasFollow
            = !m_followButton->isHidden() || m_followButton->sizePolicy().retainSizeWhenHidden();
        return m_tools->minimumSizeHint().width()
            + (hasFollow ? 0 : m_followButton->sizeHint().width() + spacing::small);
    };
    const Room tightest { Qt::ToolButtonIconOnly, usualSearch / 2, figures, 0, QBoxLayout::TopToBottom,
        false };
    if (const int least = leastWith(tightest); std::exchange(m_least, least) != least)
        updateGeometry();
    for (const Room& room : { Room { Qt::ToolButtonTextBesideIcon, leastSearch, words, filter },
             Room { Qt::ToolButtonIconOnly, leastSearch, words, filter },
             Room { Qt::ToolButtonIconOnly, leastSearch, figures, filter },
             Room { Qt::ToolButtonIconOnly, leastSearch, figures, filter, QBoxLayout::LeftToRight, false },
             Room { Qt::ToolButtonIconOnly, leastSearch, figures, filter, QBoxLayout::TopToBottom },
             tightest }) {
        if (leastWith(room) <= width())
            break;
    }
    showHitCount();
}

// Without those words: else it would never be so narrow that they go.
QSize LogPanel::minimumSizeHint() const
{
    const QSize least = QWidget::minimumSizeHint();
    return m_least > 0 ? QSize(std::min(m_least, least.width()), least.height()) : least;
}

int LogPanel::heightFor(int lines) const
{
    return minimumSizeHint().height() - m_view->minimumSizeHint().height() + m_view->heightFor(lines);
}

void LogPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitBar();
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
    connect(&m_view->disk(), &PatientDisk::answered, this, &LogPanel::goWhenIndexed);
    connect(m_view, &LogView::nextFindingRequested, this, &LogPanel::nextFinding);
    connect(m_view, &LogView::previousFindingRequested, this, &LogPanel::previousFinding);
    connect(m_followButton, &QToolButton::toggled, m_view, &LogView::setFollowing);
    connect(m_view, &LogView::followingChanged, m_followButton, &QToolButton::setChecked);
    connect(m_view, &LogView::noted, this, &LogPanel::note);
    m_view->setLinkFolders([this](const QString& stage) { return m_linkFolders.value(stage); });
    m_view->setHeadings([this](const QString& stage) { return headingOf(stage); });
    connect(m_view, &LogView::foldsChanged, this, &LogPanel::takeFolds);
    connect(m_view, &LogView::fileRequested, this, &LogPanel::openFile);
    connect(m_view, &LogView::zoomRequested, this, &LogPanel::setZoom);
    connect(m_askBar, &AskBar::asked, this, [this] {
        m_top->setCurrentWidget(m_askBar);
        emit typingBegan();
    });
    connect(m_askBar, &AskBar::left, this, [this] {
        m_top->setCurrentWidget(m_tools);
        m_view->setFocus();
    });
    connect(m_view, &LogView::currentLineChanged, this, &LogPanel::visit);
    connect(m_view, &LogView::currentLineChanged, this, &LogPanel::showHitCount);
    connect(m_stageBox, &QComboBox::activated, this,
        [this](int index) { open(m_stageBox->itemData(index).toString()); });
    connect(m_showBox, &QComboBox::currentIndexChanged, this, &LogPanel::changeFilter);
    connect(m_keepTerm, &QToolButton::clicked, this, &LogPanel::keepTerm);
    connect(m_terms, &SearchTerms::changed, this, &LogPanel::showHighlights);
    connect(m_terms, &SearchTerms::chosen, this, &LogPanel::searchTermAgain);
    connect(&m_bookmarks, &LogBookmarks::changed, this, &LogPanel::showBookmarks);
    connect(&m_bookmarks, &LogBookmarks::failed, this, &LogPanel::note);
    connect(m_contextBox, &QSpinBox::valueChanged, this, &LogPanel::changeContext);
    connect(&m_search, &LogSearch::changed, this, &LogPanel::showSearchState);
    connect(&m_stepSearch, &LogSearch::changed, this, &LogPanel::goToStep);
    connect(&m_stepHeads, &LogSearch::changed, this, &LogPanel::updateFolds);
    connect(&m_failures, &LogSearch::changed, this, &LogPanel::updateFolds);
    connect(&m_problems, &LogSearch::changed, this, &LogPanel::applyFilter);
}

}
