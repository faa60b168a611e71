// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/HowBuiltPanel.h"

#include "core/base/SentencePart.h"
#include "core/config/BuildChoice.h"
#include "core/profile/ProfileCatalogue.h"
#include "ui/text/StateText.h"
#include "ui/widgets/ComparedTree.h"
#include "ui/widgets/CopyBox.h"
#include "ui/widgets/CopySign.h"
#include "ui/widgets/Parts.h"
#include "ui/widgets/SearchField.h"

#include <QAction>
#include <QCheckBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>

#include <algorithm>

namespace torchmason {

namespace {

constexpr int rowRole = Qt::UserRole;
constexpr int linesOfValue = 5; // more are scrolled
constexpr int linesOfCell = 3; // more are cut; the tool tip has them, and of a value the box below

QString fromText(const BuiltRow& row)
{
    const QString from = row.origin ? originText(*row.origin) : row.note;
    if (row.profileValue.isEmpty())
        return from;
    return from.isEmpty() ? HowBuiltPanel::tr("profile: %1").arg(row.profileValue)
                          : HowBuiltPanel::tr("%1; profile: %2").arg(from, row.profileValue);
}

// What nine of ten need.
int usual(QVector<int> widths)
{
    std::sort(widths.begin(), widths.end());
    return widths[(widths.size() - 1) * 9 / 10];
}

}

HowBuiltPanel::HowBuiltPanel(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("howBuilt"));
    createWidgets();
    layOut();
    connect(m_filter, &QLineEdit::textChanged, this, &HowBuiltPanel::refresh);
    connect(m_differing, &QCheckBox::toggled, this, &HowBuiltPanel::refresh);
    connect(m_copy, &QPushButton::clicked, this, &HowBuiltPanel::copyAll);
    connect(m_tree, &QTreeWidget::currentItemChanged, this, &HowBuiltPanel::showCurrent);
}

void HowBuiltPanel::createWidgets()
{
    m_filter = new SearchField(QStringLiteral("builtFilter"), tr("Search names and values"), this);
    m_filter->setToolTip(tr("All words must occur in the name, the value or where it is from (Ctrl+F)"));
    auto* focus = new QAction(this);
    focus->setShortcut(QKeySequence::Find);
    focus->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    addAction(focus);
    connect(focus, &QAction::triggered, this, &HowBuiltPanel::focusSearch);
    m_differing = named(new QCheckBox(tr("Only what differs from the profile"), this), "builtDiffering",
        tr("Shows only what you, a fix or the machine set differently from the profile"));
    m_copy = pushButton(
        this, "builtCopy", "copy", tr("Copy all"), tr("Copies all rows that are shown, as text"));
    m_tree = new ComparedTree("builtTable", tr("The whole value of the chosen row is shown below"),
        tr("How the attempt was built"), this);
    connect(m_tree, &ComparedTree::fitted, this, [this] {
        measure();
        fitFrom();
    });
    m_tree->wrapCells(linesOfCell);
    m_filter->setList(m_tree);
    setFocusProxy(m_tree);
    m_name = plainText(this, "builtName");
    m_value = named(new CopyBox(this), "builtValue", {}, tr("The whole value"));
    m_value->setMaximumLines(linesOfValue);
}

void HowBuiltPanel::layOut()
{
    auto* tools = rowOf(spacing::inner, { { m_filter, 1 }, m_differing, m_copy });
    columnOf(this, { spacing::page, spacing::inner, spacing::page, spacing::group }, spacing::inner,
        { tools, { m_tree, 1 }, m_name, m_value });
}

void HowBuiltPanel::clear()
{
    m_record = {};
    m_folder.clear();
    m_rows.clear();
    m_query.forget();
    m_filter->clear();
    m_differing->setChecked(false);
    refresh();
}

void HowBuiltPanel::showRecord(const AttemptRecord& record, const QString& folder)
{
    m_record = record;
    m_folder = folder;
    m_differing->setVisible(!isOfLog(record)); // a log tells of no profile
    m_query.forget();
    if (isVisible())
        query();
}

void HowBuiltPanel::focusSearch()
{
    m_filter->setFocus(Qt::ShortcutFocusReason);
}

void HowBuiltPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    query();
}

// Profiles are files, and what a profile asks for depends on folders.
void HowBuiltPanel::query()
{
    if (m_folder.isEmpty())
        return;
    m_query.ask(
        m_folder,
        [record = m_record, folder = m_folder](const std::stop_token&) {
            return howBuilt(record, folder, profileRequest(record, loadProfiles()));
        },
        [this](const QVector<BuiltRow>& rows) {
            m_rows = rows;
            refresh();
        });
}

