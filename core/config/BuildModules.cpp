// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/BuildModules.h"

#include <QHash>

namespace torchmason {

QStringList neededModules(const QString& backend)
{
    QStringList modules { QStringLiteral("yaml"), QStringLiteral("typing_extensions") };
    if (backend == QLatin1String("scikit-build-core"))
        modules << QStringLiteral("scikit_build_core") << QStringLiteral("build");
    else if (backend != QLatin1String("cmake"))
        modules << QStringLiteral("setuptools") << QStringLiteral("wheel");
    return modules;
}

QStringList packagesFor(const QStringList& modules)
{
    static const QHash<QString, QString> pins { { QStringLiteral("yaml"), QStringLiteral("PyYAML==6.0.2") },
        { QStringLiteral("typing_extensions"), QStringLiteral("typing_extensions==4.12.2") },
        { QStringLiteral("setuptools"), QStringLiteral("setuptools==75.3.0") },
        { QStringLiteral("wheel"), QStringLiteral("wheel==0.44.0") },
        { QStringLiteral("build"), QStringLiteral("build==1.2.2") },
        { QStringLiteral("scikit_build_core"), QStringLiteral("scikit-build-core==0.11.6") } };
    QStringList packages;
    for (const QString& module : modules) {
        if (pins.contains(module))
            packages << pins.value(module);
    }
    return packages;
}

}
