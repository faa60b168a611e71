// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/Wizard.h"

#include "core/base/Core.h"
#include "core/knowledge/OptionCatalogue.h"
#include "core/profile/Candidates.h"
#include "ui/models/BuildDraft.h"
#include "ui/models/FlagChecks.h"
#include "ui/models/MachineFacts.h"
#include "ui/pages/FlagsPage.h"
#include "ui/pages/MachinePage.h"
#include "ui/pages/ProfilePage.h"
#include "ui/pages/ReviewPage.h"
#include "ui/text/CheckText.h"
#include "ui/text/ProfileText.h"
#include "ui/text/StateText.h"
#include "ui/widgets/Banner.h"
#include "ui/widgets/Labels.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"
#include "ui/widgets/PrimaryButton.h"
#include "ui/widgets/StepList.h"

#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace torchmason {

namespace {

QString stepWords(const CheckVerdict& verdict)
{
    const QString counts = countsText(verdict);
    return counts.isEmpty() ? Wizard::tr("ready") : counts;
}

// One can look at such a profile and its flags; the review says, too, that it is for another system.
QString reasonOfOtherSystem(const BuildDraft& draft)
{
    const Profile* profile = draft.profile();
    if (!profile || profile->platforms.contains(draft.machine().facts().platform))
        return {};
    return Wizard::tr("This profile is for %1, so it cannot be built here. You can still look at its flags.")
        .arg(platformName(profile->platforms.value(0)));
}

}

Wizard::Wizard(BuildDraft& draft, QWidget* parent)
    : QWidget(parent)
    , m_draft(draft)
    , m_pages(StepCount, nullptr)
{
    setObjectName(QStringLiteral("wizard"));
    createWidgets();
    layOut();
    connectAll();
    goTo(MachineStep);
}

void Wizard::createWidgets()
{
    m_steps = new StepList(this);
    m_steps->addStep(QStringLiteral("stepMachine"), tr("Your machine"));
    m_steps->addStep(QStringLiteral("stepProfile"), tr("Profile"));
    m_steps->addStep(QStringLiteral("stepFlags"), tr("Flags"));
    m_steps->addStep(QStringLiteral("stepReview"), tr("Review"));
    m_stack = new QStackedWidget(this);
    m_notice = named(new Banner(this), "wizardNotice");
    m_notice->setClosable(true);
    m_notice->hide();
    createTourOffer();
    m_hint = named(secondaryText(QString(), this), "wizardHint");
    m_back = named(new QPushButton(tr("Back"), this), "wizardBack",
        tr("To the step before; nothing is lost (Alt+Left)"));
    m_back->setShortcut(QKeySequence(Qt::ALT | Qt::Key_Left));
    m_next = named(new PrimaryButton(this), "wizardNext");
    m_anyway = named(new QPushButton(tr("Build an&yway..."), this), "wizardAnyway");
    m_anyway->setMinimumWidth( // some styles write the button of Return in bold
        QFontMetrics(boldFont(font())).horizontalAdvance(m_anyway->text()) + 2 * spacing::group);
    m_anyway->setToolTip(
        tr("Start this build although it is expected to fail; it asks once more (Ctrl+Return)"));
    m_script = pushButton(this, "saveScript", "save", tr("Save as s&cript..."),
        tr("Write a script that does the same build by hand"));
}

void Wizard::layOut()
{
    m_side = new QWidget(this);
    columnOf(m_side, { spacing::row, spacing::page, spacing::row, spacing::group }, usualSpacing,
        { m_steps, Part::stretch() });
    auto* bar = rowOf(spacing::inner, { m_back, { m_hint, 1 }, m_script, m_anyway, m_next });
    bar->setContentsMargins(spacing::page, spacing::inner, spacing::page, spacing::inner);
    fitHint();
    // A notice comes after the page: below it, whose rows stay where they are.
    const QMargins margins { spacing::page, spacing::inner, spacing::page, spacing::inner };
    QWidget* notice = inMargins(m_notice, margins);
    QWidget* offer = inMargins(m_tour, margins);
    auto* right
        = columnOf(0, { offer, { m_stack, 1 }, notice, new SeparatorLine(Qt::Horizontal, this), bar });
    rowOf(this, {}, 0, { m_side, new SeparatorLine(Qt::Vertical, this), { right, 1 } });
}

// The margins of a layout take room also while what it holds is hidden; those of a hidden widget do not.
QWidget* Wizard::inMargins(Banner* banner, const QMargins& margins)
{
    auto* place = new QWidget(this);
    rowOf(place, margins, 0, { banner });
    place->setVisible(!banner->isHidden());
    banner->installEventFilter(this);
    return place;
}

