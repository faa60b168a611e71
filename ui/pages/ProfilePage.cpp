// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/ProfilePage.h"

#include "ui/models/BuildDraft.h"
#include "ui/models/MachineFacts.h"
#include "ui/models/ProfileTree.h"
#include "ui/pages/ConflictPanel.h"
#include "ui/pages/ProfileDetail.h"
#include "ui/pages/WheelBanner.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/ProfileDelegate.h"
#include "ui/widgets/SearchField.h"
#include "ui/widgets/SplitterMemory.h"
#include "ui/widgets/Theme.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableWidget>
#include <QTreeView>
#include <QVBoxLayout>

namespace torchmason {

ProfilePage::ProfilePage(BuildDraft& draft, QWidget* parent)
    : WizardPage(parent)
    , m_draft(draft)
{
    setObjectName(QStringLiteral("profilePage"));
    createWidgets();
    createComparison();
    layOut();
    connectAll();
    rebuild();
}

ProfilePage::~ProfilePage()
{
    rememberSplitter(*m_splitter);
}

void ProfilePage::createWidgets()
{
    m_tree = new ProfileTree(m_draft, this);
    m_filter = new QSortFilterProxyModel(this);
    m_filter->setSourceModel(m_tree);
    m_filter->setRecursiveFilteringEnabled(true);
    m_filter->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_filter->setFilterRole(ProfileTree::SearchRole);
    m_search = new SearchField(QStringLiteral("profileSearch"), tr("Search profiles"), this);
    m_search->setToolTip(tr("Shows the profiles whose name or summary contains this"));
    m_list = new QTreeView(this);
    m_list->setObjectName(QStringLiteral("profileList"));
    m_list->setAccessibleName(tr("Profiles, best first"));
    m_list->setToolTip(tr("The profile to build with"));
    m_list->setModel(m_filter);
    m_search->setList(m_list);
    m_list->setHeaderHidden(true);
    m_list->setIndentation(spacing::group);
    m_list->setItemDelegate(new ProfileDelegate(m_list));
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_nothing = quietText(QString(), this);
    m_nothing->setObjectName(QStringLiteral("profileNothing"));
    m_nothing->hide();
    m_detail = new ProfileDetail;
    m_conflicts = new ConflictPanel(m_draft, this);
    m_wheel = new WheelBanner(this);
}

void ProfilePage::createComparison()
{
    m_compareWith = new QComboBox(this);
    m_compareWith->setObjectName(QStringLiteral("profileCompareWith"));
    m_compareWith->setAccessibleName(tr("Compare with"));
    m_compareWith->setToolTip(tr("Shows only what differs between the selected profile and this one"));
    m_compareWith->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_compareWith->setMinimumContentsLength(16);
    m_differences = new QTableWidget(0, 3, this);
    m_differences->setObjectName(QStringLiteral("profileDifferences"));
    m_differences->setAccessibleName(tr("Differences between two profiles"));
    m_differences->setToolTip(tr("Only what differs is listed"));
    m_differences->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_differences->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_differences->verticalHeader()->hide();
    m_differences->setShowGrid(false);
    m_differences->setAlternatingRowColors(true);
    m_differences->setWordWrap(true);
    m_differences->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    m_differences->horizontalHeader()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    m_differences->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_same = quietText(tr("These two say the same."), this);
    m_same->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    m_right = new QStackedWidget(this);
    m_right->addWidget(scrolled(m_detail, QStringLiteral("profileDetailScroll"), tr("About the profile")));
    m_right->addWidget(m_differences);
    m_right->addWidget(m_same);
}

void ProfilePage::layOut()
{
    auto* left = new QWidget(this);
    auto* leftLayout = new QVBoxLayout(left);
    leftLayout->setContentsMargins(0, 0, 0, 0);
    leftLayout->setSpacing(spacing::inner);
    leftLayout->addWidget(m_search);
    leftLayout->addWidget(m_nothing);
    leftLayout->addWidget(m_list, 1);
    auto* right = new QWidget(this);
    auto* rightLayout = new QVBoxLayout(right);
    rightLayout->setContentsMargins(spacing::inner, 0, 0, 0);
    rightLayout->setSpacing(spacing::inner);
    auto* compare = new QHBoxLayout;
    compare->addStretch();
    compare->addWidget(quietText(tr("Compare with"), this));
    compare->addWidget(m_compareWith);
    static_cast<QLabel*>(compare->itemAt(1)->widget())->setWordWrap(false);
    rightLayout->addLayout(compare);
    rightLayout->addWidget(m_right, 1);
    m_splitter = new QSplitter(this);
    m_splitter->setObjectName(QStringLiteral("profileSplitter"));
    m_splitter->addWidget(left);
    m_splitter->addWidget(right);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setChildrenCollapsible(false);
    restoreSplitter(*m_splitter);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(spacing::page, spacing::page, spacing::page, spacing::group);
    layout->setSpacing(spacing::group);
    layout->addWidget(headline(tr("Choose a profile"), this));
    layout->addWidget(m_conflicts);
    layout->addWidget(m_wheel);
    layout->addWidget(m_splitter, 1);
}

void ProfilePage::connectAll()
{
    connect(m_search, &QLineEdit::textChanged, this, &ProfilePage::search);
    connect(m_search, &QLineEdit::returnPressed, this, &ProfilePage::takeFound);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, &ProfilePage::showSelected);
    connect(m_list, &QTreeView::doubleClicked, this, [this](const QModelIndex& index) {
        if (!index.data(ProfileTree::IdRole).toString().isEmpty())
            emit nextRequested();
    });
    connect(m_compareWith, &QComboBox::activated, this, &ProfilePage::showComparison);
    connect(&m_draft, &BuildDraft::rankingChanged, this, &ProfilePage::rebuild);
    connect(&m_draft, &BuildDraft::profileChanged, this, [this] {
        selectCurrent();
        showWheel();
    });
}

