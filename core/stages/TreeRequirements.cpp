// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/VirtualEnvironment.h"

#include "core/base/WholeFile.h"
#include "core/config/PythonChoice.h"

#include <QFileInfo>

#include <algorithm>

namespace torchmason {

namespace {

constexpr qint64 longestFile = 1 << 20; // these files have some hundred lines

bool names(const QStringList& requirements, const QString& package)
{
    return std::any_of(requirements.begin(), requirements.end(),
        [&](const QString& requirement) { return packageName(requirement) == package; });
}

void addMissing(QStringList& requirements, const QStringList& more)
{
    for (const QString& requirement : more) {
        if (!names(requirements, packageName(requirement)))
            requirements << requirement;
    }
}

}

QStringList treeRequirements(const QString& sourceFolder, const QString& backend, bool wantsNumpy)
{
    QStringList requirements
        = requirementLines(readWhole(sourceFolder + QStringLiteral("/requirements-build.txt"), longestFile));
    addMissing(requirements,
        buildSystemRequires(readWhole(sourceFolder + QStringLiteral("/pyproject.toml"), longestFile)));
    if (QFileInfo(sourceFolder + QStringLiteral("/c10")).isDir()) {
        addMissing(requirements, packagesFor(neededModules(backend)));
        if (wantsNumpy)
            addMissing(requirements, { QStringLiteral("numpy") });
    }
    requirements.removeIf([=](const QString& requirement) {
        const QString name = packageName(requirement);
        return name == QLatin1String("cmake") || name == QLatin1String("ninja")
            || (name == QLatin1String("numpy") && !wantsNumpy);
    });
    return requirements;
}

QStringList withPins(QStringList requirements, const QStringList& pins)
{
    requirements.removeIf(
        [&pins](const QString& requirement) { return names(pins, packageName(requirement)); });
    return requirements + pins;
}

}
