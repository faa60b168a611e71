// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/AttemptText.h"

#include "core/attempt/QueueTurn.h"
#include "core/redact/PrivacyFilter.h"
#include "core/request/StageCatalogue.h"
#include "ui/text/StateText.h"
#include "ui/text/Ui.h"

#include <QLocale>

#include <algorithm>
#include <iterator>

namespace torchmason {

namespace {

// A guess is told in steps: ten seconds, a quarter of a minute, whole minutes from ten on.
QString roughDuration(Milliseconds duration)
{
    const qint64 step = duration < Milliseconds(60'000) ? 10'000
        : duration < Milliseconds(600'000)              ? 15'000
                                                        : 60'000;
    return formatDuration(Milliseconds((duration.count() + step - 1) / step * step));
}

const StageResult* stageIn(const AttemptRecord& record, StageState state)
{
    const auto found = std::find_if(record.stages.begin(), record.stages.end(),
        [state](const StageResult& stage) { return stage.state == state; });
    return found == record.stages.end() ? nullptr : &*found;
}

// All stages are over; what is left is the end of the attempt itself.
bool isFinishing(const AttemptRecord& record)
{
    const auto has = [&record](StageState state) { return stageIn(record, state) != nullptr; };
    return has(StageState::Failed) || (has(StageState::Succeeded) && !has(StageState::Waiting));
}

}

QString stageVerb(const QString& stageId, const QString& fallback)
{
    const auto kind = stageKindFromId(stageId);
    return kind ? Core::tr(stageFacts(*kind).verb) : fallback;
}

QString headlineOf(const AttemptRecord& record, bool stopping)
{
    if (record.state == AttemptState::Running) {
        if (stopping)
            return Ui::tr("Stopping…");
        if (isWaiting(record))
            return waitingText(record);
        const StageResult* running = stageIn(record, StageState::Running);
        if (!running)
            return isFinishing(record) ? Ui::tr("Finishing") : stateWord(record.state);
        return stageVerb(running->id, stageTitle(record, running->id));
    }
    if (record.state == AttemptState::Failed) {
        if (const StageResult* failed = stageIn(record, StageState::Failed))
            return Ui::tr("%1 failed").arg(stageTitle(record, failed->id));
    }
    return stateWord(record.state);
}

QString warningCount(qint64 warnings)
{
    return warnings == 1 ? Ui::tr("1 warning") : Ui::tr("%1 warnings").arg(QLocale().toString(warnings));
}

QString messageCounts(qint64 errors, qint64 warnings)
{
    const QString wrong
        = errors == 1 ? Ui::tr("1 error") : Ui::tr("%1 errors").arg(QLocale().toString(errors));
    return Ui::tr("%1, %2").arg(wrong, warningCount(warnings));
}

bool isOverdue(const BuildProgress& progress, Milliseconds age)
{
    return progress.remainingHigh && progress.done < progress.total && *progress.remainingHigh <= age;
}

QString remainingText(const BuildProgress& progress, Milliseconds age)
{
    if (!progress.remainingLow || !progress.remainingHigh || *progress.remainingHigh <= age)
        return {};
    const Milliseconds low = *progress.remainingLow - age;
    const QString highest = roughDuration(*progress.remainingHigh - age);
    if (low <= Milliseconds(0))
        return Ui::tr("up to %1").arg(highest);
    const QString lowest = roughDuration(low);
    return lowest == highest ? highest : Ui::tr("%1 to %2").arg(lowest, highest);
}

QVector<Finding> rootFindings(const QVector<Finding>& findings)
{
    QVector<Finding> roots;
    std::copy_if(findings.begin(), findings.end(), std::back_inserter(roots),
        [](const Finding& finding) { return finding.root; });
    return roots;
}

namespace {

QString bulletOf(const QString& name, const QString& value)
{
    return value.isEmpty() ? QString() : QStringLiteral("- %1: %2\n").arg(name, value);
}

QString profileBullets(const BuildRequest& request)
{
    return bulletOf(Ui::tr("Profile"), request.profileName)
        + bulletOf(
            Ui::tr("PyTorch"), request.source.tag.isEmpty() ? request.source.version : request.source.tag);
}

QString programAndFlags(const AttemptRecord& record)
{
    QString text = bulletOf(Ui::tr("Torchmason"), record.programVersion);
    QStringList flags;
    for (const FlagValue& flag : record.request.configuration.flags)
        flags << QStringLiteral("-D%1=%2").arg(flag.name, flag.value);
    if (!flags.isEmpty())
        text += QStringLiteral("\n```\n%1\n```\n").arg(flags.join(QLatin1Char('\n')));
    return text;
}

}

QString issueText(const Finding& finding, const AttemptRecord& record)
{
    QString text = QStringLiteral("### %1\n\n%2\n\n").arg(finding.title, finding.explanation);
    text += Ui::tr("Stage %1, line %2 of its log:").arg(stageTitle(record, finding.stage)).arg(finding.line);
    text += QStringLiteral("\n\n```\n%1\n```\n\n").arg(finding.evidence);
    text += profileBullets(record.request) + bulletOf(Ui::tr("Failing step"), finding.edge)
        + bulletOf(
            Ui::tr("Rule"), QStringLiteral("%1 (%2)").arg(finding.rule, confidenceId(finding.confidence)))
        + programAndFlags(record);
    return publishable(text);
}

QString issueText(const AttemptRecord& record, const QString& stage, const QString& logEnd)
{
    QString text = QStringLiteral("### %1\n\n").arg(headlineOf(record, false));
    if (!record.error.isEmpty())
        text += record.error + QStringLiteral("\n\n");
    if (!logEnd.isEmpty())
        text += Ui::tr("Stage %1, the end of its log:").arg(stageTitle(record, stage))
            + QStringLiteral("\n\n```\n%1\n```\n\n").arg(logEnd);
    return publishable(text + profileBullets(record.request) + programAndFlags(record));
}

}
