// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detect/PythonPlaces.h"

#include <QDir>
#include <QFileInfo>

namespace torchmason {

namespace {

QString interpreterBelow(const QString& prefix, bool conda)
{
    if (hostPlatform() == Platform::Linux)
        return prefix + QStringLiteral("/bin/python");
    return prefix + (conda ? QStringLiteral("/python.exe") : QStringLiteral("/Scripts/python.exe"));
}

}

QVector<PythonPlace> pythonPlaces(const ProbeContext& context)
{
    QVector<PythonPlace> places;
    const auto add = [&](const QString& path, const QString& kind, const QString& source) {
        if (!path.isEmpty() && QFileInfo::exists(path))
            places.append({ QDir::fromNativeSeparators(path), kind, source });
    };
    const QString chosen = context.wishes.overrides.value(QStringLiteral("python"));
    if (!chosen.isEmpty())
        places.append({ chosen, {}, chosenByUser() });
    const auto addPrefix = [&](const char* variable, const QString& kind) {
        const QString prefix = context.environment.value(QLatin1String(variable));
        if (!prefix.isEmpty())
            add(interpreterBelow(prefix, kind == QLatin1String("conda")), kind, QLatin1String(variable));
    };
    addPrefix("VIRTUAL_ENV", QStringLiteral("venv"));
    addPrefix("CONDA_PREFIX", QStringLiteral("conda"));
    for (const char* name : { "python3", "python" })
        add(context.runner->findProgram(QLatin1String(name)), {}, QStringLiteral("PATH"));
    if (hostPlatform() == Platform::Linux) {
        add(QStringLiteral("/usr/bin/python3"), {}, QStringLiteral("system"));
        for (const QString& version :
            context.folders(QDir::homePath() + QStringLiteral("/.pyenv/versions"), { QStringLiteral("3.*") }))
            add(version + QStringLiteral("/bin/python"), {}, QStringLiteral("pyenv"));
    }
    return places;
}

}
