// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/FlagsPage.h"

#include "core/base/AppPaths.h"
#include "core/base/Core.h"
#include "core/request/InheritedVariable.h"
#include "ui/models/BuildDraft.h"
#include "ui/models/DiskReads.h"
#include "ui/models/FlagFilter.h"
#include "ui/models/FlagModel.h"
#include "ui/pages/AddEntryDialog.h"
#include "ui/pages/FlagDetail.h"
#include "ui/pages/FlagTable.h"
#include "ui/text/PlanText.h"
#include "ui/widgets/Banner.h"
#include "ui/widgets/CopyAction.h"
#include "ui/widgets/CopyBox.h"
#include "ui/widgets/Icons.h"
#include "ui/widgets/Labels.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"
#include "ui/widgets/SearchField.h"

#include <QAction>
#include <QComboBox>
#include <QEvent>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QStyle>
#include <QToolButton>

namespace torchmason {

namespace {

constexpr int leastDetailWidth = 34; // characters: a button with the name of a flag fits

}

FlagsPage::FlagsPage(BuildDraft& draft, QWidget* parent)
    : WizardPage(parent)
    , m_draft(draft)
{
    setObjectName(QStringLiteral("flagsPage"));
    createModel();
    createToolRow();
    createTable();
    layOut();
    connectAll();
    filterChanged();
    refresh();
}

FlagsPage::~FlagsPage()
{
    rememberSplitter(*m_splitter);
}

void FlagsPage::createModel()
{
    auto catalogue = OptionCatalogue::load();
    m_problem = named(secondaryText(catalogue ? QString() : catalogue.error().message, this), "flagsProblem");
    m_model = new FlagModel(m_draft, catalogue ? std::move(catalogue).value() : OptionCatalogue(), this);
    m_model->setInherited(ownBuildVariables());
    m_filter = new FlagFilter(*m_model, this);
}

void FlagsPage::createToolRow()
{
    m_search = new SearchField(QStringLiteral("flagSearch"), tr("Search flags by name or meaning"), this);
    m_search->setToolTip(
        tr("All words must occur in the name, the meaning or the value; names come first (Ctrl+F)"));
    m_search->setMinimumWidth(
        m_search->fontMetrics().horizontalAdvance(m_search->placeholderText()) + 2 * spacing::inner);
    auto* focusSearch = new QAction(this);
    focusSearch->setShortcut(QKeySequence::Find);
    focusSearch->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    addAction(focusSearch);
    connect(focusSearch, &QAction::triggered, m_search, [this] { m_search->setFocus(); });
    createScopes();
    m_add = toolButton(this, "flagAdd", "add", tr("Add an entry of your own"));
    m_add->setPopupMode(QToolButton::InstantPopup);
    auto* menu = named(new QMenu(m_add), "flagAddMenu");
    connect(menu->addAction(tr("Add a CMake entry (-D)...")), &QAction::triggered, this,
        [this] { addEntry(false); });
    connect(menu->addAction(tr("Add an environment variable...")), &QAction::triggered, this,
        [this] { addEntry(true); });
    m_add->setMenu(menu);
    m_remove = toolButton(this, "flagRemove", "remove", tr("Reset this value, or remove your entry (Del)"));
    m_undo = toolButton(this, "flagUndo", "undo", tr("Undo (Ctrl+Z)"));
    m_redo = toolButton(this, "flagRedo", "redo", tr("Redo (Ctrl+Shift+Z)"));
}

void FlagsPage::createScopes()
{
    using Scope = FlagFilter::Scope;
    m_scope = named(new QComboBox(this), "flagScope", tr("Which flags to show"), tr("Which flags to show"));
    const std::pair<Scope, QString> scopes[] = {
        { Scope::Changed, tr("Changed") },
        { Scope::Set, tr("Passed to the build") },
        { Scope::Basic, tr("Basic") },
        { Scope::All, tr("All") },
        { Scope::Favourites, tr("Favourites") },
        { Scope::OfRelease, tr("Of this release") },
        { Scope::AgainstProfile, tr("Different from the profile") },
        { Scope::AgainstDefaults, tr("Different from the default") },
        { Scope::AgainstLastSuccess, tr("Different from the last success") },
    };
    for (const auto& [scope, words] : scopes)
        m_scope->addItem(words, int(scope));
    m_scope->setCurrentIndex(m_scope->findData(int(Scope::Basic)));
    m_scope->setMaxVisibleItems(m_scope->count());
    m_scope->setMinimumContentsLength(8); // where there is no room for the longest
}

void FlagsPage::createTable()
{
    m_table = new FlagTable(*m_model, *m_filter, this);
    m_search->setList(m_table);
    m_detail = new FlagDetail(m_draft, *m_model);
    m_command = named(new CopyBox(this), "flagCommand");
    m_command->setSubject(tr("Command of CMake"));
    m_command->setMaximumLines(5);
    m_nothing = wordsInside(*m_table, "flagNothing");
    m_notKept = named(new Banner(this), "flagsNotKept");
    m_notKept->setClosable(true);
    m_notKept->setMessage(Tone::Warning,
        tr("Secrets are not saved. Set these again: %1.").arg(m_draft.notKept().join(QStringLiteral(", "))));
    m_notKept->setVisible(!m_draft.notKept().isEmpty());
    m_summary = named(secondaryText(QString(), this), "flagSummary");
    m_toFix = named(new LinkLabel(this), "flagsToFix");
    m_columns = pushButton(this, "flagColumns", "list", {}, {});
    m_columns->setCheckable(true);
    showHiddenColumns({});
    m_title = named(headline(QString(), this), "flagsTitle");
}

void FlagsPage::layOut()
{
    auto* buttons = rowOf(spacing::small, { m_add, m_remove, m_undo, m_redo });
    auto* tools = rowOf(spacing::inner, { { m_search, 1 }, m_scope, buttons });
    m_splitter = named(new QSplitter(this), "flagSplitter");
    m_splitter->addWidget(m_table);
    m_splitter->addWidget(scrolled(m_detail, QStringLiteral("flagDetailScroll"), tr("About the flag")));
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setSizes({ 750, 250 });
    m_splitter->setChildrenCollapsible(false);
    fitDetail();
    m_detail->installEventFilter(this);
    restoreSplitter(*m_splitter);
    auto* caption = named(
        secondaryText(tr("CMake's command as it will run. Bold is what differs from the profile."), this),
        "flagCommandCaption");
    columnOf(this, pageMargins, spacing::inner,
        { m_title, Part::gap(spacing::inner), tools, m_problem, m_notKept, { m_splitter, 1 },
            rowOf(spacing::inner, { { m_summary, 1 }, { m_toFix, 1 }, m_columns }),
            columnOf(spacing::small, { caption, m_command }) });
    m_problem->setVisible(!m_problem->text().isEmpty());
}

// It needs no scrolling sideways: it has the width of its parts, up to half of the page, where they wrap.
// Another flag that needs less moves nothing.
void FlagsPage::fitDetail()
{
    const int least = leastDetailWidth * fontMetrics().averageCharWidth();
    QWidget* area = m_splitter->widget(1);
    const int needed = m_detail->wantedWidth()
        + style()->pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, this)
        + style()->pixelMetric(QStyle::PM_ScrollView_ScrollBarSpacing, nullptr, this);
    area->setMinimumWidth(
        qBound(least, qMax(needed, area->minimumWidth()), qMax(least, m_splitter->width() / 2)));
}

