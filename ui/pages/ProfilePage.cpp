// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/ProfilePage.h"

#include "core/base/AppPaths.h"
#include "core/base/Core.h"
#include "core/estimate/BuildEstimates.h"
#include "core/knowledge/OptionCatalogue.h"
#include "core/wheeladvice/WheelAdvice.h"
#include "ui/models/BuildDraft.h"
#include "ui/models/MachineFacts.h"
#include "ui/models/ProfileTree.h"
#include "ui/pages/BrokenProfileView.h"
#include "ui/pages/ConflictPanel.h"
#include "ui/pages/ProfileDetail.h"
#include "ui/pages/ProfileDifferences.h"
#include "ui/pages/ProfileForm.h"
#include "ui/text/TipText.h"
#include "ui/widgets/Banner.h"
#include "ui/widgets/CopyAction.h"
#include "ui/widgets/FocusWheelBox.h"
#include "ui/widgets/Labels.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"
#include "ui/widgets/ProfileDelegate.h"
#include "ui/widgets/SearchField.h"

#include <QApplication>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QMouseEvent>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSplitter>
#include <QStackedWidget>
#include <QStandardItemModel>
#include <QTreeView>

namespace torchmason {

ProfilePage::ProfilePage(BuildDraft& draft, Use use, QWidget* parent)
    : WizardPage(parent)
    , m_draft(draft)
    , m_use(use)
    , m_shownId(draft.profileId())
{
    setObjectName(use == Use::Choose ? QStringLiteral("profilePage") : QStringLiteral("profilesPlace"));
    createWidgets();
    layOut();
    connectAll();
    connectFiles();
    rebuild();
}

ProfilePage::~ProfilePage()
{
    rememberSplitter(*m_splitter);
}

void ProfilePage::createWidgets()
{
    createActions();
    createList();
    createRightSide();
    if (m_use == Use::Choose) {
        m_conflicts = new ConflictPanel(m_draft, this);
        createChanges();
    }
    m_notice = named(new Banner(this), "profileNotice");
    m_question = named(new Banner(this), "profileQuestion");
    m_notice->setClosable(true);
    m_notice->hide();
    m_question->hide();
}

void ProfilePage::createList()
{
    m_tree = new ProfileTree(m_draft, this);
    m_filter = new ProfileFilter(*m_tree, this);
    m_search = new SearchField(QStringLiteral("profileSearch"), tr("Search profiles"), this);
    m_search->setToolTip(tr("Shows the profiles whose name or summary contains this"));
    m_list = named(new QTreeView(this), "profileList",
        m_use == Use::Choose ? tr("The profile to build with") : tr("Double-click one to build with it"),
        tr("Profiles, best first"));
    addCopyAction(m_list);
    m_list->setModel(m_filter);
    m_search->setList(m_list);
    m_list->setHeaderHidden(true);
    m_list->setIndentation(spacing::group);
    m_list->setAllColumnsShowFocus(true); // else only the part beside the indentation does
    m_list->setItemDelegate(new ProfileDelegate(m_list));
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->viewport()->installEventFilter(this);
    m_searchNote = named(new ElidedLabel(this), "profileSearchNote");
    m_searchNote->setSecondary(true);
    m_searchNote->setElideMode(Qt::ElideRight);
}

void ProfilePage::createRightSide()
{
    m_compareWith = named(new FocusWheelComboBox(this), "profileCompareWith",
        tr("Shows only what differs between the selected profile and this one"), tr("Compare with"));
    m_compareWith->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_compareWith->setMinimumContentsLength(8); // where there is no room for the longest name
    m_compareWith->setMaximumWidth(80 * fontMetrics().averageCharWidth());
    m_build = pushButton(this, "profileBuild", "build", tr("Build with this profile"),
        tr("Choose this profile in the wizard and go there; your changes are kept"));
    m_build->setVisible(m_use == Use::Look);
    m_detail = new ProfileDetail;
    m_differences = new ProfileDifferences(this);
    m_broken = new BrokenProfileView;
    m_form = new ProfileForm;
    m_right = new QStackedWidget(this);
    m_right->addWidget(scrolled(m_detail, QStringLiteral("profileDetailScroll"), tr("About the profile")));
    m_right->addWidget(m_differences);
    m_right->addWidget(
        scrolled(m_broken, QStringLiteral("brokenProfileScroll"), tr("What is wrong with the file")));
    m_right->addWidget(scrolled(m_form, QStringLiteral("profileFormScroll"), tr("Save a profile")));
}

void ProfilePage::createChanges()
{
    m_changes = named(new Banner(this), "profileChanges");
    QPushButton* back = m_changes->addButton(tr("Take all changes back"),
        QStringLiteral("profileChangesBack"), tr("Build as the profile says; Undo brings your changes back"));
    connect(back, &QPushButton::clicked, &m_draft, &BuildDraft::takeChangesBack);
    connect(&m_draft, &BuildDraft::derivedChanged, this, &ProfilePage::showChanges);
    connect(m_conflicts, &ConflictPanel::changed, this, &ProfilePage::showChanges);
    showChanges();
}

QWidget* ProfilePage::leftSide()
{
    auto* left = new QWidget(this);
    columnOf(left, {}, spacing::inner, { m_search, m_searchNote, { m_list, 1 } });
    return left;
}

QWidget* ProfilePage::rightSide()
{
    QLabel* label = secondaryText(tr("Compare with"), this);
    label->setWordWrap(false);
    auto* compare = rowOf(usualSpacing, { Part::stretch(), label, m_compareWith });
    auto* right = new QWidget(this);
    columnOf(right, {}, spacing::inner, { compare, { m_right, 1 } });
    return right;
}

void ProfilePage::layOut()
{
    m_splitter = named(new QSplitter(this), "profileSplitter");
    m_splitter->addWidget(leftSide());
    m_splitter->addWidget(rightSide());
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setHandleWidth(m_splitter->handleWidth() + spacing::inner); // the distance of its parts
    restoreSplitter(*m_splitter);

    // What comes and goes stands below the list: its rows and the buttons stay where they are.
    QLabel* title = headline(m_use == Use::Choose ? tr("Choose a profile") : tr("Profiles"), this);
    auto* layout = columnOf(this, pageMargins, spacing::group,
        { rowOf(spacing::group, { { title, 1 }, m_build }), m_actions, { m_splitter, 1 }, m_question,
            m_notice });
    if (m_use == Use::Choose) {
        layout->addWidget(m_changes);
        layout->addWidget(m_conflicts);
    }
}

void ProfilePage::connectAll()
{
    connect(m_search, &QLineEdit::textChanged, this, &ProfilePage::search);
    connect(m_search, &SearchField::listEntered, this, &ProfilePage::takeFound);
    m_leaving.setSingleShot(true);
    m_leaving.setInterval(QApplication::doubleClickInterval());
    connect(&m_leaving, &QTimer::timeout, this, &ProfilePage::dropUnmatched);
    connect(
        m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, &ProfilePage::selectionChanged);
    connect(
        m_list->selectionModel(), &QItemSelectionModel::selectionChanged, this, &ProfilePage::keepSelected);
    connect(m_list->selectionModel(), &QItemSelectionModel::selectionChanged, this,
        &ProfilePage::selectOnlyShown, Qt::QueuedConnection);
    connect(m_list, &QTreeView::doubleClicked, this, [this](const QModelIndex& index) {
        if (m_draft.catalogue().profile(index.data(ProfileTree::IdRole).toString()))
            buildShown();
    });
    connect(m_build, &QPushButton::clicked, this, &ProfilePage::buildShown);
    connect(m_compareWith, &QComboBox::activated, this, &ProfilePage::closeForm);
    connect(&m_draft, &BuildDraft::rankingChanged, this, &ProfilePage::rebuild);
    connect(&m_draft, &BuildDraft::profileChanged, this, [this] {
        if (m_use == Use::Look)
            return refreshActions();
        showProfile(m_draft.profileId());
        selectShown();
        if (!isLeftToRanking())
            keepSelectedInSight();
    });
    connect(&m_draft, &BuildDraft::derivedChanged, this, &ProfilePage::refreshActions);
}

void ProfilePage::enter()
{
    if (m_use == Use::Choose) {
        m_search->setText(
            {}); // the choice is among all; unlike clear() it leaves nothing to undo in the field
        setPlaceKept(*m_changes, !m_changes->isHidden()); // what is above stays when they are taken back
    }
    m_draft.machine().readBuilds();
    m_diskQuery.forget(); // there may be more attempts now
    queryDisk();
    selectShown();
    if (!isLeftToRanking())
        keepSelectedInSight();
    m_list->setFocus();
}

void ProfilePage::openProfile(const QString& id)
{
    m_search->setText({}); // it may hide this one
    showProfile(id);
    selectShown();
    keepSelectedInSight();
}

// Nobody chose what is shown: the list stands at its top then.
bool ProfilePage::isLeftToRanking() const
{
    return !m_draft.isProfileChosen() && m_shownId == m_draft.profileId();
}

// In a list that was scrolled the current row stays where it is: it may just have been pressed.
void ProfilePage::rebuild()
{
    QScrollBar* bar = m_list->verticalScrollBar();
    const bool isScrolled = bar->value() > 0;
    const QString current = m_list->currentIndex().data(ProfileTree::IdRole).toString();
    const int top = m_list->visualRect(m_list->currentIndex()).top();
    m_rebuilding = true;
    m_tree->rebuild();
    unfold();
    m_rebuilding = false;
    const ProfileCatalogue& catalogue = m_draft.catalogue();
    if (m_use == Use::Choose || !(catalogue.profile(m_shownId) || catalogue.brokenProfile(m_shownId)))
        setShown(m_draft.profileId());
    fillCompareBox();
    selectShown();
    if (isScrolled && m_list->currentIndex().data(ProfileTree::IdRole).toString() == current)
        bar->setValue(bar->value() + m_list->visualRect(m_list->currentIndex()).top() - top);
    showRightSide();
}

// Filtering makes the view take another current row, which is no choice of the user's.
void ProfilePage::search()
{
    m_rebuilding = true;
    m_filter->search(m_search->text().trimmed(), m_shownId);
    unfold();
    m_rebuilding = false;
    selectShown();
    showSearchNote();
}

// What was selected before stays only for the second click of a double click, which finds its row where the
// first one did.
void ProfilePage::dropUnmatched()
{
    m_rebuilding = true;
    m_filter->search(m_search->text().trimmed(), m_shownId);
    m_rebuilding = false;
    selectShown();
}

// What is selected is built with, so that it stays in the list; this says why, above it. It is there also
// where nothing is searched, so that the list keeps its place.
void ProfilePage::showSearchNote()
{
    const auto count = int(m_filter->found().size());
    const bool isSearched = !m_search->text().trimmed().isEmpty();
    const QString found = !isSearched ? (count == 1 ? tr("1 profile") : tr("%n profiles", nullptr, count))
        : count == 0                  ? tr("No profile found")
        : count == 1                  ? tr("1 profile found")
                                      : tr("%n profiles found", nullptr, count);
    const QModelIndex shown = m_tree->indexOf(m_shownId);
    const bool isFound = !shown.isValid() || m_filter->finds(shown);
    m_searchNote->setSecondary(isFound);
    m_searchNote->setText(isFound ? found
            : count == 0          ? tr("No profile found. Still selected:")
                                  : tr("%1; \"%2\" stays selected").arg(found, shown.data().toString()));
    m_searchNote->setShorter(isFound
            ? QStringList()
            : QStringList { tr("%1; the selected one stays").arg(found), tr("%1, 1 selected").arg(found) });
}

// Return and Down take the first one that was found, unless the shown one is among them.
void ProfilePage::takeFound()
{
    const QModelIndex first = m_filter->found().value(0);
    if (first.isValid() && !m_filter->finds(m_tree->indexOf(m_shownId)))
        m_list->setCurrentIndex(first);
}

// Everything that was found; without a search, the historical ones stay folded away.
void ProfilePage::unfold()
{
    m_list->expandAll();
    if (m_search->text().trimmed().isEmpty())
        m_list->collapse(m_filter->mapFromSource(m_tree->historicalGroup()));
}

// What is shown by other means than the list is to be seen in it, too.
void ProfilePage::selectShown()
{
    if (m_tree->indexOf(m_shownId).isValid()
        && !m_filter->mapFromSource(m_tree->indexOf(m_shownId)).isValid())
        m_filter->search(m_search->text().trimmed(), m_shownId);
    const QModelIndex index = m_filter->mapFromSource(m_tree->indexOf(m_shownId));
    m_rebuilding = true;
    m_list->setAutoScroll(!isLeftToRanking());
    if (index != m_list->currentIndex())
        m_list->setCurrentIndex(index);
    m_list->setAutoScroll(true);
    m_rebuilding = false;
}

// A click on a heading, or the keys that go through one, leave the shown one selected.
void ProfilePage::keepSelected()
{
    const QModelIndex shown = m_filter->mapFromSource(m_tree->indexOf(m_shownId));
    if (!m_rebuilding && shown.isValid() && m_list->selectionModel()->selectedIndexes().isEmpty())
        m_list->selectionModel()->select(shown, QItemSelectionModel::ClearAndSelect);
}

// A press chooses, which may change the rows before the view selects what is then below the pointer. This
// waits until the view is done: with keys it selects before it makes current.
void ProfilePage::selectOnlyShown()
{
    const QModelIndex shown = m_filter->mapFromSource(m_tree->indexOf(m_shownId));
    if (shown.isValid() && m_list->selectionModel()->selectedIndexes() != QModelIndexList { shown })
        m_list->selectionModel()->select(shown, QItemSelectionModel::ClearAndSelect);
}

// Nobody drags from one profile to another one, but rows may move below a button that is held down.
bool ProfilePage::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_list->viewport() && event->type() == QEvent::MouseMove)
        return static_cast<QMouseEvent*>(event)->buttons() != Qt::NoButton;
    return WizardPage::eventFilter(watched, event);
}

