// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Core.h"
#include "core/knowledge/VersionText.h"
#include "core/profile/ProfileCatalogue.h"

#include <QRegularExpression>
#include <QSet>

// What is well-formed and cannot be meant all the same.
namespace torchmason {

namespace {

QString entryPointer(const char* list, qsizetype entry, const char* member = "")
{
    return QStringLiteral("/%1/%2").arg(QLatin1String(list)).arg(entry)
        + (*member ? QLatin1Char('/') + QLatin1String(member) : QString());
}

void checkWords(const Profile& profile, JsonReader& fields)
{
    if (!isProfileId(profile.id))
        fields.fail(Core::tr("the file's name is the profile's id: it must be of letters, digits, "
                             "\".\", \"_\" and \"-\" and begin with a letter or digit, and \"%1\" "
                             "is not; rename the file.")
                        .arg(profile.id));
    if (fields.child("name").is_string() && profile.name.trimmed().isEmpty())
        fields.fail(QStringLiteral("name"), Core::tr("is empty."));
    if (profile.status == ProfileStatus::Historical && profile.statusReason.trimmed().isEmpty())
        fields.fail(QStringLiteral("status"),
            Core::tr("is historical, so \"statusReason\" must say why it does not work."));
}

void checkCapabilities(const Profile& profile, JsonReader& fields)
{
    static const QRegularExpression form(
        QRegularExpression::anchoredPattern(QStringLiteral(R"(\d+\.\d[af]?(\+PTX)?)")));
    const QStringList& capabilities = profile.needs.computeCapabilities;
    for (qsizetype entry = 0; entry < capabilities.size(); ++entry) {
        if (!form.match(capabilities[entry]).hasMatch())
            fields.problems().append({ QStringLiteral("/needs/computeCapabilities/%1").arg(entry),
                Core::tr("is \"%1\"; it must be a compute capability such as \"12.0\" or \"9.0+PTX\".")
                    .arg(capabilities[entry]),
                true });
    }
}

void checkRange(JsonReader& fields, const char* minimumName, const QString& minimum, const char* maximumName,
    const QString& maximum)
{
    if (!minimum.isEmpty() && !maximum.isEmpty() && isAbove(minimum, maximum))
        fields.problems().append({ QStringLiteral("/needs/%1").arg(QLatin1String(minimumName)),
            Core::tr("is %1, which is above %2, %3: no version can be both.")
                .arg(minimum, QLatin1String(maximumName), maximum),
            true });
}

void checkGenerator(const Profile& profile, JsonReader& fields)
{
    static const QRegularExpression known(QRegularExpression::anchoredPattern(
        QStringLiteral("Ninja|Ninja Multi-Config|Unix Makefiles|NMake Makefiles( JOM)?|"
                       "(MinGW|MSYS) Makefiles|Visual Studio \\d+ \\d{4}")));
    if (!known.match(profile.generator).hasMatch())
        fields.fail(QStringLiteral("generator"),
            Core::tr("is \"%1\", which CMake does not know; it should usually be Ninja.")
                .arg(profile.generator));
}

void checkName(JsonReader& fields, const char* list, qsizetype entry, const QString& name)
{
    const Json& written = fields.child(list).at(size_t(entry));
    if (isVariableName(name) || !written.is_object() || !written.contains("name"))
        return;
    if (written["name"].is_string())
        fields.problems().append({ entryPointer(list, entry, "name"),
            name.isEmpty() ? Core::tr("is empty.")
                           : Core::tr("is \"%1\", which cannot be a variable's name.").arg(name),
            true });
}

// What a value may leave to the machine, see core/config/Placeholders.h.
void checkPlaceholders(JsonReader& fields, const char* list, qsizetype entry, const QString& value)
{
    static const QRegularExpression placeholder(QStringLiteral(R"(\$\{([a-z][a-z0-9_]*)\})"));
    static const QStringList known { QStringLiteral("cuda"), QStringLiteral("python"), QStringLiteral("venv"),
        QStringLiteral("source"), QStringLiteral("build"), QStringLiteral("jobs") };
    for (auto matches = placeholder.globalMatch(value); matches.hasNext();) {
        const QString name = matches.next().captured(1);
        if (!known.contains(name))
            fields.problems().append({ entryPointer(list, entry, "value"),
                Core::tr("uses ${%1}, which is not a placeholder; there are ${%2}.")
                    .arg(name, known.join(QLatin1String("}, ${"))),
                true });
    }
}

void checkFlags(const Profile& profile, JsonReader& fields)
{
    QSet<QString> names;
    const QVector<FlagValue>& flags = profile.configuration.flags;
    for (qsizetype entry = 0; entry < flags.size(); ++entry) {
        const QString& name = flags[entry].name;
        checkName(fields, "flags", entry, name);
        checkPlaceholders(fields, "flags", entry, flags[entry].value);
        if (!name.isEmpty() && names.contains(name))
            fields.problems().append(
                { entryPointer("flags", entry), Core::tr("sets %1 a second time.").arg(name), true });
        names.insert(name);
    }
}

// On Windows Path and PATH are one variable.
void checkEnvironment(const Profile& profile, JsonReader& fields)
{
    const bool ignoresCase = profile.platforms.contains(Platform::Windows);
    QSet<QString> names;
    const QVector<EnvironmentValue>& environment = profile.configuration.environment;
    for (qsizetype entry = 0; entry < environment.size(); ++entry) {
        const QString& name = environment[entry].name;
        const QString same = ignoresCase ? name.toUpper() : name;
        checkName(fields, "environment", entry, name);
        checkPlaceholders(fields, "environment", entry, environment[entry].value.value_or(QString()));
        if (!name.isEmpty() && names.contains(same))
            fields.problems().append(
                { entryPointer("environment", entry), Core::tr("sets %1 a second time.").arg(name), true });
        names.insert(same);
    }
}

}

bool isProfileId(const QString& id)
{
    static const QRegularExpression form(
        QRegularExpression::anchoredPattern(QStringLiteral("[\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N}._-]*")),
        QRegularExpression::UseUnicodePropertiesOption);
    return form.match(id).hasMatch();
}

void checkProfile(const Profile& profile, JsonReader& fields)
{
    const ProfileNeeds& needs = profile.needs;
    checkWords(profile, fields);
    checkCapabilities(profile, fields);
    checkRange(fields, "cudaMinimum", needs.cudaMinimum, "cudaMaximum", needs.cudaMaximum);
    checkRange(fields, "pythonMinimum", needs.pythonMinimum, "pythonMaximum", needs.pythonMaximum);
    checkGenerator(profile, fields);
    checkFlags(profile, fields);
    checkEnvironment(profile, fields);
}

}
