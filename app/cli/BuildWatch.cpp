// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/BuildWatch.h"

#include "app/cli/AttemptViews.h"
#include "app/cli/Console.h"
#include "app/cli/Subcommand.h"
#include "app/cli/Terminal.h"
#include "core/attempt/QueueTurn.h"
#include "core/attempt/RunnerClient.h"
#include "core/base/Clock.h"
#include "core/store/EventNames.h"

#include <QCoreApplication>

#include <utility>

namespace torchmason::cli {

namespace {

constexpr int percentStep = 5; // between two plain lines
constexpr Milliseconds stopAnswerLimit { 2000 };

QString textOf(const Json& data, const char* member)
{
    return JsonReader(data, {}).string(member, QString());
}

void readWaiting(const Json& data, AttemptRecord& record)
{
    const Json numbers = data.is_object() ? data.value("waitsFor", Json::array()) : Json::array();
    for (const Json& number : numbers) {
        if (number.is_number_integer())
            record.waitsFor.append(number.get<int>());
    }
}

}

BuildWatch::BuildWatch(const QString& folder, int number, Console& console, Interrupt interrupt)
    : m_number(number)
    , m_console(console)
    , m_interrupt(interrupt)
    , m_follower(folder)
{
    connect(&m_follower, &AttemptFollower::eventsRead, this, &BuildWatch::showEvents);
    connect(&m_follower, &AttemptFollower::samplesRead, this,
        [this](const QVector<Sample>& samples) { m_running.addSample(samples.last()); });
    connect(&m_follower, &AttemptFollower::edgesRead, this,
        [this](const QVector<EdgeRecord>& edges) { m_failed.addSteps(edges); });
    connect(&m_follower, &AttemptFollower::progressChanged, this, &BuildWatch::showProgress);
    connect(&m_follower, &AttemptFollower::ended, this, &BuildWatch::finish);
    connect(&m_timer, &QTimer::timeout, this, &BuildWatch::tick);
}

int BuildWatch::run()
{
    countInterrupts();
    m_interrupts = interruptCount();
    m_timer.start(100);
    QTimer::singleShot(0, &m_follower, &AttemptFollower::start);
    QCoreApplication::exec();
    m_console.clearLive();
    return m_exitCode;
}

void BuildWatch::showEvents(const QVector<AttemptEvent>& events)
{
    m_failed.addEvents(events, m_follower.record().startedAt);
    for (const AttemptEvent& event : events)
        showEvent(event);
}

void BuildWatch::showEvent(const AttemptEvent& event)
{
    if (event.type == eventName::stageStarted) {
        m_stageId = event.stage;
        m_stage = stageTitle(m_follower.record(), event.stage);
        m_toldPercent = 0;
        m_console.print(QStringLiteral("[%1] started").arg(m_stage));
    } else if (event.type == eventName::stageEnded) {
        showStageEnd(event);
    } else if (event.type == eventName::stopRequested) {
        m_stops = true;
    } else if (event.type == eventName::messages) {
        JsonReader count(event.data, event.type);
        m_messages.insert(event.stage, { count.integer("errors", 0), count.integer("warnings", 0), {} });
    } else if (event.type == eventName::progress) {
        m_toldBy = event.stage;
    } else if (event.type == eventName::waiting) {
        AttemptRecord waiting;
        readWaiting(event.data, waiting);
        m_console.print(
            QStringLiteral("Attempt %1 is %2.").arg(m_number).arg(waitingText(waiting).toLower()));
    } else if (event.type == eventName::warning) {
        m_console.print(QStringLiteral("warning: %1").arg(textOf(event.data, "message")));
    } else if (event.type == eventName::survivors) {
        m_console.print(QStringLiteral("warning: some processes of the build did not end: %1")
                            .arg(QString::fromUtf8(compactJson(event.data))));
    }
}

void BuildWatch::showStageEnd(const AttemptEvent& event)
{
    const QString state = textOf(event.data, "state");
    if (state == stageStateId(StageState::Skipped))
        return; // told before the first one begins, and nothing happens
    QString line = QStringLiteral("[%1] %2").arg(
        stageTitle(m_follower.record(), event.stage), state.isEmpty() ? QStringLiteral("ended") : state);
    if (event.data.is_object() && event.data.contains("durationMs") && event.data["durationMs"].is_number())
        line += QStringLiteral(" after %1")
                    .arg(formatDuration(Milliseconds(event.data["durationMs"].get<qint64>())));
    m_console.print(line);
    m_stage.clear();
    m_stageId.clear();
}

// The last figures, while the stage that told them runs: they say nothing about the one after it.
std::optional<BuildProgress> BuildWatch::progress() const
{
    return !m_stageId.isEmpty() && m_toldBy == m_stageId ? m_follower.progress() : std::nullopt;
}

QString BuildWatch::remainingText() const
{
    const auto progress = this->progress();
    const bool goesOn = !m_stopWanted && !m_stops && m_failed.count() == 0;
    if (!goesOn || !progress || !progress->remainingLow || !progress->remainingHigh)
        return {};
    const QString why
        = progress->reason.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(progress->reason);
    const QString low = formatDuration(*progress->remainingLow);
    const QString high = formatDuration(*progress->remainingHigh);
    return (low == high ? QStringLiteral(", about %1 left").arg(high)
                        : QStringLiteral(", %1 to %2 left").arg(low, high))
        + why;
}

QString BuildWatch::progressText() const
{
    const auto progress = this->progress();
    if (!progress || progress->total <= 0)
        return {};
    if (progress->preparing)
        return QStringLiteral(" preparing: code generation and CMake again, %1/%2")
            .arg(progress->done)
            .arg(progress->total);
    // Ninja starts more than jobs; our launcher lets some of them wait.
    const std::optional<int> jobs = m_follower.record().request.jobsAtOnce();
    const int failed = m_failed.count();
    const qint64 done = stepsDone(progress->done, failed);
    return QStringLiteral(" %1/%2 (%3 %)%4, %5 %6")
        .arg(done)
        .arg(progress->total)
        .arg(done * 100 / progress->total)
        .arg(failed > 0 ? QStringLiteral(", %1 failed").arg(failed) : QString())
        .arg(progress->running)
        .arg(jobs && progress->running > *jobs ? QStringLiteral("running or waiting")
                                               : QStringLiteral("running"));
}

// " 0 errors, 12 warnings", of the tools in all stages until now. What failed is counted a moment later:
// until then "0 errors" would be wrong.
QString BuildWatch::messagesText() const
{
    DiagnosticCount all;
    for (const DiagnosticCount& count : m_messages) {
        all.errors += count.errors;
        all.warnings += count.warnings;
    }
    if (m_messages.isEmpty() || (all.errors == 0 && m_failed.count() > 0))
        return {};
    const auto counted = [](qint64 number, const char* one, const char* many) {
        return QStringLiteral("%1 %2").arg(number).arg(QLatin1String(number == 1 ? one : many));
    };
    return QStringLiteral(" %1, %2").arg(
        counted(all.errors, "error", "errors"), counted(all.warnings, "warning", "warnings"));
}

QString BuildWatch::figuresText() const
{
    const QString progress = progressText();
    const QString messages = messagesText();
    return progress.isEmpty() || messages.isEmpty() ? progress + messages
                                                    : progress + QLatin1Char(',') + messages;
}

void BuildWatch::showProgress()
{
    const auto progress = this->progress();
    if (m_console.isTerminal() || !progress || progress->total <= 0)
        return;
    const bool turned = std::exchange(m_isPreparing, progress->preparing) != progress->preparing;
    const qint64 done = stepsDone(progress->done, m_failed.count());
    const int percent = progress->preparing ? 0 : int(done * 100 / progress->total);
    const bool isFurther = !progress->preparing
        && (percent >= m_toldPercent + percentStep || (percent == 100 && m_toldPercent < 100));
    if (!turned && !isFurther)
        return;
    m_toldPercent = percent;
    m_console.print(QStringLiteral("[%1]%2").arg(m_stage, figuresText() + remainingText()));
}

QString BuildWatch::liveLine() const
{
    const AttemptRecord& record = m_follower.record();
    const auto elapsed = std::chrono::floor<std::chrono::seconds>(
        m_running.at(systemClock().wallMilliseconds(), record.startedAt));
    const auto progress = this->progress();
    const QString stage = m_stopWanted || m_stops ? QStringLiteral("stopping")
        : m_stage.isEmpty()                       ? QStringLiteral("waiting")
                                                  : m_stage;
    QString line
        = QStringLiteral("[%1]%2 %3%4").arg(stage, figuresText(), formatDuration(elapsed), remainingText());
    if (progress && !progress->description.isEmpty())
        line += QLatin1String("  ") + progress->description;
    return line;
}

void BuildWatch::tick()
{
    if (interruptCount() > m_interrupts)
        onInterrupt();
    if (m_stopWanted && !m_stopTold)
        askToStop();
    m_console.showLive(liveLine());
}

void BuildWatch::onInterrupt()
{
    m_interrupts = interruptCount();
    if (m_interrupt == Interrupt::StopsBuild && !m_stopWanted) {
        m_stopWanted = true;
        m_console.print(
            QStringLiteral("Stopping attempt %1. Ctrl-C again ends the watching alone.").arg(m_number));
        return;
    }
    m_console.print((m_stopTold
            ? QStringLiteral("Attempt %1 was asked to stop and ends by itself; see how with: torchmason-cli "
                             "attempts attach %1")
            : QStringLiteral("Attempt %1 goes on by itself; watch it again with: torchmason-cli attempts "
                             "attach %1"))
                        .arg(m_number));
    QCoreApplication::quit();
}

// A runner that has just been started opens its socket a moment later, so this is tried again.
void BuildWatch::askToStop()
{
    if (m_follower.isLive() && m_follower.record().state == AttemptState::Running)
        m_stopTold = askRunner(m_follower.record(), { { "command", "stop" } }, stopAnswerLimit).ok();
}

void BuildWatch::finish()
{
    m_timer.stop();
    m_console.clearLive();
    const AttemptRecord& record = m_follower.record();
    if (!m_follower.problem().isEmpty()) {
        m_console.complain(m_follower.problem());
    } else {
        m_console.print(outcomeText(record, m_follower.findings(), m_follower.folder(), m_number));
        m_exitCode = record.state == AttemptState::Succeeded ? ExitCode::Good : ExitCode::Failed;
    }
    if (m_console.isOnlyJson())
        m_console.printJson(attemptToJson({ m_number, m_follower.folder(), record, m_follower.problem() }));
    QCoreApplication::quit();
}

}
