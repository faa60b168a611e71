// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/CheckRowWidget.h"

#include "core/base/Core.h"
#include "ui/text/BreakableText.h"
#include "ui/text/CheckText.h"
#include "ui/text/StateText.h"
#include "ui/text/TipText.h"
#include "ui/text/WindowWords.h"
#include "ui/widgets/CopyAction.h"
#include "ui/widgets/CopyBox.h"
#include "ui/widgets/Labels.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"
#include "ui/widgets/StateMark.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QResizeEvent>
#include <QScrollArea>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace torchmason {

namespace {

// In pixels at a character of 7 pixels.
constexpr int titleWidth = 190;
constexpr int narrowTitleWidth = 150;
constexpr int leastCharacters = 100; // of a row whose parts stand side by side
constexpr int longestTitle = 80; // characters of what a button does
constexpr int longestWord = 40; // a path in it

// A title may name a long path, and would make the whole page wider than the window.
QString shortTitle(const QString& title, int longest, const QFontMetrics& letters)
{
    QStringList words = title.split(u' ');
    for (QString& word : words)
        word = letters.elidedText(word, Qt::ElideMiddle, longestWord * letters.averageCharWidth());
    return letters.elidedText(words.join(u' '), Qt::ElideRight, longest * letters.averageCharWidth());
}

// As wide as the widest word of a state, so that the columns of all rows stand below each other.
int markWidth(const QFontMetrics& metrics)
{
    QStringList words { CheckRowWidget::tr("optional"), CheckRowWidget::tr("checking"),
        CheckRowWidget::tr("testing") };
    for (const CheckState state :
        { CheckState::Pass, CheckState::Warning, CheckState::Fail, CheckState::Unknown })
        words << stateWord(state);
    int widest = 0;
    for (const QString& word : std::as_const(words))
        widest = std::max(widest, metrics.horizontalAdvance(word));
    return StateMark::iconSide(metrics) + spacing::small + widest + 1;
}

// Detecting again does not repeat a trial.
bool isTrial(const CheckRow& row)
{
    return row.group == QLatin1String("tried");
}

}

CheckRowWidget::CheckRowWidget(const QString& id, QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("check-") + id);
    m_row.id = id;
    auto* layout = columnOf(this, { spacing::row, spacing::inner, spacing::inner, 0 }, spacing::inner, {});
    createSummary();
    createFix();
    arrange(false);
    layout->addWidget(new SeparatorLine(Qt::Horizontal, this));
}

void CheckRowWidget::createSummary()
{
    m_mark = new StateMark(this);
    m_title = new QLabel(this);
    m_title->setWordWrap(true);
    m_found = plainText(
        this, objectName() + QStringLiteral("-found-text")); // output of a tool, may look like HTML
    addCopyAction(m_found);
    m_where = named(secondaryText(QString(), this), objectName() + QStringLiteral("-where"));
    addCopyAction(m_where);
    m_chosen = secondaryText(tr("chosen by you"), this);
    m_chosen->setObjectName(objectName() + QStringLiteral("-chosen"));
    m_need = named(secondaryText(QString(), this), objectName() + QStringLiteral("-need"));
    m_weight = named(secondaryText(QString(), this), objectName() + QStringLiteral("-weight"));
    m_toggle = expandButton(objectName() + QStringLiteral("-toggle"), tr("Show how to fix this"), this);
    connect(m_toggle, &QToolButton::toggled, this, &CheckRowWidget::setOpen);
    connect(m_toggle, &QToolButton::clicked, this, // once it is as high as what it shows
        [this](bool open) { QTimer::singleShot(0, this, [this, open] { bringIntoSight(open); }); });

    for (QWidget* text : std::initializer_list<QWidget*> { m_found, m_where, m_chosen, m_need, m_weight }) {
        QSizePolicy policy = text->sizePolicy(); // columns of all rows are equally wide, whatever they hold
        policy.setHorizontalPolicy(QSizePolicy::Ignored);
        text->setSizePolicy(policy);
    }
    m_toggleCell = new QWidget(this); // as wide in all rows, and as high as nothing where there is no button
    columnOf(m_toggleCell, {}, 0, { m_toggle, Part::stretch() });
    m_grid = new QGridLayout;
    m_grid->setHorizontalSpacing(spacing::group);
    m_grid->setVerticalSpacing(2);
    auto* markCell = new QWidget(this);
    rowOf(markCell, {}, usualSpacing, { m_mark, Part::stretch() });
    m_grid->addWidget(markCell, 0, 0, Qt::AlignTop);
    m_grid->addWidget(m_title, 0, 1, Qt::AlignTop);
    // Aligned by their stretch: Qt gives a layout with an alignment too little height for text that wraps.
    m_foundCell = columnOf(2, { m_found, m_where, Part::stretch() });
    m_needCell = columnOf(2, { m_need, m_weight, m_chosen, Part::stretch() });
    m_grid->addLayout(m_foundCell, 0, 2);
    m_grid->addWidget(m_toggleCell, 0, 4, Qt::AlignTop);
    m_grid->setColumnStretch(2, 3);
    static_cast<QVBoxLayout*>(layout())->addLayout(m_grid);
}

