// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/change/FixCommands.h"
#include "core/preflight/PreflightRules.h"
#include "core/profile/Candidates.h"
#include "core/stages/GateLaunchers.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

#include <utility>

// What does not fit together with compiler caches and with compiling on other machines. Sources: the manuals
// of ccache, sccache and distcc, and PyTorch's own options.
namespace torchmason {

namespace {

QString variable(const PreflightInput& input, const char* name)
{
    for (const EnvironmentValue& entry : input.request.configuration.environment) {
        if (entry.name == QLatin1String(name))
            return entry.value.value_or(QString());
    }
    return input.facts.isHere() ? qEnvironmentVariable(name) : QString();
}

QString flag(const PreflightInput& input, const char* name)
{
    return input.request.configuration.flagValue(QLatin1String(name));
}

void warn(
    QVector<CheckRow>& rows, const char* id, const QString& title, const QString& found, const QString& fix)
{
    CheckRow row = problemRow(id, CheckState::Warning, title, found);
    row.fixText = fix;
    rows.append(row);
}

// Every launcher that is named by its bare name must be there; of paths nothing is known here.
void checkPresence(const PreflightInput& input, QVector<CheckRow>& rows)
{
    QStringList missing;
    for (const char* language : { "C", "CXX", "CUDA" }) {
        const QString launchers = input.request.configuration.flagValue(
            QStringLiteral("CMAKE_%1_COMPILER_LAUNCHER").arg(QLatin1String(language)));
        for (const QString& launcher : launchers.split(QLatin1Char(';'), Qt::SkipEmptyParts)) {
            const bool isCache = launcher == QLatin1String("ccache") || launcher == QLatin1String("sccache");
            if (isCache && !input.facts.tool(launcher))
                missing << launcher;
        }
    }
    missing.removeDuplicates();
    for (const QString& name : std::as_const(missing)) {
        CheckRow row = problemRow("cache-missing", CheckState::Fail, QStringLiteral("Compiler cache"),
            QStringLiteral("%1 shall stand before the compilers, and is not installed.").arg(name));
        row.fixText = QStringLiteral("Install %1, or build with --cache none.").arg(name);
        row.fixCommand = installCommand(input.facts, name);
        rows.append(row);
    }
}

void checkCachedGenerator(const PreflightInput& input, QVector<CheckRow>& rows)
{
    const bool asks = !flag(input, "CMAKE_CXX_COMPILER_LAUNCHER").isEmpty();
    if (asks && input.request.generator.startsWith(QLatin1String("Visual Studio")))
        warn(rows, "cache-with-visual-studio", QStringLiteral("Compiler cache"),
            QStringLiteral("The generator %1 does not know compiler launchers: nothing is cached.")
                .arg(input.request.generator),
            QStringLiteral("Take the generator Ninja."));
}

// /Zi puts debug information of many objects into one file, which no cache can keep.
void checkDebugInformation(const PreflightInput& input, const CompilerCache& cache, QVector<CheckRow>& rows)
{
    static const QRegularExpression shared(QStringLiteral("(^|\\s)[/-]Z[iI](\\s|$)"));
    QStringList names;
    for (const FlagValue& entry : input.request.configuration.flags) {
        if (entry.name.startsWith(QLatin1String("CMAKE_C")) && entry.name.contains(QLatin1String("_FLAGS"))
            && entry.value.contains(shared))
            names << entry.name;
    }
    const FlagValue* override = input.request.configuration.flag(QStringLiteral("MSVC_Z7_OVERRIDE"));
    if (override && !isCMakeTrue(override->value))
        names << override->name + QLatin1Char('=') + override->value;
    if (flag(input, "CMAKE_MSVC_DEBUG_INFORMATION_FORMAT").contains(QLatin1String("ProgramDatabase")))
        names << QStringLiteral("CMAKE_MSVC_DEBUG_INFORMATION_FORMAT");
    if (!names.isEmpty() && cache.isCache() && input.facts.platform == Platform::Windows)
        warn(rows, "cache-and-zi", QStringLiteral("Debug information"),
            QStringLiteral("%1: with /Zi nothing can be cached.").arg(names.join(QLatin1String(", "))),
            QStringLiteral("Write /Z7 instead of /Zi, and leave MSVC_Z7_OVERRIDE on."));
}

void checkPrecompiledHeaders(const PreflightInput& input, const CompilerCache& cache, QVector<CheckRow>& rows)
{
    if (!isCMakeTrue(flag(input, "USE_PRECOMPILED_HEADERS")) || !cache.isCache())
        return;
    const QString sloppiness = variable(input, "CCACHE_SLOPPINESS");
    const bool isAllowed = sloppiness.contains(QLatin1String("pch_defines"))
        && sloppiness.contains(QLatin1String("time_macros"));
    const QString title = QStringLiteral("Precompiled headers");
    if (!cache.ccache.isEmpty() && !isAllowed)
        warn(rows, "ccache-and-pch", title,
            QStringLiteral(
                "ccache keeps nothing that uses precompiled headers unless it may overlook their times."),
            QStringLiteral("Set the environment variable CCACHE_SLOPPINESS to pch_defines,time_macros, or "
                           "USE_PRECOMPILED_HEADERS to OFF."));
    if (!cache.sccache.isEmpty())
        warn(rows, "sccache-and-pch", title,
            QStringLiteral("sccache keeps nothing that uses precompiled headers."),
            QStringLiteral("Set USE_PRECOMPILED_HEADERS to OFF."));
}

void checkSccache(const PreflightInput& input, const CompilerCache& cache, QVector<CheckRow>& rows)
{
    if (cache.sccache.isEmpty())
        return;
    if (input.request.hasGate() && input.request.memoryLimit)
        warn(rows, "sccache-and-gate", QStringLiteral("Memory gate"),
            QStringLiteral(
                "sccache's server starts the compilers, so the gate sees only who asks it, and cannot "
                "keep a memory limit."),
            QStringLiteral(
                "Take ccache (--cache ccache), or leave the gate out and choose --jobs for the memory."));
    if (isCMakeTrue(flag(input, "CMAKE_NINJA_FORCE_RESPONSE_FILE")))
        warn(rows, "sccache-and-response-files", QStringLiteral("Response files"),
            QStringLiteral(
                "CMAKE_NINJA_FORCE_RESPONSE_FILE puts the compilers' arguments into files; sccache does "
                "not read those with quotes in them, and then keeps nothing."),
            QStringLiteral(
                "Leave CMAKE_NINJA_FORCE_RESPONSE_FILE out: CMake uses response files where lines are "
                "too long."));
}

void checkStorage(const PreflightInput& input, const CompilerCache& cache, QVector<CheckRow>& rows)
{
    if (cache.ccache.isEmpty())
        return;
    const QString storage = variable(input, "CCACHE_REMOTE_STORAGE") + QLatin1Char(' ')
        + variable(input, "CCACHE_SECONDARY_STORAGE");
    // Tried with ccache 4.7.5 and redis 7.0: an empty user is refused.
    if (storage.contains(QLatin1String("redis://:")))
        warn(rows, "ccache-redis-login", QStringLiteral("Shared storage"),
            QStringLiteral("With a colon before the password, redis does not let ccache in."),
            QStringLiteral("Write redis://PASSWORD@HOST."));
    if (storage.contains(QLatin1String("https://")))
        warn(rows, "ccache-https", QStringLiteral("Shared storage"),
            QStringLiteral("ccache speaks http:// and redis://, and no https://."),
            QStringLiteral("Use http:// within a network that you trust, or redis://."));
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

bool hasHostsFile(const PreflightInput& input)
{
    if (!input.facts.isHere())
        return true; // of another machine nothing is known
    return QFileInfo::exists(QDir::homePath() + QStringLiteral("/.distcc/hosts"))
        || QFileInfo::exists(QStringLiteral("/etc/distcc/hosts"));
}

void checkDistcc(const PreflightInput& input, const CompilerCache& cache, QVector<CheckRow>& rows)
{
    if (!cache.distcc)
        return;
    const QString hosts = variable(input, "DISTCC_HOSTS");
    const int room = distccSlots(hosts);
    const int jobs = input.request.jobs.value_or(1);
    if (hosts.isEmpty() && !hasHostsFile(input))
        warn(rows, "distcc-hosts", QStringLiteral("distcc"),
            QStringLiteral(
                "Neither DISTCC_HOSTS nor a hosts file names a machine: everything is compiled here."),
            QStringLiteral("Set DISTCC_HOSTS, for example to \"localhost/2 10.0.0.7/8\"."));
    else if (room > jobs)
        warn(rows, "distcc-jobs", QStringLiteral("distcc"),
            QStringLiteral(
                "DISTCC_HOSTS has room for %1 compilers at the same time, and this build starts %2.")
                .arg(room)
                .arg(jobs),
            QStringLiteral("Build with --jobs %1.").arg(room));
    const QString cuda = flag(input, "CMAKE_CUDA_COMPILER_LAUNCHER");
    const bool nvccToo = cuda.contains(QLatin1String("distcc"))
        || (cuda.contains(QLatin1String("ccache")) && !cuda.contains(QLatin1String("sccache")));
    if (usesCuda(input.request.configuration) && nvccToo)
        warn(rows, "distcc-and-cuda", QStringLiteral("distcc and CUDA"),
            QStringLiteral(
                "distcc knows C and C++ only: files for nvcc are compiled here, and the number of jobs "
                "must fit this machine's memory while they are."),
            QStringLiteral("Set CMAKE_CUDA_COMPILER_LAUNCHER to nothing, and use --gate."));
    if (input.request.configuration.flagValue(QStringLiteral("CMAKE_CXX_FLAGS"))
            .contains(QLatin1String("native")))
        warn(rows, "distcc-and-native", QStringLiteral("distcc and -march=native"),
            QStringLiteral(
                "-march=native means another processor on every machine; distcc compiles such files "
                "here."),
            QStringLiteral(
                "Name the processor of this machine instead: gcc -march=native -Q --help=target tells it."));
}

}

void checkCaches(const PreflightInput& input, QVector<CheckRow>& rows)
{
    const CompilerCache cache = compilerCache(input.request, input.facts.platform);
    checkPresence(input, rows);
    checkCachedGenerator(input, rows);
    checkDebugInformation(input, cache, rows);
    checkPrecompiledHeaders(input, cache, rows);
    checkSccache(input, cache, rows);
    checkStorage(input, cache, rows);
    checkDistcc(input, cache, rows);
}

}
