// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Core.h"
#include "core/change/FixCommands.h"
#include "core/preflight/MachineRows.h"
#include "core/preflight/PreflightRules.h"
#include "core/stages/GateLaunchers.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

#include <utility>

// What does not fit together with compiler caches and with compiling on other machines. Sources: the manuals
// of ccache, sccache and distcc, and PyTorch's own options.
namespace torchmason {

namespace {

QString variable(const BuildChoice& choice, const char* name)
{
    if (const EnvironmentValue* entry = choice.request.configuration.variable(QLatin1String(name)))
        return entry->value.value_or(QString());
    return choice.facts.isHere() ? qEnvironmentVariable(name) : QString();
}

QString flag(const BuildChoice& choice, const char* name)
{
    return choice.request.configuration.flagValue(QLatin1String(name));
}

void warn(
    QVector<CheckRow>& rows, const char* id, const QString& title, const QString& found, const QString& fix)
{
    CheckRow& row = addProblem(rows, id, CheckState::Warning, title, found);
    row.fixText = fix;
}

// Of paths nothing is known here.
void checkPresence(const BuildChoice& choice, QVector<CheckRow>& rows)
{
    for (const QString& name : missingCaches(choice.taken(), choice.facts)) {
        CheckRow& row
            = addProblem(rows, "cache-missing", CheckState::Fail, Core::tr("Compiler cache"), QString());
        setCacheMissing(row, choice.facts, name);
    }
}

void checkCachedGenerator(const BuildChoice& choice, QVector<CheckRow>& rows)
{
    const bool asks = !flag(choice, "CMAKE_CXX_COMPILER_LAUNCHER").isEmpty();
    if (asks && choice.request.generator.startsWith(QLatin1String("Visual Studio")))
        warn(rows, "cache-with-visual-studio", Core::tr("Compiler cache"),
            Core::tr("The generator %1 does not know compiler launchers: nothing is cached.")
                .arg(choice.request.generator),
            Core::tr("Use the generator Ninja."));
}

// /Zi puts debug information of many objects into one file, which no cache can keep.
void checkDebugInformation(const BuildChoice& choice, const CompilerCache& cache, QVector<CheckRow>& rows)
{
    static const QRegularExpression shared(QStringLiteral("(^|\\s)[/-]Z[iI](\\s|$)"));
    QStringList names;
    for (const FlagValue& entry : choice.request.configuration.flags) {
        if (entry.name.startsWith(QLatin1String("CMAKE_C")) && entry.name.contains(QLatin1String("_FLAGS"))
            && entry.value.contains(shared))
            names << entry.name;
    }
    const FlagValue* override = choice.request.configuration.flag(QStringLiteral("MSVC_Z7_OVERRIDE"));
    if (override && !isCMakeTrue(override->value))
        names << override->name + QLatin1Char('=') + override->value;
    if (flag(choice, "CMAKE_MSVC_DEBUG_INFORMATION_FORMAT").contains(QLatin1String("ProgramDatabase")))
        names << QStringLiteral("CMAKE_MSVC_DEBUG_INFORMATION_FORMAT");
    if (!names.isEmpty() && cache.isCache() && choice.facts.platform == Platform::Windows)
        warn(rows, "cache-and-zi", Core::tr("Debug information"),
            Core::tr("%1: with /Zi nothing can be cached.").arg(names.join(QLatin1String(", "))),
            Core::tr("Write /Z7 instead of /Zi, and leave MSVC_Z7_OVERRIDE on."));
}

void checkPrecompiledHeaders(const BuildChoice& choice, const CompilerCache& cache, QVector<CheckRow>& rows)
{
    if (!isCMakeTrue(flag(choice, "USE_PRECOMPILED_HEADERS")) || !cache.isCache())
        return;
    const QString sloppiness = variable(choice, "CCACHE_SLOPPINESS");
    const bool isAllowed = sloppiness.contains(QLatin1String("pch_defines"))
        && sloppiness.contains(QLatin1String("time_macros"));
    const QString title = Core::tr("Precompiled headers");
    if (!cache.ccache.isEmpty() && !isAllowed)
        warn(rows, "ccache-and-pch", title,
            Core::tr("ccache does not cache files that use precompiled headers unless CCACHE_SLOPPINESS "
                     "allows it."),
            Core::tr("Set the environment variable CCACHE_SLOPPINESS to pch_defines,time_macros, or "
                     "USE_PRECOMPILED_HEADERS to OFF."));
    if (!cache.sccache.isEmpty())
        warn(rows, "sccache-and-pch", title, Core::tr("sccache keeps nothing that uses precompiled headers."),
            Core::tr("Set USE_PRECOMPILED_HEADERS to OFF."));
}

void checkSccache(const BuildChoice& choice, const CompilerCache& cache, QVector<CheckRow>& rows)
{
    if (cache.sccache.isEmpty())
        return;
    if (choice.request.hasGate() && choice.request.memoryLimit)
        warn(rows, "sccache-and-gate", Core::tr("Memory gate"),
            Core::tr(
                "sccache's server starts the compilers, so the memory gate cannot measure their memory and "
                "cannot keep a memory limit."),
            Core::tr("Use ccache (--cache ccache), or leave the gate out and choose --jobs for the memory."));
    if (isCMakeTrue(flag(choice, "CMAKE_NINJA_FORCE_RESPONSE_FILE")))
        warn(rows, "sccache-and-response-files", Core::tr("Response files"),
            Core::tr("CMAKE_NINJA_FORCE_RESPONSE_FILE puts the compilers' arguments into files; sccache does "
                     "not read those with quotes in them, and then keeps nothing."),
            Core::tr("Leave CMAKE_NINJA_FORCE_RESPONSE_FILE out: CMake uses response files where lines are "
                     "too long."));
}

void checkStorage(const BuildChoice& choice, const CompilerCache& cache, QVector<CheckRow>& rows)
{
    if (cache.ccache.isEmpty())
        return;
    const QString storage = variable(choice, "CCACHE_REMOTE_STORAGE") + QLatin1Char(' ')
        + variable(choice, "CCACHE_SECONDARY_STORAGE");
    // Tried with ccache 4.7.5 and redis 7.0: an empty user is refused.
    if (storage.contains(QLatin1String("redis://:")))
        warn(rows, "ccache-redis-login", Core::tr("Shared storage"),
            Core::tr("With a colon before the password, redis refuses ccache."),
            Core::tr("Write redis://PASSWORD@HOST."));
    if (storage.contains(QLatin1String("https://")))
        warn(rows, "ccache-https", Core::tr("Shared storage"),
            Core::tr("ccache supports http:// and redis://, but not https://."),
            Core::tr("Use http:// within a network that you trust, or redis://."));
}

// "localhost/2 10.0.0.7/8,lzo @box": compilers that may run there at the same time; 4 where no limit stands.
int distccSlots(const QString& hosts)
{
    static const QRegularExpression limit(QStringLiteral("/(\\d+)"));
    int room = 0;
    for (const QString& host : hosts.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        if (host.startsWith(QLatin1String("--")) || host.startsWith(QLatin1Char('+')))
            continue;
        const auto match = limit.match(host);
        room += match.hasMatch() ? match.captured(1).toInt() : host == QLatin1String("localhost") ? 2 : 4;
    }
    return room;
}

bool hasHostsFile(const BuildChoice& choice)
{
    if (!choice.facts.isHere())
        return true; // of another machine nothing is known
    return QFileInfo::exists(QDir::homePath() + QStringLiteral("/.distcc/hosts"))
        || QFileInfo::exists(QStringLiteral("/etc/distcc/hosts"));
}

void checkDistcc(const BuildChoice& choice, const CompilerCache& cache, QVector<CheckRow>& rows)
{
    if (!cache.distcc)
        return;
    const QString hosts = variable(choice, "DISTCC_HOSTS");
    const int room = distccSlots(hosts);
    const int jobs = choice.request.jobs.value_or(1);
    if (hosts.isEmpty() && !hasHostsFile(choice))
        warn(rows, "distcc-hosts", QStringLiteral("distcc"),
            Core::tr("Neither DISTCC_HOSTS nor a hosts file names a machine: everything is compiled here."),
            Core::tr("Set DISTCC_HOSTS, for example to \"localhost/2 10.0.0.7/8\"."));
    else if (room > jobs)
        warn(rows, "distcc-jobs", QStringLiteral("distcc"),
            Core::tr("DISTCC_HOSTS has room for %1 compilers at the same time, and this build starts %2.")
                .arg(room)
                .arg(jobs),
            Core::tr("Build with --jobs %1.").arg(room));
    const QString cuda = flag(choice, "CMAKE_CUDA_COMPILER_LAUNCHER");
    const bool nvccToo = cuda.contains(QLatin1String("distcc"))
        || (cuda.contains(QLatin1String("ccache")) && !cuda.contains(QLatin1String("sccache")));
    if (choice.usesCuda && nvccToo)
        warn(rows, "distcc-and-cuda", Core::tr("distcc and CUDA"),
            Core::tr("distcc knows C and C++ only: files for nvcc are compiled here, and the number of jobs "
                     "must fit this machine's memory while they are."),
            Core::tr("Set CMAKE_CUDA_COMPILER_LAUNCHER to nothing, and leave the memory gate on."));
    if (choice.request.configuration.flagValue(QStringLiteral("CMAKE_CXX_FLAGS"))
            .contains(QLatin1String("native")))
        warn(rows, "distcc-and-native", Core::tr("distcc and -march=native"),
            Core::tr("-march=native means another processor on every machine; distcc compiles such files "
                     "here."),
            Core::tr(
                "Name the processor of this machine instead: gcc -march=native -Q --help=target shows it."));
}

}

void setCacheMissing(CheckRow& row, const HostFacts& facts, const QString& name)
{
    row.need.clear(); // it was optional
    row.found = Core::tr("The build starts its compilers through %1, which is not installed.").arg(name);
    setFix(row, CheckState::Fail, Core::tr("Install %1, or build with --cache none.").arg(name),
        installCommand(facts, name));
}

void checkCaches(const BuildChoice& choice, QVector<CheckRow>& rows)
{
    const CompilerCache cache = compilerCache(choice.request, choice.taken(), choice.facts.platform);
    checkPresence(choice, rows);
    checkCachedGenerator(choice, rows);
    checkDebugInformation(choice, cache, rows);
    checkPrecompiledHeaders(choice, cache, rows);
    checkSccache(choice, cache, rows);
    checkStorage(choice, cache, rows);
    checkDistcc(choice, cache, rows);
}

}
