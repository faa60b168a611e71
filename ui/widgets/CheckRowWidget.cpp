// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/CheckRowWidget.h"

#include "core/base/Core.h"
#include "ui/text/StateText.h"
#include "ui/widgets/CopyBox.h"
#include "ui/widgets/Labels.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"
#include "ui/widgets/StateMark.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace torchmason {

namespace {

constexpr int markWidth = 116;
constexpr int titleWidth = 190;

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
    auto* layout = columnOf(this, { 12, spacing::inner, spacing::inner, 0 }, spacing::inner, {});
    createSummary();
    createFix();
    layout->addWidget(new SeparatorLine(Qt::Horizontal, this));
}

void CheckRowWidget::createSummary()
{
    m_mark = new StateMark(this);
    m_title = new QLabel(this);
    m_title->setWordWrap(true);
    m_found = plainText(this, {}); // output of a tool, may look like HTML
    m_where = new ElidedLabel(this);
    m_where->setSecondary(true);
    m_chosen = secondaryText(tr("chosen by you"), this);
    m_chosen->setObjectName(objectName() + QStringLiteral("-chosen"));
    m_need = secondaryText(QString(), this);
    m_toggle = expandButton(objectName() + QStringLiteral("-toggle"), tr("Show how to fix this"), this);
    connect(m_toggle, &QToolButton::toggled, this, &CheckRowWidget::setOpen);

    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(spacing::group);
    grid->setVerticalSpacing(2);
    auto* markCell = new QWidget(this);
    rowOf(markCell, {}, usualSpacing, { m_mark, Part::stretch() });
    grid->addWidget(markCell, 0, 0, Qt::AlignTop);
    grid->addWidget(m_title, 0, 1, Qt::AlignTop);
    // The result of a trial is a sentence and has no "needs" column.
    const int columns = m_row.id.startsWith(QLatin1String("tried-")) ? 2 : 1;
    grid->addWidget(m_found, 0, 2, 1, columns, Qt::AlignTop);
    grid->addWidget(m_where, 1, 2, 1, columns);
    if (columns == 1) {
        grid->addWidget(m_need, 0, 3, Qt::AlignTop);
        grid->addWidget(m_chosen, 1, 3);
    }
    m_need->setVisible(columns == 1);
    grid->addWidget(m_toggle, 0, 4, Qt::AlignTop);
    const double scale = fontMetrics().averageCharWidth() / 7.0;
    grid->setColumnMinimumWidth(0, int(markWidth * scale));
    grid->setColumnMinimumWidth(1, int(titleWidth * scale));
    grid->setColumnMinimumWidth(4, m_toggle->sizeHint().width()); // also without a button
    grid->setColumnStretch(2, 3);
    grid->setColumnStretch(3, 2);
    m_title->setFixedWidth(int(titleWidth * scale));
    static_cast<QVBoxLayout*>(layout())->addLayout(grid);
}

void CheckRowWidget::createFix()
{
    m_fix = new QWidget(this);

    const double scale = fontMetrics().averageCharWidth() / 7.0;
    m_fixText = plainText(m_fix, {});
    m_command = new CopyBox(m_fix);
    m_changes = columnOf(spacing::small, {});
    auto* buttons = new QHBoxLayout;
    const auto addButton
        = [&](const char* iconName, const QString& text, const char* name, const QString& tip, auto onClick) {
              auto* button = pushButton(m_fix, objectName() + QLatin1String(name), iconName, text, tip);
              connect(button, &QPushButton::clicked, this, onClick);
              buttons->addWidget(button);
              return button;
          };
    m_again = addButton("retry", tr("Check again"), "-again", tr("Look at the machine again"),
        [this] { emit checkAgainRequested(); });
    m_choose = addButton("folder", tr("Choose another..."), "-choose", tr("Use a program at another place"),
        [this] { emit chooseRequested(m_row.overrideKey); });
    m_useFound = addButton("undo", tr("Use the one found"), "-found",
        tr("Forget the program that was chosen and take what is found"),
        [this] { emit foundRequested(m_row.overrideKey); });
    buttons->addStretch();
    columnOf(m_fix, { int(markWidth * scale) + spacing::group, 0, 28 + spacing::group, spacing::small },
        spacing::inner, { m_fixText, m_changes, m_command, buttons });
    m_fix->hide();
    layout()->addWidget(m_fix);
}

