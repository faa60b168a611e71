// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Core.h"
#include "core/base/JsonPlaces.h"
#include "core/base/RegularFile.h"
#include "core/profile/ProfileCatalogue.h"
#include "core/request/PythonEnvironment.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>

namespace torchmason {

namespace {

constexpr qint64 mostOfProfile = 16 * 1024 * 1024; // with its diffs; not a log that was renamed

constexpr int profileVersion = 1;

std::optional<Bytes> size(JsonReader& fields, const char* member)
{
    const auto text = fields.optionalString(member);
    const auto bytes = text ? parseBytes(*text) : std::nullopt;
    if (text && !bytes)
        fields.fail(
            QLatin1String(member), Core::tr("is \"%1\"; it must be a size such as \"16 GB\".").arg(*text));
    return bytes;
}

QString version(JsonReader& fields, const char* member)
{
    static const QRegularExpression dotted(
        QRegularExpression::anchoredPattern(QStringLiteral(R"((\d+(\.\d+)*)?)")));
    const QString text = fields.string(member, QString());
    if (!dotted.match(text).hasMatch())
        fields.fail(
            QLatin1String(member), Core::tr("is \"%1\"; it must be a version such as \"12.8\".").arg(text));
    return text;
}

SourceSpec readSource(JsonReader& profile)
{
    SourceSpec source;
    if (profile.child("source").is_null()) {
        profile.fail(Core::tr("\"%1\" is missing.").arg(QLatin1String("source")));
        return source;
    }
    JsonReader fields = profile.object("source");
    fields.refuseOthersThan({ QStringLiteral("kind"), QStringLiteral("url"), QStringLiteral("tag"),
        QStringLiteral("package"), QStringLiteral("version") });
    const QString kind = fields.choice("kind",
        { sourceKindId(SourceKind::ExistingTree), sourceKindId(SourceKind::Git),
            sourceKindId(SourceKind::DebianSource), sourceKindId(SourceKind::Sample) });
    source.kind = sourceKindFromId(kind).value_or(SourceKind::ExistingTree);
    const bool isGit = source.kind == SourceKind::Git;
    source.url = isGit ? fields.string("url") : fields.string("url", QString());
    source.tag = isGit ? fields.string("tag") : fields.string("tag", QString());
    if (const QString refusal = refusalOfAddress(source.url); isGit && !refusal.isEmpty())
        fields.problems().append({ fields.pointerTo(QStringLiteral("url")), refusal, true });
    if (const QString refusal = refusalOfRevision(source.tag); isGit && !refusal.isEmpty())
        fields.problems().append({ fields.pointerTo(QStringLiteral("tag")), refusal, true });
    if (isGit && source.tag.isEmpty() && fields.ok())
        fields.problems().append({ fields.pointerTo(QStringLiteral("tag")),
            Core::tr("is empty; name a tag, a branch or a commit."), true });
    source.package = source.kind == SourceKind::DebianSource ? fields.string("package")
                                                             : fields.string("package", QString());
    source.version = fields.string("version", QString());
    if (source.kind == SourceKind::DebianSource && source.package.isEmpty() && fields.ok())
        fields.problems().append({ fields.pointerTo(QStringLiteral("package")),
            Core::tr("is empty; name a source package."), true });
    return source;
}

ProfileNeeds readNeeds(JsonReader fields)
{
    fields.refuseOthersThan({ QStringLiteral("computeCapabilities"), QStringLiteral("cudaMinimum"),
        QStringLiteral("cudaMaximum"), QStringLiteral("pythonMinimum"), QStringLiteral("pythonMaximum"),
        QStringLiteral("cmakeMinimum"), QStringLiteral("visualStudio"), QStringLiteral("gccMaximum"),
        QStringLiteral("cudnn"), QStringLiteral("memory"), QStringLiteral("disk"), QStringLiteral("python"),
        QStringLiteral("debianSource") });
    ProfileNeeds needs;
    needs.computeCapabilities = fields.strings("computeCapabilities");
    needs.cudaMinimum = version(fields, "cudaMinimum");
    needs.cudaMaximum = version(fields, "cudaMaximum");
    needs.pythonMinimum = version(fields, "pythonMinimum");
    needs.pythonMaximum = version(fields, "pythonMaximum");
    needs.cmakeMinimum = version(fields, "cmakeMinimum");
    needs.visualStudio = version(fields, "visualStudio");
    needs.gccMaximum = version(fields, "gccMaximum");
    needs.cudnn = version(fields, "cudnn");
    needs.memory = size(fields, "memory");
    needs.disk = size(fields, "disk");
    needs.python = fields.boolean("python", false);
    needs.debianSource = fields.boolean("debianSource", false);
    return needs;
}

void readConfiguration(JsonReader& profile, Configuration& configuration)
{
    static const QStringList types { QString(), QStringLiteral("BOOL"), QStringLiteral("STRING"),
        QStringLiteral("PATH"), QStringLiteral("FILEPATH") };
    for (JsonReader& entry : profile.objects("flags")) {
        entry.refuseOthersThan({ QStringLiteral("name"), QStringLiteral("type"), QStringLiteral("value") });
        configuration.flags.append({ entry.string("name"), entry.string("value"), entry.choice("type", types),
            ValueOrigin::Profile });
    }
    for (JsonReader& entry : profile.objects("environment")) {
        entry.refuseOthersThan({ QStringLiteral("name"), QStringLiteral("value") });
        configuration.environment.append(
            { entry.string("name"), entry.optionalString("value"), ValueOrigin::Profile });
    }
}

// A diff in a file of its own lies beside the profile and is shared with it.
QByteArray readDiffFile(JsonReader& entry, const QString& profileFile)
{
    const QString member = QStringLiteral("diffFile");
    const QString name = entry.string("diffFile", QString());
    if (name.contains(QLatin1Char('/')) || name.contains(QLatin1Char('\\')) || name.isEmpty()) {
        entry.fail(member, Core::tr("must be the name of a file beside the profile."));
        return {};
    }
    RegularFile file(QFileInfo(profileFile).path() + QLatin1Char('/') + name);
    if (!file.openDocument(mostOfProfile)) {
        entry.fail(member, Core::tr("names %1, which cannot be read: %2.").arg(name, file.errorString()));
        return {};
    }
    const QByteArray diff = file.readAll();
    if (diff.isEmpty())
        entry.fail(member, Core::tr("names %1, which is empty.").arg(name));
    return diff;
}

void readPatches(JsonReader& fields, Profile& profile)
{
    for (JsonReader& entry : fields.objects("patches")) {
        entry.refuseOthersThan({ QStringLiteral("file"), QStringLiteral("find"), QStringLiteral("replace"),
            QStringLiteral("why"), QStringLiteral("diff"), QStringLiteral("diffBase64"),
            QStringLiteral("diffFile") });
        if (!entry.child("diffFile").is_null()) {
            profile.patches.append({ {}, {}, {}, entry.string("why"), readDiffFile(entry, profile.file) });
            continue;
        }
        profile.patches.append(readSourcePatch(entry));
    }
}

ProfilePython readPython(JsonReader fields)
{
    fields.refuseOthersThan({ QStringLiteral("venv"), QStringLiteral("packages"), QStringLiteral("wheels") });
    ProfilePython python;
    python.venv = fields.boolean("venv", false);
    python.packages = fields.strings("packages");
    python.wheels = fields.string("wheels", QString());
    for (qsizetype entry = 0; entry < python.packages.size(); ++entry) {
        if (!isPinnedPackage(python.packages[entry]))
            fields.problems().append({ QStringLiteral("%1/packages/%2").arg(fields.pointer()).arg(entry),
                Core::tr("is \"%1\"; a package is written NAME==VERSION.").arg(python.packages[entry]),
                true });
    }
    return python;
}

void readPlatforms(JsonReader& fields, Profile& profile)
{
    const QStringList platforms = fields.strings("platforms");
    for (qsizetype entry = 0; entry < platforms.size(); ++entry) {
        if (platforms[entry] == QLatin1String("linux"))
            profile.platforms.append(Platform::Linux);
        else if (platforms[entry] == QLatin1String("windows"))
            profile.platforms.append(Platform::Windows);
        else
            fields.problems().append({ QStringLiteral("/platforms/%1").arg(entry),
                Core::tr("is \"%1\"; %2 and %3 are known.")
                    .arg(platforms[entry], QLatin1String("linux"), QLatin1String("windows")),
                true });
    }
    if (fields.child("platforms").is_null())
        fields.fail(Core::tr("\"%1\" is missing.").arg(QLatin1String("platforms")));
    else if (platforms.isEmpty() && fields.child("platforms").empty())
        fields.fail(QStringLiteral("platforms"),
            Core::tr("must name %1, %2 or both.").arg(QLatin1String("linux"), QLatin1String("windows")));
}

// Long texts are lists of lines, so that the file stays readable.
QString readNotes(JsonReader& fields)
{
    if (fields.child("notes").is_array())
        return fields.strings("notes").join(QLatin1String("\n\n"));
    return fields.string("notes", QString());
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

void readStatus(JsonReader& fields, Profile& profile)
{
    const QString historical = QStringLiteral("historical");
    profile.status = fields.choice("status", { QStringLiteral("current"), historical }) == historical
        ? ProfileStatus::Historical
        : ProfileStatus::Current;
    profile.statusReason = fields.string("statusReason", QString());
    profile.fixes = fields.strings("fixes");
}

void readVersion(JsonReader& fields)
{
    const auto version = fields.optionalInteger("profile");
    if (fields.child("profile").is_null())
        fields.fail(
            Core::tr("\"%1\" is missing; it is the version of the format, 1.").arg(QLatin1String("profile")));
    else if (version && *version != profileVersion)
        fields.fail(QStringLiteral("profile"),
            Core::tr("is %1; this program reads version %2.").arg(*version).arg(profileVersion));
}

void readJobs(JsonReader& fields, Profile& profile)
{
    const auto jobs = fields.optionalInteger("jobs");
    if (jobs && (*jobs < 1 || *jobs > 4096))
        fields.fail(QStringLiteral("jobs"), Core::tr("must be between 1 and 4096."));
    else if (jobs)
        profile.jobs = int(*jobs);
}

void keepExtras(const JsonReader& fields, Json& extras)
{
    if (!fields.value().is_object())
        return;
    for (const auto& [key, value] : fields.value().items()) {
        const QString name = QString::fromStdString(key);
        if (name.startsWith(QLatin1String("x-")) || (fields.pointer().isEmpty() && key == "$schema"))
            extras[fields.pointerTo(name).toStdString()] = value;
    }
}

// Members that are only kept and written again.
Json readExtras(const Json& document)
{
    Json extras = Json::object();
    QVector<JsonProblem> told; // reported already where the members are read
    JsonReader fields(document, {}, told);
    keepExtras(fields, extras);
    for (const char* member : { "source", "needs", "python" })
        keepExtras(fields.object(member), extras);
    for (const char* member : { "flags", "environment", "patches" }) {
        for (const JsonReader& entry : fields.objects(member))
            keepExtras(entry, extras);
    }
    return extras;
}

constexpr int deepest = 32;
constexpr qsizetype mostProblems = 200; // the place of each is searched

ProfileProblem withoutPlace(const JsonProblem& problem)
{
    return { 0, 0, fieldOfPointer(problem.pointer), problem.sentence, problem.goesOnAfterName };
}

ProfileProblem located(const JsonProblem& problem, const JsonPlaces& places)
{
    ProfileProblem located = withoutPlace(problem);
    if (problem.pointer.isEmpty())
        return located;
    const TextPlace place
        = problem.isAboutName ? places.of(problem.pointer) : places.ofValue(problem.pointer);
    located.line = place.line;
    located.column = place.column;
    return located;
}

ProfileReading unreadable(const QString& id, const QString& file, const ProfileProblem& problem)
{
    ProfileReading reading;
    reading.profile.id = id;
    reading.profile.file = file;
    reading.problems = { problem };
    return reading;
}

}

Profile readProfileDocument(
    const Json& document, const QString& id, const QString& file, QVector<JsonProblem>& problems)
{
    JsonReader fields(document, {}, problems);
    Profile profile;
    profile.id = id;
    profile.file = file;
    if (!document.is_object())
        return profile;
    readVersion(fields);
    fields.refuseOthersThan(topLevelMembers());
    profile.name = fields.string("name");
    profile.summary = fields.string("summary");
    profile.audience = fields.string("audience", QString());
    readStatus(fields, profile);
    readPlatforms(fields, profile);
    profile.source = readSource(fields);
    profile.needs = readNeeds(fields.object("needs"));
    readConfiguration(fields, profile.configuration);
    readPatches(fields, profile);
    profile.python = readPython(fields.object("python"));
    profile.generator = fields.string("generator", QStringLiteral("Ninja"));
    profile.backend = fields.choice("backend", { QStringLiteral("cmake"), QStringLiteral("wheel") });
    profile.targets = fields.strings("targets");
    readJobs(fields, profile);
    profile.notes = readNotes(fields);
    profile.references = fields.strings("references");
    profile.extras = readExtras(document);
    checkProfile(profile, fields);
    return profile;
}

ProfileReading readProfileText(const QByteArray& text, const QString& id, const QString& file)
{
    if (const auto fault = syntaxFaultOf(text))
        return unreadable(id, file, { fault->place.line, fault->place.column, {}, fault->sentence });
    const JsonPlaces places(text);
    if (places.depth() > deepest) // writing it again would need as much stack
        return unreadable(id, file, { 0, 0, {}, Core::tr("nests too deep to be a profile.") });
    const auto document = parseJson(text, file);
    ProfileReading reading;
    QVector<JsonProblem> problems;
    reading.profile = readProfileDocument(*document, id, file, problems);
    for (const QString& pointer : places.repeated())
        problems.append({ pointer, Core::tr("is there twice; only one of them would count."), true, true });
    for (const JsonProblem& problem : problems.mid(0, mostProblems))
        reading.problems.append(located(problem, places));
    // What is missing stands nowhere, so it comes last.
    const auto place = [](const ProfileProblem& problem) { return uint(problem.line) - 1; };
    std::stable_sort(reading.problems.begin(), reading.problems.end(),
        [&place](
            const ProfileProblem& left, const ProfileProblem& right) { return place(left) < place(right); });
    return reading;
}

ProfileReading readProfileFile(const QString& path, const QString& id)
{
    RegularFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return unreadable(id, path, { 0, 0, {}, Core::tr("cannot be read: %1.").arg(file.errorString()) });
    if (file.size() > mostOfProfile)
        return unreadable(id, path,
            { 0, 0, {},
                Core::tr("is larger than %1, so it is not a profile.")
                    .arg(formatBytes(Bytes(mostOfProfile))) });
    return readProfileText(file.readAll(), id, path);
}

bool looksLikeProfile(const QByteArray& begin)
{
    // { "$schema": "profile.schema.json", "profile": 1,
    static const QRegularExpression head(
        QStringLiteral(R"(\A\s*\{\s*("\$schema"\s*:\s*"[^"]*"\s*,\s*)?"profile"\s*:\s*[0-9])"));
    return head.match(QString::fromUtf8(begin)).hasMatch();
}

QString problemSentence(const ProfileProblem& problem)
{
    if (problem.field.isEmpty())
        return problem.sentence;
    const QString field
        = problem.goesOnAfterField ? QStringLiteral("\"%1\"").arg(problem.field) : problem.field + u':';
    return field + u' ' + problem.sentence;
}

QString profileProblemText(const QString& file, const ProfileProblem& problem)
{
    const QString shown = QDir::toNativeSeparators(file);
    const QString where
        = problem.line > 0 ? Core::tr("%1, line %2:").arg(shown).arg(problem.line) : shown + u':';
    return where + u' ' + problemSentence(problem);
}

QString profileProblemsText(const QString& file, const QVector<ProfileProblem>& problems)
{
    if (problems.isEmpty())
        return {};
    const QString first = profileProblemText(file, problems.first());
    const qsizetype more = problems.size() - 1;
    if (more == 0)
        return first;
    return first
        + (more == 1 ? Core::tr(" One more thing in this file is wrong.")
                     : Core::tr(" %n more things in this file are wrong.", nullptr, int(more)));
}

Result<Profile> profileFromJson(const Json& document, const QString& id, const QString& file)
{
    QVector<JsonProblem> problems;
    const Profile profile = readProfileDocument(document, id, file, problems);
    if (problems.isEmpty())
        return profile;
    QVector<ProfileProblem> found;
    for (const JsonProblem& problem : std::as_const(problems))
        found.append(withoutPlace(problem));
    return Error { profileProblemsText(file, found) };
}

}
