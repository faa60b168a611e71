// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/BuildChoice.h"

#include "core/base/Core.h"
#include "core/config/InheritedOptions.h"
#include "core/config/OptionValue.h"
#include "core/config/PythonChoice.h"
#include "core/config/ReleaseNeeds.h"
#include "core/config/ToolkitChoice.h"
#include "core/knowledge/VersionText.h"
#include "core/profile/Candidates.h"
#include "core/redact/SecretText.h"
#include "core/request/InheritedVariable.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace torchmason {

namespace {

bool isSamePlace(const QString& one, const QString& other)
{
    return QDir::cleanPath(QDir::fromNativeSeparators(one))
               .compare(QDir::cleanPath(QDir::fromNativeSeparators(other)), Qt::CaseInsensitive)
        == 0;
}

// The tree that is built. What is fetched over it may be another release, and on another machine the same
// path is another folder.
std::shared_ptr<const TreeFacts> treeOf(const BuildChoice& choice)
{
    const auto tree
        = choice.facts.isHere() && !choice.isSample() ? factsOfTree(choice.request.sourceFolder) : nullptr;
    if (!tree)
        return nullptr;
    const bool isUnsure = choice.releaseText.isEmpty() || tree->version.isEmpty();
    const bool isIt = isUnsure
        ? !choice.request.fetches()
        : compareVersions(majorMinor(choice.releaseText), majorMinor(tree->version)) == 0;
    return isIt ? tree : nullptr;
}

void chooseRelease(BuildChoice& choice)
{
    const SourceSpec& source = choice.request.source;
    const QString text = source.version.isEmpty() ? source.tag : source.version;
    choice.releaseText = releaseOf(source);
    const auto catalogue = ReleaseCatalogue::load();
    const TorchRelease* release = catalogue ? catalogue->release(text) : nullptr;
    if (release)
        choice.release = *release;
    choice.tree = treeOf(choice);
    if (choice.tree)
        choice.release = withTree(choice.release, *choice.tree);
}

bool isPlaceholder(const BuildChoice& choice)
{
    for (const char* name : { "CUDA_TOOLKIT_ROOT_DIR", "CUDAToolkit_ROOT" }) {
        const FlagValue* flag = choice.request.configuration.flag(QLatin1String(name));
        if (flag && !flag->value.isEmpty())
            return flag->origin == ValueOrigin::Profile && flag->value == choice.namedToolkit
                && choice.profile.configuration.flagValue(QLatin1String(name))
                       .contains(QLatin1String("${cuda}"));
    }
    return false;
}

void chooseToolkit(BuildChoice& choice)
{
    for (const char* name : { "CUDA_TOOLKIT_ROOT_DIR", "CUDAToolkit_ROOT", "CUDA_HOME", "CUDA_PATH" }) {
        choice.namedToolkit = choice.value(QLatin1String(name)).value;
        if (!choice.namedToolkit.isEmpty())
            break;
    }
    const CudaToolkitFacts* taken
        = toolkitToTake(choice.facts, choice.profile.needs, choice.request.source, choice.taken());
    for (const CudaToolkitFacts& toolkit : choice.facts.cudaToolkits) {
        if (!choice.namedToolkit.isEmpty() && isSamePlace(toolkit.root, choice.namedToolkit))
            choice.toolkit = &toolkit;
    }
    // Where none is in the profile's range, ${cuda} has become a usual place: nobody named that one.
    if (choice.namedToolkit.isEmpty() || (!choice.toolkit && isPlaceholder(choice)))
        choice.toolkit = taken;
    const auto catalogue = CudaCatalogue::load();
    const CudaToolkitInfo* info
        = catalogue && choice.toolkit ? catalogue->toolkit(choice.toolkit->version) : nullptr;
    if (info)
        choice.toolkitInfo = *info;
}

QString firstOf(const BuildChoice& choice, const QStringList& names)
{
    for (const QString& name : names) {
        if (const EffectiveValue found = choice.value(name); !found.value.isEmpty())
            return found.value;
    }
    return {};
}

const QStringList& hostCompilerNames()
{
    static const QStringList names { QStringLiteral("CMAKE_CUDA_HOST_COMPILER"),
        QStringLiteral("CUDA_HOST_COMPILER"), QStringLiteral("CUDAHOSTCXX") };
    return names;
}

// nvcc gets the host compiler that it is told, else PyTorch hands it the C++ compiler.
void chooseCompilers(BuildChoice& choice)
{
    const QString named = firstOf(choice, { QStringLiteral("CMAKE_CXX_COMPILER"), QStringLiteral("CXX") });
    choice.compiler = named.isEmpty() ? compilerFor(choice.facts, choice.profile.needs)
                                      : compilerNamed(choice.facts, named);
    choice.namedHostCompiler = firstOf(choice, hostCompilerNames());
    choice.hostCompiler = choice.namedHostCompiler.isEmpty()
        ? choice.compiler
        : compilerNamed(choice.facts, choice.namedHostCompiler);
}

}

