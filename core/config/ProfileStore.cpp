// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/ProfileStore.h"

#include "core/base/AppPaths.h"
#include "core/base/Core.h"
#include "core/config/CacheWish.h"
#include "core/knowledge/ArchList.h"
#include "core/profile/Candidates.h"
#include "core/profile/ProfileCatalogue.h"
#include "core/redact/SecretText.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>

namespace torchmason {

namespace {

constexpr qsizetype longestId = 60;

// Lower-case ASCII, for it names folders that compilers get as arguments: "Ärger · CUDA 12.9" becomes
// "arger-cuda-12.9".
QString idOfName(const QString& name)
{
    QString id;
    for (const QChar sign : name.normalized(QString::NormalizationForm_KD).toLower()) {
        const bool isPlain = sign.unicode() < 128 && (sign.isLetterOrNumber() || sign == QLatin1Char('.'));
        if (isPlain)
            id += sign;
        else if (!sign.isMark() && !id.isEmpty() && !id.endsWith(QLatin1Char('-')))
            id += QLatin1Char('-');
    }
    id.truncate(longestId);
    while (!id.isEmpty() && !id.back().isLetterOrNumber())
        id.chop(1);
    while (!id.isEmpty() && !id.front().isLetterOrNumber())
        id.remove(0, 1);
    // Windows takes these for devices, whatever follows the dot.
    static const QStringList devices { QStringLiteral("con"), QStringLiteral("prn"), QStringLiteral("aux"),
        QStringLiteral("nul"), QStringLiteral("com"), QStringLiteral("lpt") };
    const QString stem = id.section(QLatin1Char('.'), 0, 0);
    const bool isDevice = devices.contains(stem)
        || (stem.size() == 4 && stem.back().isDigit() && devices.contains(stem.left(3)));
    return isDevice || id.isEmpty() ? (QStringLiteral("profile-") + id).chopped(id.isEmpty() ? 1 : 0) : id;
}

QString shown(const QString& file)
{
    return QDir::toNativeSeparators(file);
}

void addConfiguration(Configuration& configuration, const RequestWishes& wishes)
{
    for (const QString& name : wishes.configuration.unsetFlags)
        configuration.removeFlag(name);
    for (const FlagValue& flag : wishes.configuration.flags)
        configuration.setFlag(flag);
    for (const EnvironmentValue& variable : wishes.configuration.environment)
        configuration.setEnvironment(variable);
    // By its name, without facts: where it lies is another place on another machine.
    if (!wishes.cache.isEmpty())
        (void)applyCacheWish(configuration, wishes.cache, {}, {});
    for (FlagValue& flag : configuration.flags)
        flag.origin = ValueOrigin::Profile;
    for (EnvironmentValue& variable : configuration.environment)
        variable.origin = ValueOrigin::Profile;
}

void addPython(ProfilePython& python, const RequestWishes& wishes)
{
    python.venv = wishes.venv.value_or(python.venv || !wishes.packages.isEmpty());
    for (const QString& wish : wishes.packages)
        pinPackage(python.packages, wish);
    if (!wishes.wheels.isEmpty())
        python.wheels = wishes.wheels;
}

QStringList capabilitiesOf(const ArchList& list)
{
    QStringList capabilities;
    for (const ArchEntry& entry : list.entries)
        capabilities << entry.capability + (entry.ptx ? QStringLiteral("+PTX") : QString());
    return capabilities;
}

void followFlags(Profile& profile, const Configuration& before)
{
    ProfileNeeds& needs = profile.needs;
    const Configuration& configuration = profile.configuration;
    if (usesCuda(before) && !usesCuda(configuration)) {
        needs.computeCapabilities.clear();
        needs.cudaMinimum.clear();
        needs.cudaMaximum.clear();
        needs.cudnn.clear();
        return;
    }
    const ArchList list = parseArchList(archListOf(configuration));
    if (archListOf(before) != archListOf(configuration) && !list.isAutomatic() && list.unknown.isEmpty())
        needs.computeCapabilities = capabilitiesOf(list);
}

// The release is what the tag says, where it names one.
void takeTag(SourceSpec& source, const QString& tag)
{
    static const QRegularExpression release(QStringLiteral("^v(\\d+\\.\\d+\\.\\d+)$"));
    if (tag.isEmpty() || tag == source.tag || source.kind != SourceKind::Git)
        return;
    source.tag = tag;
    source.version = release.match(tag).captured(1);
}

// Members that are only kept, "x-...", may say anything.
void cleanNotes(Json& notes)
{
    if (!notes.is_structured())
        return;
    for (auto note = notes.begin(); note != notes.end(); ++note) {
        const QString name = notes.is_object() ? QString::fromStdString(note.key()) : QString();
        if (note->is_string())
            *note = toJson(withoutSecretsOf(
                name.section(QLatin1Char('/'), -1), QString::fromStdString(note->get<std::string>())));
        cleanNotes(*note);
    }
}

QStringList leftOut(const RequestWishes& wishes)
{
    QStringList left;
    const auto add = [&left](bool isThere, const char* what) {
        if (isThere)
            left << Core::tr(what);
    };
    add(!wishes.sourceFolder.isEmpty(), QT_TRANSLATE_NOOP("Core", "the source folder"));
    add(!wishes.buildFolder.isEmpty(), QT_TRANSLATE_NOOP("Core", "the build folder"));
    add(!wishes.programs.isEmpty(), QT_TRANSLATE_NOOP("Core", "which programs are taken"));
    add(wishes.memoryLimit.has_value(), QT_TRANSLATE_NOOP("Core", "the limit of memory"));
    add(wishes.gate.has_value(), QT_TRANSLATE_NOOP("Core", "whether the memory gate is used"));
    add(wishes.install.isWanted(), QT_TRANSLATE_NOOP("Core", "where the wheel is installed"));
    add(!wishes.cacheStorage.isEmpty(), QT_TRANSLATE_NOOP("Core", "the address of the shared cache"));
    add(!wishes.fromStage.isEmpty() || !wishes.untilStage.isEmpty() || !wishes.skippedStages.isEmpty(),
        QT_TRANSLATE_NOOP("Core", "which stages run"));
    return left;
}

}

ProfileStore::ProfileStore()
    : ProfileStore(AppPaths::userProfilesFolder())
{
}

ProfileStore::ProfileStore(QString folder)
    : m_folder(std::move(folder))
{
}

QString ProfileStore::fileOf(const QString& id) const
{
    return m_folder + QLatin1Char('/') + id + QStringLiteral(".json");
}

bool ProfileStore::has(const QString& id) const
{
    // Broken ones may be called otherwise than ids are; a place elsewhere is none of ours.
    static const QRegularExpression elsewhere(QStringLiteral("[/\\\\:]"));
    return !id.isEmpty() && !id.contains(elsewhere) && QFileInfo::exists(fileOf(id));
}

QString ProfileStore::freeId(const QString& name) const
{
    QStringList taken;
    for (const Profile& profile : shippedProfiles())
        taken << profile.id.toLower();
    for (const QFileInfo& file : QDir(m_folder).entryInfoList({ QStringLiteral("*.json") }, QDir::Files))
        taken << file.completeBaseName().toLower();
    const QString wished = idOfName(name);
    QString id = wished;
    for (int number = 2; taken.contains(id); ++number)
        id = QStringLiteral("%1-%2").arg(wished).arg(number);
    return id;
}

Result<Profile> ProfileStore::save(Profile profile) const
{
    profile.file = fileOf(profile.id);
    profile.userOwned = true;
    const Json document = toJson(profile);
    const auto again = profileFromJson(document, profile.id, profile.file);
    if (!again)
        return Error { Core::tr("This cannot be saved as a profile: %1").arg(again.error().message) };
    if (!QDir().mkpath(m_folder))
        return Error {
            Core::tr("Cannot make the folder %1; check who may write there.").arg(shown(m_folder))
        };
    if (const auto written = writeJsonFile(profile.file, document); !written)
        return written.error();
    return profile;
}

Result<void> ProfileStore::remove(const QString& id) const
{
    if (!has(id)) {
        for (const Profile& profile : shippedProfiles()) {
            if (profile.id == id)
                return Error { Core::tr("%1 ships with the program and cannot be removed.").arg(id) };
        }
        return Error { Core::tr("There is no profile %1 in %2.").arg(id, shown(m_folder)) };
    }
    QFile file(fileOf(id));
    if (!file.remove())
        return Error { Core::tr("Cannot remove %1: %2.").arg(shown(file.fileName()), file.errorString()) };
    return {};
}

ProfileImport ProfileStore::importFrom(const QString& file) const
{
    const QFileInfo from(file);
    if (QDir(from.absolutePath()) == QDir(m_folder))
        return { {}, { Core::tr("%1 is one of your profiles already.").arg(shown(file)) } };
    const QString wished = from.completeBaseName();
    const QString id = isProfileId(wished) && wished.size() <= longestId && freeId(wished) == wished.toLower()
        ? wished
        : freeId(wished);
    ProfileReading reading = readProfileFile(from.filePath(), id);
    ProfileImport import;
    for (const ProfileProblem& problem : std::as_const(reading.problems))
        import.problems << profileProblemText(file, problem);
    if (!reading.ok())
        return import;
    const Json document = toJson(reading.profile);
    for (const QFileInfo& own : QDir(m_folder).entryInfoList({ QStringLiteral("*.json") }, QDir::Files)) {
        const ProfileReading other = readProfileFile(own.filePath(), own.completeBaseName());
        if (other.ok() && toJson(other.profile) == document)
            return { {},
                { Core::tr("%1 is one of your profiles already: \"%2\" in %3.")
                        .arg(shown(file), other.profile.name, shown(own.filePath())) } };
    }
    const auto saved = save(std::move(reading.profile));
    if (saved)
        import.profile = *saved;
    else
        import.problems << saved.error().message;
    return import;
}

Result<QStringList> exportProfile(const Profile& profile, const QString& file)
{
    Profile shared = withoutSecretTexts(profile);
    QStringList secrets = removeSecrets(shared.configuration);
    if (shared.source.url != profile.source.url)
        secrets << QStringLiteral("source.url");
    if (const auto written = writeJsonFile(file, toJson(shared), FileAccess::AsUsual); !written)
        return written.error();
    return secrets;
}

Profile withoutSecretTexts(Profile profile)
{
    const auto clean = [](QString& text) { text = withoutSecrets(text); };
    for (QString* text :
        { &profile.name, &profile.summary, &profile.audience, &profile.statusReason, &profile.notes })
        clean(*text);
    for (QStringList* list : { &profile.fixes, &profile.references, &profile.targets })
        std::for_each(list->begin(), list->end(), clean);
    // Without a login git asks for one, or finds its reader's own.
    static const QRegularExpression login(QStringLiteral("^([A-Za-z][A-Za-z0-9+.-]*://)[^/?#]*@"));
    if (withoutSecrets(profile.source.url) != profile.source.url)
        profile.source.url.replace(login, QStringLiteral("\\1"));
    clean(profile.source.url);
    cleanNotes(profile.extras);
    return profile;
}

Profile masked(Profile profile)
{
    profile = withoutSecretTexts(std::move(profile));
    for (FlagValue& flag : profile.configuration.flags)
        flag.value = withoutSecretsOf(flag.name, flag.value);
    for (EnvironmentValue& variable : profile.configuration.environment) {
        if (variable.value)
            variable.value = withoutSecretsOf(variable.name, *variable.value);
    }
    return profile;
}

Profile copyOf(const Profile& profile, const QString& id, const QString& name)
{
    Profile copy = profile;
    copy.id = id;
    copy.name = name;
    const QString from = QStringLiteral("Made from the profile \"%1\" (%2)").arg(profile.name, profile.id);
    if (!copy.references.contains(from))
        copy.references << from;
    return copy;
}

Profile profileOfRequest(const BuildRequest& request, Platform platform)
{
    Profile profile;
    profile.id = request.profileId;
    profile.name = request.profileName;
    profile.platforms = { platform };
    profile.source = request.source;
    profile.configuration = request.configuration;
    profile.generator = request.generator;
    profile.backend = request.backend;
    profile.python = { request.python.isWanted(), request.python.packages, request.python.wheels };
    profile.targets = request.targets;
    profile.patches = request.patches;
    return profile;
}

QStringList removeSecrets(Configuration& configuration)
{
    QStringList names;
    configuration.flags.removeIf([&names](const FlagValue& flag) {
        const bool isSecret = !secretsOf(flag.name, flag.value).isEmpty();
        if (isSecret)
            names << flag.name;
        return isSecret;
    });
    configuration.environment.removeIf([&names](const EnvironmentValue& variable) {
        const bool isSecret = variable.value && !secretsOf(variable.name, *variable.value).isEmpty();
        if (isSecret)
            names << variable.name;
        return isSecret;
    });
    return names;
}

WishedProfile withWishes(const Profile& profile, const RequestWishes& wishes)
{
    WishedProfile wished { profile, leftOut(wishes) };
    Profile& made = wished.profile;
    addConfiguration(made.configuration, wishes);
    for (const QString& name : removeSecrets(made.configuration))
        wished.leftOut << Core::tr("%1 (secret)").arg(name);
    addPython(made.python, wishes);
    if (!wishes.targets.isEmpty())
        made.targets = wishes.targets;
    if (wishes.jobs)
        made.jobs = wishes.jobs;
    if (!wishes.backend.isEmpty())
        made.backend = wishes.backend;
    takeTag(made.source, wishes.tag);
    made.patches += wishes.patches;
    followFlags(made, profile.configuration);
    if (made.status == ProfileStatus::Historical && made.configuration != profile.configuration) {
        made.status = ProfileStatus::Current;
        made.statusReason.clear();
        made.fixes.clear();
    }
    return wished;
}

}