// Once all has its room, also a question below.
void ProfilePage::keepSelectedInSight()
{
    QMetaObject::invokeMethod(
        m_list, [this] { m_list->scrollTo(m_list->currentIndex()); }, Qt::QueuedConnection);
}

// In the wizard selecting is choosing: there is no second step that could be forgotten. That goes for a
// broken one, too: nothing else is built in its place.
void ProfilePage::selectionChanged()
{
    const QString id = m_list->currentIndex().data(ProfileTree::IdRole).toString();
    if (m_rebuilding || id.isEmpty())
        return;
    if (m_use == Use::Choose && id != m_draft.profileId())
        return m_draft.chooseProfile(id); // which comes back as profileChanged
    showProfile(id);
}

void ProfilePage::setShown(const QString& id)
{
    if (m_shownId == id)
        return;
    m_shownId = id;
    m_form->hide();
    m_question->hide();
    m_leaving.start();
}

void ProfilePage::showProfile(const QString& id)
{
    setShown(id);
    showRightSide();
}

const Profile* ProfilePage::shownProfile() const
{
    return m_draft.catalogue().profile(m_shownId);
}

void ProfilePage::showRightSide()
{
    const BrokenProfile* broken = m_draft.catalogue().brokenProfile(m_shownId);
    keepFromComparingWithItself();
    const Profile* other = m_draft.catalogue().profile(m_compareWith->currentData().toString());
    const RankedProfile* ranked = m_draft.rankedProfile(m_shownId);
    if (ranked)
        m_detail->showProfile(*ranked);
    if (isVisible())
        queryDisk();
    if (broken)
        m_broken->showBroken(*broken);
    if (ranked && other)
        m_differences->compare(ranked->profile, *other);
    showWheel();
    showSearchNote();
    m_build->setEnabled(ranked);
    m_compareWith->setEnabled(ranked);
    refreshActions();
    layOutNow(*m_detail);
    if (m_right->currentIndex() == FormSide && !m_form->isHidden())
        return; // what is being typed stays
    m_right->setCurrentIndex(broken ? BrokenSide : other && ranked ? DifferencesSide : DetailSide);
}

