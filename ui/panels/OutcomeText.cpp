// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/OutcomeText.h"

#include "core/attempt/InstallRequest.h"
#include "core/base/Platform.h"
#include "core/stages/StagePlan.h"
#include "core/store/MadeText.h"
#include "core/store/OnlyInstall.h"
#include "core/store/StageStanding.h"
#include "ui/panels/AttemptActivity.h"
#include "ui/panels/AttemptText.h"
#include "ui/text/StateText.h"
#include "ui/text/Ui.h"
#include "ui/text/WindowWords.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <cstdlib>

namespace torchmason {

namespace {

QString goneText(qsizetype gone, qsizetype all)
{
    return gone == 0 ? QString()
        : gone == all
        ? Ui::tr("The files of this build are no longer there; a later attempt may have removed them.")
        : Ui::tr("%1 of %2 files are no longer there; a later attempt may have removed them.")
              .arg(gone)
              .arg(all);
}

QString verifyText(const AttemptRecord& record)
{
    const StageResult* stage = stageNamed(record.stages, stageKindId(StageKind::Verify));
    if (stage && stage->state == StageState::Succeeded)
        return Ui::tr("Verifying found no fault.");
    if (stage && stage->state == StageState::Skipped)
        return Ui::tr("Not verified: that stage was skipped.");
    return Ui::tr("The result was not verified.");
}

StageState installState(const AttemptRecord& record)
{
    const StageResult* stage = stageNamed(record.stages, stageKindId(StageKind::Install));
    return stage ? stage->state : StageState::Waiting;
}

// Where the wheel went, or what went from there.
QString installedText(const AttemptRecord& record)
{
    if (!record.request.install.isWanted() || installState(record) != StageState::Succeeded)
        return {};
    if (record.request.install.takesBack > 0)
        return Ui::tr("The install of attempt %1 into %2 was undone; the log says what was removed and what "
                      "was installed again.")
            .arg(QString::number(record.request.install.takesBack),
                QDir::toNativeSeparators(record.request.install.environment));
    return Ui::tr("Installed into %1.").arg(QDir::toNativeSeparators(record.request.install.environment));
}

QString cacheText(const AttemptRecord& record)
{
    QString text;
    for (const QString& line : cacheLines(record))
        text += QLatin1Char('\n') + line + QLatin1Char('.');
    return text;
}

QString timePartText(const AttemptRecord& record, const TimePart& part)
{
    const QString share = part.percent > 0 ? Ui::tr("%1 %").arg(part.percent) : Ui::tr("under 1 %");
    const QString time = formatDuration(part.time) + QStringLiteral(", ") + share;
    if (part.target.isEmpty())
        return Ui::tr("%1: %2").arg(stageTitle(record, part.stage), time);
    return Ui::tr("%1 of %2: about %3").arg(stageTitle(record, part.stage), part.target, time);
}

// What the named parts leave; empty where that is next to nothing.
QString restText(Milliseconds whole, const QVector<TimePart>& parts)
{
    Milliseconds rest = whole;
    int percent = 100; // so that all add up, whatever was rounded
    for (const TimePart& part : parts) {
        rest -= part.time;
        percent -= part.percent;
    }
    return rest <= Milliseconds(0) || percent < 1
        ? QString()
        : Ui::tr("Everything else: %1, %2 %").arg(formatDuration(rest)).arg(percent);
}

// Of this attempt alone, whatever those that it continues have built.
QString allBuiltText(const AttemptRecord& record)
{
    AttemptActivity activity;
    activity.setRecord(record, false);
    return activity.foundAllBuilt() ? Ui::tr("Everything was built already.") : QString();
}

// How it ended and what can be done, where no finding says so.
QString howItEnded(const AttemptRecord& record)
{
    if (record.imported)
        return !record.error.isEmpty() ? inWindowWords(record.error)
            : isOfLog(record)          ? Ui::tr("It was read from a log.")
                                       : Ui::tr("It ran on another machine; its log is here.");
    if (record.state == AttemptState::Failed)
        return record.error.isEmpty() ? Ui::tr("The log says what happened.") : inWindowWords(record.error);
    if (installsOnly(record))
        return Ui::tr("The environment holds what pip had done by then; continuing does the rest.");
    // Whether the build folder holds something still is not asked here: the disk may not answer.
    const QString next
        = Ui::tr("Continuing uses what is in the build folder and starts with the stage that was "
                 "running. Where the folder is empty, it starts with Configure.");
    return record.state == AttemptState::Interrupted && !record.error.isEmpty()
        ? inWindowWords(record.error) + u'\n' + next
        : next;
}

// As formatDuration() rounds it.
Milliseconds rounded(Milliseconds time)
{
    const qint64 unit = time < Milliseconds(9950) ? 100 : time < std::chrono::hours(1) ? 1000 : 60'000;
    return Milliseconds((time.count() + unit / 2) / unit * unit);
}

// That of what is read of both, so that the three agree.
Milliseconds shownDifference(Milliseconds one, Milliseconds other)
{
    return Milliseconds(std::abs((rounded(one) - rounded(other)).count()));
}

}

bool canBeTakenBack(const AttemptRecord& record)
{
    const StageState state = installState(record);
    return record.request.install.isWanted() && record.request.install.takesBack == 0 && !record.imported
        && (state == StageState::Succeeded || state == StageState::Failed || state == StageState::Stopped
            || (state == StageState::Running && record.state == AttemptState::Interrupted));
}

QString successTitle(const AttemptRecord& record)
{
    if (const QString complete = completeBeforeBuild(record); !complete.isEmpty())
        return complete;
    if (!record.duration && !installsOnly(record) && !lacksWheel(record))
        return Ui::tr("The build is complete");
    const QString duration = record.duration ? formatDuration(*record.duration) : Ui::tr("an unknown time");
    const QString title = record.request.install.takesBack > 0 ? Ui::tr("The install was undone after %1")
        : installsOnly(record)                                 ? Ui::tr("The wheel is installed after %1")
        : lacksWheel(record) ? Ui::tr("The build ended after %1, without a wheel")
                             : Ui::tr("The build is complete after %1");
    return title.arg(duration);
}

QString successText(const AttemptRecord& record, qsizetype gone)
{
    if (!completeBeforeBuild(record).isEmpty())
        return Ui::tr("This log does not show whether anything was built.");
    QStringList lines { noWheelText(record), allBuiltText(record),
        installsOnly(record) ? QString() : verifyText(record), goneText(gone, productsOf(record).size()),
        installedText(record) };
    lines.removeAll(QString());
    return lines.join(u'\n') + cacheText(record);
}

QString comparisonText(const ResultSummary& summary)
{
    QStringList lines;
    for (const QString& note : summary.findingTitles)
        lines << Ui::tr("Note: %1.").arg(shownData(note));
    lines += summary.checks;
    if (const auto& before = summary.earlier) {
        const Milliseconds difference(std::abs(before->difference.count()));
        const bool isSame = difference < std::max(Milliseconds(1000), before->time / 20);
        QString text = isSame                ? Ui::tr("As fast as attempt %1, which took %2")
            : before->difference.count() < 0 ? Ui::tr("%3 faster than attempt %1, which took %2")
                                             : Ui::tr("%3 slower than attempt %1, which took %2");
        const QString time = formatDuration(before->time);
        const QString took = before->wasOfChain ? Ui::tr("%1 with those it continued").arg(time) : time;
        text = text.arg(QString::number(before->number),
            before->hasFetched ? Ui::tr("%1 without fetching").arg(took) : took);
        if (!isSame)
            text = text.arg(formatDuration(shownDifference(before->time + before->difference, before->time)));
        if (before->isOfChain)
            text = Ui::tr("With the attempts it continued: %1").arg(text);
        lines << (before->differingOptions.isEmpty()
                ? text + u'.'
                : Ui::tr("%1; it had other settings: %2.")
                      .arg(text, before->differingOptions.join(QStringLiteral(", "))));
    }
    return lines.join(u'\n');
}

QString timesText(const AttemptRecord& record, const QVector<TimePart>& parts)
{
    if (parts.isEmpty())
        return {};
    QStringList lines { record.duration
            ? Ui::tr("Where the time went, of %1 in all:").arg(formatDuration(*record.duration))
            : Ui::tr("Where the time went:") };
    for (const TimePart& part : parts)
        lines << timePartText(record, part);
    lines << restText(record.duration.value_or(Milliseconds(0)), parts);
    lines.removeAll(QString());
    return lines.join(u'\n');
}

QString endTitle(const AttemptRecord& record)
{
    const bool installs = installsOnly(record);
    if (record.state == AttemptState::Failed)
        return record.request.install.takesBack > 0 ? Ui::tr("The install could not be undone")
            : installs                              ? Ui::tr("The wheel could not be installed")
                                                    : Ui::tr("The build failed, and no known cause fits");
    if (record.state == AttemptState::Interrupted)
        return installs ? Ui::tr("The install was interrupted") : Ui::tr("The build was interrupted");
    return installs ? Ui::tr("The install was stopped") : Ui::tr("The build was stopped");
}

QString endText(const AttemptRecord& record, const StepsBefore& before)
{
    const bool countsSteps = record.state != AttemptState::Failed && !record.imported;
    const QString steps = countsSteps ? stepsText(record, before) : QString();
    return steps.isEmpty() ? howItEnded(record) : howItEnded(record) + u' ' + steps + u'.';
}

QString continueText(const AttemptRecord& record)
{
    for (const StageResult& stage : record.stages) {
        if (stage.state != StageState::Succeeded && stage.state != StageState::Skipped)
            return Ui::tr("Continue attempt %1 at %2")
                .arg(QString::number(record.number), stageTitle(record, stage.id));
    }
    return Ui::tr("Continue attempt %1").arg(record.number);
}

QStringList productLines(const AttemptRecord& record)
{
    QStringList lines = productsOf(record);
    if (lines.size() != record.productSizes.size())
        return lines;
    for (qsizetype i = 0; i < lines.size(); ++i) {
        const QString size = formatBytes(record.productSizes[i]).replace(u' ', QChar::Nbsp); // in one line
        lines[i] = Ui::tr("%1 (%2)").arg(lines[i], size);
    }
    return lines;
}

QString useCommand(const AttemptRecord& record)
{
    if (const QString prefix = record.request.installPrefix(); !prefix.isEmpty())
        return QStringLiteral("cmake -DCMAKE_PREFIX_PATH=") + quotedPath(prefix) + QStringLiteral(" ...");
    for (const QString& product : record.products) {
        const QFileInfo file(product);
        if (file.isExecutable() && !file.fileName().contains(QStringLiteral(".so")))
            return quotedPath(product);
    }
    return {};
}

}
