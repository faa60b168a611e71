// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/AttemptActivity.h"

#include "core/store/EventNames.h"
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

void AttemptActivity::addSteps(const QVector<EdgeRecord>& edges)
{
    m_failed.addSteps(edges);
}

void AttemptActivity::addEvents(const QVector<AttemptEvent>& events)
{
    m_failed.addEvents(events, m_record.startedAt);
    for (const AttemptEvent& event : events) {
        if (event.type == eventName::stopRequested)
            m_stops = true;
        if (event.type == eventName::commandStarted)
            m_ended.remove(event.stage);
        if (event.type == eventName::commandEnded) {
            m_ended.insert(event.stage);
            m_lastEnd = event.time;
        }
        if (event.type != eventName::messages)
            continue;
        m_errors += logErrorsOf(event);
        JsonReader count(event.data, event.type);
        m_messages.insert(event.stage, { count.integer("errors", 0), count.integer("warnings", 0), {} });
    }
}

const StageResult* AttemptActivity::buildingStage() const
{
    const auto found
        = std::find_if(m_record.stages.begin(), m_record.stages.end(), [this](const StageResult& stage) {
              return stage.state == StageState::Running && tellsOfTheBuild(m_record.plan, stage.id);
          });
    return found == m_record.stages.end() ? nullptr : &*found;
}

bool AttemptActivity::isFailing() const
{
    return m_live && buildingStage() && !m_stops && m_failed.first();
}

bool AttemptActivity::isFindingCause() const
{
    return isFailing() && m_ended.contains(buildingStage()->id);
}

bool AttemptActivity::isAtWork() const
{
    bool hasBegun = false;
    for (const StageResult& stage : m_record.stages) {
        hasBegun = hasBegun || stage.hasBegun();
        if (stage.state == StageState::Running && !m_ended.contains(stage.id))
            return true;
    }
    return !hasBegun;
}

// Where the page is opened during the search, the samples of it are read after the event before it.
void AttemptActivity::addSamples(const QVector<Sample>& samples)
{
    const bool isAll = isAtWork() || !m_lastEnd;
    const auto last = std::find_if(samples.rbegin(), samples.rend(),
        [this, isAll](const Sample& sample) { return isAll || sample.time <= *m_lastEnd; });
    if (last != samples.rend())
        m_running.addSample(*last);
}

Milliseconds AttemptActivity::ran(qint64 now) const
{
    return m_running.at(isAtWork() ? now : m_lastEnd.value_or(now), m_record.startedAt);
}

Milliseconds AttemptActivity::sinceTold(qint64 now) const
{
    return Milliseconds(m_progress ? std::max<qint64>(0, m_running.latest(now) - m_progress->time) : 0);
}

std::optional<DiagnosticCount> AttemptActivity::messagesOf(const StageResult& stage) const
{
    if (stage.errors)
        return DiagnosticCount { *stage.errors, stage.warnings.value_or(0), {} };
    const auto live = m_messages.constFind(stage.id);
    return live == m_messages.constEnd() ? std::nullopt : std::optional(*live);
}

DiagnosticCount AttemptActivity::messageCount() const
{
    DiagnosticCount all;
    for (const StageResult& stage : m_record.stages) {
        const auto count = messagesOf(stage).value_or(DiagnosticCount());
        all.errors += count.errors;
        all.warnings += count.warnings;
    }
    return all;
}

QString AttemptActivity::messages() const
{
    const auto [errors, warnings, firstError] = messageCount();
    const bool isKnown = std::any_of(m_record.stages.begin(), m_record.stages.end(),
        [this](const StageResult& stage) { return messagesOf(stage).has_value(); });
    // What failed is counted a moment later, and what a stage without compilers said is not told from its
    // words.
    const bool isCounted = errors > 0 || (!isFailing() && m_record.state != AttemptState::Failed);
    if (isKnown && !isCounted && !m_live && warnings > 0)
        return warningCount(warnings);
    return isKnown && isCounted ? messageCounts(errors, warnings) : QString();
}

QString AttemptActivity::stageOfMessages() const
{
    QString warns;
    for (const StageResult& stage : m_record.stages) {
        const auto count = messagesOf(stage);
        if (count && count->errors > 0)
            return stage.id;
        if (count && count->warnings > 0 && warns.isEmpty())
            warns = stage.id;
    }
    return warns;
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
    return m_before.beside(counted(), m_progress ? m_progress->progress.inAll : std::nullopt);
}

qint64 AttemptActivity::done() const
{
    if (counted() == 0)
        return m_before.done;
    const qint64 counted = m_progress ? m_progress->progress.done : m_record.edgesDone.value_or(0);
    return doneBefore() + stepsDone(counted, failed());
}

qint64 AttemptActivity::total() const
{
    return doneBefore() + counted();
}

// The record of one that runs is of a moment ago. That of a log tells more than its steps do.
int AttemptActivity::failed() const
{
    const qint64 told = m_live ? 0 : m_record.edgesFailed.value_or(0);
    return int(std::max<qint64>(told, m_failed.count()));
}

// Other generators than Ninja count nothing, and nor do logs from elsewhere.
bool AttemptActivity::foundAllBuilt() const
{
    return !m_live && m_record.state == AttemptState::Succeeded && total() == 0 && !m_record.imported
        && m_record.request.generator == QLatin1String("Ninja")
        && std::any_of(m_record.stages.begin(), m_record.stages.end(), [](const StageResult& stage) {
               return stage.id == stageKindId(StageKind::Compile) && stage.state == StageState::Succeeded
                   && (!stage.cache || stage.cache->hits + stage.cache->misses == 0);
           });
}

// Before ninja has counted anything, its record and the attempts before it tell how far it is.
int AttemptActivity::percent() const
{
    const StageResult* building = m_live ? buildingStage() : nullptr;
    const bool compiles
        = building && building->id == (m_progress ? m_progress->stage : stageKindId(StageKind::Compile));
    return compiles && total() > 0 ? int(100 * done() / total()) : -1;
}

QString AttemptActivity::headline() const
{
    return isFindingCause()              ? Ui::tr("Finding the cause")
        : isFailing()                    ? Ui::tr("Failing")
        : isPreparing() && !isStopping() ? Ui::tr("Generating code")
                                         : headlineOf(m_record, isStopping());
}

QString AttemptActivity::words() const
{
    return percent() < 0 || isFailing() || isStopping() ? headline()
                                                        : Ui::tr("%1 %2 %").arg(headline()).arg(percent());
}

QStringList AttemptActivity::possibleWords() const
{
    QStringList words { Ui::tr("Generating code"), Ui::tr("Finding the cause") };
    for (const Stage& stage : m_record.plan.stages) {
        const QString verb = stageVerb(stage.id, stageTitle(m_record, stage.id));
        words << (tellsOfTheBuild(m_record.plan, stage.id) ? Ui::tr("%1 %2 %").arg(verb).arg(100) : verb);
    }
    return words;
}

}
