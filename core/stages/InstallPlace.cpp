// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/InstallPlace.h"

#include "core/base/Json.h"
#include "core/base/SentencePart.h"
#include "core/base/TextDecoding.h"
#include "core/config/PythonEnvironment.h"
#include "core/process/ProgramStart.h"
#include "core/stages/FolderMark.h"
#include "core/stages/StagePlan.h"

#include <QDir>
#include <QFileInfo>
#include <QProcess>
#include <QRegularExpression>

namespace torchmason {

namespace {

constexpr int patience = 60000; // milliseconds; a cold network disk needs seconds

// What is installed is read off the folders of distributions; nothing is imported.
// conda itself is a package of the base environment.
constexpr const char* question = R"py(import importlib.util, json, os, re, sys, sysconfig
torch = installer = ""
try:
    from importlib import metadata
    torch = metadata.version("torch")
    installer = (metadata.distribution("torch").read_text("INSTALLER") or "").strip()
except Exception:
    pass
meta = os.path.join(sys.prefix, "conda-meta")
kind = "venv" if sys.prefix != sys.base_prefix else "conda" if os.path.isdir(meta) else "system"
managed = kind != "venv" and os.path.isfile(os.path.join(sysconfig.get_path("stdlib"), "EXTERNALLY-MANAGED"))
base = kind == "conda" and any(re.match(r"conda-\d.*\.json$", name) for name in os.listdir(meta))
print(json.dumps({"version": "%d.%d.%d" % sys.version_info[:3], "kind": kind, "torch": torch,
                  "installer": installer, "managed": managed,
                  "base": base, "prefix": sys.prefix, "pip": importlib.util.find_spec("pip") is not None}))
)py";

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

InstallPlace refused(InstallPlace place, const QString& why)
{
    place.refusal = why;
    return place;
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
    return QStringLiteral("conda installed the torch %1 that is there; pip replaces it while conda goes on "
                          "listing its own, and only conda brings that one back: %2")
        .arg(torch, commandText(back, hostPlatform()));
}

// uv makes environments without pip, and a conda environment has what it was asked to have.
void judge(JsonReader& reader, InstallPlace& place)
{
    if (place.kind == QLatin1String("system"))
        place.refusal = QStringLiteral("%1 is the system's own Python, which other programs rest on; name a "
                                       "virtual or conda environment, or a new folder for one.")
                            .arg(place.interpreter);
    else if (reader.boolean("managed", false))
        place.refusal
            = QStringLiteral("%1 belongs to an installation that is marked as managed from outside "
                             "(EXTERNALLY-MANAGED), so pip puts nothing there; name another environment.")
                  .arg(place.interpreter);
    else if (!reader.boolean("pip", true))
        place.refusal = QStringLiteral("%1 has no pip, which installs the wheel; put it there with: %2")
                            .arg(place.interpreter, pipLine(place, reader.string("prefix", {})));
    else if (reader.boolean("base", false))
        place.caution = QStringLiteral("This is conda's base environment, which conda itself runs in; an "
                                       "environment of its own is safer.");
    if (reader.string("installer", {}) == QLatin1String("conda") && place.refusal.isEmpty())
        place.caution = (place.caution.isEmpty() ? QString() : place.caution + QLatin1Char(' '))
            + condaCaution(place.torchThere, reader.string("prefix", {}));
}

InstallPlace asked(InstallPlace place)
{
    QProcess process;
    const auto started = startProgram(
        process, place.interpreter, { QStringLiteral("-I"), QStringLiteral("-c"), QLatin1String(question) });
    if (!started)
        return refused(place, started.error().message);
    const bool ended = process.waitForFinished(patience);
    if (!ended)
        process.kill();
    process.waitForFinished(1000);
    if (!ended || process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0)
        return refused(place,
            QStringLiteral("%1 does not run as a Python interpreter: %2.")
                .arg(place.interpreter,
                    ended ? sentencePart(plainToolText(process.readAllStandardError()))
                          : QStringLiteral("no answer within a minute")));
    const auto json = parseJson(process.readAllStandardOutput().trimmed(), place.interpreter);
    if (!json)
        return refused(
            place, QStringLiteral("%1 does not answer as a Python interpreter does.").arg(place.interpreter));
    JsonReader reader(*json, place.interpreter);
    place.version = reader.string("version", {});
    place.kind = reader.string("kind", {});
    place.torchThere = reader.string("torch", {});
    judge(reader, place);
    return place;
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
        return place;
    }
    place.interpreter = interpreterIn(folder);
    if (place.interpreter.isEmpty())
        return refused(place,
            QStringLiteral(
                "%1 holds no Python; name a virtual or conda environment, its interpreter, or a new "
                "folder for one.")
                .arg(folder));
    return asked(place);
}

QString refusalOfWheel(const InstallPlace& place, const QString& wheel)
{
    const QString wanted = pythonTagOf(wheel);
    const QString own = QStringLiteral("cp") + place.version.section(QLatin1Char('.'), 0, 0)
        + place.version.section(QLatin1Char('.'), 1, 1);
    if (!wanted.startsWith(QLatin1String("cp")) || place.version.isEmpty() || wanted.startsWith(own))
        return {};
    return QStringLiteral(
        "%1 is for Python %2.%3, and %4 is Python %5; choose an environment of that version, or "
        "build with this one.")
        .arg(QFileInfo(wheel).fileName(), wanted.mid(2, 1), wanted.mid(3), place.interpreter, place.version);
}

QString pythonTagOf(const QString& wheelFile)
{
    static const QRegularExpression form(QStringLiteral(R"(-([a-z]{2}\d[\w.]*)-[\w.]+-[\w.]+\.whl$)"));
    return form.match(wheelFile).captured(1);
}

}
