// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/PythonEnvironment.h"
#include "core/profile/ProfileCatalogue.h"

#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>

namespace torchmason {

namespace {

constexpr int profileVersion = 1;

// A misspelt member would be lost in silence, so unknown ones are errors; "x-..." is free for notes.
void refuseUnknownMembers(const Json& object, const QStringList& known, JsonReader& reader)
{
    if (!object.is_object())
        return;
    for (const auto& [key, value] : object.items()) {
        const QString name = QString::fromStdString(key);
        if (!known.contains(name) && !name.startsWith(QLatin1String("x-")))
            reader.fail(QStringLiteral("\"%1\" is not a member that is known here.").arg(name));
    }
}

QString choice(JsonReader& reader, const char* member, const QStringList& choices)
{
    const QString value = reader.string(member, choices.first());
    if (!choices.contains(value))
        reader.fail(QStringLiteral("\"%1\" must be one of %2.")
                        .arg(QLatin1String(member), choices.join(QLatin1String(", "))));
    return value;
}

std::optional<Bytes> size(JsonReader& reader, const char* member)
{
    const auto text = reader.optionalString(member);
    const auto bytes = text ? parseBytes(*text) : std::nullopt;
    if (text && !bytes)
        reader.fail(QStringLiteral("\"%1\" must be a size such as \"16 GiB\".").arg(QLatin1String(member)));
    return bytes;
}

QString version(JsonReader& reader, const char* member)
{
    static const QRegularExpression dotted(QStringLiteral(R"(^(\d+(\.\d+)*)?$)"));
    const QString text = reader.string(member, QString());
    if (!dotted.match(text).hasMatch())
        reader.fail(QStringLiteral("\"%1\" must be a version such as \"12.8\".").arg(QLatin1String(member)));
    return text;
}

SourceSpec readSource(const Json& object)
{
    SourceSpec source;
    JsonReader reader(object, {});
    const QString kind = reader.string("kind", QString());
    for (const SourceKind candidate :
        { SourceKind::ExistingTree, SourceKind::Git, SourceKind::DebianSource, SourceKind::Sample }) {
        if (sourceKindId(candidate) == kind)
            source.kind = candidate;
    }
    source.url = reader.string("url", QString());
    source.tag = reader.string("tag", QString());
    source.package = reader.string("package", QString());
    source.version = reader.string("version", QString());
    return source;
}

void checkSource(const Json& object, JsonReader& parent)
{
    if (object.is_null())
        return parent.fail(QStringLiteral("\"source\" is missing."));
    JsonReader reader(object, QStringLiteral("source"));
    refuseUnknownMembers(object,
        { QStringLiteral("kind"), QStringLiteral("url"), QStringLiteral("tag"), QStringLiteral("package"),
            QStringLiteral("version") },
        reader);
    const QString kind = choice(reader, "kind",
        { sourceKindId(SourceKind::ExistingTree), sourceKindId(SourceKind::Git),
            sourceKindId(SourceKind::DebianSource), sourceKindId(SourceKind::Sample) });
    if (kind == sourceKindId(SourceKind::Git)) {
        (void)reader.string("url");
        (void)reader.string("tag");
    }
    if (kind == sourceKindId(SourceKind::DebianSource))
        (void)reader.string("package");
    if (!reader.ok())
        parent.fail(reader.error().message);
}

ProfileNeeds readNeeds(const Json& object, JsonReader& parent)
{
    ProfileNeeds needs;
    if (object.is_null())
        return needs;
    JsonReader reader(object, QStringLiteral("needs"));
    refuseUnknownMembers(object,
        { QStringLiteral("computeCapabilities"), QStringLiteral("cudaMinimum"), QStringLiteral("cudaMaximum"),
            QStringLiteral("pythonMinimum"), QStringLiteral("pythonMaximum"), QStringLiteral("cmakeMinimum"),
            QStringLiteral("visualStudio"), QStringLiteral("gccMaximum"), QStringLiteral("cudnn"),
            QStringLiteral("memory"), QStringLiteral("disk"), QStringLiteral("python"),
            QStringLiteral("debianSource") },
        reader);
    needs.computeCapabilities = reader.strings("computeCapabilities");
    needs.cudaMinimum = version(reader, "cudaMinimum");
    needs.cudaMaximum = version(reader, "cudaMaximum");
    needs.pythonMinimum = version(reader, "pythonMinimum");
    needs.pythonMaximum = version(reader, "pythonMaximum");
    needs.cmakeMinimum = version(reader, "cmakeMinimum");
    needs.visualStudio = version(reader, "visualStudio");
    needs.gccMaximum = version(reader, "gccMaximum");
    needs.cudnn = version(reader, "cudnn");
    needs.memory = size(reader, "memory");
    needs.disk = size(reader, "disk");
    needs.python = reader.boolean("python", false);
    needs.debianSource = reader.boolean("debianSource", false);
    if (!reader.ok())
        parent.fail(reader.error().message);
    return needs;
}

// Calls `one` for every object of a list, and names the entry in the error.
template <typename One>
void readList(JsonReader& parent, const char* member, const QStringList& known, One one)
{
    const Json& list = parent.child(member);
    if (list.is_null())
        return;
    if (!list.is_array())
        return parent.fail(QStringLiteral("\"%1\" must be a list.").arg(QLatin1String(member)));
    int index = 0;
    for (const Json& entry : list) {
        JsonReader reader(entry, QStringLiteral("%1[%2]").arg(QLatin1String(member)).arg(index++));
        refuseUnknownMembers(entry, known, reader);
        one(reader);
        if (!reader.ok())
            return parent.fail(reader.error().message);
    }
}

void readConfiguration(JsonReader& reader, Configuration& configuration)
{
    static const QStringList types { QString(), QStringLiteral("BOOL"), QStringLiteral("STRING"),
        QStringLiteral("PATH"), QStringLiteral("FILEPATH") };
    const auto checkedName = [](JsonReader& entry) {
        const QString text = entry.string("name");
        if (!text.isEmpty() && !isVariableName(text))
            entry.fail(QStringLiteral("\"name\" is \"%1\", which cannot be a variable's name.").arg(text));
        return text;
    };
    readList(reader, "flags", { QStringLiteral("name"), QStringLiteral("type"), QStringLiteral("value") },
        [&](JsonReader& entry) {
            const FlagValue flag { checkedName(entry), entry.string("value"), choice(entry, "type", types),
                ValueOrigin::Profile };
            const auto same = [&](const FlagValue& other) { return other.name == flag.name; };
            if (std::any_of(configuration.flags.begin(), configuration.flags.end(), same))
                entry.fail(QStringLiteral("\"%1\" is there twice.").arg(flag.name));
            configuration.flags.append(flag);
        });
    readList(
        reader, "environment", { QStringLiteral("name"), QStringLiteral("value") }, [&](JsonReader& entry) {
            configuration.environment.append(
                { checkedName(entry), entry.optionalString("value"), ValueOrigin::Profile });
        });
}

// A diff in a file of its own lies beside the profile, so that both can be given to somebody together.
QByteArray readDiffFile(JsonReader& entry, const QString& profileFile)
{
    const QString name = entry.string("diffFile");
    if (name.contains(QLatin1Char('/')) || name.contains(QLatin1Char('\\')) || name.isEmpty()) {
        entry.fail(QStringLiteral("\"diffFile\" must be the name of a file beside the profile."));
        return {};
    }
    QFile file(QFileInfo(profileFile).path() + QLatin1Char('/') + name);
    if (!file.open(QIODevice::ReadOnly))
        entry.fail(QStringLiteral("%1 cannot be read: %2.").arg(file.fileName(), file.errorString()));
    const QByteArray diff = file.isOpen() ? file.readAll() : QByteArray();
    if (file.isOpen() && diff.isEmpty())
        entry.fail(QStringLiteral("%1 is empty.").arg(file.fileName()));
    return diff;
}

void readPatches(JsonReader& reader, Profile& profile)
{
    readList(reader, "patches",
        { QStringLiteral("file"), QStringLiteral("find"), QStringLiteral("replace"), QStringLiteral("why"),
            QStringLiteral("diff"), QStringLiteral("diffBase64"), QStringLiteral("diffFile") },
        [&](JsonReader& entry) {
            if (entry.has("diffFile"))
                profile.patches.append(
                    { {}, {}, {}, entry.string("why"), readDiffFile(entry, profile.file) });
            else
                profile.patches.append(readSourcePatch(entry));
        });
}

void readPython(JsonReader& reader, Profile& profile)
{
    const Json& object = reader.child("python");
    if (object.is_null())
        return;
    JsonReader inner(object, QStringLiteral("python"));
    refuseUnknownMembers(
        object, { QStringLiteral("venv"), QStringLiteral("packages"), QStringLiteral("wheels") }, inner);
    profile.python.venv = inner.boolean("venv", false);
    profile.python.packages = inner.strings("packages");
    profile.python.wheels = inner.string("wheels", QString());
    for (const QString& package : std::as_const(profile.python.packages)) {
        if (!isPinnedPackage(package))
            inner.fail(QStringLiteral("\"packages\" holds \"%1\"; a package is written NAME==VERSION.")
                           .arg(package));
    }
    if (!inner.ok())
        reader.fail(inner.error().message);
}

void readPlatforms(JsonReader& reader, Profile& profile)
{
    for (const QString& platform : reader.strings("platforms")) {
        if (platform == QLatin1String("linux"))
            profile.platforms.append(Platform::Linux);
        else if (platform == QLatin1String("windows"))
            profile.platforms.append(Platform::Windows);
        else
            reader.fail(
                QStringLiteral("\"platforms\" names \"%1\"; linux and windows are known.").arg(platform));
    }
    if (reader.ok() && profile.platforms.isEmpty())
        reader.fail(QStringLiteral("\"platforms\" is missing."));
}

// Long texts are lists of lines, so that the file stays readable.
QString readNotes(JsonReader& reader)
{
    if (reader.child("notes").is_array())
        return reader.strings("notes").join(QLatin1String("\n\n"));
    return reader.string("notes", QString());
}

const QStringList& topLevelMembers()
{
    static const QStringList members { QStringLiteral("profile"), QStringLiteral("name"),
        QStringLiteral("summary"), QStringLiteral("audience"), QStringLiteral("status"),
        QStringLiteral("statusReason"), QStringLiteral("fixes"), QStringLiteral("platforms"),
        QStringLiteral("source"), QStringLiteral("needs"), QStringLiteral("flags"),
        QStringLiteral("environment"), QStringLiteral("generator"), QStringLiteral("backend"),
        QStringLiteral("targets"), QStringLiteral("jobs"), QStringLiteral("patches"),
        QStringLiteral("python"), QStringLiteral("notes"), QStringLiteral("references"),
        QStringLiteral("$schema") };
    return members;
}

void readStatus(JsonReader& reader, Profile& profile)
{
    const QString status
        = choice(reader, "status", { QStringLiteral("current"), QStringLiteral("historical") });
    profile.status
        = status == QLatin1String("historical") ? ProfileStatus::Historical : ProfileStatus::Current;
    profile.statusReason = reader.string("statusReason", QString());
    if (profile.status == ProfileStatus::Historical && profile.statusReason.isEmpty())
        reader.fail(QStringLiteral("\"statusReason\" must say why a historical profile does not work."));
    profile.fixes = reader.strings("fixes");
}

}

Result<Profile> profileFromJson(const Json& document, const QString& id, const QString& file)
{
    JsonReader reader(document, file);
    const qint64 schema = reader.integer("profile");
    if (reader.ok() && schema != profileVersion)
        reader.fail(QStringLiteral("\"profile\" is %1; this program reads version 1.").arg(schema));
    refuseUnknownMembers(document, topLevelMembers(), reader);
    Profile profile;
    profile.id = id;
    profile.file = file;
    profile.name = reader.string("name");
    profile.summary = reader.string("summary");
    profile.audience = reader.string("audience", QString());
    readStatus(reader, profile);
    readPlatforms(reader, profile);
    checkSource(reader.child("source"), reader);
    profile.source = readSource(reader.child("source"));
    profile.needs = readNeeds(reader.child("needs"), reader);
    readConfiguration(reader, profile.configuration);
    readPatches(reader, profile);
    readPython(reader, profile);
    profile.generator = reader.string("generator", QStringLiteral("Ninja"));
    profile.backend = choice(reader, "backend", { QStringLiteral("cmake"), QStringLiteral("wheel") });
    profile.targets = reader.strings("targets");
    if (const auto jobs = reader.optionalInteger("jobs")) {
        if (*jobs < 1 || *jobs > 4096)
            reader.fail(QStringLiteral("\"jobs\" must be between 1 and 4096."));
        profile.jobs = int(*jobs);
    }
    profile.notes = readNotes(reader);
    profile.references = reader.strings("references");
    if (!reader.ok())
        return reader.error();
    return profile;
}

}
