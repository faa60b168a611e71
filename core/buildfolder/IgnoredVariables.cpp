// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/buildfolder/IgnoredVariables.h"

#include "core/base/Core.h"
#include "core/buildfolder/SameValue.h"
#include "core/stages/CMakeCache.h"

#include <QFileInfo>
#include <QStandardPaths>

#include <algorithm>
#include <optional>

namespace torchmason {

namespace {

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

}

QString notReadAgain(const QString& entry, const QString& before, const QString& name, const QString& wish)
{
    return Core::tr("It was configured with %1, and CMake would not look at %2=%3 again.")
        .arg(before.isEmpty() ? Core::tr("no %1").arg(entry) : entry + QLatin1Char('=') + before, name, wish);
}

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

}
