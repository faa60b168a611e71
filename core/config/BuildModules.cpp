// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/BuildModules.h"

#include <QHash>

namespace torchmason {

QStringList neededModules(const QString& backend)
{
    QStringList modules { QStringLiteral("yaml"), QStringLiteral("typing_extensions") };
    if (backend == QLatin1String("scikit-build-core"))
        modules << QStringLiteral("scikit_build_core") << QStringLiteral("build")
                << QStringLiteral("packaging") << QStringLiteral("six");
    else if (backend != QLatin1String("cmake"))
        modules << QStringLiteral("setuptools") << QStringLiteral("wheel");
    return modules;
}

bool wantsNumpy(const Configuration& configuration, const QString& backend)
{
    const QString name = QStringLiteral("USE_NUMPY");
    const EnvironmentValue* variable = configuration.variable(name);
    if (backend == QLatin1String("scikit-build-core") && variable
        && !variable->value.value_or(QString()).isEmpty())
        return isCMakeTrue(*variable->value);
    return isCMakeTrue(configuration.flagValue(name, QStringLiteral("ON")));
}

QStringList packagesFor(const QStringList& modules)
{
    static const QHash<QString, QString> pins { { QStringLiteral("yaml"), QStringLiteral("PyYAML") },
        { QStringLiteral("typing_extensions"), QStringLiteral("typing_extensions>=4.10") },
        { QStringLiteral("setuptools"), QStringLiteral("setuptools<80") },
        { QStringLiteral("wheel"), QStringLiteral("wheel") },
        { QStringLiteral("build"), QStringLiteral("build") },
        { QStringLiteral("scikit_build_core"), QStringLiteral("scikit-build-core>=1.0") },
        { QStringLiteral("packaging"), QStringLiteral("packaging") },
        { QStringLiteral("six"), QStringLiteral("six") },
        { QStringLiteral("numpy"), QStringLiteral("numpy") } };
    QStringList packages;
    for (const QString& module : modules) {
        if (pins.contains(module))
            packages << pins.value(module);
    }
    return packages;
}

}