bool FlagsPage::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_detail && event->type() == QEvent::LayoutRequest)
        fitDetail();
    return WizardPage::eventFilter(watched, event);
}

void FlagsPage::resizeEvent(QResizeEvent* event)
{
    WizardPage::resizeEvent(event);
    fitDetail();
}

void FlagsPage::connectAll()
{
    connect(m_search, &QLineEdit::textChanged, this, &FlagsPage::filterChanged);
    connect(m_scope, &QComboBox::currentIndexChanged, this, &FlagsPage::filterChanged);
    connect(m_toFix, &QLabel::linkActivated, this, &FlagsPage::showRow);
    connect(m_columns, &QPushButton::toggled, m_table, &FlagTable::showAllColumns);
    connect(m_table, &FlagTable::columnsGaveWay, this, &FlagsPage::showHiddenColumns);
    connect(m_remove, &QToolButton::clicked, this, &FlagsPage::resetCurrent);
    connect(m_detail, &FlagDetail::resetRequested, this, &FlagsPage::resetCurrent);
    connect(m_detail, &FlagDetail::removeRequested, this, &FlagsPage::removeCurrent);
    connect(m_undo, &QToolButton::clicked, &m_draft.undoStack(), &QUndoStack::undo);
    connect(m_redo, &QToolButton::clicked, &m_draft.undoStack(), &QUndoStack::redo);
    connect(&m_draft.undoStack(), &QUndoStack::indexChanged, this, &FlagsPage::refresh);
    connect(&m_draft, &BuildDraft::derivedChanged, this, &FlagsPage::refresh);
    connect(m_filter, &QAbstractItemModel::modelReset, this, &FlagsPage::refresh);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this, &FlagsPage::showCurrent);
    connect(&m_draft, &BuildDraft::profileChanged, this, [this] {
        m_lastSuccessQuery.forget();
        m_model->setLastSuccess({}); // that of another profile
        queryLastSuccess();
    });
    addTableActions();
}

