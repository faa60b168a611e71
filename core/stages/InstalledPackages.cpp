// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/InstalledPackages.h"

#include "core/base/ProgramStart.h"
#include "core/base/SentencePart.h"
#include "core/base/TextDecoding.h"
#include "core/request/PythonEnvironment.h"

#include <QProcess>

namespace torchmason {

namespace {

constexpr int patience = 120000; // milliseconds

// Every pip of the last ten years brings the library that weighs conditions.
constexpr const char* conditions = R"py(import email, hashlib, json, os, sys, zipfile
try:
    from packaging.requirements import Requirement
except ImportError:
    from pip._vendor.packaging.requirements import Requirement
from importlib import metadata

def required(lines):
    for line in lines or []:
        requirement = Requirement(line)
        if not requirement.marker or requirement.marker.evaluate({"extra": ""}):
            yield requirement
)py";

constexpr const char* requirementsProgram = R"py(
wheel, missing = sys.argv[1], sys.argv[2] == "missing"
with zipfile.ZipFile(wheel) as files:
    name = [n for n in files.namelist() if n.endswith(".dist-info/METADATA") and n.count("/") == 1][0]
    lines = email.message_from_bytes(files.read(name)).get_all("Requires-Dist")
wanted = []
for requirement in required(lines):
    requirement.marker = None
    try:
        there = metadata.version(requirement.name)
    except metadata.PackageNotFoundError:
        there = None
    if not missing or there is None or not requirement.specifier.contains(there, prereleases=True):
        wanted.append(str(requirement))
print(json.dumps(wanted))
)py";

// What a wheel brings is listed in it and, once it is installed, beside it: with the same hashes, and without
// what pip and Python add. Files that pip puts elsewhere have other names there.
constexpr const char* marks = R"py(
def markOf(files):
    ours = (".dist-info/direct_url.json", ".dist-info/REQUESTED", ".dist-info/INSTALLER", ".dist-info/RECORD")
    lines = []
    for line in files.splitlines():
        path = line.partition(",")[0].strip('"')
        if path and not path.startswith(("..", "/")) and not path.endswith(ours) \
                and ".data/" not in path and "__pycache__" not in path:
            lines.append(line)
    return hashlib.sha256("\n".join(sorted(lines)).encode("utf-8", "replace")).hexdigest() if lines else ""

def markOfWheel(path):
    with zipfile.ZipFile(path) as files:
        name = [n for n in files.namelist() if n.endswith(".dist-info/RECORD") and n.count("/") == 1][0]
        return markOf(files.read(name).decode("utf-8", "replace"))
)py";

// The first of a name is the one that is imported. direct_url.json is pip's note of a file or address that
// was named instead of a version; a wheel that was built anew since is not where the package came from. That
// of a package of conda names a folder of whoever packed it. What one package writes wrongly must not hide
// the others.
constexpr const char* packagesProgram = R"py(
from urllib.parse import urlsplit
from urllib.request import url2pathname

def isFromConda(package):
    return (package.read_text("INSTALLER") or "").strip() == "conda"

def origin(package, mark):
    if isFromConda(package):
        return ""
    told = json.loads(package.read_text("direct_url.json") or "{}")
    archive = told.get("archive_info")
    if archive is None:
        return ""
    place = urlsplit(told["url"])
    if place.scheme == "file" and (not mark or markOfWheel(url2pathname(place.path)) != mark):
        return ""
    digest = archive.get("hashes", {}).get("sha256") or archive.get("hash", "").partition("sha256=")[2]
    return told["url"] + ("#sha256=" + digest if digest else "")

def isFromFile(package):
    told = json.loads(package.read_text("direct_url.json") or "{}")
    return urlsplit(told.get("url", "")).scheme == "file" and "archive_info" in told and not isFromConda(package)

# Of "setup.py develop" only the place tells.
def source(package):
    told = json.loads(package.read_text("direct_url.json") or "{}")
    if isFromConda(package):
        return []
    if "dir_info" in told:
        return (["-e"] if told["dir_info"].get("editable") else []) + [url2pathname(urlsplit(told["url"]).path)]
    if "vcs_info" in told:
        below = "#subdirectory=" + told["subdirectory"] if told.get("subdirectory") else ""
        return [told["vcs_info"]["vcs"] + "+" + told["url"] + "@" + told["vcs_info"]["commit_id"] + below]
    place = os.path.abspath(str(package.locate_file("")))
    isTree = any(os.path.isfile(os.path.join(place, name)) for name in ("setup.py", "pyproject.toml"))
    return ["-e", place] if isTree and not told else []

def orElse(other, ask):
    try:
        return ask()
    except Exception:
        return other

def isOfBase(package):
    place = os.path.join(str(package.locate_file("")), "")
    inside = lambda folder: place.startswith(os.path.join(folder, ""))
    return sys.prefix != sys.base_prefix and inside(sys.base_prefix) and not inside(sys.prefix)

packages = {}
for package in metadata.distributions():
    name = orElse(None, lambda: package.metadata["Name"])
    if not name or name in packages or isOfBase(package):
        continue
    mark = orElse("", lambda: markOf(package.read_text("RECORD") or ""))
    packages[name] = {
        "version": orElse("", lambda: package.version) or "",
        "mark": mark,
        "origin": orElse("", lambda: origin(package, mark)),
        "isFromConda": orElse(False, lambda: isFromConda(package)),
        "source": orElse([], lambda: source(package)),
        "isFromFile": orElse(False, lambda: isFromFile(package)),
        "needs": orElse([], lambda: [one.name for one in required(package.requires)])}
print(json.dumps(packages))
)py";

constexpr const char* markProgram = R"py(
print(json.dumps(markOfWheel(sys.argv[1])))
)py";

Result<Json> askPython(const QString& python, const QString& program, const QStringList& words = {})
{
    QProcess process;
    const auto started = startProgram(
        process, python, QStringList { QStringLiteral("-I"), QStringLiteral("-c"), program } + words);
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
        return Error {
            QStringLiteral("%1 cannot tell about packages: %2.")
                .arg(python, lines.isEmpty() ? QStringLiteral("it said nothing") : sentencePart(lines.last()))
        };
    }
    return parseJson(process.readAllStandardOutput().trimmed(), python);
}

}

Result<InstalledPackages> packagesIn(const QString& python)
{
    const auto json = askPython(
        python, QLatin1String(conditions) + QLatin1String(marks) + QLatin1String(packagesProgram));
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
    const auto json = askPython(
        python, QLatin1String(conditions) + QLatin1String(marks) + QLatin1String(markProgram), { wheel });
    return json && json->is_string() ? QString::fromStdString(json->get<std::string>()) : QString();
}

Result<QStringList> wheelRequirements(const QString& python, const QString& wheel, bool onlyMissing)
{
    const auto json = askPython(python, QLatin1String(conditions) + QLatin1String(requirementsProgram),
        { wheel, onlyMissing ? QStringLiteral("missing") : QStringLiteral("all") });
    if (!json)
        return json.error();
    QStringList requirements;
    for (const Json& one : *json)
        requirements << QString::fromStdString(one.is_string() ? one.get<std::string>() : std::string());
    requirements.removeAll(QString());
    return requirements;
}

}
