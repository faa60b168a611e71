// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/buildfolder/ConfigurationStep.h"

#include "core/base/Core.h"

namespace torchmason {

namespace {

QString counted(qsizetype number, const QString& one, const QString& many)
{
    return number == 1 ? one : many.arg(number);
}

QString goodEnd(const ConfigurationReport& report, qsizetype flags)
{
    if (!report.differences.isEmpty())
        return counted(report.differences.size(),
            Core::tr("One flag is other than it was asked for; it is told above."),
            Core::tr("%1 flags are other than they were asked for; they are told above."));
    if (!report.unused.isEmpty())
        return Core::tr("The configuration has the flags that were asked for, as far as it uses them.");
    return counted(flags, Core::tr("The configuration has the flag that was asked for."),
        Core::tr("The configuration has what the %1 flags asked for."));
}

QString stopSentence(const QVector<FlagDifference>& differences)
{
    QStringList sentences;
    for (const FlagDifference& difference : differences) {
        if (difference.stops)
            sentences << differenceSentence(difference);
    }
    return sentences.join(QLatin1Char(' '));
}

}

Result<QString> checkConfiguration(
    const ConfigurationStepWishes& wishes, const std::function<void(const QString&)>& print)
{
    const auto cache = CMakeCache::read(wishes.buildFolder);
    if (!cache)
        return cache.error();
    ConfigureOutput output;
    if (!wishes.logFile.isEmpty()) {
        auto read = readConfigureLog(wishes.logFile);
        if (read)
            output = std::move(read).value();
        else
            print(read.error().message);
    }
    const ConfigurationReport report = compareConfiguration(wishes.flags, *cache, output);
    for (const FlagDifference& difference : report.differences) {
        if (!difference.stops)
            print(QLatin1String(helperWarning) + differenceSentence(difference));
    }
    if (!report.unused.isEmpty())
        print(Core::tr("This source does not use %1.").arg(report.unused.join(QLatin1String(", "))));
    if (!report.stops())
        return goodEnd(report, wishes.flags.size());
    if (!wishes.accepted)
        return Error { stopSentence(report.differences) };
    return Core::tr("Accepted, though: %1").arg(stopSentence(report.differences));
}

}
