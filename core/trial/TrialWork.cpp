// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Core.h"
#include "core/base/TextDecoding.h"
#include "core/findings/FailureMatcher.h"
#include "core/findings/LogDiagnosis.h"
#include "core/parse/LogParser.h"
#include "core/process/ProcessRunner.h"
#include "core/trial/TrialPlan.h"

#include <QBuffer>
#include <QDateTime>
#include <QDir>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QFile>
#include <QFileInfo>
#include <QTimer>
#include <QUuid>

namespace torchmason {

namespace {

constexpr qsizetype longestEvidence = 300;

QString cut(const QString& line)
{
    const QString text = line.trimmed();
    return text.size() <= longestEvidence ? text : text.left(longestEvidence - 3) + QStringLiteral("...");
}

// The first line that its tool calls an error, else the last one.
QString tellingLine(const QByteArray& output)
{
    const QList<QByteArray> lines = output.split('\n');
    qint64 found = 0;
    const auto take = [&found](ParsedLine& line) {
        if (found == 0 && line.message() && line.message()->severity >= Severity::Error)
            found = line.line.number;
    };
    LogParser parser;
    qint64 number = 0;
    for (const QByteArray& line : lines)
        parser.addLine(line, ++number, 0, take);
    parser.finish(take);
    if (found > 0 && found <= lines.size())
        return cut(plainToolText(lines[found - 1]));
    for (auto line = lines.crbegin(); line != lines.crend(); ++line) {
        if (const QString text = cut(plainToolText(*line)); !text.isEmpty())
            return text;
    }
    return {};
}

// What the rules know about that output.
std::optional<Finding> knownCause(const QByteArray& output)
{
    QBuffer log;
    log.setData(output);
    if (!log.open(QIODevice::ReadOnly))
        return std::nullopt;
    const auto report = diagnose(log, loadRules(), StageOutcome::Failed);
    if (!report || report->findings.isEmpty() || !report->findings[0].root)
        return std::nullopt;
    return report->findings[0];
}

QString ending(const TrialStep& step, const StepAnswer& answer)
{
    if (answer.timedOut)
        return Core::tr("%1 did not end within %2.").arg(step.doing, formatDuration(step.limit));
    if (!answer.problem.isEmpty())
        return answer.problem;
    if (answer.crashed)
        return Core::tr("%1: the program %2.").arg(step.doing, crashText(answer.exitCode));
    return Core::tr("%1 failed with exit code %2.").arg(step.doing).arg(answer.exitCode);
}

}

TrialFacts runTrial(const Trial& trial, const TrialContext& context, const StopFlag& stop)
{
    QElapsedTimer clock;
    clock.start();
    QDir().mkpath(trial.folder);
    TrialWork work(trial, context, stop);
    const QString& problem = context.compilerProblem;
    if (problem.isEmpty() || !trial.usesCompiler)
        trial.attempt(work);
    else if (trial.about.id == QLatin1String("compiler")) // fails as every build would
        work.fail(problem);
    else
        work.cannot(problem);
    if (*stop != TrialStop::None)
        work.cannot(Core::tr("It was stopped."));
    if (work.wasTried()) {
        work.about.at = QDateTime::currentMSecsSinceEpoch();
        work.about.durationMs = clock.elapsed();
    }
    return work.about;
}

TrialWork::TrialWork(const Trial& trial, const TrialContext& trialContext, StopFlag stop)
    : context(trialContext)
    , about(trial.about)
    , m_folder(trial.folder)
    , m_environment(trial.usesCompiler ? context.compilerEnvironment + trialEnvironment(context)
                                       : trialEnvironment(context))
    , m_stop(std::move(stop))
{
}

QString TrialWork::path(const QString& name) const
{
    return m_folder + QLatin1Char('/') + name;
}

bool TrialWork::write(const QString& name, const QByteArray& content)
{
    QFile file(path(name));
    const QString folder = QFileInfo(file).path();
    if (!QDir().mkpath(folder)) {
        fail(Core::tr("Cannot make the folder %1: is the disk full or read-only?").arg(folder));
        return false;
    }
    if (file.open(QIODevice::WriteOnly) && file.write(content) == content.size() && file.flush())
        return true;
    fail(Core::tr("Cannot write %1: %2.").arg(file.fileName(), file.errorString()));
    return false;
}

bool TrialWork::writeSource(const char* name)
{
    return write(QLatin1String(name), trialSource(name));
}

StepAnswer TrialWork::ask(const TrialStep& step)
{
    StepAnswer answer;
    if (*m_stop != TrialStop::None)
        return answer;
    ProcessStart start;
    start.program = step.program;
    start.arguments = step.arguments;
    start.workingFolder = m_folder;
    start.environment = m_environment + step.environment;
    start.mark = "TORCHMASON_TRIAL=" + QUuid::createUuid().toByteArray(QUuid::WithoutBraces);
    start.pauses = { Milliseconds(300), Milliseconds(300), Milliseconds(3000) }; // no work is lost
    QEventLoop loop;
    ProcessRunner runner;
    QObject::connect(&runner, &ProcessRunner::finished, &loop, [&](const ProcessEnd& end) {
        answer.started = end.started;
        answer.crashed = end.crashed && !answer.timedOut;
        answer.exitCode = end.exitCode;
        answer.output = runner.output();
        answer.problem = end.started ? QString() : end.error;
        loop.quit();
    });
    QElapsedTimer clock;
    clock.start();
    QTimer look;
    QObject::connect(&look, &QTimer::timeout, &loop, [&] {
        if (*m_stop == TrialStop::Abandon)
            return loop.quit(); // the runner kills what it started when it goes
        answer.timedOut = answer.timedOut || clock.hasExpired(step.limit.count());
        if (answer.timedOut || *m_stop == TrialStop::Stop)
            runner.stop();
    });
    look.start(50);
    runner.start(start);
    loop.exec();
    return answer;
}

bool TrialWork::run(const TrialStep& step)
{
    m_last = ask(step);
    if (!m_last.isGood() && *m_stop == TrialStop::None)
        tellFailure(step, m_last);
    return m_last.isGood();
}

void TrialWork::addTool(const QString& role, const QString& path, const QString& version)
{
    about.tools.append(triedTool(role, path, version));
}

bool TrialWork::needsCompiler()
{
    if (const CompilerFacts* compiler = context.choice.compiler) {
        addTool(QStringLiteral("cxx"), compiler->path, compiler->version);
        return true;
    }
    const QString named = context.choice.value(QStringLiteral("CMAKE_CXX_COMPILER")).value;
    cannot(named.isEmpty()
            ? Core::tr("No C++ compiler was found.")
            : Core::tr("The build names %1, and nothing is known of that compiler.").arg(named));
    return false;
}

void TrialWork::cannot(const QString& why)
{
    unknown(why);
    m_tried = false;
}

void TrialWork::soften()
{
    if (about.state == QLatin1String("fail"))
        about.state = QStringLiteral("warning");
}

void TrialWork::set(const char* state, const QString& found, const QString& fix)
{
    about.state = QLatin1String(state);
    about.found = found;
    about.fix = fix;
}

void TrialWork::tellFailure(const TrialStep& step, const StepAnswer& answer)
{
    fail(ending(step, answer));
    about.evidence = tellingLine(answer.output);
    const auto cause = answer.started && !answer.timedOut ? knownCause(answer.output) : std::nullopt;
    if (cause) {
        const bool isSentence = cause->title.endsWith(QLatin1Char('.'));
        about.found += QLatin1Char(' ') + cause->title + (isSentence ? QString() : QStringLiteral("."));
        about.evidence = cut(cause->evidence);
        if (!cause->fixes.isEmpty()) {
            const Fix& fix = cause->fixes.first();
            about.fix = fix.detail.isEmpty() ? fix.title : fix.detail;
        }
    }
    if (!about.evidence.isEmpty())
        about.found += QLatin1Char(' ') + Core::tr("It said: \"%1\"").arg(about.evidence);
}

Json jsonIn(const QByteArray& output)
{
    static const QByteArray mark = "TORCHMASON-TRIAL ";
    const QList<QByteArray> lines = output.split('\n');
    for (auto line = lines.crbegin(); line != lines.crend(); ++line) {
        const qsizetype begin = line->startsWith(mark) ? mark.size() : 0;
        const auto document = parseJson(line->mid(begin).trimmed(), QStringLiteral("the trial's answer"));
        if (document && document->is_object())
            return *document;
    }
    return {};
}

}
