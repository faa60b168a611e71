// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/SameWork.h"

#include "core/attempt/ComparableBuild.h"
#include "core/knowledge/OptionCatalogue.h"

#include <QMap>

namespace torchmason {

namespace {

QString treeOf(const BuildRequest& request)
{
    return comparableBuild(request).section(QLatin1Char('|'), 0, 0);
}

// "Intel(R) Core(TM) i9-14900F, 32": attempts may have been copied from another machine, or the home folder
// was taken along to a new one.
QString processorOf(const BuildRequest& request)
{
    if (!request.hostFacts.is_object())
        return {};
    JsonReader reader(request.hostFacts, QStringLiteral("hostFacts"));
    return QStringLiteral("%1, %2").arg(
        reader.string("cpuModel", QString()), QString::number(reader.integer("logicalCores", 0)));
}

bool decidesOnWork(const QString& name)
{
    if (name == QLatin1String("USE_CCACHE"))
        return false;
    return name.startsWith(QLatin1String("USE_")) || name.startsWith(QLatin1String("BUILD_"))
        || name == QLatin1String("TORCH_CUDA_ARCH_LIST") || name == QLatin1String("CMAKE_BUILD_TYPE")
        || name == QLatin1String("DEBUG") || name == QLatin1String("TOUR_SIZE");
}

// What is set to its default is as good as not set.
void take(QMap<QString, QString>& values, const QString& name, const QString& value)
{
    const auto catalogue = OptionCatalogue::load();
    const OptionInfo* option = catalogue ? catalogue->option(name) : nullptr;
    const bool isBool = option && option->kind == QLatin1String("bool");
    const auto plain = [isBool](const QString& text) {
        return isBool ? QString::number(int(isCMakeTrue(text))) : text.simplified();
    };
    if (!option || plain(value) != plain(OptionCatalogue::defaultFor(*option, hostPlatform())))
        values.insert(name, plain(value));
}

QMap<QString, QString> workOptions(const BuildRequest& request)
{
    QMap<QString, QString> values;
    for (const EnvironmentValue& variable : request.configuration.environment) {
        if (variable.value && decidesOnWork(variable.name))
            take(values, variable.name, *variable.value);
    }
    for (const FlagValue& flag : request.configuration.flags) {
        if (decidesOnWork(flag.name))
            take(values, flag.name, flag.value);
    }
    return values;
}

}

bool isSameTree(const BuildRequest& one, const BuildRequest& other)
{
    const QString processor = processorOf(one);
    return treeOf(one) == treeOf(other) && one.targets == other.targets && !processor.isEmpty()
        && processor == processorOf(other);
}

QStringList differingOptions(const BuildRequest& one, const BuildRequest& other)
{
    const QMap<QString, QString> left = workOptions(one);
    const QMap<QString, QString> right = workOptions(other);
    QStringList names;
    for (auto entry = left.begin(); entry != left.end(); ++entry) {
        if (right.value(entry.key()) != *entry)
            names << entry.key();
    }
    for (auto entry = right.begin(); entry != right.end(); ++entry) {
        if (!left.contains(entry.key()))
            names << entry.key();
    }
    names.sort();
    const QString separator = QStringLiteral("|");
    if (names.isEmpty()
        && comparableBuild(one).section(separator, 3) != comparableBuild(other).section(separator, 3))
        names << QStringLiteral("compiler");
    return names;
}

}
