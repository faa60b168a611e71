// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/buildfolder/CleanAdvice.h"

#include "core/base/Core.h"
#include "core/buildfolder/SameValue.h"
#include "core/buildfolder/SwitchedParts.h"
#include "core/detect/HostFacts.h"
#include "core/request/Configuration.h"
#include "core/stages/BuildFolderCleaner.h"
#include "core/stages/CMakeCache.h"

#include <QFileInfo>
#include <QStandardPaths>

#include <algorithm>
#include <optional>

namespace torchmason {

namespace {

// CMake keeps more of such a tool than this entry of its cache.
const struct {
    const char* flag;
    const char* why;
} toolFlags[] = {
    { "CMAKE_C_COMPILER", "CMake would throw its cache away halfway, and flags with it" },
    { "CMAKE_CXX_COMPILER", "CMake would throw its cache away halfway, and flags with it" },
    { "CMAKE_CUDA_COMPILER", "CMake would throw its cache away halfway, and flags with it" },
    { "CUDA_TOOLKIT_ROOT_DIR", "the libraries of the other toolkit stay in the cache" },
    { "CUDAToolkit_ROOT", "the libraries of the other toolkit stay in the cache" },
    { "CUDNN_ROOT", "the library and headers of the other one stay in the cache" },
    { "Python_EXECUTABLE", "headers and libraries of the other Python stay in the cache" },
    { "PYTHON_EXECUTABLE", "headers and libraries of the other Python stay in the cache" },
};

constexpr QLatin1String hostVariable("CUDAHOSTCXX");

bool isAsked(const QVector<FlagValue>& flags, const char* name)
{
    return std::any_of(flags.begin(), flags.end(),
        [name](const FlagValue& flag) { return flag.name == QLatin1String(name) && !flag.value.isEmpty(); });
}

QString plainName(const QString& program)
{
    const QString name = QFileInfo(program).fileName();
    return name.endsWith(QLatin1String(".exe"), Qt::CaseInsensitive) ? name.chopped(4) : name;
}

// "ccache g++", "g++ -m32": CMake splits them, unless a file is called so. A bare name need not be on our own
// PATH, as cl is not.
bool isSameCompiler(const QString& wish, const QString& before)
{
    if (isSameProgram(wish, before))
        return true;
    const QString program = QFileInfo::exists(wish) ? wish : wish.section(QLatin1Char(' '), 0, 0);
    if (plainName(program) == program && plainName(before) == program)
        return true;
    return isSameFlagValue(program, before) || isSameProgram(QStandardPaths::findExecutable(program), before);
}

bool hasFlags(const QString& wish, const QString& before)
{
    const QChar space = QLatin1Char(' ');
    return (space + before.simplified() + space).contains(space + wish.simplified() + space);
}

// A flag or a toolchain file, whatever the environment says; but nvcc hears of its host from there first.
bool isStronger(const ReadOnceVariable& known, const QVector<FlagValue>& flags, const BuildFolderState& state)
{
    return QLatin1String(known.name) != hostVariable
        && (isAsked(flags, known.entry) || isAsked(flags, "CMAKE_TOOLCHAIN_FILE")
            || !state.cache.value(QStringLiteral("CMAKE_TOOLCHAIN_FILE")).isEmpty());
}

// nullopt where the folder was not configured for that language.
std::optional<QString> configuredValue(const ReadOnceVariable& known, const BuildFolderState& state)
{
    if (QLatin1String(known.name) == hostVariable) {
        const auto cuda = state.compilers.constFind(QStringLiteral("CUDA"));
        return cuda == state.compilers.cend() ? std::nullopt : std::optional(cuda->host);
    }
    const CacheEntry* entry = state.cache.entry(QLatin1String(known.entry));
    const bool isThere = entry && !(known.isProgram && entry->value.isEmpty());
    return isThere ? std::optional(entry->value) : std::nullopt;
}

// "It was configured with CMAKE_CXX_COMPILER=/usr/bin/c++, and CMake would not look at CXX=clang++ again."
QString notReadAgain(const QString& entry, const QString& before, const QString& name, const QString& wish)
{
    return Core::tr("It was configured with %1, and CMake would not look at %2=%3 again.")
        .arg(before.isEmpty() ? Core::tr("no %1").arg(entry) : entry + QLatin1Char('=') + before, name, wish);
}

// Of readOnceVariables(): a sentence for each that says something else than what the folder was configured
// with. Where a flag says the same thing the variable does not count. Flags that were set and are not asked
// for any more are not seen, as CMake's own stand beside them.
QStringList ignoredVariables(
    const QMap<QString, QString>& variables, const QVector<FlagValue>& flags, const BuildFolderState& state)
{
    QStringList sentences;
    for (const ReadOnceVariable& known : readOnceList()) {
        const QString wish = variables.value(QLatin1String(known.name));
        const auto before = configuredValue(known, state);
        if (wish.isEmpty() || !before || isStronger(known, flags, state))
            continue;
        if (known.isProgram ? isSameCompiler(wish, *before) : hasFlags(wish, *before))
            continue;
        sentences << notReadAgain(QLatin1String(known.entry), *before, QLatin1String(known.name), wish);
    }
    return sentences;
}

// One place on the disk, also through links and moved folders' new names.
bool isSamePlace(const QString& left, const QString& right)
{
    if (isSamePath(left, right))
        return true;
    const QString canonical = QFileInfo(left).canonicalFilePath();
    return !canonical.isEmpty() && canonical == QFileInfo(right).canonicalFilePath();
}

class Adviser {
public:
    Adviser(const BuildFolderWishes& wishes, const BuildFolderState& state)
        : m_wishes(wishes)
        , m_state(state)
    {
    }

