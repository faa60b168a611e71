// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/StateText.h"

#include "core/base/Core.h"
#include "core/store/StageStanding.h"
#include "ui/text/Ui.h"

namespace torchmason {

namespace {

struct ShownState {
    Mark mark;
    const char* word;
};

// All in the order of their enum.
constexpr ShownState checkStates[] = {
    { Mark::Good, QT_TRANSLATE_NOOP("Ui", "good") },
    { Mark::Warning, QT_TRANSLATE_NOOP("Ui", "to know") },
    { Mark::Bad, QT_TRANSLATE_NOOP("Ui", "to fix") },
    { Mark::Unknown, QT_TRANSLATE_NOOP("Ui", "not known") },
};
static_assert(std::size(checkStates) == int(CheckState::Unknown) + 1);

constexpr ShownState attemptStates[] = {
    { Mark::Waiting, QT_TRANSLATE_NOOP("Ui", "Starting") },
    { Mark::Running, QT_TRANSLATE_NOOP("Ui", "Running") },
    { Mark::Good, QT_TRANSLATE_NOOP("Ui", "Succeeded") },
    { Mark::Bad, QT_TRANSLATE_NOOP("Ui", "Failed") },
    { Mark::Stopped, QT_TRANSLATE_NOOP("Ui", "Stopped") },
    { Mark::Warning, QT_TRANSLATE_NOOP("Ui", "Interrupted") },
};
static_assert(std::size(attemptStates) == int(AttemptState::Interrupted) + 1);

constexpr ShownState stageStandings[] = {
    { Mark::Waiting, QT_TRANSLATE_NOOP("Ui", "Waiting") },
    { Mark::Running, QT_TRANSLATE_NOOP("Ui", "Running") },
    { Mark::Good, QT_TRANSLATE_NOOP("Ui", "Succeeded") },
    { Mark::Bad, QT_TRANSLATE_NOOP("Ui", "Failed") },
    { Mark::Stopped, QT_TRANSLATE_NOOP("Ui", "Stopped") },
    { Mark::Skipped, QT_TRANSLATE_NOOP("Ui", "Skipped") },
    { Mark::NotReached, QT_TRANSLATE_NOOP("Ui", "Not reached") },
    { Mark::Warning, QT_TRANSLATE_NOOP("Ui", "Interrupted") },
};
static_assert(std::size(stageStandings) == int(StageStanding::Interrupted) + 1);

// A profile that fits after fixes is not lost; the rows that it is about say what is to fix.
constexpr Mark fits[] = {
    Mark::Good, // fits
    Mark::Warning, // fits after fixes
    Mark::Skipped, // for other cards
    Mark::Bad, // does not fit
    Mark::Skipped, // known not to work
};
static_assert(std::size(fits) == int(ProfileFit::Historical) + 1);

}

Mark markOf(CheckState state)
{
    return checkStates[int(state)].mark;
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
    return attemptStates[int(state)].mark;
}

Mark markOf(const AttemptRecord& record)
{
    return isWaiting(record) ? Mark::Waiting : markOf(record.state);
}

Mark markOf(StageState state, AttemptState attempt)
{
    return stageStandings[int(standingOf(state, attempt))].mark;
}

Mark markOf(ProfileFit fit)
{
    return fits[int(fit)];
}

QString stateWord(CheckState state)
{
    return Ui::tr(checkStates[int(state)].word);
}

QString stateWord(AttemptState state)
{
    return Ui::tr(attemptStates[int(state)].word);
}

QString stateWord(const AttemptRecord& record)
{
    return isWaiting(record) ? Ui::tr("Waiting") : stateWord(record.state);
}

QString stateWord(StageState state, AttemptState attempt)
{
    return Ui::tr(stageStandings[int(standingOf(state, attempt))].word);
}

QString fitWord(ProfileFit fit)
{
    return profileFitText(fit);
}

QString stopWord(bool waits)
{
    return waits ? Ui::tr("Leave the queue") : Ui::tr("Stop build");
}

QString stopHelp(bool waits)
{
    return waits ? Ui::tr("Gives this build up before it starts")
                 : Ui::tr("Asks all compilers to end, and ends those that do not respond");
}

std::optional<AttemptSource> sourceOf(const AttemptRecord& record)
{
    if (!record.imported)
        return std::nullopt;
    return isOfLog(record) ? AttemptSource { "log", Ui::tr("from a log") }
                           : AttemptSource { "import", Ui::tr("from another machine") };
}

}
