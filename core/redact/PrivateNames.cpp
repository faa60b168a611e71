// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redact/PrivateNames.h"

#include "core/redact/SecretText.h"

#include <QDir>
#include <QRegularExpression>
#include <QSysInfo>

namespace torchmason {

namespace {

QString maskedUser()
{
    return QStringLiteral("(user)");
}

bool tellsNothing(const QString& name)
{
    static const QStringList common { QStringLiteral("root"), QStringLiteral("admin"),
        QStringLiteral("administrator"), QStringLiteral("user"), QStringLiteral("users"),
        QStringLiteral("build"), QStringLiteral("builder"), QStringLiteral("dev"), QStringLiteral("test"),
        QStringLiteral("runner"), QStringLiteral("ubuntu"), QStringLiteral("debian"),
        QStringLiteral("fedora"), QStringLiteral("docker"), QStringLiteral("vagrant"),
        QStringLiteral("nvidia"), QStringLiteral("cuda"), QStringLiteral("python"), QStringLiteral("torch"),
        QStringLiteral("pytorch"), QStringLiteral("linux"), QStringLiteral("windows"),
        QStringLiteral("localhost"), QStringLiteral("public"), QStringLiteral("default") };
    return name.size() < 3 || common.contains(name.toLower());
}

// "/home/anna" as it stands in texts: with any of the separators, doubled where it went through JSON or C.
QString patternOfPath(const QString& path)
{
    QStringList parts;
    for (const QString& part : QDir::fromNativeSeparators(path).split(QLatin1Char('/')))
        parts << QRegularExpression::escape(part);
    return parts.join(QLatin1String(R"((?:/+|\\{1,4}))"));
}

QString withoutHome(QString text, const QString& home)
{
    const QString path = QDir::cleanPath(home);
    if (path.size() < 4 || !path.contains(QLatin1Char('/')))
        return text;
    const QRegularExpression expression(patternOfPath(path) + QLatin1String(R"((?![\p{L}\p{N}_.-]))"),
        QRegularExpression::CaseInsensitiveOption | QRegularExpression::UseUnicodePropertiesOption);
    return text.replace(expression, QStringLiteral("~"));
}

// Group 1 is what leads to the name, group 2 the name. Only names on Windows hold blanks, and there only
// what a separator follows is taken for one.
const QRegularExpression& folderOfUser()
{
    static const QRegularExpression expression(
        QStringLiteral(R"rx(((?:\b[a-z]:|/mnt/[a-z]|/[a-z])(?:/+|\\{1,4})users(?:/+|\\{1,4}))rx"
                       R"rx(|(?<![\w.~-])/(?:home|users)/+))rx"
                       R"rx(((?<=users[/\\])[^/\\:*?"'<>|\r\n()]{1,40}(?=[/\\])|[^/\\\s:;,*?"'`<>|()]+))rx"),
        QRegularExpression::CaseInsensitiveOption);
    return expression;
}

QString withoutUserFolders(const QString& text)
{
    QString result;
    qsizetype done = 0;
    for (auto match = folderOfUser().globalMatch(text); match.hasNext();) {
        const auto found = match.next();
        const bool everybodys = found.captured(2).compare(QLatin1String("public"), Qt::CaseInsensitive) == 0;
        result += QStringView(text).mid(done, found.capturedStart(2) - done);
        result += everybodys ? found.captured(2) : maskedUser();
        done = found.capturedEnd(2);
    }
    return result + text.mid(done);
}

QString withoutWord(QString text, const QString& word, const QString& mask)
{
    if (tellsNothing(word))
        return text;
    const QRegularExpression expression(
        QStringLiteral(R"((?<![\p{L}\p{N}])%1(?![\p{L}\p{N}]))").arg(QRegularExpression::escape(word)),
        QRegularExpression::CaseInsensitiveOption | QRegularExpression::UseUnicodePropertiesOption);
    return text.replace(expression, mask);
}

QString withoutIdentifiers(QString text)
{
    static const QRegularExpression uuid(
        QStringLiteral(R"(\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b)"),
        QRegularExpression::CaseInsensitiveOption);
    return text.replace(uuid, QStringLiteral("(id)"));
}

QString withoutSecretsOnEachLine(const QString& text)
{
    QStringList lines = text.split(QLatin1Char('\n'));
    for (QString& line : lines)
        line = withoutSecrets(line);
    return lines.join(QLatin1Char('\n'));
}

}

PrivateNames ownPrivateNames()
{
    PrivateNames names;
    names.home = QDir::homePath();
    for (const char* variable : { "USER", "LOGNAME", "USERNAME" })
        names.users << qEnvironmentVariable(variable);
    names.users << QDir(names.home).dirName();
    const QString host = QSysInfo::machineHostName();
    names.hosts << host << host.section(QLatin1Char('.'), 0, 0) << qEnvironmentVariable("COMPUTERNAME");
    names.users.removeDuplicates();
    names.hosts.removeDuplicates();
    return names;
}

QString publishable(const QString& text, const PrivateNames& names)
{
    QString result = withoutUserFolders(withoutHome(withoutSecretsOnEachLine(text), names.home));
    for (const QString& user : names.users)
        result = withoutWord(result, user, maskedUser());
    for (const QString& host : names.hosts)
        result = withoutWord(result, host, QStringLiteral("(computer)"));
    return withoutIdentifiers(result);
}

}
