// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/StateText.h"

#include <QCoreApplication>

namespace torchmason {

namespace {

QString say(const char* text)
{
    return QCoreApplication::translate("StateText", text);
}

}

Mark markOf(CheckState state)
{
    switch (state) {
    case CheckState::Pass:
        return Mark::Good;
    case CheckState::Warning:
        return Mark::Warning;
    case CheckState::Fail:
        return Mark::Bad;
    case CheckState::Unknown:
        break;
    }
    return Mark::Unknown;
}

Mark markOf(const CheckVerdict& verdict)
{
    return verdict.failures > 0 ? Mark::Bad
        : verdict.warnings > 0  ? Mark::Warning
        : verdict.unknowns > 0  ? Mark::Unknown
                                : Mark::Good;
}

Mark markOf(AttemptState state)
{
    switch (state) {
    case AttemptState::Requested:
        return Mark::Waiting;
    case AttemptState::Running:
        return Mark::Running;
    case AttemptState::Succeeded:
        return Mark::Good;
    case AttemptState::Failed:
        return Mark::Bad;
    case AttemptState::Stopped:
        return Mark::Skipped;
    case AttemptState::Interrupted:
        return Mark::Warning;
    }
    return Mark::Unknown;
}

Mark markOf(const AttemptRecord& record)
{
    return isWaiting(record) ? Mark::Waiting : markOf(record.state);
}

Mark markOf(StageState state)
{
    switch (state) {
    case StageState::Waiting:
        return Mark::Waiting;
    case StageState::Running:
        return Mark::Running;
    case StageState::Succeeded:
        return Mark::Good;
    case StageState::Failed:
        return Mark::Bad;
    case StageState::Stopped:
    case StageState::Skipped:
        return Mark::Skipped;
    }
    return Mark::Unknown;
}

Mark markOf(ProfileFit fit)
{
    switch (fit) {
    case ProfileFit::Fits:
        return Mark::Good;
    case ProfileFit::FitsWithChanges:
        return Mark::Warning;
    case ProfileFit::DoesNotFit:
        return Mark::Bad;
    case ProfileFit::Historical:
        return Mark::Skipped;
    }
    return Mark::Unknown;
}

QString stateWord(CheckState state)
{
    switch (state) {
    case CheckState::Pass:
        return say("good");
    case CheckState::Warning:
        return say("to know");
    case CheckState::Fail:
        return say("to fix");
    case CheckState::Unknown:
        break;
    }
    return say("not known");
}

QString stateWord(AttemptState state)
{
    switch (state) {
    case AttemptState::Requested:
        return say("Starting");
    case AttemptState::Running:
        return say("Running");
    case AttemptState::Succeeded:
        return say("Succeeded");
    case AttemptState::Failed:
        return say("Failed");
    case AttemptState::Stopped:
        return say("Stopped");
    case AttemptState::Interrupted:
        return say("Interrupted");
    }
    return {};
}

QString stateWord(const AttemptRecord& record)
{
    return isWaiting(record) ? say("Waiting") : stateWord(record.state);
}

QString waitingWords(const AttemptRecord& record)
{
    QStringList numbers;
    for (const int number : record.waitsFor)
        numbers << QString::number(number);
    return numbers.isEmpty() ? say("Waiting its turn")
                             : say("Waiting for attempt %1").arg(numbers.join(QStringLiteral(", ")));
}

QString stateWord(StageState state)
{
    switch (state) {
    case StageState::Waiting:
        return say("Waiting");
    case StageState::Running:
        return say("Running");
    case StageState::Succeeded:
        return say("Done");
    case StageState::Failed:
        return say("Failed");
    case StageState::Stopped:
        return say("Stopped");
    case StageState::Skipped:
        return say("Skipped");
    }
    return {};
}

QString fitWord(ProfileFit fit)
{
    switch (fit) {
    case ProfileFit::Fits:
        return say("fits");
    case ProfileFit::FitsWithChanges:
        return say("fits with changes");
    case ProfileFit::DoesNotFit:
        return say("does not fit");
    case ProfileFit::Historical:
        return say("known not to work");
    }
    return {};
}

QString originWord(ValueOrigin origin)
{
    switch (origin) {
    case ValueOrigin::Default:
        return say("default");
    case ValueOrigin::Profile:
        return say("profile");
    case ValueOrigin::Environment:
        return say("environment");
    case ValueOrigin::Fix:
        return say("fix");
    case ValueOrigin::User:
        return say("you");
    }
    return {};
}

}