void FlagsPage::addTableActions()
{
    auto* reset = new QAction(tr("Reset this value"), m_table);
    reset->setIcon(icon(QStringLiteral("undo")));
    reset->setShortcut(QKeySequence::Delete);
    reset->setShortcutContext(Qt::WidgetShortcut);
    connect(reset, &QAction::triggered, this, &FlagsPage::resetCurrent);
    m_takeAway = new QAction(tr("Do not pass it"), m_table);
    m_takeAway->setObjectName(QStringLiteral("flagTakeAway"));
    m_takeAway->setIcon(icon(QStringLiteral("skipped")));
    m_takeAway->setShortcut(QKeySequence(Qt::SHIFT | Qt::Key_Delete));
    m_takeAway->setShortcutContext(Qt::WidgetShortcut);
    m_takeAway->setToolTip(tr("The profile's CMake entry or variable is not passed"));
    connect(m_takeAway, &QAction::triggered, this, &FlagsPage::removeCurrent);
    m_table->addActions({ reset, m_takeAway });
    addCopyAction(m_table);
}

void FlagsPage::queryLastSuccess()
{
    if (!isVisible() || !m_draft.request())
        return;
    m_lastSuccessQuery.ask(
        {},
        [request = *m_draft.request(), folder = AppPaths::attemptsFolder()](
            const std::stop_token&) { return lastSuccessOf(request, folder); },
        [this](const std::optional<Configuration>& found) {
            m_model->setLastSuccess(found);
            if (m_filter->scope() == FlagFilter::Scope::AgainstLastSuccess)
                filterChanged();
            showCurrent();
        });
}

// At the current flag, or at the top where there is none: one that went may have left its group current.
void FlagsPage::enter()
{
    const bool hasCurrent = m_model->row(currentSource());
    m_table->select(hasCurrent ? m_table->currentIndex() : m_filter->best());
    if (!hasCurrent)
        m_table->scrollToTop();
    m_search->setFocus();
    queryLastSuccess();
}

void FlagsPage::showFlag(const QString& name, const std::optional<QString>& value)
{
    const QModelIndex source = m_model->indexOf(name);
    if (value && source.isValid())
        m_model->setData(source.siblingAtColumn(FlagModel::ValueColumn), *value, Qt::EditRole);
    m_search->setText(name);
    if (!m_filter->mapFromSource(m_model->indexOf(name)).isValid())
        m_scope->setCurrentIndex(m_scope->findData(int(FlagFilter::Scope::All)));
    m_table->select(m_filter->mapFromSource(m_model->indexOf(name)));
}

void FlagsPage::clearSearch()
{
    m_search->setText({}); // unlike clear() it leaves nothing to undo in the field
}

// The best hit is at hand as soon as it is found: Return and Down go to it.
void FlagsPage::filterChanged()
{
    m_filter->setScope(FlagFilter::Scope(m_scope->currentData().toInt()));
    m_filter->setText(m_search->text());
    nameBasicScope();
    m_table->unfold();
    if (!m_search->text().trimmed().isEmpty())
        m_table->select(m_filter->best());
    refresh();
}

// A search looks beyond the basic ones.
void FlagsPage::nameBasicScope()
{
    const bool isSearch = !m_search->text().trimmed().isEmpty();
    m_scope->setItemText(
        m_scope->findData(int(FlagFilter::Scope::Basic)), isSearch ? tr("Basic, search all") : tr("Basic"));
}

void FlagsPage::refresh()
{
    QUndoStack& undo = m_draft.undoStack();
    m_undo->setEnabled(undo.canUndo());
    m_redo->setEnabled(undo.canRedo());
    m_undo->setToolTip(
        undo.canUndo() ? tr("Undo \"%1\" (Ctrl+Z)").arg(undo.undoText()) : tr("Nothing to undo"));
    m_redo->setToolTip(
        undo.canRedo() ? tr("Redo \"%1\" (Ctrl+Shift+Z)").arg(undo.redoText()) : tr("Nothing to redo"));
    const Profile* profile = m_draft.profile();
    m_title->setText(profile ? tr("Set the flags of %1").arg(shownData(profile->name)) : tr("Set the flags"));
    showSummary();
    showToFix();
    showCommand();
    showCurrent();
}