const CompilerFacts* compilerNamed(const HostFacts& facts, const QString& named)
{
    const bool isPath = named.contains(QLatin1Char('/')) || named.contains(QLatin1Char('\\'));
    const auto isIt = [&](const QString& path) {
        return isPath ? isSamePlace(path, named) : QFileInfo(path).fileName() == named;
    };
    const auto found
        = std::find_if(facts.compilers.begin(), facts.compilers.end(), [&](const CompilerFacts& compiler) {
              return isIt(compiler.path) || isIt(compiler.realPath)
                  || std::any_of(compiler.otherPaths.begin(), compiler.otherPaths.end(), isIt);
          });
    return found == facts.compilers.end() ? nullptr : &*found;
}

const QStringList& compilerFlagNames()
{
    static const QStringList names
        = QStringList { QStringLiteral("CMAKE_CXX_COMPILER") } + hostCompilerNames();
    return names;
}

const EnvironmentValue* variableOf(const Configuration& configuration, const QString& name)
{
    const EnvironmentValue* variable = configuration.variable(name);
    return variable && variable->value ? variable : nullptr;
}

QString originText(ValueOrigin origin)
{
    static constexpr const char* words[]
        = { QT_TRANSLATE_NOOP("Core", "default"), QT_TRANSLATE_NOOP("Core", "profile"),
              QT_TRANSLATE_NOOP("Core", "environment"), QT_TRANSLATE_NOOP("Core", "fix"),
              QT_TRANSLATE_NOOP("Core", "tour"), QT_TRANSLATE_NOOP("Core", "you") };
    static_assert(std::size(words) == int(ValueOrigin::User) + 1);
    return Core::tr(words[int(origin)]);
}

std::optional<bool> BuildChoice::isAtLeast(const QString& version) const
{
    return releaseText.isEmpty() ? std::nullopt : std::optional(!isBelow(releaseText, version));
}

const EnvironmentValue* BuildChoice::variable(const QString& name) const
{
    if (const EnvironmentValue* given = variableOf(request.configuration, name))
        return given;
    const auto found = std::find_if(inherited.begin(), inherited.end(),
        [&name](const EnvironmentValue& one) { return one.name == name; });
    return found == inherited.end() ? nullptr : &*found;
}

bool BuildChoice::hasVariableOverFlag(const QString& name) const
{
    if (effectOfVariable(name, releaseText) != VariableEffect::Wins)
        return false;
    if (request.configuration.variable(name))
        return variableOf(request.configuration, name) != nullptr;
    return inherits && !qEnvironmentVariableIsEmpty(name.toLocal8Bit().constData());
}

EffectiveValue BuildChoice::value(const QString& name) const
{
    const FlagValue* flag = request.configuration.flag(name);
    const EnvironmentValue* given
        = variableCounts(request.configuration, name, releaseText) ? variable(name) : nullptr;
    if (given)
        return { *given->value, originText(given->origin), true };
    if (flag)
        return { flag->value, originText(flag->origin), false };
    return {};
}

Configuration BuildChoice::taken() const
{
    return takenConfiguration(request, inherited);
}

bool BuildChoice::isOn(const QString& name, bool fallback) const
{
    const EffectiveValue found = value(name);
    return found.isSet() ? isCMakeTrue(found.value) : fallback;
}

CheckValue BuildChoice::shown(const QString& name) const
{
    const EffectiveValue found = value(name);
    if (!found.isSet())
        return { name, Core::tr("not set"), QStringLiteral("default") };
    return { name, withoutSecretsOf(name, found.value), found.from };
}

BuildChoice chooseBuild(
    const HostFacts& facts, const Profile& profile, const BuildRequest& request, BuildTime time)
{
    BuildChoice choice { facts, profile, request };
    chooseRelease(choice);
    choice.inherits = time == BuildTime::Now && facts.isHere() && !choice.isSample();
    if (choice.inherits)
        choice.inherited = inheritedOptions(request, choice.tree.get());
    // Without the flag a list of architectures says enough: CUDA is switched on where it is found.
    choice.archText = choice.value(QStringLiteral("TORCH_CUDA_ARCH_LIST")).value;
    choice.usesCuda = choice.isOn(QStringLiteral("USE_CUDA"), !choice.archText.isEmpty());
    choice.archs = parseArchList(choice.archText);
    chooseToolkit(choice);
    chooseCompilers(choice);
    choice.python = request.python.base.isEmpty()
        ? choosePython(facts, needsFor(profile, request.source), request.configuration).facts
        : pythonOf(facts, request);
    choice.cmake = facts.tool(QStringLiteral("cmake"));
    choice.ninja = facts.tool(QStringLiteral("ninja"));
    return choice;
}

}