void ProfilePage::enter()
{
    selectCurrent();
    m_list->setFocus();
}

void ProfilePage::rebuild()
{
    m_rebuilding = true;
    m_tree->rebuild();
    unfold();
    m_rebuilding = false;
    selectCurrent();
    fillCompareBox();
    showWheel();
}

// Filtering makes the view take another current row, which is no choice of the user's.
void ProfilePage::search(const QString& text)
{
    m_rebuilding = true;
    m_filter->setFilterFixedString(text.trimmed());
    unfold();
    m_rebuilding = false;
    m_nothing->setText(tr("No profile's name or summary contains \"%1\".").arg(text.trimmed()));
    m_nothing->setVisible(m_filter->rowCount() == 0);
    selectCurrent();
}

// Return takes the first one that was found, unless the chosen one is among them.
void ProfilePage::takeFound()
{
    const QModelIndex group = m_filter->index(0, 0);
    if (!m_list->currentIndex().isValid() && m_filter->hasChildren(group))
        m_list->setCurrentIndex(m_filter->index(0, 0, group));
}

// Everything that was found; without a search, the historical ones stay folded away.
void ProfilePage::unfold()
{
    m_list->expandAll();
    if (m_search->text().trimmed().isEmpty())
        m_list->collapse(m_filter->mapFromSource(m_tree->historicalGroup()));
}

// The chosen profile is shown at the right even where the search hides it from the list.
void ProfilePage::selectCurrent()
{
    const QString id = m_draft.profile() ? m_draft.profile()->id : QString();
    const QModelIndex index = m_filter->mapFromSource(m_tree->indexOf(id));
    if (index.isValid()) {
        if (index != m_list->currentIndex())
            m_list->setCurrentIndex(index);
        return showSelected();
    }
    m_rebuilding = true;
    m_list->setCurrentIndex({});
    m_rebuilding = false;
    if (const RankedProfile* ranked = m_draft.rankedProfile(id))
        m_detail->showProfile(*ranked);
    showComparison();
}

// Selecting is choosing: there is no second step that could be forgotten.
void ProfilePage::showSelected()
{
    if (m_rebuilding)
        return;
    const QModelIndex index = m_list->currentIndex();
    const QString id = index.data(ProfileTree::IdRole).toString();
    if (const RankedProfile* ranked = m_draft.rankedProfile(id)) {
        m_detail->showProfile(*ranked);
        if (!m_draft.profile() || id != m_draft.profile()->id)
            m_draft.chooseProfile(id);
        showComparison();
    } else if (index.data(ProfileTree::BrokenRole).toBool()) {
        m_detail->showBroken(index.data().toString(), index.data(ProfileTree::DetailRole).toString(),
            index.data(Qt::ToolTipRole).toString());
        m_right->setCurrentIndex(0);
    }
}

void ProfilePage::fillCompareBox()
{
    const QString before = m_compareWith->currentData().toString();
    m_compareWith->clear();
    m_compareWith->addItem(tr("nothing"), QString());
    for (const RankedProfile& ranked : m_draft.ranked())
        m_compareWith->addItem(ranked.profile.name, ranked.profile.id);
    m_compareWith->setCurrentIndex(qMax(0, m_compareWith->findData(before)));
}

void ProfilePage::showComparison()
{
    const Profile* other = m_draft.catalogue().profile(m_compareWith->currentData().toString());
    if (!other || !m_draft.profile())
        return m_right->setCurrentIndex(0);
    const auto differences = compareProfiles(*m_draft.profile(), *other);
    m_differences->setRowCount(int(differences.size()));
    m_differences->setHorizontalHeaderLabels({ tr("What"), m_draft.profile()->name, other->name });
    for (int row = 0; row < differences.size(); ++row) {
        const ProfileDifference& difference = differences[row];
        const QString texts[] = { difference.field, difference.left, difference.right };
        for (int column = 0; column < 3; ++column) {
            auto* item = new QTableWidgetItem(texts[column].isEmpty() ? QStringLiteral("–") : texts[column]);
            item->setToolTip(texts[column]);
            m_differences->setItem(row, column, item);
        }
    }
    m_differences->resizeRowsToContents();
    m_right->setCurrentIndex(differences.isEmpty() ? 2 : 1);
}

// Not before all is known: what comes and goes while probes answer would only disquiet.
void ProfilePage::showWheel()
{
    const MachineFacts& machine = m_draft.machine();
    m_wheel->setAdvice(
        machine.isComplete() ? adviseWheel(machine.facts(), m_draft.profile()) : WheelAdvice {});
}

}
