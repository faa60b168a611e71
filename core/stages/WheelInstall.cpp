// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/WheelInstall.h"

#include "core/base/Json.h"
#include "core/base/SentencePart.h"
#include "core/base/TextDecoding.h"
#include "core/process/ProgramStart.h"
#include "core/stages/InstallPlace.h"
#include "core/stages/PythonCheck.h"
#include "core/stages/StagePlan.h"
#include "core/stages/VirtualEnvironment.h"

#include <QFileInfo>
#include <QProcess>
#include <QRegularExpression>

namespace torchmason {

namespace {

using Print = std::function<void(const QString&)>;

constexpr int patience = 120000; // milliseconds, for questions

// Every pip of the last ten years brings the library that weighs conditions.
constexpr const char* requirementsProgram = R"py(import email, json, sys, zipfile
try:
    from packaging.requirements import Requirement
except ImportError:
    from pip._vendor.packaging.requirements import Requirement
from importlib import metadata
wheel, missing = sys.argv[1], sys.argv[2] == "missing"
with zipfile.ZipFile(wheel) as files:
    name = [n for n in files.namelist() if n.endswith(".dist-info/METADATA") and n.count("/") == 1][0]
    lines = email.message_from_bytes(files.read(name)).get_all("Requires-Dist") or []
wanted = []
for line in lines:
    requirement = Requirement(line)
    if requirement.marker and not requirement.marker.evaluate({"extra": ""}):
        continue
    requirement.marker = None
    try:
        there = metadata.version(requirement.name)
    except metadata.PackageNotFoundError:
        there = None
    if not missing or there is None or not requirement.specifier.contains(there, prereleases=True):
        wanted.append(str(requirement))
print(json.dumps(wanted))
)py";

constexpr const char* packagesProgram = R"py(import json, sys
from importlib import metadata
print(json.dumps({d.metadata["Name"]: d.version for d in metadata.distributions() if d.metadata["Name"]}))
)py";

Result<Json> askPython(const QString& python, const char* program, const QStringList& words = {})
{
    QProcess process;
    const auto started = startProgram(
        process, python, QStringList { QStringLiteral("-I"), QStringLiteral("-c"), QLatin1String(program) } + words);
    if (!started)
        return started.error();
    if (!process.waitForFinished(patience)) {
        process.kill();
        process.waitForFinished();
        return Error { QStringLiteral("%1 did not answer within %2 s.").arg(python).arg(patience / 1000) };
    }
    if (process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0) {
        const QStringList lines
            = plainToolText(process.readAllStandardError()).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        return Error { QStringLiteral("%1 cannot tell about packages: %2.")
                           .arg(python, lines.isEmpty() ? QStringLiteral("it said nothing") : sentencePart(lines.last())) };
    }
    return parseJson(process.readAllStandardOutput().trimmed(), python);
}

Result<QMap<QString, QString>> packagesIn(const QString& python)
{
    const auto json = askPython(python, packagesProgram);
    if (!json)
        return json.error();
    QMap<QString, QString> packages;
    for (const auto& [name, version] : json->items()) {
        if (version.is_string())
            packages.insert(packageName(QString::fromStdString(name)),
                QString::fromStdString(version.get<std::string>()));
    }
    return packages;
}

Result<void> runPip(const WheelInstallWishes& wishes, const QString& python, const QStringList& words,
    const Print& print, const QString& problem)
{
    PythonEnvironment environment;
    environment.wheels = wishes.wheels;
    const QStringList arguments = pipArguments(environment) + words;
    print(commandText({ python, arguments, {}, {}, {} }, hostPlatform()));
    return runInTheOpen(python, arguments, pipEnvironment(environment, hostPlatform()), problem);
}

// The environment, made where it is a new one.
Result<InstallPlace> preparedPlace(const WheelInstallWishes& wishes, const Print& print)
{
    InstallPlace place = lookAtInstallPlace(wishes.environment);
    if (place.refusal.isEmpty() && place.kind == QLatin1String("new")) {
        const QStringList arguments = venvArguments({ wishes.environment, wishes.python, {}, {} });
        print(commandText({ wishes.python, arguments, {}, {}, {} }, hostPlatform()));
        const auto made = runInTheOpen(wishes.python, arguments, {},
            QStringLiteral("%1 cannot make a virtual environment in %2; the log of this stage holds what it "
                           "said (Debian needs the package python3-venv for it).")
                .arg(wishes.python, wishes.environment));
        if (!made)
            return made.error();
        place = lookAtInstallPlace(wishes.environment);
    }
    if (!place.refusal.isEmpty())
        return Error { place.refusal };
    return place;
}

