// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/CacheCounters.h"
#include "core/base/AppPaths.h"
#include "core/stages/GateLaunchers.h"
#include "core/trial/TrialPlan.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QUrl>

namespace torchmason {

namespace {

// Nobody's hooks, signatures or templates take part, and no name needs to be set up.
QStringList gitWords(const QStringList& words)
{
    QStringList all;
    for (const char* setting : { "user.name=Torchmason", "user.email=trial@torchmason.invalid",
             "commit.gpgsign=false", "core.hooksPath=/torchmason-has-none",
             "init.templateDir=", "protocol.file.allow=always", "advice.detachedHead=false" })
        all << QStringLiteral("-c") << QLatin1String(setting);
    return all + words;
}

TrialStep gitStep(
    const TrialContext& context, const QString& doing, const QString& folder, const QStringList& words)
{
    TrialStep step;
    step.doing = doing;
    step.program = context.choice.facts.tool(QStringLiteral("git"))->path;
    step.arguments = gitWords(QStringList { QStringLiteral("-C"), folder } + words);
    return step;
}

QStringList words(std::initializer_list<const char*> list)
{
    QStringList all;
    for (const char* word : list)
        all << QLatin1String(word);
    return all;
}

QString fileUrl(const QString& path)
{
    return QUrl::fromLocalFile(path).toString(QUrl::FullyEncoded);
}

QVector<TrialStep> makeRepositories(const TrialContext& context, const QString& folder)
{
    const QString making = QStringLiteral("Making a small repository");
    const QString part = folder + QStringLiteral("/part");
    const QString whole = folder + QStringLiteral("/whole");
    TrialStep first = gitStep(context, making, folder, words({ "init", "-q", "part" }));
    first.files = { { part + QStringLiteral("/lines.txt"), "one\ntwo\n" } };
    return { first, gitStep(context, making, part, words({ "add", "lines.txt" })),
        gitStep(context, making, part, words({ "commit", "-q", "-m", "part" })),
        gitStep(context, making, folder, words({ "init", "-q", "whole" })),
        gitStep(context, QStringLiteral("Adding a submodule"), whole,
            words({ "submodule", "--quiet", "add" })
                + QStringList { fileUrl(part), QStringLiteral("third_party") }),
        gitStep(context, making, whole, words({ "commit", "-q", "-m", "whole" })) };
}

// Settings that change what a tree looks like; read where the clone reads them.
void judgeGit(const QByteArray& settings, const QByteArray& lines, const QString& version, TrialFacts& about)
{
    const QString told
        = QString::fromUtf8(settings).trimmed().replace(QLatin1Char('\n'), QLatin1String(", "));
    const QString note = told.isEmpty() ? QString() : QStringLiteral(" Your settings: %1.").arg(told);
    if (lines.isEmpty())
        return setFailed(about, QStringLiteral("The clone lacks the file of its submodule.") + note,
            QStringLiteral("Install git anew; git submodule needs its helpers."));
    if (lines.contains('\r'))
        return setWarning(about,
            QStringLiteral(
                "git changes line endings to those of Windows; scripts and patches of a tree may fail.")
                + note,
            QStringLiteral("Run: git config --global core.autocrlf input"));
    setPass(about, QStringLiteral("git %1 clones a repository with a submodule.%2").arg(version, note));
}

Trial gitTrial(const TrialContext& context)
{
    Trial trial = context.start("git", QStringLiteral("Git"),
        QStringLiteral("that git clones a repository with a submodule and keeps its lines as they are"));
    const ToolFacts* git = context.choice.facts.tool(QStringLiteral("git"));
    if (!git) {
        trial.cannot = QStringLiteral("git was not found.");
        return trial;
    }
    addTool(trial, QStringLiteral("git"), git->path, git->version);
    const QString clone = trial.folder + QStringLiteral("/clone");
    TrialStep settings;
    settings.doing = QStringLiteral("Reading git's settings");
    settings.program = git->path;
    settings.arguments = QStringList { QStringLiteral("-C"), clone }
        + words({ "config", "--get-regexp",
            "^(core\\.(autocrlf|eol|symlinks|longpaths|fsmonitor)|protocol\\.file\\.allow)$" });
    settings.mayFail = true; // 1: none of them is set
    trial.steps = makeRepositories(context, trial.folder);
    trial.steps << gitStep(context, QStringLiteral("Cloning with submodules"), trial.folder,
        words({ "clone", "-q", "--recurse-submodules" })
            + QStringList { fileUrl(trial.folder + QStringLiteral("/whole")), clone });
    trial.steps << settings;
    const QString lines = clone + QStringLiteral("/third_party/lines.txt");
    trial.judge = [lines, version = git->version](const StepAnswers& answers, TrialFacts& about) {
        QFile file(lines);
        const QByteArray content = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        const StepAnswer& last = answers.last();
        judgeGit(last.isGood() ? last.output : QByteArray(), content, version, about);
    };
    return trial;
}

TrialStep cachedCompile(
    const TrialContext& context, const Trial& trial, const QString& cache, const char* object)
{
    const QString source = trial.folder + QStringLiteral("/part.c");
    TrialStep step;
    step.doing = QStringLiteral("Compiling through ccache");
    step.program = cache;
    step.arguments = QStringList { context.cc() }
        + context.compileWords(source, trial.folder + QLatin1Char('/') + QLatin1String(object), 17);
    step.files = { { source, trialSource("part.c") } };
    return step;
}

void judgeCache(const QByteArray& statistics, const QString& version, TrialFacts& about)
{
    const auto counts = countsOfCcache(statistics);
    if (!counts)
        return setUnknown(about, counts.error().message);
    if (counts->hits > 0)
        return setPass(
            about, QStringLiteral("ccache %1 keeps what was compiled and gives it back.").arg(version));
    about.evidence = QStringLiteral("%1 hits, %2 misses, %3 not cached")
                         .arg(counts->hits)
                         .arg(counts->misses)
                         .arg(counts->uncached);
    setWarning(about,
        QStringLiteral("ccache compiled the same file twice and kept nothing (%1).").arg(about.evidence),
        QStringLiteral("Look whether CCACHE_DISABLE, CCACHE_READONLY or CCACHE_RECACHE is set."));
}

Trial cacheTrial(const TrialContext& context)
{
    Trial trial = context.start("compiler-cache", QStringLiteral("Compiler cache"),
        QStringLiteral("that the compiler cache answers when the same file is compiled again"));
    const ToolFacts* ccache = context.choice.facts.tool(QStringLiteral("ccache"));
    const CompilerCache cache = compilerCache(context.choice.request, context.choice.facts.platform);
    if (cache.ccache.isEmpty())
        trial.cannot = QStringLiteral(
            "sccache is not tried here: a build starts its server and tells what that says.");
    else if (!ccache)
        trial.cannot = QStringLiteral("The build uses ccache, which was not found.");
    else if (!context.choice.compiler)
        trial.cannot = QStringLiteral("No C++ compiler was found.");
    if (!trial.cannot.isEmpty())
        return trial;
    addTool(trial, QStringLiteral("ccache"), ccache->path, ccache->version);
    addTool(trial, QStringLiteral("cxx"), context.choice.compiler->path, context.choice.compiler->version);
    trial.usesCompiler = true;
    TrialStep statistics;
    statistics.doing = QStringLiteral("Asking ccache for its counters");
    statistics.program = ccache->path;
    statistics.arguments = { QStringLiteral("--print-stats") };
    trial.steps = { cachedCompile(context, trial, ccache->path, "one.o"),
        cachedCompile(context, trial, ccache->path, "one.o"), statistics };
    trial.judge = [version = ccache->version](const StepAnswers& answers, TrialFacts& about) {
        judgeCache(answers.last().output, version, about);
    };
    trial.explain = [](qsizetype step, const StepAnswer&, TrialFacts& about) {
        if (step == 2) // versions before 3.7 cannot be asked
            about.state = QStringLiteral("unknown");
    };
    return trial;
}

// Started as ninja will start it, with no runner to ask: it must let its command pass and keep its exit code.
Trial gateTrial(const TrialContext& context)
{
    Trial trial = context.start("gate", QStringLiteral("Memory gate"),
        QStringLiteral("that the launcher before the compilers starts and passes exit codes on"));
    const QString gate = context.executable(AppPaths::programFolder() + QStringLiteral("/torchmason-gate"));
    if (!QFileInfo(gate).isFile())
        trial.cannot = QStringLiteral("%1 is not there; install Torchmason again.").arg(gate);
    else if (!context.choice.cmake)
        trial.cannot = QStringLiteral("CMake was not found.");
    if (!trial.cannot.isEmpty())
        return trial;
    addTool(trial, QStringLiteral("gate"), gate, {});
    TrialStep good;
    good.doing = QStringLiteral("Starting a command through the gate");
    good.program = gate;
    good.arguments = { context.choice.cmake->path, QStringLiteral("-E"), QStringLiteral("true") };
    good.limit = Milliseconds(15000);
    TrialStep bad = good;
    bad.arguments.last() = QStringLiteral("false");
    bad.mayFail = true;
    trial.steps = { good, bad };
    trial.judge = [](const StepAnswers& answers, TrialFacts& about) {
        if (answers.last().started && answers.last().exitCode != 1)
            return setFailed(about, QStringLiteral("The launcher hides that a compiler failed."),
                QStringLiteral("Install Torchmason again, or build with --no-gate."));
        setPass(about, QStringLiteral("The launcher starts compilers and passes on how they ended."));
    };
    return trial;
}

}

QVector<Trial> toolTrials(const TrialContext& context)
{
    QVector<Trial> trials { gitTrial(context) };
    if (compilerCache(context.choice.request, context.choice.facts.platform).isCache())
        trials << cacheTrial(context);
    if (!context.hasProfile
        || (context.choice.request.hasGate() && context.choice.request.gate != GateUse::Off))
        trials << gateTrial(context);
    return trials;
}

}
