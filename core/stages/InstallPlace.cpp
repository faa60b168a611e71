// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/InstallPlace.h"

#include "core/base/Json.h"
#include "core/base/SentencePart.h"
#include "core/base/TextDecoding.h"
#include "core/config/PythonEnvironment.h"
#include "core/process/ProgramStart.h"
#include "core/stages/FolderMark.h"

#include <QDir>
#include <QFileInfo>
#include <QProcess>

namespace torchmason {

namespace {

constexpr int patience = 60000; // milliseconds; a cold network disk needs seconds

// What is installed is read off the folders of distributions; nothing is imported.
constexpr const char* question = R"py(import json, os, sys
torch = ""
try:
    from importlib import metadata
    torch = metadata.version("torch")
except Exception:
    pass
conda = os.path.isdir(os.path.join(sys.prefix, "conda-meta"))
kind = "venv" if sys.prefix != sys.base_prefix else "conda" if conda else "system"
print(json.dumps({"version": "%d.%d.%d" % sys.version_info[:3], "kind": kind, "torch": torch}))
)py";

// bin/python, Scripts/python.exe; conda on Windows has python.exe at its root. Empty where none is there.
QString interpreterIn(const QString& folder)
{
    const PythonEnvironment venv { folder, {}, {}, {} };
    for (const QString& path :
        { venv.interpreter(hostPlatform()), folder + QStringLiteral("/bin/python3"),
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

InstallPlace asked(InstallPlace place)
{
    QProcess process;
    const auto started = startProgram(process, place.interpreter,
        { QStringLiteral("-I"), QStringLiteral("-c"), QLatin1String(question) });
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
        return refused(place, QStringLiteral("%1 does not answer as a Python interpreter does.").arg(place.interpreter));
    JsonReader reader(*json, place.interpreter);
    place.version = reader.string("version", {});
    place.kind = reader.string("kind", {});
    place.torchThere = reader.string("torch", {});
    if (place.kind == QLatin1String("system"))
        place.refusal = QStringLiteral(
            "%1 is the system's own Python, which other programs rest on; name a virtual or conda "
            "environment, or a new folder for one.")
                            .arg(place.interpreter);
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
    if (!named.exists() || isEmptyFolder(folder)) {
        place.kind = QStringLiteral("new");
        place.interpreter = PythonEnvironment { folder, {}, {}, {} }.interpreter(hostPlatform());
        return place;
    }
    place.interpreter = interpreterIn(folder);
    if (place.interpreter.isEmpty())
        return refused(place,
            QStringLiteral("%1 holds no Python; name a virtual or conda environment, its interpreter, or a new "
                           "folder for one.")
                .arg(folder));
    return asked(place);
}

}
