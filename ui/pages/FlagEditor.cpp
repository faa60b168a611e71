// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/FlagEditor.h"

#include "core/config/OptionValue.h"
#include "core/profile/Candidates.h"
#include "ui/models/Background.h"
#include "ui/models/BuildDraft.h"
#include "ui/models/FlagModel.h"
#include "ui/models/MachineFacts.h"
#include "ui/widgets/ArchPicker.h"
#include "ui/widgets/Banner.h"
#include "ui/widgets/FolderField.h"
#include "ui/widgets/Parts.h"

#include <utility>

namespace torchmason {

FlagEditor::FlagEditor(BuildDraft& draft, FlagModel& model, QWidget* parent)
    : QWidget(parent)
    , m_draft(draft)
    , m_model(model)
    , m_folder(new FolderField(QStringLiteral("flagFolder"), tr("Folder"), this))
    , m_file(new FolderField(QStringLiteral("flagFile"), tr("File"), this))
    , m_archs(new ArchPicker(this))
    , m_problem(new Banner(this))
{
    setObjectName(QStringLiteral("flagValueEditor"));
    m_file->pickFiles();
    m_problem->setObjectName(QStringLiteral("flagPathProblem"));
    columnOf(this, {}, spacing::small, { m_folder, m_file, m_archs, m_problem });
    for (FolderField* field : { m_folder, m_file })
        connect(field, &FolderField::pathChosen, this, &FlagEditor::take);
    connect(m_archs, &ArchPicker::listEdited, this, &FlagEditor::take);
    showFlag(nullptr);
}

void FlagEditor::showFlag(const FlagRow* row)
{
    const QString name = row ? row->name : QString();
    if (std::exchange(m_name, name) != name) {
        m_asked.clear();
        m_problem->setMessage(Tone::Warning, QString());
    }
    const OptionInfo* option = row ? row->option : nullptr;
    const bool isPath = option && namesPath(*option);
    const bool isFile = isPath && option->kind == QStringLiteral("file");
    const bool isArchs = option && option->kind == QStringLiteral("archs");
    m_folder->setVisible(isPath && !isFile);
    m_file->setVisible(isFile);
    m_archs->setVisible(isArchs);
    m_problem->setVisible(isPath && !m_problem->text().isEmpty());
    setVisible(isPath || isArchs);
    if (isPath)
        showPath(*row);
    else if (isArchs)
        showArchs(*row);
}

int FlagEditor::wantedWidth() const
{
    return isHidden() || m_archs->isHidden() ? 0 : m_archs->wantedWidth();
}

// What is being typed is left alone: the draft changes for many reasons.
void FlagEditor::showPath(const FlagRow& row)
{
    FolderField* field = row.option->kind == QStringLiteral("file") ? m_file : m_folder;
    field->setPlaceholder(m_model.defaultText(row));
    if (!field->isBeingEdited())
        field->setPath(m_model.valueOf(row));
    lookForPath(row, m_model.valueOf(row));
}

void FlagEditor::showArchs(const FlagRow& row)
{
    const HostFacts& facts = m_draft.machine().facts();
    const CudaToolkitFacts* toolkit
        = m_draft.profile() ? toolkitFor(facts, m_draft.profile()->needs) : facts.winningToolkit();
    m_archs->setChoices(archChoices(facts, toolkit ? toolkit->version : QString()), archsOfMachine(facts));
    m_archs->setList(m_model.valueOf(row));
}

// A path may lead to a drive that does not answer.
void FlagEditor::lookForPath(const FlagRow& row, const QString& path)
{
    const QString asked = row.name + u'=' + path;
    if (asked == m_asked)
        return;
    m_asked = asked;
    const OptionInfo option = *row.option;
    runInBackground(
        diskPool(), this, [option, path] { return pathProblem(option, path); },
        [this, asked](const QString& problem) {
            if (asked != m_asked)
                return;
            m_problem->setMessage(Tone::Warning, problem);
            m_problem->setVisible(!problem.isEmpty());
        });
}

void FlagEditor::take(const QString& value)
{
    const QModelIndex index = m_model.indexOf(m_name);
    m_model.setData(index.siblingAtColumn(FlagModel::ValueColumn), value, Qt::EditRole);
}

}
