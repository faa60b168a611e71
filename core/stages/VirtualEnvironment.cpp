// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/VirtualEnvironment.h"

#include "core/base/ProgramStart.h"
#include "core/process/ChildEnvironment.h"
#include "core/stages/FolderMark.h"
#include "core/stages/FolderRemoval.h"
#include "core/stages/PythonPresence.h"
#include "core/stages/StagePlan.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QMap>
#include <QProcess>

#include <algorithm>

namespace torchmason {

namespace {

const FolderMark venvMark { ".torchmason-venv",
    "Torchmason made this virtual environment for a build and may make it anew.\n" };

// What the environment holds; "complete" is false until pip has ended well.
QString pinsPath(const PythonEnvironment& python)
{
    return python.folder + QStringLiteral("/torchmason-pins.json");
}

struct Interpreter {
    QString identity; // the version and place, which do not follow from the path
    QString base; // itself, or what made the virtual environment that it lies in
    bool tellsPackages = false;
    QMap<QString, QString> packages; // versions of those that were asked for, by name
};

Result<Interpreter> identityOf(const QString& program, const QStringList& packages = {})
{
    QStringList names;
    for (const QString& package : packages)
        names << packageName(package);
    const auto json = askPython(program, "identity", names,
        QStringLiteral("The Python %1 does not run (%2); choose another interpreter."));
    if (!json)
        return json.error();
    JsonReader reader(*json, program);
    Interpreter interpreter { reader.string("version") + QLatin1Char(' ') + reader.string("place"),
        reader.string("base"), reader.has("packages"), {} };
    if (interpreter.tellsPackages) {
        JsonReader versions(reader.child("packages"), program);
        for (const QString& name : names)
            interpreter.packages.insert(name, versions.string(name.toUtf8().constData(), {}));
    }
    if (!reader.ok())
        return reader.error();
    return interpreter;
}

// The packages may have been changed by hand. Version ranges are not compared: pip has chosen what is there.
bool hasPackages(const Interpreter& interpreter, const QStringList& packages)
{
    return !interpreter.tellsPackages
        || std::all_of(packages.begin(), packages.end(), [&interpreter](const QString& package) {
               const QString there = interpreter.packages.value(packageName(package));
               return isPinnedPackage(package) ? there == package.section(QStringLiteral("=="), 1)
                                               : !there.isEmpty() || package.contains(QLatin1Char(';'));
           });
}

Json pinsOf(const PythonEnvironment& python, const QString& identity, bool complete)
{
    return { { "interpreter", toJson(identity) }, { "packages", toJson(python.packages) },
        { "complete", complete } };
}

// A build does not install torch here, so the user did, perhaps with other packages.
bool holdsTorch(const QString& folder)
{
    QStringList places { folder + QStringLiteral("/Lib/site-packages") };
    const QDir library(folder + QStringLiteral("/lib"));
    for (const QString& name : library.entryList({ QStringLiteral("python*") }, QDir::Dirs))
        places << library.filePath(name + QStringLiteral("/site-packages"));
    return std::any_of(places.begin(), places.end(), [](const QString& place) {
        return !QDir(place)
                    .entryList({ QStringLiteral("torch"), QStringLiteral("torch-*.dist-info") }, QDir::Dirs)
                    .isEmpty();
    });
}

QString freeNameFor(const QString& folder)
{
    const QString first = folder + QStringLiteral(".old");
    QString name = first;
    for (int number = 2; QFileInfo::exists(name) || isLink(name); ++number)
        name = QStringLiteral("%1-%2").arg(first).arg(number);
    return name;
}

Result<void> moveAside(const QString& folder, const Print& print)
{
    const QString aside = freeNameFor(folder);
    if (!QDir().rename(folder, aside))
        return Error { QStringLiteral(
            "The virtual environment %1 must be made again, but holds a torch and cannot be renamed to %2; "
            "move it away yourself, or choose another build folder.")
                           .arg(folder, aside) };
    print(QStringLiteral("The virtual environment %1 must be made again. It holds a torch that was installed "
                         "there, so it is kept as %2; remove that where it is not needed.")
              .arg(folder, aside));
    return {};
}

// Makes room for a new environment: a free folder, or one of ours without what it held.
Result<void> makeRoom(const PythonEnvironment& python, const Print& print)
{
    const QFileInfo folder(python.folder);
    if (isLink(python.folder))
        return Error { QStringLiteral("%1 is a link; the virtual environment needs a folder of its own.")
                           .arg(python.folder) };
    if (folder.exists() && !isEmptyFolder(python.folder)) {
        if (!hasMark(python.folder, venvMark))
            return Error { QStringLiteral("%1 was not made by Torchmason, so it is not replaced by a virtual "
                                          "environment; remove it, or choose another build folder.")
                               .arg(python.folder) };
        if (holdsTorch(python.folder)) {
            if (const auto moved = moveAside(QDir::cleanPath(python.folder), print); !moved)
                return moved;
        } else if (const auto emptied = emptyFolder(python.folder); !emptied) {
            return emptied.error();
        }
    }
    return writeMark(python.folder, venvMark);
}

Result<void> makeVenv(const PythonEnvironment& python, const Print& print)
{
    if (const auto room = makeRoom(python, print); !room)
        return room;
    return runInTheOpen(python.base, venvArguments(python), {}, print,
        QStringLiteral("%1 cannot make a virtual environment; the lines above this one in the log say why "
                       "(Debian needs the "
                       "package python3-venv for it).")
            .arg(python.base));
}

Result<void> installPackages(const PythonEnvironment& python, const Print& print)
{
    if (python.packages.isEmpty())
        return {};
    return runPipInstall(python.interpreter(hostPlatform()), python.wheels, python.packages, print,
        QStringLiteral("pip could not install %1; the lines above this one in the log say why.")
            .arg(python.packages.join(QLatin1String(", "))));
}

struct Pins {
    bool isOurs = false;
    bool complete = false;
    QString interpreter;
    QStringList packages;
};

Pins readPins(const PythonEnvironment& python)
{
    if (!hasMark(python.folder, venvMark) || !QFileInfo::exists(pinsPath(python)))
        return {};
    const auto json = readJsonFile(pinsPath(python));
    if (!json || !json->is_object())
        return {};
    JsonReader reader(*json, pinsPath(python));
    const Pins pins { true, reader.boolean("complete", true), reader.string("interpreter"),
        reader.strings("packages") };
    return reader.ok() ? pins : Pins();
}

bool isInside(const QString& file, const QString& folder)
{
    return QDir::cleanPath(file).startsWith(QDir::cleanPath(folder) + QLatin1Char('/'),
        hostPlatform() == Platform::Windows ? Qt::CaseInsensitive : Qt::CaseSensitive);
}

}

QStringList venvArguments(const PythonEnvironment& python)
{
    return { QStringLiteral("-m"), QStringLiteral("venv"), python.folder };
}

QStringList pipArguments(const PythonEnvironment& python)
{
    QStringList arguments { QStringLiteral("-m"), QStringLiteral("pip"), QStringLiteral("install"),
        QStringLiteral("--no-input"), QStringLiteral("--disable-pip-version-check") };
    if (!python.wheels.isEmpty())
        arguments << QStringLiteral("--no-index") << QStringLiteral("--find-links") << python.wheels;
    return arguments + python.packages;
}

QVector<EnvironmentValue> isolatedEnvironment()
{
    return { { QStringLiteral("PYTHONNOUSERSITE"), QStringLiteral("1"), ValueOrigin::Default },
        { QStringLiteral("PYTHONPATH"), std::nullopt, ValueOrigin::Default },
        { QStringLiteral("PYTHONHOME"), std::nullopt, ValueOrigin::Default } };
}

QVector<EnvironmentValue> pipEnvironment(const PythonEnvironment& python, Platform platform)
{
    QVector<EnvironmentValue> environment = isolatedEnvironment();
    const auto set = [&environment](const char* name, const std::optional<QString>& value) {
        environment.append({ QLatin1String(name), value, ValueOrigin::Default });
    };
    // Without these, pip installs into the user's home where the environment is not writable.
    for (const char* no : { "PIP_USER", "PIP_REQUIRE_VIRTUALENV" })
        set(no, QStringLiteral("0"));
    for (const char* elsewhere : { "PIP_TARGET", "PIP_PREFIX", "PIP_ROOT" })
        set(elsewhere, std::nullopt);
    if (!python.wheels.isEmpty()) {
        set("PIP_FIND_LINKS", std::nullopt);
        set("PIP_CONFIG_FILE",
            platform == Platform::Windows ? QStringLiteral("nul") : QStringLiteral("/dev/null"));
    }
    return environment;
}

Result<void> runInTheOpen(const QString& program, const QStringList& arguments,
    const QVector<EnvironmentValue>& environment, const Print& print, const QString& problem)
{
    print(commandText({ program, arguments, {}, {}, {} }, hostPlatform()));
    QProcess process;
    process.setProcessEnvironment(childEnvironment(QProcessEnvironment::systemEnvironment(), environment));
    process.setProcessChannelMode(QProcess::ForwardedChannels);
    process.setInputChannelMode(QProcess::ManagedInputChannel);
    if (const auto started = startProgram(process, program, arguments, QIODevice::ReadWrite); !started)
        return started;
    process.closeWriteChannel();
    process.waitForFinished(-1);
    if (process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0)
        return Error { problem };
    return {};
}

Result<void> runPipInstall(const QString& python, const QString& wheels, const QStringList& words,
    const Print& print, const QString& problem)
{
    PythonEnvironment from;
    from.wheels = wheels;
    return runInTheOpen(
        python, pipArguments(from) + words, pipEnvironment(from, hostPlatform()), print, problem);
}

Result<QString> prepareVirtualEnvironment(
    const PythonEnvironment& wanted, const QStringList& requirements, const Print& print)
{
    for (const QString& package : wanted.packages) {
        if (!isPinnedPackage(package))
            return Error {
                QStringLiteral("\"%1\" is not a package with its version; write NAME==VERSION.").arg(package)
            };
    }
    const auto told = identityOf(wanted.base);
    if (!told)
        return told.error();
    // In a shell where the environment is activated "python" is its own, which cannot make it anew.
    PythonEnvironment python = wanted;
    if (isInside(python.base, python.folder))
        python.base = told->base;
    python.packages = withPins(requirements, wanted.packages);
    const QString program = python.interpreter(hostPlatform());
    const Pins pins = readPins(python);
    const auto present = pins.isOurs ? identityOf(program, python.packages) : Result<Interpreter>(Error {});
    const bool canStay = present && pins.interpreter == told->identity;
    if (canStay && pins.complete && pins.packages == python.packages
        && hasPackages(*present, python.packages))
        return QStringLiteral("The virtual environment %1 is there already, with the same packages.")
            .arg(python.folder);
    if (!canStay) {
        QFile::remove(pinsPath(python)); // nothing is known until it is made
        if (const auto made = makeVenv(python, print); !made)
            return made.error();
    }
    // Who may use the environment may read what is in it.
    const auto pin = [&](bool complete) {
        return writeJsonFile(pinsPath(python), pinsOf(python, told->identity, complete), FileAccess::AsUsual);
    };
    if (const auto begun = pin(false); !begun)
        return begun.error();
    if (const auto installed = installPackages(python, print); !installed)
        return installed.error();
    if (const auto kept = pin(true); !kept)
        return kept.error();
    return QStringLiteral("The virtual environment %1 is ready.").arg(python.folder);
}

}