// The release and the figure of the review; the figure needs the attempts of this machine.
void ProfilePage::queryDisk()
{
    const RankedProfile* ranked = m_draft.rankedProfile(m_shownId);
    if (!ranked)
        return m_diskQuery.forget();
    const BuildRequest request = m_draft.requestOf(ranked->profile);
    m_detail->showSource(request.source);
    m_diskQuery.ask(
        QString::fromStdString(toJson(request).dump()),
        [facts = m_draft.machine().facts(), profile = ranked->profile, request,
            folder = AppPaths::attemptsFolder()](
            const std::stop_token&) { return estimateHere(facts, profile, request, folder).disk; },
        [this, id = ranked->profile.id](const Estimate& disk) {
            if (id != m_shownId)
                return;
            m_detail->showDisk(disk);
            layOutNow(*m_detail);
        });
}

void ProfilePage::buildShown()
{
    m_draft.chooseProfile(m_shownId);
    emit nextRequested();
}

void ProfilePage::keepFromComparingWithItself()
{
    if (m_compareWith->currentData().toString() == m_shownId)
        m_compareWith->setCurrentIndex(0);
    const auto* choices = qobject_cast<QStandardItemModel*>(m_compareWith->model());
    for (int i = 0; choices && i < m_compareWith->count(); ++i)
        choices->item(i)->setEnabled(m_compareWith->itemData(i).toString() != m_shownId);
}

