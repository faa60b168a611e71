# SPDX-License-Identifier: GPL-3.0-or-later
"""Tells as JSON what an environment holds and what a wheel would bring.

Run with -c by the environment's own Python: packages | mark WHEEL | requirements WHEEL missing|all
"""
import email
import hashlib
import json
import os
import sys
import zipfile
from importlib import metadata
from urllib.parse import urlsplit
from urllib.request import url2pathname

# Every pip of the last ten years brings the library that evaluates conditions.
try:
    from packaging.requirements import Requirement
except ImportError:
    from pip._vendor.packaging.requirements import Requirement


def required(lines):
    for line in lines or []:
        requirement = Requirement(line)
        if not requirement.marker or requirement.marker.evaluate({"extra": ""}):
            yield requirement


# What a wheel brings is listed in it and, once it is installed, beside it: with the same hashes, and without
# what pip and Python add. Files that pip puts elsewhere have other names there.
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


def requirements(wheel, missing):
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
    return wanted


# direct_url.json is pip's note of a file or address that was named instead of a version; a wheel that was built
# anew since is not where the package came from. That of a package of conda names a folder of whoever packed it.
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


# The first of a name is the one that is imported. What one package writes wrongly must not hide the others.
def packagesHere():
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
    return packages


question = sys.argv[1]
answer = markOfWheel(sys.argv[2]) if question == "mark" else \
    requirements(sys.argv[2], sys.argv[3] == "missing") if question == "requirements" else packagesHere()
print(json.dumps(answer))
