// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/request/PythonEnvironment.h"

#include "core/base/Core.h"
#include "core/base/PlatformPath.h"

#include <QFileInfo>
#include <QRegularExpression>

namespace torchmason {

QString PythonEnvironment::programs(Platform platform) const
{
    return folder + (platform == Platform::Windows ? QStringLiteral("/Scripts") : QStringLiteral("/bin"));
}

QString PythonEnvironment::interpreter(Platform platform) const
{
    if (!isWanted())
        return base;
    return programs(platform)
        + (platform == Platform::Windows ? QStringLiteral("/python.exe") : QStringLiteral("/python"));
}

QString environmentOfInterpreter(const QString& interpreter)
{
    const QFileInfo folder(QFileInfo(interpreter).path());
    const bool isBelow = folder.fileName() == QLatin1String("bin")
        || folder.fileName().compare(QLatin1String("Scripts"), Qt::CaseInsensitive) == 0;
    return isBelow ? folder.path() : folder.filePath();
}

bool isPinnedPackage(const QString& text)
{
    static const QRegularExpression form(QStringLiteral(
        R"(^[A-Za-z0-9][A-Za-z0-9._-]*(\[[A-Za-z0-9,._-]+\])?==[A-Za-z0-9][A-Za-z0-9.+!_-]*\z)"));
    return form.match(text).hasMatch();
}

QString packageName(const QString& pinned)
{
    static const QRegularExpression end(QStringLiteral(R"([\[=<>!~ ].*$)"));
    static const QRegularExpression separators(QStringLiteral("[._-]+"));
    return QString(pinned).remove(end).replace(separators, QStringLiteral("-")).toLower();
}

void pinPackage(QStringList& packages, const QString& pinned)
{
    const QString name = packageName(pinned);
    packages.removeIf([&name](const QString& other) { return packageName(other) == name; });
    packages.append(pinned);
}

QString refusalOfWheels(const QString& folder)
{
    if (folder.isEmpty() || isOfNetwork(folder) || QFileInfo(folder).isDir())
        return {};
    return Core::tr("There is no folder %1 for pip to take packages from; choose the one that has the "
                    "wheels.")
        .arg(folder);
}

Json toJson(const PythonEnvironment& python)
{
    Json json = { { "base", toJson(python.base) } };
    if (python.isWanted()) {
        json["folder"] = toJson(python.folder);
        json["packages"] = toJson(python.packages);
    }
    if (!python.wheels.isEmpty())
        json["wheels"] = toJson(python.wheels);
    return json;
}

PythonEnvironment readPythonEnvironment(JsonReader& reader, const char* member)
{
    PythonEnvironment python;
    JsonReader inner = reader.object(member);
    python.folder = inner.string("folder", {});
    python.base = inner.string("base", {});
    python.packages = inner.strings("packages");
    python.wheels = inner.string("wheels", {});
    for (const QString& package : std::as_const(python.packages)) {
        if (!isPinnedPackage(package))
            inner.fail(QStringLiteral("\"packages\" holds \"%1\"; a package is written NAME==VERSION.")
                           .arg(package));
    }
    return python;
}

}