    CleanAdvice advise()
    {
        checkGenerator();
        checkFolders();
        checkTools();
        checkReadOnce();
        checkVersions();
        checkParts();
        return m_advice;
    }

private:
    void need(CleanLevel level, const QString& reason)
    {
        m_advice.level = std::max(m_advice.level, level);
        m_advice.reasons << reason;
    }

    QString cached(const char* name) const { return m_state.cache.value(QLatin1String(name)); }

    const FlagValue* wish(const char* name) const
    {
        for (const FlagValue& flag : m_wishes.flags) {
            if (flag.name == QLatin1String(name))
                return &flag;
        }
        return nullptr;
    }

    // CMake Error: Error: generator : Unix Makefiles Does not match the generator used previously: Ninja
    void checkGenerator()
    {
        const QString before = cached("CMAKE_GENERATOR");
        if (!before.isEmpty() && !m_wishes.generator.isEmpty() && before != m_wishes.generator)
            need(CleanLevel::Cache,
                Core::tr("It was configured for %1, and CMake refuses %2 there.")
                    .arg(before, m_wishes.generator));
    }

    // CMake Error: The source "/b/CMakeLists.txt" does not match the source "/a/CMakeLists.txt" used to
    // generate cache. The same goes for a build folder that was moved or copied.
    void checkFolders()
    {
        const QString source = cached("CMAKE_HOME_DIRECTORY");
        if (!source.isEmpty() && !isSamePlace(source, m_wishes.sourceFolder))
            need(CleanLevel::Cache,
                Core::tr("It was configured for the source in %1, not for %2, which CMake refuses.")
                    .arg(source, m_wishes.sourceFolder));
        const QString made = cached("CMAKE_CACHEFILE_DIR");
        if (!made.isEmpty() && !isSamePlace(made, m_wishes.buildFolder))
            need(CleanLevel::Cache,
                Core::tr("Its cache was made in %1: the folder was moved or copied, which CMake refuses.")
                    .arg(made));
    }

    // What CMake found with the old tool stays in its cache when another one is named.
    void checkTools()
    {
        for (const auto& tool : toolFlags) {
            const FlagValue* flag = wish(tool.flag);
            const QString before = cached(tool.flag);
            if (flag && !before.isEmpty() && !flag->value.isEmpty() && !isSameFlagValue(flag->value, before))
                need(CleanLevel::Cache,
                    Core::tr("It was configured with %1=%2, and now it is %3: %4.")
                        .arg(flag->name, before, flag->value, QLatin1String(tool.why)));
        }
    }

