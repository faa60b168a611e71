// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/process/ChildEnvironment.h"

#include <QDir>
#include <QStringList>

namespace torchmason {

namespace {

// Without the parts below `root`; null where nothing is left.
QString withoutPartsBelow(const QString& root, const QString& list)
{
    QStringList kept;
    for (const QString& part : list.split(QDir::listSeparator(), Qt::SkipEmptyParts)) {
        if (part != root && !part.startsWith(root + QLatin1Char('/')))
            kept << part;
    }
    return kept.isEmpty() ? QString() : kept.join(QDir::listSeparator());
}

void removePackageTraces(QProcessEnvironment& environment)
{
    const QString root = environment.value(QStringLiteral("APPDIR"));
    if (root.isEmpty())
        return;
    for (const char* name : { "LD_LIBRARY_PATH", "PATH", "PYTHONPATH", "PYTHONHOME", "QT_PLUGIN_PATH",
             "QT_QPA_PLATFORM_PLUGIN_PATH", "QML2_IMPORT_PATH", "XDG_DATA_DIRS", "GSETTINGS_SCHEMA_DIR" }) {
        const QString key = QLatin1String(name);
        if (!environment.contains(key))
            continue;
        const QString kept = withoutPartsBelow(root, environment.value(key));
        if (kept.isNull())
            environment.remove(key);
        else
            environment.insert(key, kept);
    }
    for (const char* name : { "APPDIR", "APPIMAGE", "ARGV0", "OWD" })
        environment.remove(QLatin1String(name));
}

}

QProcessEnvironment childEnvironment(
    const QProcessEnvironment& base, const QVector<EnvironmentValue>& difference)
{
    QProcessEnvironment environment = base;
    removePackageTraces(environment);
    for (const EnvironmentValue& value : difference) {
        const QString old = value.inFront ? environment.value(value.name) : QString();
        if (value.value)
            environment.insert(
                value.name, old.isEmpty() ? *value.value : *value.value + QDir::listSeparator() + old);
        else
            environment.remove(value.name);
    }
    return environment;
}

}