// Created again only where the changes differ: the button that has the focus must not be deleted.
void CheckRowWidget::showChanges()
{
    QVector<Change> wanted = m_row.changes;
    wanted.removeIf([](const Change& change) { return !change.canBeDone(); });
    if (wanted == m_shown)
        return;
    m_shown = wanted;
    while (QLayoutItem* item = m_changes->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    for (const Change& change : std::as_const(m_shown)) {
        auto* line = new QWidget(m_fix);
        auto* button = named(new QPushButton(change.title, line),
            objectName() + QStringLiteral("-change%1").arg(m_changes->count() + 1),
            tr("Does this now; Undo takes it back"));
        button->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
        connect(button, &QPushButton::clicked, this, [this, change] { emit changeRequested(change); });
        rowOf(line, {}, spacing::group, { button, { secondaryText(change.caveat, line), 1 } });
        m_changes->addWidget(line);
    }
}

bool CheckRowWidget::hasFix() const
{
    return !m_row.changes.isEmpty() || !m_row.fixText.isEmpty() || !m_row.fixCommand.isEmpty()
        || !m_row.overrideKey.isEmpty();
}

QString CheckRowWidget::pendingWord(const CheckRow& row)
{
    return isTrial(row) ? tr("trying") : tr("looking");
}

void CheckRowWidget::setRow(const CheckRow& row, bool looking)
{
    m_row = row;
    const bool pending = looking && row.state != CheckState::Pass;
    m_mark->setMark(
        pending ? Mark::Running : markOf(row.state), pending ? pendingWord(row) : stateWord(row.state));
    m_title->setText(row.title);
    m_found->setText(pending ? QString() : row.found);
    m_found->setToolTip(row.source.isEmpty() || isTrial(row) ? QString() : tr("Found by %1").arg(row.source));
    // The program of a trial is known already; showing it now keeps the height of the row.
    const bool showsPlace = !row.where.isEmpty() && (!pending || isTrial(row));
    m_where->setText(showsPlace ? row.where : QString());
    m_where->setVisible(showsPlace);
    m_title->setToolTip(pending && isTrial(row) ? row.found : QString());
    m_need->setText(row.need.isEmpty()         ? QString()
            : row.need == Core::tr("optional") ? row.need
                                               : tr("needs %1").arg(row.need));
    showText(m_fixText, row.fixText);
    showChanges();
    // Flags are not detected on the machine.
    m_again->setVisible(
        !isTrial(row) && (row.group != QLatin1String("configuration") || row.changes.isEmpty()));
    showText(m_command, row.fixCommand);
    m_choose->setVisible(!row.overrideKey.isEmpty());
    m_useFound->setVisible(m_overridden);
    m_chosen->setVisible(m_chosenTaken && !pending);
    m_toggle->setVisible(hasFix() && !pending);
    const QString what
        = row.state == CheckState::Pass ? tr("Show what can be chosen for %1") : tr("Show how to fix %1");
    m_toggle->setToolTip(what.arg(row.title));
    m_toggle->setAccessibleName(m_toggle->toolTip());
    if (pending || !hasFix()) {
        setOpen(false);
    } else if (row.state == CheckState::Fail && !m_wasOpened) {
        m_wasOpened = true;
        setOpen(true);
    } else {
        setOpen(m_toggle->isChecked());
    }
    setAccessibleName(QStringLiteral("%1: %2, %3").arg(row.title, m_mark->word(), row.found));
}

bool CheckRowWidget::isOpen() const
{
    return m_toggle->isChecked();
}

void CheckRowWidget::setOpen(bool open)
{
    setExpandIcon(*m_toggle, open);
    m_fix->setVisible(open);
}

}