    // What counts only when a folder is configured for the first time, so that it matters though it was not
    // said then.
    void checkReadOnce()
    {
        for (const QString& sentence : ignoredVariables(m_wishes.variables, m_wishes.flags, m_state))
            need(CleanLevel::Cache, sentence);
        const auto cuda = m_state.compilers.constFind(QStringLiteral("CUDA"));
        const QString host = cached("CMAKE_CUDA_HOST_COMPILER"); // a project may know better than its flag
        if (m_state.isConfigured)
            checkFirstFlag("CMAKE_TOOLCHAIN_FILE", cached("CMAKE_TOOLCHAIN_FILE"));
        if (cuda != m_state.compilers.cend() && !m_wishes.variables.contains(QStringLiteral("CUDAHOSTCXX")))
            checkFirstFlag("CMAKE_CUDA_HOST_COMPILER", host.isEmpty() ? cuda->host : host);
    }

    void checkFirstFlag(const char* name, const QString& before)
    {
        const FlagValue* flag = wish(name);
        if (!flag || isSameFlagValue(flag->value, before) || isSameProgram(flag->value, before))
            return;
        need(CleanLevel::Cache, notReadAgain(flag->name, before, flag->name, flag->value));
    }

    // The version of today, by whichever of its names the program is known.
    QString versionNow(const QString& program) const
    {
        const auto& versions = m_wishes.versions;
        if (const auto exact = versions.constFind(program); exact != versions.cend() || program.isEmpty())
            return exact == versions.cend() ? QString() : *exact;
        for (auto known = versions.cbegin(); known != versions.cend(); ++known) {
            if (isSameProgram(known.key(), program))
                return known.value();
        }
        return {};
    }

    // Ninja does not see that a compiler behind the same path is another one now.
    void checkVersions()
    {
        for (const char* language : { "C", "CXX", "CUDA" }) {
            const ConfiguredCompiler before = m_state.compilers.value(QLatin1String(language));
            const QString now = versionNow(before.path);
            if (before.version.isEmpty() || now.isEmpty() || !hasChanged(before.version, now, language))
                continue;
            const QString reason = Core::tr("%1 was version %2 when it was configured, and is %3 now.")
                                       .arg(before.path, before.version, now);
            const bool isCuda = QLatin1String(language) == QLatin1String("CUDA");
            need(isCuda ? CleanLevel::Stale : CleanLevel::All, reason);
            if (isCuda)
                addStale(outputsOfPart(m_state, QStringLiteral("USE_CUDA"), OutputChoice::ObjectsOnly));
            else
                break; // the others changed with it
        }
    }

    // Objects of gcc 12.2 and 12.3 go together; CUDA's minor versions change its headers.
    static bool hasChanged(const QString& before, const QString& now, const char* language)
    {
        const int parts = QLatin1String(language) == QLatin1String("CUDA") ? 2 : 1;
        return before.section(QLatin1Char('.'), 0, parts - 1) != now.section(QLatin1Char('.'), 0, parts - 1);
    }

    void checkParts()
    {
        for (const QString& flag : switchedParts()) {
            const FlagValue* asked = wish(flag.toLatin1().constData());
            if (!asked || isCMakeTrue(asked->value))
                continue;
            // Who deletes the cache by hand leaves the objects, and nothing tells any more what was on.
            const bool wasOn = !m_state.isConfigured || isCMakeTrue(m_state.cache.value(flag));
            const QStringList outputs
                = outputsOfPart(m_state, flag, wasOn ? OutputChoice::All : OutputChoice::UnplannedOnly);
            if (outputs.isEmpty())
                continue;
            need(CleanLevel::Stale,
                Core::tr("%1 is %2 now, but the folder holds %3 with that part in, such as %4.")
                    .arg(flag, asked->value,
                        outputs.size() == 1 ? Core::tr("a file")
                                            : Core::tr("%n files", nullptr, int(outputs.size())),
                        outputs.first()));
            addStale(outputs);
        }
    }

    void addStale(const QStringList& outputs)
    {
        for (const QString& output : outputs) {
            if (!m_advice.staleOutputs.contains(output))
                m_advice.staleOutputs << output;
        }
    }