bool HowBuiltPanel::isShown(const BuiltRow& row) const
{
    if (m_differing->isChecked() && !row.differs)
        return false;
    const QString text = row.label + u' ' + row.value + u' ' + fromText(row);
    const QStringList words = m_filter->text().split(u' ', Qt::SkipEmptyParts);
    return std::all_of(words.begin(), words.end(),
        [&text](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

// The chosen row stays chosen while the attempt goes on.
void HowBuiltPanel::refresh()
{
    const auto* before = m_tree->currentItem();
    const QString chosen = before ? before->text(0) : QString();
    QTreeWidgetItem* again = nullptr;
    m_tree->begin({ tr("Name"), tr("Value"), tr("Set by") });
    QString group;
    for (int i = 0; i < m_rows.size(); ++i) {
        const BuiltRow& row = m_rows[i];
        if (!isShown(row))
            continue;
        if (group != row.group)
            m_tree->addGroup(builtGroupTitle(row.group));
        group = row.group;
        auto* item = m_tree->addRow(row.label, { inOneLine(row.value), fromText(row) });
        item->setData(0, rowRole, i);
        if (row.differs)
            item->setFont(1, boldFont(m_tree->font()));
        if (row.label == chosen)
            again = item;
    }
    m_tree->end(m_rows.isEmpty()         ? tr("Reading…")
            : m_filter->text().isEmpty() ? tr("Nothing differs from the profile.")
                                         : tr("No name and no value has these words."));
    m_tree->header()->setSectionResizeMode(1, QHeaderView::Stretch);
    m_tree->header()->setSectionResizeMode(2, QHeaderView::Interactive);
    measure();
    fitFrom();
    if (again || m_tree->topLevelItem(0)->childCount() > 0)
        m_tree->setCurrentItem(again ? again : m_tree->topLevelItem(0)->child(0));
    m_copy->setEnabled(!group.isEmpty());
    showCurrent();
}

// Of all rows: what a search hides needs its room again.
void HowBuiltPanel::measure()
{
    const QFontMetrics bold(boldFont(m_tree->font()));
    const int heading = m_tree->header()->sectionSizeHint(2);
    QVector<int> values { 0 };
    QVector<int> from { heading };
    for (const BuiltRow& row : std::as_const(m_rows)) {
        from << qMax(
            heading, m_tree->fontMetrics().horizontalAdvance(fromText(row)) + spacing::group); // also blanks
        values << bold.horizontalAdvance(inOneLine(row.value)) + spacing::group;
    }
    m_usualValue = usual(values);
    m_usualFrom = usual(from);
    m_widestFrom = *std::max_element(from.cbegin(), from.cend());
}

// It gets what it needs out of what nine of ten values leave. Beside longer ones it may have a third of what
// names leave, as far as nine of ten rows need it; the few others have lines enough in half of their width.
void HowBuiltPanel::fitFrom()
{
    const int room = m_tree->viewport()->width() - m_tree->columnWidth(0);
    const int beside = qMin(room / 3, qMax(m_usualFrom, m_widestFrom / 2 + spacing::group));
    const int most = qMax(beside, room - m_usualValue);
    m_tree->header()->resizeSection(2, qMin(m_widestFrom, most));
    m_fromWidth = m_tree->columnWidth(2);
}

void HowBuiltPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (m_tree->columnWidth(2) == m_fromWidth)
        fitFrom();
}

void HowBuiltPanel::showCurrent()
{
    const auto* item = m_tree->currentItem();
    const QVariant row = item ? item->data(0, rowRole) : QVariant();
    if (!row.isValid()) {
        m_name->setText(tr("Choose a row to see its whole value here."));
        return m_value->hide();
    }
    const BuiltRow& built = m_rows[row.toInt()];
    const QString from = fromText(built);
    m_name->setText(from.isEmpty() ? built.label : tr("%1 (%2)").arg(built.label, from));
    showText(m_value, built.value); // a longer one takes room of the list
}

void HowBuiltPanel::copyAll() const
{
    QString text;
    for (int i = 0; i < m_tree->topLevelItemCount(); ++i) {
        const auto* group = m_tree->topLevelItem(i);
        text += group->text(0) + u'\n';
        for (int j = 0; j < group->childCount(); ++j) {
            const BuiltRow& row = m_rows[group->child(j)->data(0, rowRole).toInt()];
            const QString from = fromText(row);
            text += QStringLiteral("  %1: %2%3\n")
                        .arg(row.label, row.value, from.isEmpty() ? QString() : tr(" (%1)").arg(from));
        }
    }
    copyFrom(*m_copy, text);
}

}