bool Wizard::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::ShowToParent || event->type() == QEvent::HideToParent) {
        const auto* banner = static_cast<QWidget*>(watched);
        banner->parentWidget()->setVisible(!banner->isHidden());
    }
    return QWidget::eventFilter(watched, event);
}

// Where the window is small or the text large, the page gets the room of what the steps say: they are narrow
// then, as places are.
void Wizard::fitSteps()
{
    const int character = fontMetrics().averageCharWidth();
    const bool narrow = width() < 180 * character;
    m_steps->setNarrow(narrow);
    m_side->setFixedWidth(
        narrow ? m_steps->sizeHint().width() + 2 * spacing::small : qMax(240, character * 34));
    const int margin = narrow ? spacing::small : spacing::row;
    m_side->layout()->setContentsMargins(margin, spacing::page, margin, spacing::group);
}

// The page is as high whether there is a hint or not, also one of two lines.
void Wizard::fitHint()
{
    m_hint->setMinimumHeight(2 * m_hint->fontMetrics().lineSpacing());
}

void Wizard::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (event->spontaneous())
        return;
    placeTourOffer();
    showTourOffer();
}

void Wizard::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitSteps();
}

void Wizard::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::FontChange)
        return;
    fitSteps();
    fitHint();
}

void Wizard::connectAll()
{
    connect(m_steps, &StepList::stepRequested, this, [this](int step) { goTo(Step(step)); });
    connect(m_back, &QPushButton::clicked, this, [this] { goTo(Step(qMax(0, m_step - 1))); });
    connect(m_next, &QPushButton::clicked, this, &Wizard::goOn);
    connect(m_anyway, &QPushButton::clicked, this, &Wizard::goOn);
    connect(m_script, &QPushButton::clicked, this, &Wizard::saveScriptRequested);
    connect(&m_draft, &BuildDraft::derivedChanged, this, &Wizard::refresh);
    connect(&m_draft.undoStack(), &QUndoStack::indexChanged, this, &Wizard::withdrawNotice);
    connect(&m_draft, &BuildDraft::profileChanged, this, &Wizard::leaveFlagsOfTheTour);
}

// PyTorch would take them without a word, and nothing would come of them.
void Wizard::leaveFlagsOfTheTour()
{
    const auto catalogue = OptionCatalogue::load();
    const Profile* profile = m_draft.profile();
    const bool isTour = profile && profile->source.kind == SourceKind::Sample;
    if (isTour)
        setLeftFlagsAgain();
    if (!profile || isTour || !catalogue)
        return;
    RequestWishes edits = m_draft.edits();
    QStringList left;
    QVector<FlagValue> own; // what a fix or the tour has set, the user need not know
    for (const FlagValue& flag : m_draft.edits().configuration.flags) {
        if (!catalogue->isTourOnly(flag.name))
            continue;
        edits.configuration.removeFlag(flag.name);
        if (flag.origin == ValueOrigin::User)
            own << flag;
        left << flag.name;
    }
    if (left.isEmpty())
        return;
    const QString names = left.join(QLatin1String(", "));
    m_draft.change(tr("remove %1 (only for the tour)").arg(names), edits);
    if (own.isEmpty())
        return;
    m_leftToTour = own;
    const QString told = left.size() == 1
        ? tr("%1 exists only in the sample project of the tour, so it was removed from this build. Undo "
             "(Ctrl+Z) brings it back; the tour sets it again by itself.")
        : tr("%1 exist only in the sample project of the tour, so they were removed from this build. Undo "
             "(Ctrl+Z) brings them back; the tour sets them again by itself.");
    tell(Tone::Neutral, told.arg(names));
    m_told = Told::LeftToTour;
}

void Wizard::setLeftFlagsAgain()
{
    if (m_told == Told::LeftToTour)
        m_notice->hide();
    RequestWishes edits = m_draft.edits();
    for (const FlagValue& flag : std::exchange(m_leftToTour, {})) {
        if (!edits.configuration.flag(flag.name))
            edits.configuration.setFlag(flag);
    }
    m_draft.change(tr("set the flags of the tour"), edits);
}

WizardPage* Wizard::page(Step step)
{
    WizardPage*& made = m_pages[step];
    if (made)
        return made;
    switch (step) {
    case MachineStep:
        made = new MachinePage(m_draft, this);
        break;
    case ProfileStep:
        made = new ProfilePage(m_draft, ProfilePage::Use::Choose, this);
        break;
    case FlagsStep:
        made = new FlagsPage(m_draft, this);
        break;
    case ReviewStep:
    case StepCount:
        made = new ReviewPage(m_draft, this);
        break;
    }
    m_stack->addWidget(made);
    connect(made, &WizardPage::nextRequested, this, &Wizard::goOn);
    return made;
}