    const BuildFolderWishes& m_wishes;
    const BuildFolderState& m_state;
    CleanAdvice m_advice;
};

QString levelText(const CleanAdvice& advice)
{
    switch (advice.level) {
    case CleanLevel::None:
        break;
    case CleanLevel::Cache:
        return Core::tr(
            "It is enough to delete CMake's cache and configure again (--clean cache); objects stay.");
    case CleanLevel::Stale:
        return Core::tr("Removing %1 and CMake's cache is enough (--clean stale); other objects stay.")
            .arg(advice.staleOutputs.size() == 1
                    ? Core::tr("that file")
                    : Core::tr("those %n files", nullptr, int(advice.staleOutputs.size())));
    case CleanLevel::All:
        return Core::tr("Clean the build folder (--clean).");
    }
    return {};
}

}

QString cleanLevelId(CleanLevel level)
{
    static const char* const ids[] = { "none", "cache", "stale", "all" };
    return QLatin1String(ids[int(level)]);
}

QString cleanLevelName(CleanLevel level)
{
    switch (level) {
    case CleanLevel::None:
        break;
    case CleanLevel::Cache:
        return Core::tr("CMake's cache");
    case CleanLevel::Stale:
        return Core::tr("cache and stale objects");
    case CleanLevel::All:
        return Core::tr("the whole build folder");
    }
    return Core::tr("nothing");
}

CleanLevel cleanLevelOf(const BuildRequest& request)
{
    if (!request.clean || request.cleanLevel == QLatin1String("none"))
        return CleanLevel::None;
    for (const CleanLevel level : { CleanLevel::Cache, CleanLevel::Stale }) {
        if (request.cleanLevel == cleanLevelId(level))
            return level;
    }
    return CleanLevel::All;
}

BuildFolderWishes buildFolderWishes(const BuildRequest& request)
{
    BuildFolderWishes wishes { request.buildFolder, request.sourceFolder, request.generator, {}, {},
        readOnceVariables(request.configuration.environment) };
    for (const FlagValue& flag : request.configuration.flags) {
        if (flag.origin != ValueOrigin::Default)
            wishes.flags << flag;
    }
    if (const auto facts = hostFactsFromJson(request.hostFacts, QStringLiteral("hostFacts"))) {
        for (const CompilerFacts& compiler : facts->compilers)
            wishes.versions.insert(compiler.path, compiler.version);
        for (const CudaToolkitFacts& toolkit : facts->cudaToolkits)
            wishes.versions.insert(toolkit.nvcc, toolkit.version);
    }
    return wishes;
}

bool isToolFlag(const QString& name)
{
    return std::any_of(std::begin(toolFlags), std::end(toolFlags),
        [&name](const auto& tool) { return name == QLatin1String(tool.flag); });
}

CleanAdvice adviseClean(const BuildFolderWishes& wishes, const BuildFolderState& state)
{
    return Adviser(wishes, state).advise();
}

QString adviceSentence(const CleanAdvice& advice, const QString& buildFolder)
{
    if (advice.level == CleanLevel::None)
        return {};
    return Core::tr("The build folder %1 cannot be used as it is. %2 %3")
        .arg(buildFolder, advice.reasons.join(QLatin1Char(' ')), levelText(advice));
}

Result<QString> checkBuildFolder(const BuildFolderWishes& wishes)
{
    const auto state = readBuildFolder(wishes.buildFolder);
    if (!state)
        return state.error();
    if (!state->isConfigured && state->outputs.isEmpty())
        return Core::tr("%1 has not been configured yet.").arg(wishes.buildFolder);
    const CleanAdvice advice = adviseClean(wishes, *state);
    if (advice.level != CleanLevel::None)
        return Error { adviceSentence(advice, wishes.buildFolder) };
    return (state->isConfigured ? Core::tr("%1 was configured before; what is there can be used.")
                                : Core::tr("%1 has no CMake cache; what is there can be used."))
        .arg(wishes.buildFolder);
}

Result<QString> cleanParts(
    const BuildFolderWishes& wishes, CleanLevel level, const std::function<void(const QString&)>& print)
{
    const auto state = readBuildFolder(wishes.buildFolder);
    if (!state)
        return state.error();
    QStringList outputs;
    if (level == CleanLevel::Stale)
        outputs = adviseClean(wishes, *state).staleOutputs;
    for (const QString& output : outputs)
        print(Core::tr("Removing %1.").arg(output));
    const auto removed = removeOutputs(wishes.buildFolder, wishes.sourceFolder, outputs);
    if (!removed)
        return removed.error();
    const auto forgotten = forgetConfiguration(wishes.buildFolder, wishes.sourceFolder);
    if (!forgotten)
        return forgotten.error();
    return Core::tr("Removed %1 of CMake's cache%2.")
        .arg(folderCountText(*forgotten),
            outputs.isEmpty() ? QString() : Core::tr(" and %1").arg(folderCountText(*removed)));
}

}
