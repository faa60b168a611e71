// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attempt/CacheCounters.h"
#include "core/base/AppPaths.h"
#include "core/base/Core.h"
#include "core/base/RegularFile.h"
#include "core/stages/GateLaunchers.h"
#include "core/trial/TrialPlan.h"

#include <QFileInfo>
#include <QUrl>

namespace torchmason {

namespace {

// Without hooks, signatures or templates of the user, and without a name that must be set up.
QStringList gitWords(const QString& folder, const QString& words)
{
    QStringList all;
    for (const char* setting : { "user.name=Torchmason", "user.email=trial@torchmason.invalid",
             "commit.gpgsign=false", "core.hooksPath=/torchmason-has-none",
             "init.templateDir=", "protocol.file.allow=always", "advice.detachedHead=false" })
        all << QStringLiteral("-c") << QLatin1String(setting);
    return all + QStringList { QStringLiteral("-C"), folder } + words.split(QLatin1Char(' '));
}

QString fileUrl(const QString& path)
{
    return QUrl::fromLocalFile(path).toString(QUrl::FullyEncoded);
}

// A repository "whole" with the submodule "part", cloned into "clone".
bool cloneWithSubmodule(TrialWork& work, const QString& git)
{
    const QString part = work.path(QStringLiteral("part"));
    const QString whole = work.path(QStringLiteral("whole"));
    const QString making = Core::tr("Making a small repository");
    const auto run = [&](const QString& doing, const QString& folder, const QString& words) {
        return work.run({ doing, git, gitWords(folder, words) });
    };
    return work.write(QStringLiteral("part/lines.txt"), "one\ntwo\n")
        && run(making, work.path({}), QStringLiteral("init -q part"))
        && run(making, part, QStringLiteral("add lines.txt"))
        && run(making, part, QStringLiteral("commit -q -m part"))
        && run(making, work.path({}), QStringLiteral("init -q whole"))
        && run(Core::tr("Adding a submodule"), whole,
            QStringLiteral("submodule --quiet add %1 third_party").arg(fileUrl(part)))
        && run(making, whole, QStringLiteral("commit -q -m whole"))
        && run(Core::tr("Cloning with submodules"), work.path({}),
            QStringLiteral("clone -q --recurse-submodules %1 clone").arg(fileUrl(whole)));
}

void tryGit(TrialWork& work)
{
    const ToolFacts* git = work.context.choice.facts.tool(QStringLiteral("git"));
    if (!git)
        return work.cannot(Core::tr("git was not found."));
    work.addTool(QStringLiteral("git"), git->path, git->version);
    if (!cloneWithSubmodule(work, git->path))
        return;
    // The user's settings that change what a tree looks like; exit code 1: none of them is set.
    const StepAnswer settings = work.ask({ {}, git->path,
        { QStringLiteral("-C"), work.path(QStringLiteral("clone")), QStringLiteral("config"),
            QStringLiteral("--get-regexp"),
            QStringLiteral(
                "^(core\\.(autocrlf|eol|symlinks|longpaths|fsmonitor)|protocol\\.file\\.allow)$") } });
    const QString told = settings.isGood() ? QString::fromUtf8(settings.output).trimmed() : QString();
    const QString note = told.isEmpty() ? QString()
                                        : QLatin1Char(' ')
            + Core::tr("Your settings: %1.")
                  .arg(QString(told).replace(QLatin1Char('\n'), QLatin1String(", ")));
    RegularFile file(work.path(QStringLiteral("clone/third_party/lines.txt")));
    const QByteArray lines = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    if (lines.isEmpty())
        work.fail(Core::tr("The clone lacks the file of its submodule.") + note,
            Core::tr("Reinstall git; git submodule needs its helpers."));
    else if (lines.contains('\r'))
        work.warn(
            Core::tr("git changes line endings to those of Windows; scripts and patches of a tree may fail.")
                + note,
            Core::tr("Run: git config --global core.autocrlf input"));
    else
        work.pass(Core::tr("git %1 clones a repository with a submodule.").arg(git->version) + note);
}

void tryCache(TrialWork& work)
{
    const TrialContext& context = work.context;
    const BuildChoice& choice = context.choice;
    if (compilerCache(choice.request, choice.taken(), choice.facts.platform).ccache.isEmpty())
        return work.cannot(
            Core::tr("sccache is not tried here: a build starts its server and shows what it says."));
    const ToolFacts* ccache = choice.facts.tool(QStringLiteral("ccache"));
    if (!ccache)
        return work.cannot(Core::tr("The build uses ccache, which was not found."));
    work.addTool(QStringLiteral("ccache"), ccache->path, ccache->version);
    if (!work.needsCompiler())
        return;
    const QString source = work.path(QStringLiteral("part.c"));
    const TrialStep compile { Core::tr("Compiling through ccache"), ccache->path,
        QStringList { context.cc() } + context.compileWords(source, context.objectOf(source), 17) };
    if (!work.writeSource("part.c") || !work.run(compile) || !work.run(compile))
        return;
    if (!work.run({ Core::tr("Asking ccache for its counters"), ccache->path,
            { QStringLiteral("--print-stats") } })) {
        work.about.state = QStringLiteral("unknown"); // versions before 3.7 cannot be asked
        return;
    }
    const auto counts = countsOfCcache(work.output());
    if (!counts)
        return work.unknown(counts.error().message);
    if (counts->hits > 0)
        return work.pass(
            Core::tr("ccache %1 keeps what was compiled and gives it back.").arg(ccache->version));
    work.about.evidence = QStringLiteral("%1 hits, %2 misses, %3 not cached")
                              .arg(counts->hits)
                              .arg(counts->misses)
                              .arg(counts->uncached);
    work.warn(Core::tr("ccache compiled the same file twice and kept nothing (%1).").arg(work.about.evidence),
        Core::tr("Check whether CCACHE_DISABLE, CCACHE_READONLY or CCACHE_RECACHE is set."));
}

// Started as ninja will start it, with no runner to ask: it must run its command and pass on its exit code.
void tryGate(TrialWork& work)
{
    const QString gate
        = work.context.executable(AppPaths::programFolder() + QStringLiteral("/torchmason-gate"));
    if (!QFileInfo(gate).isFile())
        return work.cannot(Core::tr("%1 is not there; install Torchmason again.").arg(gate));
    if (!work.context.choice.cmake)
        return work.cannot(Core::tr("CMake was not found."));
    work.addTool(QStringLiteral("gate"), gate, {});
    TrialStep step { Core::tr("Starting a command through the gate"), gate,
        { work.context.choice.cmake->path, QStringLiteral("-E"), QStringLiteral("true") },
        Milliseconds(15000) };
    if (!work.run(step))
        return;
    step.arguments.last() = QStringLiteral("false");
    const StepAnswer bad = work.ask(step);
    if (bad.started && bad.exitCode != 1)
        work.fail(Core::tr("The launcher hides that a compiler failed."),
            Core::tr("Install Torchmason again, or build with --no-gate."));
    else
        work.pass(Core::tr("The launcher starts compilers and passes on how they ended."));
}

}

void addToolTrials(const TrialContext& context, QVector<Trial>& trials)
{
    const BuildRequest& request = context.choice.request;
    trials.append(context.trial("git", Core::tr("Git"),
        Core::tr("that git clones a repository with a submodule and keeps its lines as they are"), tryGit));
    if (compilerCache(request, context.choice.taken(), context.choice.facts.platform).isCache()) {
        trials.append(context.trial("compiler-cache", Core::tr("Compiler cache"),
            Core::tr("that the compiler cache is used when the same file is compiled again"), tryCache));
        trials.last().usesCompiler = true;
    }
    if (!context.hasProfile() || (request.hasGate() && request.gate != GateUse::Off))
        trials.append(context.trial("gate", Core::tr("Memory gate"),
            Core::tr("that the launcher before the compilers starts and passes exit codes on"), tryGate));
}

}
