// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/InstalledPackages.h"

#include "core/request/PythonEnvironment.h"
#include "core/stages/PythonQuestion.h"

namespace torchmason {

namespace {

Result<Json> ask(const QString& python, const QStringList& words)
{
    return askPython(python, "packages", words, QStringLiteral("%1 cannot tell about packages: %2."));
}

}

Result<InstalledPackages> packagesIn(const QString& python)
{
    const auto json = ask(python, { QStringLiteral("packages") });
    if (!json)
        return json.error();
    InstalledPackages packages;
    for (const auto& [name, told] : json->items()) {
        JsonReader reader(told, python);
        InstalledPackage package { reader.string("version", {}), reader.string("mark", {}),
            reader.string("origin", {}), {}, reader.boolean("isFromFile", false),
            reader.boolean("isFromConda", false), reader.strings("source") };
        for (const QString& needed : reader.strings("needs"))
            package.needs << packageName(needed);
        if (!reader.ok())
            return reader.error();
        packages.insert(packageName(QString::fromStdString(name)), package);
    }
    return packages;
}

QString markOfWheel(const QString& python, const QString& wheel)
{
    const auto json = ask(python, { QStringLiteral("mark"), wheel });
    return json && json->is_string() ? QString::fromStdString(json->get<std::string>()) : QString();
}

Result<QStringList> wheelRequirements(const QString& python, const QString& wheel, bool onlyMissing)
{
    const auto json = ask(python,
        { QStringLiteral("requirements"), wheel,
            onlyMissing ? QStringLiteral("missing") : QStringLiteral("all") });
    if (!json)
        return json.error();
    QStringList requirements;
    for (const Json& one : *json)
        requirements << QString::fromStdString(one.is_string() ? one.get<std::string>() : std::string());
    requirements.removeAll(QString());
    return requirements;
}

}
