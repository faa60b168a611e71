// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fixes/ArchitectureRemoval.h"

#include "core/base/Core.h"
#include "core/fixes/RequestSteps.h"
#include "core/knowledge/ArchList.h"

#include <QRegularExpression>

namespace torchmason {

namespace {

// "8.9" and "12.0a" of whatever a tool says; empty where it names no architecture.
QString capabilityOf(const QString& text)
{
    static const QRegularExpression dotted(QStringLiteral("(\\d{1,2})\\.(\\d)([af]?)"));
    static const QRegularExpression plain(QStringLiteral("(?<!\\d)(\\d{1,2})(\\d)([af]?)(?![\\d.])"));
    for (const QRegularExpression& form : { dotted, plain }) {
        const auto match = form.match(text);
        if (match.hasMatch())
            return match.captured(1) + QLatin1Char('.') + match.captured(2) + match.captured(3);
    }
    return {};
}

// "80;86-real;90" without 8.6.
QString withoutNumber(const QString& list, const QString& capability)
{
    QStringList kept;
    for (const QString& entry : list.split(QLatin1Char(';'), Qt::SkipEmptyParts)) {
        if (capabilityOf(entry) != capability)
            kept << entry;
    }
    return kept.join(QLatin1Char(';'));
}

QString withoutEntry(const QString& list, const QString& capability)
{
    QVector<ArchEntry> entries = parseArchList(list).entries;
    entries.removeIf([&](const ArchEntry& entry) { return entry.capability == capability; });
    return archListText(entries);
}

// Numbers of lists that were changed, and of those that would be empty then.
struct Removal {
    int changed = 0;
    int emptied = 0;

    void remove(BuildRequest& request, const ChangeStep& step, const QString& before)
    {
        if (step.value == before)
            return;
        ++changed;
        emptied += step.value.isEmpty();
        if (!step.value.isEmpty())
            (void)applyStep(step, request);
    }
};

}

Result<void> removeArchitecture(const QString& arch, BuildRequest& request)
{
    const QString torchName = QStringLiteral("TORCH_CUDA_ARCH_LIST");
    const QString cmakeName = QStringLiteral("CMAKE_CUDA_ARCHITECTURES");
    const QString capability = capabilityOf(arch);
    const Configuration before = request.configuration;
    BuildRequest changed = request;
    Removal removal;
    const auto normal = [](const QString& list) { return archListText(parseArchList(list).entries); };
    if (const FlagValue* flag = before.flag(torchName); flag && !parseArchList(flag->value).isAutomatic()
        && normal(flag->value) != withoutEntry(flag->value, capability))
        removal.remove(
            changed, { StepKind::SetFlag, torchName, withoutEntry(flag->value, capability) }, flag->value);
    if (const FlagValue* flag = before.flag(cmakeName))
        removal.remove(
            changed, { StepKind::SetFlag, cmakeName, withoutNumber(flag->value, capability) }, flag->value);
    for (const EnvironmentValue& variable : before.environment) {
        if (variable.name != torchName || !variable.value
            || normal(*variable.value) == withoutEntry(*variable.value, capability))
            continue;
        removal.remove(changed,
            { StepKind::SetEnvironment, torchName, withoutEntry(*variable.value, capability) },
            *variable.value);
    }
    if (capability.isEmpty() || removal.changed == 0)
        return Error { Core::tr("%1 is in no list of architectures of this attempt.").arg(arch) };
    if (removal.emptied > 0)
        return Error { Core::tr("%1 is the only architecture of this attempt.").arg(arch) };
    request = changed;
    return {};
}

}