void Wizard::goTo(Step step)
{
    const bool isOther = std::exchange(m_step, step) != step;
    m_reached = qMax(m_reached, step);
    if (step > ProfileStep)
        m_draft.keepProfile();
    WizardPage* shown = page(step);
    m_stack->setCurrentWidget(shown);
    m_steps->setCurrent(step);
    fitSteps();
    m_hint->clear();
    if (m_told == Told::KeptChanges && step == ProfileStep)
        m_notice->hide();
    if (isOther)
        placeTourOffer();
    showTourOffer();
    refresh();
    shown->enter();
    emit stepChanged();
}

void Wizard::takeFocus()
{
    page(m_step)->enter();
}

void Wizard::startOver(Step step, Step reached)
{
    m_reached = reached;
    goTo(step);
}

void Wizard::goOn()
{
    if (!m_next->isEnabled()) // as the other one
        return;
    if (m_step == ReviewStep)
        emit buildRequested();
    else
        goTo(Step(m_step + 1));
}

void Wizard::setStarting(bool starting)
{
    m_starting = starting;
    m_hint->setText(starting ? tr("Starting the build…") : QString());
    refresh();
}

void Wizard::setWaiting(bool waiting)
{
    m_waiting = waiting;
    m_hint->setText(waiting ? tr("Checking the machine and the folders before it starts…") : QString());
    refresh();
}

void Wizard::showProblem(const QString& sentence)
{
    m_hint->setText(sentence);
}

void Wizard::begin()
{
    goTo(MachineStep);
    m_notice->hide();
    const auto changes = int(m_draft.changes().size());
    if (changes == 0)
        return;
    tell(Tone::Neutral,
        (changes == 1 ? tr("One change of yours is kept from before.")
                      : tr("%n of your changes are kept from before.", nullptr, changes))
            + u' ' + tr("Build > Take all changes back begins afresh."));
    m_told = Told::KeptChanges;
}

void Wizard::tell(Tone tone, const QString& text)
{
    m_notice->setMessage(tone, text);
    m_notice->show();
    m_toldAt = m_draft.undoStack().index();
    m_told = Told::Other;
}

void Wizard::withdrawNotice()
{
    const bool isUndone = m_draft.undoStack().index() < m_toldAt;
    if (isUndone)
        m_leftToTour.clear(); // what becomes of them now is the user's
    if (isUndone || m_draft.edits().isEmpty() || m_told == Told::KeptChanges)
        m_notice->hide();
}

void Wizard::createTourOffer()
{
    m_tour = named(new Banner(this), "tourOffer");
    m_tour->setMessage(Tone::Accent,
        tr("See it all in less than a minute: the tour builds a small sample project that fails, and fixes "
           "it."));
    QPushButton* start = m_tour->addButton(tr("Take the tour"), QStringLiteral("tourStart"),
        tr("Builds the sample project of the tour; what is set here stays"));
    connect(start, &QPushButton::clicked, this, &Wizard::tourRequested);
    m_tour->setClosable(true);
    connect(m_tour, &Banner::closed, this, [this] {
        m_tourOffer = TourOffer::No;
        placeTourOffer();
        emit tourDeclined();
    });
    m_tour->hide();
}

void Wizard::awaitTourOffer()
{
    m_tourOffer = TourOffer::Awaited;
    placeTourOffer();
}

void Wizard::offerTour(bool offered)
{
    const bool wasAwaited
        = std::exchange(m_tourOffer, offered ? TourOffer::Yes : TourOffer::No) == TourOffer::Awaited;
    if (wasAwaited)
        placeTourOffer();
    showTourOffer();
}

// Where nobody has set anything yet. Its room is kept until the page is left: what is looked at does not
// move, unless the user closes it.
void Wizard::placeTourOffer()
{
    const bool hasPlace = m_tourOffer != TourOffer::No && m_step <= ProfileStep;
    for (QWidget* part : std::initializer_list<QWidget*> { m_tour->parentWidget(), m_tour })
        setPlaceKept(*part, hasPlace);
}

void Wizard::showTourOffer()
{
    m_tour->setVisible(m_tourOffer == TourOffer::Yes && m_tour->sizePolicy().retainSizeWhenHidden());
}

void Wizard::showFlag(const QString& name, const std::optional<QString>& value)
{
    goTo(FlagsStep);
    qobject_cast<FlagsPage*>(page(FlagsStep))->showFlag(name, value);
}

void Wizard::showFlags()
{
    qobject_cast<FlagsPage*>(page(FlagsStep))->clearSearch(); // it may hide the row at which the page opens
    goTo(FlagsStep);
}

void Wizard::importProfiles(const QStringList& files)
{
    goTo(ProfileStep);
    qobject_cast<ProfilePage*>(page(ProfileStep))->importFiles(files);
}

