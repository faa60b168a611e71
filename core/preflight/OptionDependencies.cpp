// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preflight/OptionDependencies.h"

#include "core/base/Core.h"

#include <QSysInfo>

#include <algorithm>

namespace torchmason {

namespace {

constexpr int deepest = 8; // chains are three long; a circle in the data must not hang

struct MachineWord {
    const char* word;
    const char* only;
    const char* never;
};
constexpr MachineWord machineWords[] = {
    { "linux", QT_TRANSLATE_NOOP("Core", "Linux only"), QT_TRANSLATE_NOOP("Core", "not on Linux") },
    { "windows", QT_TRANSLATE_NOOP("Core", "Windows only"), QT_TRANSLATE_NOOP("Core", "not on Windows") },
    { "macos", QT_TRANSLATE_NOOP("Core", "macOS only"), QT_TRANSLATE_NOOP("Core", "not on macOS") },
    { "aarch64", QT_TRANSLATE_NOOP("Core", "ARM processors only"),
        QT_TRANSLATE_NOOP("Core", "not on ARM processors") },
};

const MachineWord* machineWord(const QString& word)
{
    const auto found = std::find_if(std::begin(machineWords), std::end(machineWords),
        [&](const MachineWord& candidate) { return word == QLatin1String(candidate.word); });
    return found == std::end(machineWords) ? nullptr : found;
}

bool isMachine(const QString& word, Platform platform)
{
    if (word == QLatin1String("aarch64"))
        return QSysInfo::currentCpuArchitecture() == QLatin1String("arm64");
    return word == (platform == Platform::Windows ? QLatin1String("windows") : QLatin1String("linux"));
}

QString withoutNot(const QString& need)
{
    return need.startsWith(QLatin1Char('!')) ? need.mid(1) : need;
}

QString reasonFor(const QStringList& alternatives)
{
    QStringList words;
    const QString& first = alternatives.first();
    const bool firstIsOption = !first.startsWith(QLatin1Char('!')) && !machineWord(first);
    for (const QString& need : alternatives) {
        const bool negated = need.startsWith(QLatin1Char('!'));
        const QString name = withoutNot(need);
        if (const MachineWord* word = machineWord(name))
            words << Core::tr(negated ? word->never : word->only);
        else if (negated)
            words << Core::tr("not with %1").arg(name);
        else // "needs USE_CUDA or USE_ROCM"
            words << (firstIsOption && !words.isEmpty() ? name : Core::tr("needs %1").arg(name));
    }
    return words.join(Core::tr(" or "));
}

}

bool isMachineWord(const QString& need)
{
    return machineWord(withoutNot(need)) != nullptr;
}

OptionDependencies::OptionDependencies(
    const OptionCatalogue& catalogue, const Configuration& configuration, Platform platform)
    : m_catalogue(catalogue)
    , m_configuration(configuration)
    , m_platform(platform)
{
}

OptionLock OptionDependencies::lockOf(const OptionInfo& option, int depth) const
{
    for (const QStringList& alternatives : option.needs) {
        if (const OptionLock lock = lockOf(alternatives, depth); lock.isLocked())
            return lock;
    }
    return {};
}

OptionLock OptionDependencies::lockOf(const QStringList& alternatives, int depth) const
{
    if (depth > deepest || std::any_of(alternatives.begin(), alternatives.end(), [&](const QString& need) {
            return holds(need, depth);
        }))
        return {};
    OptionLock lock { reasonFor(alternatives), {}, true };
    const QString& first = alternatives.first();
    if (isMachineWord(first))
        return lock;
    const OptionInfo* needed = m_catalogue.option(withoutNot(first));
    if (needed && first == needed->name) {
        if (const OptionLock deeper = lockOf(*needed, depth + 1); deeper.isLocked())
            return deeper;
    }
    lock.remedy = withoutNot(first);
    lock.remedyOn = !first.startsWith(QLatin1Char('!'));
    return lock;
}

bool OptionDependencies::holds(const QString& need, int depth) const
{
    const bool negated = need.startsWith(QLatin1Char('!'));
    const QString word = withoutNot(need);
    return negated != (isMachineWord(word) ? isMachine(word, m_platform) : isOn(word, depth));
}

bool OptionDependencies::isOn(const QString& name, int depth) const
{
    const OptionInfo* option = m_catalogue.option(name);
    if (option && lockOf(*option, depth + 1).isLocked())
        return false;
    if (const FlagValue* flag = m_configuration.flag(name))
        return isCMakeTrue(flag->value);
    if (const EnvironmentValue* variable = m_configuration.variable(name); variable && variable->value)
        return isCMakeTrue(*variable->value);
    return option && isCMakeTrue(OptionCatalogue::defaultFor(*option, m_platform));
}

}
