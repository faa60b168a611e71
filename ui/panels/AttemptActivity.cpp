// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/AttemptActivity.h"

#include "ui/panels/AttemptText.h"
#include "ui/text/Ui.h"

#include <algorithm>

namespace torchmason {

void AttemptActivity::setRecord(const AttemptRecord& record, bool live)
{
    m_record = record;
    m_live = live;
}

void AttemptActivity::setProgress(const ReportedProgress& told)
{
    if (tellsOfTheBuild(m_record.plan, told.stage))
        m_progress = told;
}

bool AttemptActivity::isCompiling() const
{
    return m_live && m_progress
        && std::any_of(m_record.stages.begin(), m_record.stages.end(), [this](const StageResult& stage) {
               return stage.id == m_progress->stage && stage.state == StageState::Running;
           });
}

bool AttemptActivity::isPreparing() const
{
    return isCompiling() && m_progress->progress.preparing;
}

qint64 AttemptActivity::counted() const
{
    if (isPreparing())
        return 0;
    return m_progress ? m_progress->progress.total : m_record.edgesTotal.value_or(0);
}

qint64 AttemptActivity::doneBefore() const
{
    return std::max<qint64>(0, m_before.total - counted());
}

qint64 AttemptActivity::done() const
{
    if (counted() == 0)
        return m_before.done;
    return doneBefore() + (m_progress ? m_progress->progress.done : m_record.edgesDone.value_or(0));
}

qint64 AttemptActivity::total() const
{
    return doneBefore() + counted();
}

int AttemptActivity::percent() const
{
    return isCompiling() && !isPreparing() && total() > 0 ? int(100 * done() / total()) : -1;
}

QString AttemptActivity::headline() const
{
    return isPreparing() ? Ui::tr("Preparing: code generation") : headlineOf(m_record, false);
}

QString AttemptActivity::words() const
{
    return percent() < 0 ? headline() : Ui::tr("%1 %2 %").arg(headline()).arg(percent());
}

}