// The result of a trial is a sentence and has no column of what is needed. Where there is little room, what
// is needed stands below what was found, and the fix begins at the left.
void CheckRowWidget::arrange(bool narrow)
{
    m_isNarrow = narrow;
    m_grid->removeItem(m_needCell);
    m_needCell->setParent(nullptr);
    const bool hasColumn = !narrow && !m_row.id.startsWith(QLatin1String("tried-"));
    m_grid->addLayout(m_needCell, hasColumn ? 0 : 1, hasColumn ? 3 : 2);
    m_grid->setColumnStretch(3, hasColumn ? 2 : 0);
    const double scale = fontMetrics().averageCharWidth() / 7.0;
    const int marks = markWidth(fontMetrics());
    m_grid->setColumnMinimumWidth(0, marks);
    m_toggleCell->setFixedWidth(m_toggle->sizeHint().width());
    m_title->setFixedWidth(int((narrow ? narrowTitleWidth : titleWidth) * scale));
    const int indent = narrow ? 0 : marks + spacing::group;
    m_fix->layout()->setContentsMargins(
        visualMargins({ indent, 0, narrow ? 0 : 28 + spacing::group, spacing::small }, *this));
    arrangeChanges();
}

void CheckRowWidget::arrangeChanges()
{
    for (int i = 0; i < m_changes->count(); ++i) {
        auto* line = static_cast<QBoxLayout*>(m_changes->itemAt(i)->widget()->layout());
        line->setDirection(m_isNarrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
        line->setSpacing(m_isNarrow ? spacing::small : spacing::group);
    }
}

void CheckRowWidget::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const bool narrow = event->size().width() < leastCharacters * fontMetrics().averageCharWidth();
    if (narrow != m_isNarrow)
        arrange(narrow);
}

