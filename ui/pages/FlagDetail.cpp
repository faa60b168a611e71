// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/FlagDetail.h"

#include "core/config/BuildChoice.h"
#include "ui/models/BuildDraft.h"
#include "ui/models/FlagModel.h"
#include "ui/pages/FlagEditor.h"
#include "ui/pages/FlagFixes.h"
#include "ui/text/BreakableText.h"
#include "ui/text/FlagText.h"
#include "ui/text/StateText.h"
#include "ui/widgets/Banner.h"
#include "ui/widgets/CopyAction.h"
#include "ui/widgets/FactList.h"
#include "ui/widgets/Layouts.h"
#include "ui/widgets/Parts.h"

#include <QLabel>
#include <QPushButton>

#include <algorithm>

namespace torchmason {

FlagDetail::FlagDetail(BuildDraft& draft, FlagModel& model, QWidget* parent)
    : QWidget(parent)
    , m_model(model)
    , m_fixes(new FlagFixes(this))
    , m_editor(new FlagEditor(draft, model, this))
{
    createWidgets();
    layOut();
    connect(m_fixes, &FlagFixes::changeRequested, &draft, &BuildDraft::make);
    connect(m_reset, &QPushButton::clicked, this, &FlagDetail::resetRequested);
    connect(m_remove, &QPushButton::clicked, this, &FlagDetail::removeRequested);
    connect(m_remedy, &QPushButton::clicked, this, &FlagDetail::applyRemedy);
    showFlag({});
}

void FlagDetail::createWidgets()
{
    m_name = named(sectionTitle(QString(), this), "flagName");
    m_name->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_name->setWordWrap(true);
    addCopyAction(m_name);
    m_description = plainText(this, "flagDescription");
    m_lock = named(new Banner(this), "flagLock");
    m_problem = named(new Banner(this), "flagProblem");
    m_risk = new Banner(this);
    m_facts = new FactList(this);
    m_soft = named(secondaryText(QString(), this), "flagSoft");
    m_remedy = named(new QPushButton(tr("Switch on what it needs"), this), "flagRemedy",
        tr("Changes the flag that this one needs"));
    m_reset = pushButton(this, "flagReset", "undo", tr("Reset this value"),
        tr("Removes your value; that of the profile or the default is used again"));
    m_remove = pushButton(this, "flagGoWithout", "skipped", tr("Do not pass it"),
        tr("What the profile says is not passed to this build (Shift+Del)"));
}

void FlagDetail::layOut()
{
    columnOf(this, { spacing::inner, 0, spacing::inner, spacing::inner }, spacing::inner,
        { m_name, m_description, m_fixes, m_lock, { m_remedy, 0, Qt::AlignLeft }, m_editor, m_problem, m_risk,
            m_facts, m_soft, { m_reset, 0, Qt::AlignLeft }, { m_remove, 0, Qt::AlignLeft },
            Part::stretch() });
}

void FlagDetail::showFlag(const QModelIndex& index)
{
    m_facts->clear();
    const FlagRow* row = m_model.row(index);
    m_fixes->showRows(row ? m_model.failedChecksOf(*row) : QVector<CheckRow>());
    m_editor->showFlag(row);
    m_name->setVisible(row != nullptr);
    for (QWidget* widget :
        std::initializer_list<QWidget*> { m_lock, m_remedy, m_problem, m_risk, m_soft, m_remove })
        widget->hide();
    m_reset->setVisible(row && index.siblingAtColumn(0).data(FlagModel::ChangedRole).toBool());
    if (!row) {
        m_description->setText(tr("Select a flag to see what it does."));
        return;
    }
    m_name->setText(breakable(row->name));
    m_name->setAccessibleName(row->name);
    m_description->setText(row->option ? row->option->description
            : row->environment ? tr("An environment variable that is passed to the programs of the build.")
                               : tr("A CMake entry that is not in the list of known flags."));
    m_remove->setVisible(m_model.canRemove(*row));
    showLock(*row);
    showProblem(*row);
    showValues(*row);
    if (row->option) {
        showKnowledge(*row);
        if (const OptionCost* cost = m_model.costOf(*row))
            showCost(*cost);
    }
    m_facts->show();
    layOutNow(*this);
}

int FlagDetail::wantedWidth() const
{
    const QMargins margins = layout()->contentsMargins();
    return std::max(minimumSizeHint().width(), margins.left() + m_editor->wantedWidth() + margins.right());
}

void FlagDetail::showLock(const FlagRow& row)
{
    const QString presence = m_model.presenceText(row);
    const OptionLock lock = m_model.lockOf(row);
    m_lock->setVisible(!presence.isEmpty() || lock.isLocked());
    if (!presence.isEmpty())
        return m_lock->setMessage(Tone::Neutral, tr("This source does not read it: %1.").arg(presence));
    if (!lock.isLocked())
        return;
    m_lock->setMessage(Tone::Neutral, tr("Without effect: %1.").arg(lock.reason));
    m_remedyName = lock.remedy;
    m_remedyOn = lock.remedyOn;
    m_remedy->setText(
        lock.remedyOn ? tr("Switch %1 on").arg(lock.remedy) : tr("Switch %1 off").arg(lock.remedy));
    m_remedy->setVisible(!lock.remedy.isEmpty());
}

void FlagDetail::applyRemedy()
{
    const QModelIndex needed = m_model.indexOf(m_remedyName);
    m_model.setData(needed.siblingAtColumn(FlagModel::ValueColumn),
        int(m_remedyOn ? Qt::Checked : Qt::Unchecked), Qt::CheckStateRole);
}

void FlagDetail::showProblem(const FlagRow& row)
{
    QString problem = m_model.problemOf(row);
    if (const QString second = m_model.secondValueOf(row); problem.isEmpty() && !second.isEmpty()) {
        const QString which = m_model.countingText(row);
        const QString said = m_model.standsInEnvironment(row)
            ? tr("A CMake entry of this name says \"%1\"%2.")
            : tr("An environment variable of this name says \"%1\"%2.");
        problem = said.arg(second, which.isEmpty() ? which : QLatin1String(": ") + which);
    }
    m_problem->setVisible(!problem.isEmpty());
    m_problem->setMessage(Tone::Warning, problem);
    m_risk->setVisible(row.option && !row.option->risk.isEmpty());
    if (row.option)
        m_risk->setMessage(Tone::Warning, row.option->risk);
}

void FlagDetail::showValues(const FlagRow& row)
{
    m_facts->add(tr("Now"), m_model.valueText(row));
    m_facts->add(tr("Set by"), m_model.originTextOf(row));
    m_facts->add(tr("Inherited"), m_model.inheritedText(row));
    m_facts->add(tr("Build folder"), m_model.folderText(row));
    m_facts->add(tr("Profile"), m_model.profileValueOf(row));
    m_facts->add(tr("In the last success"), m_model.lastValueOf(row));
    m_facts->add(tr("Default"), m_model.defaultText(row));
    m_facts->add(
        tr("Passed as"), m_model.standsInEnvironment(row) ? tr("environment variable") : tr("CMake entry"));
}

void FlagDetail::showKnowledge(const FlagRow& row)
{
    const OptionInfo& option = *row.option;
    m_facts->add(tr("Depends on"), option.dependsOn);
    m_facts->add(tr("Choices"), option.choices.join(QStringLiteral(", ")));
    m_facts->add(tr("Also called"), option.aliases.join(QStringLiteral(", ")));
    m_facts->add(tr("Since"), option.since);
    m_facts->add(tr("Removed in"), option.removed);
    showText(m_soft, uncertaintyText(option, m_model.costOf(row)));
}

void FlagDetail::showCost(const OptionCost& cost)
{
    m_facts->add(tr("Time"), cost.time);
    m_facts->add(tr("Memory"), cost.memory);
    m_facts->add(tr("Size"), cost.size);
    m_facts->add(tr("Known from"), cost.source);
}

}