void ProfilePage::fillCompareBox()
{
    const QString before = m_compareWith->currentData().toString();
    m_compareWith->clear();
    m_compareWith->addItem(tr("nothing"), QString());
    for (const RankedProfile& ranked : m_draft.ranked())
        m_compareWith->addItem(shownData(ranked.profile.name), ranked.profile.id);
    m_compareWith->setCurrentIndex(qMax(0, m_compareWith->findData(before)));
}

// Not before all is known: what comes and goes while probes answer would only disquiet.
void ProfilePage::showWheel()
{
    const MachineFacts& machine = m_draft.machine();
    m_detail->setAdvice(machine.isComplete() ? adviseWheel(machine.facts(), shownProfile()) : WheelAdvice {});
}

// What the user set goes along to every profile, also where none of it differs from what this one says. What
// only the tour knows stays with the tour.
void ProfilePage::showChanges()
{
    constexpr qsizetype mostNames = 4;
    QVector<RequestDifference> changes = m_draft.changes();
    if (const auto catalogue = OptionCatalogue::load())
        changes.removeIf([&](const RequestDifference& change) { return catalogue->isTourOnly(change.name); });
    QStringList names;
    for (const RequestDifference& change : changes)
        names << shownName(change);
    const qsizetype more = changes.size() - mostNames;
    const QString all = more > 0 ? names.join(QLatin1String(", ")) : QString();
    m_changes->setToolTip(tipText(all));
    m_changes->setAccessibleDescription(all);
    if (more > 0)
        names = names.first(mostNames) << tr("%n more", nullptr, int(more));
    const QString listed = names.join(QLatin1String(", "));
    m_changes->setMessage(Tone::Neutral,
        changes.size() == 1
            ? tr("Your change stays with every profile: %1.").arg(listed)
            : tr("Your %n changes stay with every profile: %1.", nullptr, int(changes.size())).arg(listed));
    const bool areAskedFor = !m_conflicts->isHidden(); // the question names them
    if (areAskedFor)
        setPlaceKept(*m_changes, false);
    m_changes->setVisible(!changes.isEmpty() && !areAskedFor);
}

}
