// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/InstallNote.h"

#include "core/request/PythonEnvironment.h"

#include <QFileInfo>

namespace torchmason {

namespace {

Json versionsJson(const InstalledPackages& packages)
{
    Json json = Json::object();
    for (auto package = packages.begin(); package != packages.end(); ++package)
        json[package.key().toStdString()] = toJson(package->version);
    return json;
}

Json changesJson(const InstallNote& note)
{
    Json json = Json::object();
    for (const InstallChange& change : note.changes()) {
        Json& one = json[change.name.toStdString()] = Json::object();
        if (!change.markBefore.isEmpty())
            one["markBefore"] = toJson(change.markBefore);
        if (!change.mark.isEmpty())
            one["mark"] = toJson(change.mark);
        if (!change.origin.isEmpty())
            one["origin"] = toJson(change.origin);
        if (change.isFromFile)
            one["fromFile"] = true;
        if (change.isFromConda)
            one["fromConda"] = true;
        if (!change.source.isEmpty())
            one["source"] = toJson(change.source);
    }
    return json;
}

InstalledPackages readVersions(JsonReader& reader, const char* member)
{
    InstalledPackages packages;
    const Json& json = reader.child(member);
    if (!json.is_object()) {
        reader.fail(QStringLiteral("\"%1\" must be an object.").arg(QLatin1String(member)));
        return packages;
    }
    for (const auto& [name, version] : json.items())
        packages[QString::fromStdString(name)].version
            = version.is_string() ? QString::fromStdString(version.get<std::string>()) : QString();
    return packages;
}

void readChanges(const Json& changes, const QString& where, InstallNote& note)
{
    for (const auto& [key, change] : changes.items()) {
        const QString name = QString::fromStdString(key);
        if (!change.is_object())
            continue;
        JsonReader reader(change, where);
        if (note.before.contains(name)) {
            note.before[name].origin = reader.string("origin", {});
            note.before[name].mark = reader.string("markBefore", {});
            note.before[name].isFromFile = reader.boolean("fromFile", false);
            note.before[name].isFromConda = reader.boolean("fromConda", false);
            note.before[name].source = reader.has("source") ? reader.strings("source") : QStringList();
        }
        if (note.after.contains(name))
            note.after[name].mark = reader.string("mark", {});
    }
}

}

QStringList InstallNote::wheelPackages() const
{
    QStringList names;
    for (const QString& wheel : wheels)
        names << packageName(QFileInfo(wheel).fileName().section(QLatin1Char('-'), 0, 0));
    return names;
}

QVector<InstallChange> InstallNote::changes() const
{
    QVector<InstallChange> all;
    InstalledPackages names = before;
    names.insert(after);
    for (auto one = names.begin(); one != names.end(); ++one) {
        const InstalledPackage was = before.value(one.key());
        const InstalledPackage is = after.value(one.key());
        if (was.version != is.version || was.mark != is.mark)
            all.append({ one.key(), was.version, is.version, was.mark, is.mark, was.origin, was.isFromFile,
                was.isFromConda, was.source });
    }
    return all;
}

QString installNotePath(const QString& attemptFolder)
{
    return attemptFolder + QStringLiteral("/install.json");
}

Result<void> writeInstallNote(const QString& path, const InstallNote& note)
{
    Json json
        = { { "v", 1 }, { "interpreter", toJson(note.interpreter) }, { "wheels", toJson(note.wheels) } };
    if (!note.madeFolder.isEmpty())
        json["made"] = toJson(note.madeFolder);
    json["before"] = versionsJson(note.before);
    if (note.isFinished)
        json["after"] = versionsJson(note.after);
    json["changed"] = changesJson(note); // of an install on its way: all that was there
    return writeJsonFile(path, json);
}

Result<InstallNote> readInstallNote(const QString& path)
{
    const auto json = readJsonFile(path);
    if (!json)
        return json.error();
    JsonReader reader(*json, path);
    if (reader.integer("v", 1) > 1)
        reader.fail(QStringLiteral("this note was written by a newer version of the program."));
    InstallNote note;
    note.interpreter = reader.string("interpreter");
    note.wheels = reader.has("wheels") ? reader.strings("wheels") : QStringList { reader.string("wheel") };
    note.madeFolder = reader.string("made", {});
    note.before = readVersions(reader, "before");
    note.isFinished = reader.has("after");
    if (note.isFinished)
        note.after = readVersions(reader, "after");
    if (reader.has("changed") && reader.child("changed").is_object())
        readChanges(reader.child("changed"), path, note);
    if (!reader.ok())
        return reader.error();
    return note;
}

}
