// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preflight/OptionDependencies.h"

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
    { "linux", "Linux only", "not on Linux" },
    { "windows", "Windows only", "not on Windows" },
    { "macos", "macOS only", "not on macOS" },
    { "aarch64", "ARM processors only", "not on ARM processors" },
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
    for (const QString& need : alternatives) {
        const bool negated = need.startsWith(QLatin1Char('!'));
        if (const MachineWord* word = machineWord(withoutNot(need)))
            words << QLatin1String(negated ? word->never : word->only);
        else
            words << (negated ? QStringLiteral("not with ") : QStringLiteral("needs ")) + withoutNot(need);
    }
    // "needs USE_CUDA or USE_ROCM"
    for (qsizetype i = 1; i < words.size(); ++i) {
        if (words[i].startsWith(QLatin1String("needs ")) && words[0].startsWith(QLatin1String("needs ")))
            words[i] = words[i].mid(6);
    }
    return words.join(QLatin1String(" or "));
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

OptionLock OptionDependencies::lockOf(const OptionInfo& option) const
{
    return lockOf(option, 0);
}

bool OptionDependencies::isOn(const QString& name) const
{
    return isOn(name, 0);
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
    for (const EnvironmentValue& variable : m_configuration.environment) {
        if (variable.name == name && variable.value)
            return isCMakeTrue(*variable.value);
    }
    return option && isCMakeTrue(OptionCatalogue::defaultFor(*option, m_platform));
}

}