void Wizard::refresh()
{
    refreshButtons();
    refreshReason();
    refreshSteps();
}

// A build that is expected to fail has no strong button, and the focus stays on the one that takes its place.
void Wizard::refreshButtons()
{
    const bool last = m_step == ReviewStep;
    m_back->setEnabled(m_step != MachineStep && !m_starting);
    m_script->setVisible(last);
    m_script->setEnabled(m_draft.shownPlan().ok());
    m_next->setText(last ? tr("Build") : tr("&Next"));
    m_next->setToolTip(last ? tr("Start this build (Ctrl+Return)") : tr("To the next step (Return)"));
    const bool mayGoOn = m_draft.profile() || m_step == MachineStep;
    for (QPushButton* button : { m_next, m_anyway })
        button->setEnabled(!m_starting && !(m_waiting && last) && mayGoOn && (!last || m_draft.plan().ok()));
    // The step after this one opens by a click, too.
    m_steps->setReached(qMax(int(m_reached), !last && m_next->isEnabled() ? m_step + 1 : int(m_step)));
    const bool blocked = last && m_draft.plan() && verdictOf(m_draft.problems()).failures > 0;
    const bool hadFocus = m_next->hasFocus() || m_anyway->hasFocus();
    m_anyway->setVisible(blocked);
    m_next->setVisible(!blocked);
    if (hadFocus)
        (blocked ? m_anyway : m_next)->setFocus();
}

// A step that cannot be left, or leads to no build, says why, until something else is to say.
void Wizard::refreshReason()
{
    QString reason;
    if (m_draft.brokenProfile() && m_step != MachineStep)
        reason = tr("This profile's file cannot be read. Correct it, or choose another profile.");
    else if (m_step == ReviewStep && !m_draft.plan())
        reason = m_draft.plan().error().message;
    else if (m_step == ProfileStep || m_step == FlagsStep)
        reason = reasonOfOtherSystem(m_draft);
    if (m_hint->text().isEmpty() || reason != m_reason)
        m_hint->setText(reason);
    m_reason = reason;
}

void Wizard::refreshSteps()
{
    const bool complete = m_draft.machine().isComplete();
    if (complete && !m_draft.profile()) {
        m_steps->setDetail(MachineStep, Mark::Unknown, tr("no profile to compare with"));
    } else if (complete) {
        const CheckVerdict verdict = verdictOf(m_draft.machineRows());
        m_steps->setDetail(MachineStep, markOf(verdict), stepWords(verdict));
    } else {
        m_steps->setDetail(MachineStep, Mark::Running, tr("checking"));
    }
    if (const Profile* profile = m_draft.profile()) {
        const RankedProfile* ranked = m_draft.rankedProfile(profile->id);
        const bool known = complete && ranked && m_reached >= ProfileStep;
        m_steps->setDetail(ProfileStep, known ? markOf(ranked->fit) : Mark::Waiting,
            known ? nameWithFit(*ranked) : shownData(profile->name));
    } else if (const BrokenProfile* broken = m_draft.brokenProfile()) {
        m_steps->setDetail(ProfileStep, Mark::Bad, tr("%1 cannot be read").arg(broken->id));
    }
    refreshFlagsStep();
    if (m_reached == ReviewStep)
        refreshReviewStep();
    else
        m_steps->setDetail(ReviewStep, Mark::Waiting, {});
}

void Wizard::refreshFlagsStep()
{
    const auto failed = m_reached >= FlagsStep ? failedFlagChecks(m_draft) : QVector<FlagCheck>();
    if (!failed.isEmpty())
        return m_steps->setDetail(FlagsStep, Mark::Bad, countsText({ .failures = int(failed.size()) }));
    if (!m_draft.profile())
        return m_steps->setDetail(FlagsStep, Mark::Waiting, {});
    const int changed = m_draft.changedFlags();
    m_steps->setDetail(FlagsStep, m_reached > FlagsStep ? Mark::Good : Mark::Waiting,
        changed == 0 ? tr("as in the profile") : tr("%n changed", nullptr, changed));
}

// The same counts as at the head of the page.
void Wizard::refreshReviewStep()
{
    const CheckVerdict verdict = verdictOf(m_draft.problems());
    if (!m_draft.plan() && verdict.failures == 0)
        return m_steps->setDetail(ReviewStep, Mark::Bad, tr("cannot be built yet"));
    m_steps->setDetail(ReviewStep, markOf(verdict), stepWords(verdict));
}

// Enter goes on; a button that has the focus has taken it.
void Wizard::keyPressEvent(QKeyEvent* event)
{
    if (event->key() != Qt::Key_Return && event->key() != Qt::Key_Enter)
        return QWidget::keyPressEvent(event);
    if (m_step != ReviewStep)
        goOn();
}

}