// A wheel with compiled modules is for one version of Python.
Result<void> checkTag(const InstallPlace& place, const QString& wheel)
{
    const QString wanted = pythonTagOf(wheel);
    const QString own = QStringLiteral("cp") + place.version.section(QLatin1Char('.'), 0, 0)
        + place.version.section(QLatin1Char('.'), 1, 1);
    if (!wanted.startsWith(QLatin1String("cp")) || place.version.isEmpty() || wanted.startsWith(own))
        return {};
    return Error { QStringLiteral("%1 is for Python %2.%3, and %4 is Python %5; choose an environment of that "
                                  "version, or build with this one.")
                       .arg(QFileInfo(wheel).fileName(), wanted.mid(2, 1), wanted.mid(3), place.interpreter,
                           place.version) };
}

void keepNote(const WheelInstallWishes& wishes, const QString& python, const QMap<QString, QString>& before,
    const QMap<QString, QString>& after)
{
    if (wishes.noteFile.isEmpty())
        return;
    const auto object = [](const QMap<QString, QString>& packages) {
        Json json = Json::object();
        for (auto package = packages.begin(); package != packages.end(); ++package)
            json[package.key().toStdString()] = toJson(package.value());
        return json;
    };
    (void)writeJsonFile(wishes.noteFile,
        { { "v", 1 }, { "interpreter", toJson(python) }, { "wheel", toJson(wishes.wheel) },
            { "before", object(before) }, { "after", object(after) } });
}

}

QString pythonTagOf(const QString& wheelFile)
{
    static const QRegularExpression form(QStringLiteral(R"(-([a-z]{2}\d[\w.]*)-[\w.]+-[\w.]+\.whl$)"));
    return form.match(wheelFile).captured(1);
}

Result<QStringList> wheelRequirements(const QString& python, const QString& wheel, bool onlyMissing)
{
    const auto json = askPython(python, requirementsProgram,
        { wheel, onlyMissing ? QStringLiteral("missing") : QStringLiteral("all") });
    if (!json)
        return json.error();
    QStringList requirements;
    for (const Json& one : *json)
        requirements << QString::fromStdString(one.is_string() ? one.get<std::string>() : std::string());
    requirements.removeAll(QString());
    return requirements;
}

QStringList undoLines(
    const QString& python, const QMap<QString, QString>& before, const QMap<QString, QString>& after)
{
    QStringList gone;
    QStringList again;
    for (auto package = after.begin(); package != after.end(); ++package) {
        if (!before.contains(package.key()))
            gone << package.key();
        else if (before.value(package.key()) != package.value())
            again << package.key() + QStringLiteral("==") + before.value(package.key());
    }
    QStringList lines;
    const auto line = [&](const QStringList& words) {
        lines << commandText({ python,
                                 QStringList { QStringLiteral("-m"), QStringLiteral("pip") } + words, {}, {}, {} },
            hostPlatform());
    };
    if (!gone.isEmpty())
        line(QStringList { QStringLiteral("uninstall"), QStringLiteral("-y") } + gone);
    if (!again.isEmpty())
        line(QStringList { QStringLiteral("install") } + again);
    return lines;
}

Result<QString> installWheel(const WheelInstallWishes& wishes, const Print& print)
{
    if (!QFileInfo(wishes.wheel).isFile())
        return Error { QStringLiteral("The wheel %1 is not there any more; build from \"wheel\" again.")
                           .arg(wishes.wheel) };
    const auto place = preparedPlace(wishes, print);
    if (!place)
        return place.error();
    if (const auto fits = checkTag(*place, wishes.wheel); !fits)
        return fits.error();
    const QString& python = place->interpreter;
    const auto before = packagesIn(python);
    if (!before)
        return before.error();
    print(place->torchThere.isEmpty()
            ? QStringLiteral("%1 (Python %2) has no torch yet.").arg(python, place->version)
            : QStringLiteral("%1 (Python %2) has torch %3, which is replaced.")
                  .arg(python, place->version, place->torchThere));
    if (wishes.dependencies) {
        const auto required = wheelRequirements(python, wishes.wheel, false);
        if (!required)
            return required.error();
        if (!required->isEmpty()) {
            const auto had = runPip(wishes, python, *required, print,
                QStringLiteral("pip could not install what the wheel requires into %1, and nothing was replaced; "
                               "the log of this stage holds what it said. Without a network, name a folder of "
                               "wheels, or install without what it requires.")
                    .arg(python));
            if (!had)
                return had.error();
        }
    }
    const auto put = runPip(wishes, python,
        { QStringLiteral("--no-deps"), QStringLiteral("--force-reinstall"), wishes.wheel }, print,
        QStringLiteral("pip could not install %1 into %2; the log of this stage holds what it said.")
            .arg(wishes.wheel, python));
    if (!put)
        return put.error();
    const auto after = packagesIn(python);
    if (!after)
        return after.error();
    keepNote(wishes, python, *before, *after);
    for (const QString& line : undoLines(python, *before, *after))
        print(QStringLiteral("To take it back: ") + line);
    const auto works = checkPythonPackage({ python, {} }, print);
    if (!works)
        return works.error();
    return QStringLiteral("%1 is installed into %2, and it imports.")
        .arg(QFileInfo(wishes.wheel).fileName(), python);
}

}
