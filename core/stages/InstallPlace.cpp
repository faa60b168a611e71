// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/InstallPlace.h"

#include "core/config/PythonChoice.h"
#include "core/knowledge/VersionText.h"
#include "core/request/PythonEnvironment.h"
#include "core/stages/FolderRemoval.h"
#include "core/stages/PythonPresence.h"
#include "core/stages/StageMakers.h"
#include "core/stages/StagePlan.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

namespace torchmason {

namespace {

// bin/python, Scripts/python.exe; conda on Windows has python.exe at its root. Empty where none is there.
QString interpreterIn(const QString& folder)
{
    const PythonEnvironment venv { folder, {}, {}, {} };
    for (const QString& path : { venv.interpreter(hostPlatform()), folder + QStringLiteral("/bin/python3"),
             folder + QStringLiteral("/python.exe") }) {
        if (QFileInfo(path).isFile())
            return path;
    }
    return {};
}

bool isEnvironment(const QDir& folder)
{
    return folder.exists(QStringLiteral("pyvenv.cfg")) || folder.exists(QStringLiteral("conda-meta"));
}

// Why no new environment is made at a path where nothing is: it may name an interpreter that is gone, or one
// of a version that the environment does not have. Empty where it can be made. conda keeps environments
// below its own folder (envs/NAME), which is a good place.
QString refusalOfNew(const QString& path)
{
    if (isLink(path))
        return Core::tr("%1 %2; name an environment that is there, or a new folder for one.")
            .arg(path, missingPythonReason(path));
    QDir above = QFileInfo(path).dir();
    const QString name = above.dirName().toLower();
    if (!isEnvironment(above) && (name == QLatin1String("bin") || name == QLatin1String("scripts")))
        above.setPath(QFileInfo(above.path()).path());
    if (!isEnvironment(above))
        return {};
    return Core::tr("There is no %1, and no new environment is made inside of %2; name that "
                    "environment, an interpreter in it, or a new folder elsewhere.")
        .arg(path, above.path());
}

// The program that puts pip into an environment without one, as a line to copy.
QString pipLine(const InstallPlace& place, const QString& prefix)
{
    const bool isConda = place.kind == QLatin1String("conda");
    const Command command = isConda
        ? Command { QStringLiteral("conda"),
              { QStringLiteral("install"), QStringLiteral("-p"), prefix, QStringLiteral("pip") }, {}, {}, {} }
        : Command { place.interpreter, { QStringLiteral("-m"), QStringLiteral("ensurepip") }, {}, {}, {} };
    return commandText(command, hostPlatform());
}

// Taking the install back removes what pip put there; pip has no build of conda's.
QString condaCaution(const QString& torch, const QString& prefix)
{
    const Command back { QStringLiteral("conda"),
        { QStringLiteral("install"), QStringLiteral("-p"), prefix, QStringLiteral("--force-reinstall"),
            QStringLiteral("pytorch=") + torch },
        {}, {}, {} };
    return Core::tr("conda installed the torch %1 that is there; pip replaces it while conda goes on "
                    "listing its own, and only conda brings that one back: %2")
        .arg(torch, commandText(back, hostPlatform()));
}

// uv makes environments without pip, and a conda environment has what it was asked to have.
void judge(JsonReader& reader, InstallPlace& place)
{
    if (isSystemPython(place.kind))
        place.refusal = Core::tr("%1 is the system's own Python, which other programs rely on; name a "
                                 "virtual or conda environment, or a new folder for one.")
                            .arg(place.interpreter);
    else if (reader.boolean("managed", false))
        place.refusal = Core::tr("%1 belongs to an installation that is marked as managed from outside "
                                 "(EXTERNALLY-MANAGED), so pip puts nothing there; name another environment.")
                            .arg(place.interpreter);
    else if (!reader.boolean("pip", true))
        place.refusal = Core::tr("%1 has no pip, which installs the wheel; install pip with: %2")
                            .arg(place.interpreter, pipLine(place, reader.string("prefix", {})));
    else if (reader.boolean("base", false))
        place.caution = Core::tr("This is conda's base environment, which conda itself runs in; a "
                                 "separate environment is safer.");
    if (reader.string("installer", {}) == QLatin1String("conda") && place.refusal.isEmpty())
        place.caution = (place.caution.isEmpty() ? QString() : place.caution + QLatin1Char(' '))
            + condaCaution(place.torchThere, reader.string("prefix", {}));
}

InstallPlace asked(InstallPlace place)
{
    const auto json
        = askPython(place.interpreter, "place", {}, Core::tr("%1 does not run as a Python interpreter: %2."));
    if (!json) {
        place.refusal = json.error().message;
        return place;
    }
    JsonReader reader(*json, place.interpreter);
    place.version = reader.string("version", {});
    place.tag = reader.string("tag", {});
    place.kind = reader.string("kind", {});
    place.torchThere = reader.string("torch", {});
    judge(reader, place);
    return place;
}

// `own` is the interpreter's tag, `wanted` the wheel's. A wheel of the stable interface (abi3) is also for
// later versions, but not for a free-threaded one.
bool isForPython(const QString& own, const QString& wanted, const QString& wheel)
{
    if (wheel.contains(QLatin1String("-abi3-")))
        return !own.endsWith(QLatin1Char('t')) && wanted.mid(3).toInt() <= own.mid(3).toInt();
    return own == wanted || (wheel.contains(QLatin1String("-none-")) && own == wanted + QLatin1Char('t'));
}

}

InstallPlace lookAtInstallPlace(const QString& environment)
{
    const QFileInfo named(environment);
    InstallPlace place;
    if (named.isFile()) {
        place.interpreter = QDir::cleanPath(environment);
        return asked(place);
    }
    const QString folder = QDir::cleanPath(environment);
    if (!named.exists() || isEmptyFolder(folder) || hasMark(folder, halfMadeMark)) {
        place.kind = QStringLiteral("new");
        place.interpreter = PythonEnvironment { folder, {}, {}, {} }.interpreter(hostPlatform());
        place.refusal = named.exists() ? QString() : refusalOfNew(folder);
        return place;
    }
    place.interpreter = interpreterIn(folder);
    if (!place.interpreter.isEmpty())
        return asked(place);
    place.refusal
        = Core::tr("%1 holds no Python; name a virtual or conda environment, its interpreter, or a new "
                   "folder for one.")
              .arg(folder);
    return place;
}

QString pipInstallLines(const QString& python, const QString& kind, const QString& what, Platform platform)
{
    const QString line = QStringLiteral("%1 -m pip install %2");
    if (!isSystemPython(kind))
        return line.arg(python, what);
    const QString made = platform == Platform::Windows ? QStringLiteral("ENV\\Scripts\\python.exe")
                                                       : QStringLiteral("ENV/bin/python");
    return QStringLiteral("%1 -m venv ENV\n").arg(python) + line.arg(made, what);
}

QString refusalOfWheel(const InstallPlace& place, const QString& wheel)
{
    const QString wanted = pythonTagOf(wheel);
    const QString name = QFileInfo(wheel).fileName();
    if (!wanted.startsWith(QLatin1String("cp")) || place.tag.isEmpty()
        || isForPython(place.tag, wanted, name))
        return {};
    const QString version
        = wanted.mid(2, 1) + QLatin1Char('.') + QString(wanted.mid(3)).remove(QLatin1Char('t'));
    return Core::tr("%1 is for %2, and %3 is %4; choose an environment of that version, or build with "
                    "this one.")
        .arg(name, pythonName(version, wanted), place.interpreter, pythonName(place.version, place.tag));
}

QString pythonTagOf(const QString& wheelFile)
{
    static const QRegularExpression form(QStringLiteral(R"(-([a-z]{2}\d[\w.]*)-([\w.]+)-[\w.]+\.whl$)"));
    const auto match = form.match(wheelFile);
    const bool isFree = match.captured(2) == match.captured(1) + QLatin1Char('t');
    return isFree ? match.captured(2) : match.captured(1);
}

QString pythonName(const QString& version, const QString& tag)
{
    return (tag.endsWith(QLatin1Char('t')) ? Core::tr("free-threaded Python %1") : Core::tr("Python %1"))
        .arg(version);
}

namespace {

CheckRow rowOf(const BuildRequest& request, CheckState state, const QString& found)
{
    CheckRow row = problemRow("install-place", state, Core::tr("Where the wheel is installed"), found);
    row.where = request.install.environment;
    row.field = BuildField::Install;
    row.fixText = Core::tr("Name another environment, or none and install the wheel when it is built.");
    return row;
}

bool changesPlace(const BuildRequest& request)
{
    return request.install.isWanted() && !leavesOut(request, StageKind::Install);
}

// A wheel of PyTorch is for the version of Python that builds it; one that is there says its own.
QString otherPython(const BuildRequest& request, const InstallPlace& place)
{
    if (!request.install.wheel.isEmpty())
        return refusalOfWheel(place, request.install.wheel);
    const auto facts = hostFactsFromJson(request.hostFacts, QStringLiteral("hostFacts"));
    const PythonFacts* builds = facts ? pythonOf(*facts, request) : nullptr;
    if (!builds || builds->version.isEmpty() || place.version.isEmpty()
        || (majorMinor(builds->version) == majorMinor(place.version)
            && (builds->tag.isEmpty() || builds->tag == place.tag)))
        return {};
    return Core::tr("%1 is %2, and the wheel will be for %3, which builds it (%4).")
        .arg(place.interpreter, pythonName(place.version, place.tag),
            pythonName(majorMinor(builds->version), builds->tag), builds->path);
}

}

QVector<CheckRow> installPlaceRows(const BuildRequest& request)
{
    const InstallTarget& target = request.install;
    if (!changesPlace(request) || target.takesBack > 0)
        return {};
    const InstallPlace place = lookAtInstallPlace(target.environment);
    const QString refusal = place.refusal.isEmpty() ? otherPython(request, place) : place.refusal;
    if (!refusal.isEmpty())
        return { rowOf(request, CheckState::Fail, refusal) };
    if (!place.caution.isEmpty())
        return { rowOf(request, CheckState::Warning, place.caution) };
    return {};
}

QVector<CheckRow> wheelsFolderRows(const BuildRequest& request)
{
    const PythonEnvironment& python = request.python;
    const bool makesVenv = python.isWanted() && !QFileInfo(python.interpreter(hostPlatform())).isFile();
    const QString refusal = refusalOfWheels(python.wheels);
    if (refusal.isEmpty() || !(makesVenv || (changesPlace(request) && request.install.dependencies)))
        return {};
    CheckRow row
        = problemRow("wheels-folder", CheckState::Fail, Core::tr("Folder of Python packages"), refusal);
    row.where = python.wheels;
    row.field = BuildField::Wheels;
    row.fixText = Core::tr("Without such a folder, pip takes them from the network.");
    return { row };
}

}