void FlagsPage::showCommand()
{
    const auto plan = m_draft.shownPlan();
    if (!plan)
        return m_command->setLines({ plan.error().message }, {});
    const ConfigureText made
        = configureText(*plan, m_draft.configuration(), m_draft.plainConfiguration(), hostPlatform());
    m_command->setLines(made.lines, made.differing);
}

void FlagsPage::showSummary()
{
    const int shown = m_filter->shownFlags();
    m_summary->setText(tr("%1 of %n flags shown; %2 changed in all", nullptr, m_filter->allFlags())
                           .arg(shown)
                           .arg(m_draft.changedFlags()));
    m_nothing->setText(nothingText());
    m_nothing->setVisible(shown == 0);
    m_table->setAccessibleDescription(shown == 0 ? nothingText() : QString());
}

void FlagsPage::showToFix()
{
    const QVector<FlagCheck>& failed = m_model->failedChecks();
    QStringList links;
    for (const FlagCheck& check : failed) {
        for (const QString& name : check.names)
            links << QStringLiteral("<a href=\"%1\">%1</a>").arg(name.toHtmlEscaped());
    }
    links.removeDuplicates();
    showText(m_toFix,
        failed.isEmpty()
            ? QString()
            : tr("%1: %2", "1 thing to fix: USE_ROCM")
                  .arg(countsText({ .failures = int(failed.size()) }), links.join(QLatin1String(", "))));
}

// Where all are shown, it takes that back.
void FlagsPage::showHiddenColumns(const QStringList& hidden)
{
    tellHiddenColumns(*m_columns, tr("Shows all columns; the list scrolls sideways then"), hidden);
    m_columns->setVisible(!hidden.isEmpty() || m_columns->isChecked());
}

QString FlagsPage::nothingText() const
{
    const QString text = m_search->text().simplified();
    if (!text.isEmpty() && m_filter->scope() == FlagFilter::Scope::Basic) // a search looks beyond them
        return tr("No flag has \"%1\" in its name, meaning or value.").arg(text);
    if (!text.isEmpty())
        return tr("No flag of \"%1\" has \"%2\" in its name, meaning or value.")
            .arg(m_scope->currentText(), text);
    switch (m_filter->scope()) {
    case FlagFilter::Scope::Changed:
        return tr("You have changed nothing yet: the build takes what the profile says.");
    case FlagFilter::Scope::Favourites:
        return tr("No favourites yet: the star at the end of a row, or Ctrl+D, makes one.");
    case FlagFilter::Scope::AgainstProfile:
        return tr("All values are those of the profile.");
    case FlagFilter::Scope::AgainstLastSuccess:
        return m_model->hasLastSuccess()
            ? tr("All values are those of the last successful build like this one.")
            : tr("No build like this one has succeeded yet.");
    default:
        return tr("There are no such flags.");
    }
}

QModelIndex FlagsPage::currentSource() const
{
    return m_filter->mapToSource(m_table->currentIndex());
}

void FlagsPage::showCurrent()
{
    const QModelIndex index = currentSource();
    m_remove->setEnabled(index.isValid() && index.siblingAtColumn(0).data(FlagModel::ChangedRole).toBool());
    const FlagRow* row = m_model->row(index);
    m_takeAway->setEnabled(row && m_model->canRemove(*row));
    m_detail->showFlag(index);
}

void FlagsPage::removeCurrent()
{
    m_model->remove(currentSource());
    refresh();
}

void FlagsPage::resetCurrent()
{
    m_model->reset(currentSource());
    refresh();
}

void FlagsPage::addEntry(bool environment)
{
    const auto entry = askForEntry(environment, this);
    if (!entry)
        return;
    if (environment)
        m_draft.setEnvironment(entry->name, entry->value);
    else
        m_draft.setFlag(entry->name, entry->value, entry->type);
    showRow(entry->name); // undo is at hand there
}

// Whatever the search has left out.
void FlagsPage::showRow(const QString& name)
{
    const auto shown = [&] { return m_filter->mapFromSource(m_model->indexOf(name)); };
    if (!shown().isValid())
        clearSearch();
    if (!shown().isValid())
        m_scope->setCurrentIndex(m_scope->findData(int(FlagFilter::Scope::All)));
    m_table->select(shown());
    m_table->setFocus(Qt::OtherFocusReason);
}

}
