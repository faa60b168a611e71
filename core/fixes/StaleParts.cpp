// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fixes/StaleParts.h"

#include "core/buildfolder/CleanAdvice.h"
#include "core/stages/CMakeCache.h"

#include <algorithm>

namespace torchmason {

namespace {

// As the build would see it; nullopt: not at all.
std::optional<QString> variableIn(const Configuration& configuration, const QString& name)
{
    for (const EnvironmentValue& variable : configuration.environment) {
        if (variable.name == name && !variable.inFront)
            return variable.value;
    }
    const QByteArray local = name.toLocal8Bit();
    return qEnvironmentVariableIsSet(local.constData())
        ? std::optional(qEnvironmentVariable(local.constData()))
        : std::nullopt;
}

}

StaleParts::StaleParts(const BuildRequest& before)
    : m_before(before)
{
    if (auto state = readBuildFolder(before.buildFolder))
        m_state = std::move(state).value();
}

// What CMake read once stays in its cache: a variable that was there and is not any more, and the compilers
// of another Visual Studio.
bool StaleParts::keepsWhatIsGone(const BuildRequest& changed) const
{
    if (m_before.vcvars != changed.vcvars)
        return true;
    const auto& variables = changed.configuration.environment;
    return std::any_of(variables.begin(), variables.end(), [&](const EnvironmentValue& variable) {
        return !variable.value && isReadOnce(variable.name)
            && variableIn(m_before.configuration, variable.name).has_value();
    });
}

void StaleParts::clean(BuildRequest& changed) const
{
    const bool isAsked = changed.cleanLevel != QLatin1String("none");
    if (!m_state || !isAsked || changed.buildFolder != m_before.buildFolder)
        return;
    CleanLevel level = adviseClean(buildFolderWishes(changed), *m_state).level;
    if (m_state->isConfigured && keepsWhatIsGone(changed))
        level = std::max(level, CleanLevel::Cache);
    if (level <= cleanLevelOf(changed))
        return;
    changed.clean = true;
    changed.cleanLevel = cleanLevelId(level);
    startNoLaterThan(StageKind::Configure, changed);
}

bool StaleParts::isCached(const QString& name) const
{
    return !m_state || (m_state->isConfigured && m_state->cache.entry(name));
}

}
