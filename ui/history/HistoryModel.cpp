// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/history/HistoryModel.h"

#include "core/attempt/QueueTurn.h"
#include "core/base/Clock.h"
#include "core/base/Core.h"
#include "core/store/MadeText.h"
#include "core/store/StepsBefore.h"
#include "ui/history/StepText.h"
#include "ui/text/CellAlignment.h"
#include "ui/text/StateText.h"
#include "ui/text/TipText.h"
#include "ui/text/WheelText.h"
#include "ui/text/WindowWords.h"
#include "ui/widgets/Icons.h"
#include "ui/widgets/StateMark.h"

#include <QDateTime>
#include <QLocale>
#include <QSet>

#include <algorithm>

namespace torchmason {

QString relativeTime(qint64 time, qint64 now)
{
    const qint64 seconds = std::max<qint64>(0, now - time) / 1000;
    if (seconds < 60)
        return HistoryModel::tr("just now");
    if (seconds < 3600)
        return HistoryModel::tr("%n min ago", nullptr, int(seconds / 60));
    const QDateTime then = QDateTime::fromMSecsSinceEpoch(time);
    const qint64 days = then.date().daysTo(QDateTime::fromMSecsSinceEpoch(now).date());
    const QString clock = QLocale().toString(then.time(), QLocale::ShortFormat);
    if (days <= 0)
        return HistoryModel::tr("today, %1").arg(clock);
    if (days == 1)
        return HistoryModel::tr("yesterday, %1").arg(clock);
    if (days < 7)
        return HistoryModel::tr("%n days ago", nullptr, int(days));
    return formatDate(time);
}

namespace {

// So far, for one that runs.
std::optional<Milliseconds> durationOf(const AttemptRecord& record)
{
    if (record.duration || record.state != AttemptState::Running || !record.startedAt)
        return record.duration;
    return Milliseconds(std::max<qint64>(0, systemClock().wallMilliseconds() - *record.startedAt));
}

// Of one that runs in whole seconds, as its page counts them.
QString durationText(const AttemptRecord& record)
{
    const auto duration = durationOf(record);
    if (!duration || record.duration)
        return duration ? formatDuration(*duration) : QString();
    return formatDuration(std::chrono::floor<std::chrono::seconds>(*duration));
}

// Where the time of a log comes from, or why it has none.
QString logDurationNote(const AttemptRecord& record)
{
    if (!isOfLog(record))
        return {};
    return record.duration ? HistoryModel::tr("From the first to the last line of the log that has a time.")
                           : HistoryModel::tr("Not known: the lines of this log have no times.");
}

}

void HistoryModel::setAttempts(const QVector<AttemptSummary>& attempts)
{
    setAttempts(attempts, HistoryGroups(attempts));
}

void HistoryModel::setAttempts(const QVector<AttemptSummary>& attempts, const HistoryGroups& groups)
{
    m_groups = groups;
    merge(attempts);
    emit attemptsChanged();
}

// Both lists are newest first, so what is left after removing stands in the order of what comes.
void HistoryModel::merge(const QVector<AttemptSummary>& attempts)
{
    QSet<QString> folders;
    for (const AttemptSummary& attempt : attempts)
        folders.insert(attempt.folder);
    for (int row = int(m_attempts.size()) - 1; row >= 0; --row) {
        if (folders.contains(m_attempts[row].folder))
            continue;
        beginRemoveRows({}, row, row);
        m_attempts.remove(row);
        endRemoveRows();
    }
    if (m_attempts.isEmpty() && !attempts.isEmpty()) {
        beginInsertRows({}, 0, int(attempts.size()) - 1);
        m_attempts = attempts;
        findLongest();
        return endInsertRows();
    }
    for (int row = 0; row < attempts.size(); ++row) {
        if (row < m_attempts.size() && m_attempts[row].folder == attempts[row].folder) {
            m_attempts[row] = attempts[row];
            continue;
        }
        beginInsertRows({}, row, row);
        m_attempts.insert(row, attempts[row]);
        endInsertRows();
    }
    findLongest();
    if (!m_attempts.isEmpty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

void HistoryModel::updateAttempts(const QVector<AttemptSummary>& attempts)
{
    for (const AttemptSummary& attempt : attempts) {
        const auto known = std::find_if(m_attempts.begin(), m_attempts.end(),
            [&attempt](const AttemptSummary& one) { return one.folder == attempt.folder; });
        if (known != m_attempts.end())
            put(int(known - m_attempts.begin()), attempt);
    }
    m_groups = HistoryGroups(m_attempts);
    emit attemptsChanged();
}

void HistoryModel::findLongest()
{
    m_longest = Milliseconds(0);
    for (const AttemptSummary& attempt : std::as_const(m_attempts))
        m_longest = std::max(m_longest, attempt.record.duration.value_or(Milliseconds(0)));
}

std::optional<int> HistoryModel::rowOf(int number) const
{
    const auto found = std::lower_bound(m_attempts.begin(), m_attempts.end(), number,
        [](const AttemptSummary& attempt, int wanted) { return attempt.number > wanted; });
    return found != m_attempts.end() && found->number == number
        ? std::optional(int(found - m_attempts.begin()))
        : std::nullopt;
}

void HistoryModel::put(int row, const AttemptSummary& attempt)
{
    m_attempts[row] = attempt;
    const Milliseconds before = m_longest;
    findLongest();
    if (m_longest != before)
        emit dataChanged(index(0, Duration), index(rowCount() - 1, Duration), { TimeShareRole });
    emit dataChanged(index(row, 0), index(row, ColumnCount - 1));
}

void HistoryModel::timePassed()
{
    if (!m_attempts.isEmpty())
        emit dataChanged(index(0, Started), index(rowCount() - 1, Duration), { Qt::DisplayRole });
}

QVector<int> HistoryModel::liveNumbers() const
{
    QVector<int> numbers;
    for (const AttemptSummary& attempt : m_attempts) {
        if (attempt.error.isEmpty() && !hasEnded(attempt.record.state))
            numbers.append(attempt.number);
    }
    return numbers;
}

int HistoryModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_attempts.size());
}
int HistoryModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

namespace {

// Why it failed, or what was made.
QString foundOrMade(const AttemptRecord& record)
{
    if (const QString made = madeText(record); !made.isEmpty())
        return made;
    return !record.firstFinding.isEmpty()                                ? shownData(record.firstFinding)
        : record.error.isEmpty() && record.state == AttemptState::Failed ? HistoryModel::tr("No known cause")
                                                                         : inWindowWords(record.error);
}

// A record is written when a stage begins: the steps that it counts are not those of now.
QString runningText(const AttemptRecord& record)
{
    const auto stage = std::find_if(record.stages.begin(), record.stages.end(),
        [](const StageResult& one) { return one.state == StageState::Running; });
    const QString found = foundOrMade(record);
    return !found.isEmpty() || stage == record.stages.end()
        ? found
        : HistoryModel::tr("Stage now: %1").arg(stageTitle(record, stage->id));
}

bool isNumber(int column)
{
    return column == HistoryModel::Number || column == HistoryModel::Duration
        || column == HistoryModel::PeakMemory;
}

}

namespace {

QString notesText(const QStringList& tags, const QString& note)
{
    QStringList words;
    for (const QString& tag : tags)
        words << u'#' + tag;
    if (!note.isEmpty())
        words << note;
    return words.join(u' ');
}

// An icon stands for the source, which would leave the name no room.
QString nameWithSource(const AttemptRecord& record)
{
    const auto source = sourceOf(record);
    return source ? HistoryModel::tr("%1 (%2)").arg(record.request.profileName, source->words)
                  : record.request.profileName;
}

Mark outcomeMark(const AttemptSummary& attempt)
{
    return attempt.error.isEmpty() ? markOf(attempt.record) : Mark::Unknown;
}

QVariant iconOf(const AttemptSummary& attempt, int column)
{
    if (column == HistoryModel::Outcome)
        return markIcon(outcomeMark(attempt));
    const auto source = column == HistoryModel::Profile ? sourceOf(attempt.record) : std::nullopt;
    return source ? icon(QLatin1String(source->icon)) : QVariant();
}

}

QVariant HistoryModel::text(const AttemptSummary& attempt, int column) const
{
    const AttemptRecord& record = attempt.record;
    if (column == Notes)
        return notesText(attempt.notes.tags, attempt.notes.note.section(u'\n', 0, 0));
    if (!attempt.error.isEmpty() && column != Number)
        return column == Outcome     ? tr("Cannot be read")
            : column == FirstFinding ? QString(attempt.error).remove(attempt.folder + u'/')
                                     : QString();
    switch (column) {
    case Thread:
        return stepWords(m_groups.stepOf(attempt.number));
    case Outcome:
        return stateWord(record);
    case Number:
        return attempt.number;
    case Profile:
        return record.request.profileName;
    case Started: {
        const QString when = whenText(startOf(record));
        return isWaiting(record) ? tr("queued %1").arg(when) : startText(record, when);
    }
    case Duration:
        return durationText(record);
    case FirstFinding:
        return isWaiting(record)                    ? waitingText(record)
            : record.state == AttemptState::Running ? runningText(record)
            : record.state == AttemptState::Stopped ? stoppedText(record)
                                                    : foundOrMade(record);
    case PeakMemory:
        return record.peakMemory ? formatBytes(*record.peakMemory) : QString();
    default:
        return {};
    }
}

// Working one out takes 15 microseconds, and a search asks for thousands. What is older than an hour is told
// the same until midnight.
QString HistoryModel::whenText(qint64 time) const
{
    constexpr qint64 hour = 3'600'000;
    const qint64 now = systemClock().wallMilliseconds();
    if (now - time < hour)
        return relativeTime(time, now);
    if (now < m_today.begin || now >= m_today.end) {
        const QDate today = QDateTime::fromMSecsSinceEpoch(now).date();
        m_today = { today.startOfDay().toMSecsSinceEpoch(), today.addDays(1).startOfDay().toMSecsSinceEpoch(),
            {} };
    }
    QString& text = m_today.texts[time];
    if (text.isEmpty())
        text = relativeTime(time, now);
    return text;
}

// As its page says it.
QString HistoryModel::stoppedText(const AttemptRecord& record) const
{
    const StepsBefore before = stepsBefore(record, [this](int number) {
        const auto row = rowOf(number);
        return row ? &this->record(*row) : nullptr;
    });
    const QString steps = stepsText(record, before);
    const QString who = record.imported ? tr("Stopped") : tr("Stopped by you");
    const QString found = foundOrMade(record);
    return !found.isEmpty() ? found : steps.isEmpty() ? who : tr("%1: %2").arg(who, steps);
}

QVariant HistoryModel::sortValue(const AttemptSummary& attempt, int column) const
{
    const AttemptRecord& record = attempt.record;
    switch (column) {
    case Started:
        return startOf(record);
    case Duration:
        return qint64(durationOf(record).value_or(Milliseconds(-1)).count());
    case PeakMemory:
        return qulonglong(record.peakMemory.value_or(0));
    default:
        return text(attempt, column);
    }
}

QVariant HistoryModel::toolTip(const AttemptSummary& attempt, int column) const
{
    if (!attempt.error.isEmpty())
        return tipText(attempt.error);
    if (column == Thread)
        return tipText(stepSentence(m_groups.stepOf(attempt.number)));
    if (column == Started)
        return startText(attempt.record, formatMoment(startOf(attempt.record)));
    if (const QString note = logDurationNote(attempt.record); column == Duration && !note.isEmpty())
        return tipText(note);
    if (column == Notes && !attempt.notes.isEmpty())
        return tipText(notesText(attempt.notes.tags, attempt.notes.note));
    if (column == Profile)
        return tipText(nameWithSource(attempt.record));
    return column == FirstFinding ? tipText(text(attempt, column).toString()) : QVariant();
}

QVariant HistoryModel::data(const QModelIndex& index, int role) const
{
    if (index.row() < 0 || index.row() >= m_attempts.size())
        return {};
    const AttemptSummary& attempt = m_attempts[index.row()];
    switch (role) {
    case Qt::DisplayRole:
        return text(attempt, index.column());
    case Qt::DecorationRole:
        return iconOf(attempt, index.column());
    case MarkRole:
        return int(outcomeMark(attempt));
    case Qt::AccessibleTextRole:
        if (index.column() == Duration && !attempt.record.duration && isOfLog(attempt.record))
            return logDurationNote(attempt.record); // the cell is empty
        if (index.column() == Profile && attempt.record.imported)
            return nameWithSource(attempt.record);
        return index.column() == Thread ? stepSentence(m_groups.stepOf(attempt.number)) : QVariant();
    case Qt::ToolTipRole:
        return toolTip(attempt, index.column());
    case Qt::TextAlignmentRole:
        return int(isNumber(index.column()) ? numberAlignment : wordAlignment);
    case SortRole:
        return sortValue(attempt, index.column());
    case FolderRole:
        return attempt.folder;
    case ReadableRole:
        return attempt.error.isEmpty();
    case TimeShareRole:
        if (index.column() != Duration || !attempt.record.duration || m_longest.count() <= 0)
            return {};
        return std::clamp(double(attempt.record.duration->count()) / double(m_longest.count()), 0.0, 1.0);
    default:
        return {};
    }
}

QVariant HistoryModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int(isNumber(section) ? numberAlignment : wordAlignment);
    if (role == Qt::ToolTipRole && section == PeakMemory)
        return tr("The most memory that the build used at one time");
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole) // a heading may be cut
        return {};
    const QChar apart(0x2009); // a thin space: from the next one, at the end of the values
    const QString names[] = { tr("Outcome"), tr("No."), tr("Profile"), tr("Started"), tr("Duration"),
        tr("Result"), tr("Memory"), tr("Note"), tr("Retries") };
    return isNumber(section) && role == Qt::DisplayRole ? names[section] + apart : names[section];
}

}