void CheckRowWidget::createFix()
{
    m_fix = new QWidget(this);
    m_fixText = plainText(m_fix, {});
    m_command = new CopyBox(m_fix);
    m_instead
        = named(secondaryText(tr("Or change this build:"), m_fix), objectName() + QStringLiteral("-instead"));
    m_changes = columnOf(spacing::small, {});
    auto* buttons = new QHBoxLayout;
    const auto addButton
        = [&](const char* iconName, const QString& text, const char* name, const QString& tip, auto onClick) {
              auto* button = pushButton(m_fix, objectName() + QLatin1String(name), iconName, text, tip);
              connect(button, &QPushButton::clicked, this, onClick);
              buttons->addWidget(button);
              return button;
          };
    m_again = addButton("retry", tr("Check again"), "-again", tr("Check the machine again"),
        [this] { emit checkAgainRequested(); });
    m_choose = addButton("choose", tr("Choose..."), "-choose", tr("Use a program at another place"),
        [this] { emit chooseRequested(m_row.overrideKey); });
    m_goToField = addButton("chevron-down", {}, "-field", tr("Where that is set, below on this page"),
        [this] { emit fieldRequested(m_row.field); });
    m_useFound = addButton("undo", tr("Use the one found"), "-found",
        tr("Forget the program that was chosen and take what is found"),
        [this] { emit foundRequested(m_row.overrideKey); });
    buttons->addStretch();
    columnOf(m_fix, {}, spacing::inner,
        { m_fixText, m_command, columnOf(spacing::small, { m_instead, m_changes }), buttons });
    m_fix->hide();
    layout()->addWidget(m_fix);
}

// A button that cannot be pressed gives the keyboard away. It gets it back unless somebody has gone on.
void CheckRowWidget::setChecking(bool checking)
{
    const bool hadFocus = m_again->hasFocus();
    m_again->setEnabled(!checking);
    if (checking && hadFocus)
        m_focusedInstead = window()->focusWidget();
    if (checking)
        return;
    if (m_focusedInstead && m_focusedInstead->hasFocus() && m_again->isVisible())
        m_again->setFocus();
    m_focusedInstead = nullptr;
}

QPushButton* CheckRowWidget::changeButton(const Change& change, int longest, QWidget* parent)
{
    const QString shown = shortTitle(change.title, longest, parent->fontMetrics());
    const QString tip = tr("Does this now; Undo takes it back");
    auto* button = named(new QPushButton(shown, parent), {},
        shown == change.title ? tip : change.title + u'\n' + tip, change.title);
    button->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    return button;
}

