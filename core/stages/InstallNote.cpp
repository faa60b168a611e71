// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/InstallNote.h"

#include "core/base/Core.h"
#include "core/request/PythonEnvironment.h"
#include "core/stages/PythonPresence.h"

#include <QDir>
#include <QFileInfo>
#include <QUrl>

#include <algorithm>

namespace torchmason {

namespace {

Result<Json> ask(const QString& python, const QStringList& words)
{
    return askPython(python, "packages", words, Core::tr("%1 cannot list its packages: %2."));
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
        if (!change.before.mark.isEmpty())
            one["markBefore"] = toJson(change.before.mark);
        if (!change.after.mark.isEmpty())
            one["mark"] = toJson(change.after.mark);
        if (!change.before.origin.isEmpty())
            one["origin"] = toJson(change.before.origin);
        if (change.before.isFromFile)
            one["fromFile"] = true;
        if (change.before.isFromConda)
            one["fromConda"] = true;
        if (!change.before.source.isEmpty())
            one["source"] = toJson(change.before.source);
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
            all.append({ one.key(), was, is });
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

namespace {

// An environment's interpreter is a link to that of the machine, so only its folder is looked up.
QString environmentOf(const QString& interpreter)
{
    return QFileInfo(QFileInfo(interpreter).path()).canonicalFilePath();
}

// What earlier attempts noted about this environment, the newest first.
QVector<InstallNote> earlierNotes(const InstallNote& note, const QString& notePath)
{
    QVector<InstallNote> notes;
    const QDir own = QFileInfo(notePath).dir();
    QDir all = own;
    if (!all.cdUp())
        return notes;
    const QStringList folders = all.entryList(
        { QStringLiteral("[0-9]*") }, QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name | QDir::Reversed);
    for (const QString& folder : folders) {
        const QString path = installNotePath(all.filePath(folder));
        if (folder.toInt() >= own.dirName().toInt() || !QFileInfo::exists(path))
            continue;
        auto earlier = readInstallNote(path);
        if (earlier && earlier->isFinished
            && environmentOf(earlier->interpreter) == environmentOf(note.interpreter))
            notes.append(*earlier);
    }
    return notes;
}

bool cannotComeAgain(const QString& interpreter, const InstalledPackage& package)
{
    return package.isFromFile && !package.mark.isEmpty()
        && (package.origin.isEmpty() || !canComeAgain(interpreter, package));
}

// Follows the notes back to something that pip can bring, or to nothing. Each note counts once.
InstalledPackage earlierThan(
    const QString& interpreter, const QString& name, InstalledPackage package, QVector<InstallNote> notes)
{
    const auto put = [&](const InstallNote& note) {
        const InstalledPackage after = note.after.value(name);
        return after.version == package.version && after.mark == package.mark;
    };
    while (cannotComeAgain(interpreter, package)) {
        const auto earlier = std::find_if(notes.begin(), notes.end(), put);
        if (earlier == notes.end())
            break;
        package = earlier->before.value(name);
        notes.erase(earlier);
    }
    return package;
}

QString takenOverText(const InstallChange& change, const InstalledPackage& earlier)
{
    if (earlier.version.isEmpty())
        return Core::tr("The wheel of the %1 %2 that an earlier install put there is gone or was replaced; "
                        "taking this install back removes %1, as it was before that install.")
            .arg(change.name, change.before.version);
    return Core::tr("The wheel of the %1 %2 that an earlier install put there is gone or was replaced; "
                    "taking this install back brings back %1 %3, which was there before it.")
        .arg(change.name, change.before.version, earlier.version);
}

}

bool canComeAgain(const QString& interpreter, const InstalledPackage& package)
{
    const QUrl place = QUrl(package.origin).adjusted(QUrl::RemoveFragment);
    return !place.isLocalFile()
        || (!package.mark.isEmpty() && markOfWheel(interpreter, place.toLocalFile()) == package.mark);
}

void goOnWith(const QString& earlierPath, InstallNote& note)
{
    const auto earlier = earlierPath.isEmpty() ? Result<InstallNote>(Error {}) : readInstallNote(earlierPath);
    if (!earlier || !note.madeFolder.isEmpty()
        || environmentOf(earlier->interpreter) != environmentOf(note.interpreter))
        return;
    note.madeFolder = earlier->madeFolder;
    if (!earlier->isFinished) {
        note.before = earlier->before;
        return;
    }
    for (const InstallChange& change : earlier->changes()) {
        const InstalledPackage now = note.before.value(change.name);
        if (now.version != change.after.version || now.mark != change.after.mark)
            continue;
        if (change.before.version.isEmpty())
            note.before.remove(change.name);
        else
            note.before[change.name] = earlier->before.value(change.name);
    }
}

QStringList takeOverEarlier(InstallNote& note, const QString& notePath)
{
    QStringList told;
    const QStringList own = note.wheelPackages();
    for (const InstallChange& change : note.changes()) {
        if (!own.contains(change.name) || !cannotComeAgain(note.interpreter, change.before))
            continue;
        const InstalledPackage earlier
            = earlierThan(note.interpreter, change.name, change.before, earlierNotes(note, notePath));
        if (earlier.version == change.before.version && earlier.mark == change.before.mark)
            continue;
        if (earlier.version.isEmpty())
            note.before.remove(change.name);
        else
            note.before[change.name] = earlier;
        told << takenOverText(change, earlier);
    }
    return told;
}

}