// Created again only where the changes differ: the button that has the focus must not be deleted.
void CheckRowWidget::showChanges()
{
    QVector<Change> wanted = offered();
    wanted.removeIf([](const Change& change) { return !change.canBeDone(); });
    if (wanted == m_shown)
        return enableChanges();
    m_shown = wanted;
    while (QLayoutItem* item = m_changes->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    for (const Change& change : std::as_const(m_shown)) {
        auto* line = new QWidget(m_fix);
        QPushButton* button = changeButton(change, longestTitle, line);
        button->setObjectName(objectName() + QStringLiteral("-change%1").arg(m_changes->count() + 1));
        connect(button, &QPushButton::clicked, this, [this, change] { emit changeRequested(change); });
        rowOf(line, {}, spacing::group, { button, { secondaryText(change.caveat, line), 1 } });
        m_changes->addWidget(line);
    }
    arrangeChanges();
    enableChanges();
}

// One that is not tried yet has its place, so that nothing below moves when it can be used.
void CheckRowWidget::enableChanges()
{
    for (int i = 0; i < m_changes->count(); ++i)
        m_changes->itemAt(i)->widget()->setEnabled(m_row.proposed.isEmpty());
}

QVector<Change> CheckRowWidget::offered() const
{
    return m_row.changes + m_row.proposed;
}

bool CheckRowWidget::hasFix() const
{
    return !offered().isEmpty() || !m_row.fixText.isEmpty() || !m_row.fixCommand.isEmpty()
        || !m_row.overrideKey.isEmpty() || m_row.field != BuildField::None;
}

QString CheckRowWidget::pendingWord(const CheckRow& row)
{
    return isTrial(row) ? tr("testing") : tr("checking");
}

void CheckRowWidget::setRow(const CheckRow& row, bool looking)
{
    m_row = row;
    // What nobody has found yet may still come, also where a build does without.
    const bool pending = looking && (row.state != CheckState::Pass || row.source.isEmpty());
    if (isLeftOut(row) && !pending)
        m_mark->setMark(Mark::Skipped, tr("optional"));
    else
        m_mark->setMark(
            pending ? Mark::Running : markOf(row.state), pending ? pendingWord(row) : stateWord(row.state));
    m_title->setText(row.title);
    m_found->setText(pending && !isTrial(row) ? QString() : keptTogether(row.found)); // of one: what it tries
    m_found->setAccessibleName(withoutBreaks(m_found->text()));
    m_found->setToolTip(
        row.source.isEmpty() || isTrial(row) ? QString() : tipText(tr("Found by %1").arg(row.source)));
    // The program of a trial is known already; showing it now keeps the height of the row.
    const bool showsPlace = !row.where.isEmpty() && (!pending || isTrial(row));
    showText(m_where, showsPlace ? breakable(row.where) : QString());
    m_where->setAccessibleName(showsPlace ? row.where : QString());
    showText(m_need,
        row.need.isEmpty() || isLeftOut(row)   ? QString()
            : row.need == Core::tr("optional") ? row.need
                                               : keptTogether(tr("needs %1").arg(row.need)));
    showText(m_weight,
        pending || isTrial(row) || row.state != CheckState::Fail ? QString()
            : row.preventsBuild                                  ? tr("blocks the build")
            : row.isSoft                                         ? tr("the build may fail")
                                                                 : tr("does not block the build"));
    showText(m_fixText, row.fixText == row.found ? QString() : inWindowWords(row.fixText));
    showChanges();
    // Flags are not detected on the machine.
    m_again->setVisible(!isTrial(row)
        && (row.group != QLatin1String("configuration") || offered().isEmpty() || !row.overrideKey.isEmpty()
            || !row.fixCommand.isEmpty()));
    showText(m_command, row.fixCommand);
    m_instead->setVisible(!m_shown.isEmpty() && !row.fixCommand.isEmpty());
    m_choose->setVisible(!row.overrideKey.isEmpty());
    m_goToField->setText(tr("Go to \"%1\"").arg(fieldName(row.field)));
    m_goToField->setVisible(row.field != BuildField::None);
    m_useFound->setVisible(m_overridden);
    m_chosen->setVisible(m_chosenTaken && !pending);
    setPlaceKept(*m_toggle, pending || hasFix());
    m_toggle->setVisible(hasFix() && !pending);
    const QString what
        = row.state == CheckState::Pass ? tr("Show what can be chosen for %1") : tr("Show how to fix %1");
    m_toggle->setToolTip(what.arg(row.title));
    m_toggle->setAccessibleName(m_toggle->toolTip());
    m_command->setSubject(tr("Command for %1").arg(row.title));
    for (QPushButton* button : { m_again, m_choose, m_goToField, m_useFound })
        button->setAccessibleName(QStringLiteral("%1: %2").arg(row.title, button->text()));
    if (pending || !hasFix()) {
        setOpen(false);
    } else if (row.state == CheckState::Fail && !std::exchange(m_wasOpened, true)) {
        setOpen(true);
    } else if (row.state == CheckState::Pass && std::exchange(m_wasOpened, false)) {
        setOpen(false);
    } else {
        setOpen(m_toggle->isChecked());
    }
    QStringList told { m_mark->word() };
    if (!pending)
        told << row.found << m_weight->text();
    told.removeAll(QString());
    setAccessibleName(QStringLiteral("%1: %2").arg(row.title, told.join(QStringLiteral(", "))));
}

bool CheckRowWidget::isOpen() const
{
    return m_toggle->isChecked();
}

void CheckRowWidget::bringIntoSight(bool open)
{
    QWidget* page = this;
    while (open && page && !qobject_cast<QScrollArea*>(page))
        page = page->parentWidget();
    if (auto* area = qobject_cast<QScrollArea*>(page))
        area->ensureWidgetVisible(this);
}

void CheckRowWidget::setOpen(bool open)
{
    setExpandIcon(*m_toggle, open);
    m_fix->setVisible(open);
}

}
