// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redact/PrivacyFilter.h"

#include "core/redact/SecretText.h"

#include <QDir>

#include <algorithm>

namespace torchmason {

namespace {

const QString userMask = QStringLiteral("(user)");

// Chinese and Japanese put no blanks between words.
bool isOfHan(const QString& name)
{
    return std::any_of(
        name.begin(), name.end(), [](QChar letter) { return letter.script() == QChar::Script_Han; });
}

// "/home/anna" as it stands in texts: with any of the separators, doubled where it went through JSON or C.
QString patternOfPath(const QString& path)
{
    QStringList parts;
    for (const QString& part : QDir::fromNativeSeparators(path).split(QLatin1Char('/')))
        parts << QRegularExpression::escape(part);
    return parts.join(QLatin1String(R"((?:/+|\\{1,4}))"));
}

// Group 1 is what leads to the name, group 2 the name. Only names on Windows hold blanks, and there only
// what a separator follows is taken for one.
QRegularExpression folderOfUser()
{
    return QRegularExpression(
        QStringLiteral(R"rx(((?:\b[a-z]:|/mnt/[a-z]|/[a-z])(?:/+|\\{1,4})users(?:/+|\\{1,4}))rx"
                       R"rx(|(?<![\w.~-])/(?:home|users)/+))rx"
                       R"rx(((?<=users[/\\])[^/\\:*?"'<>|\r\n()]{1,40}(?=[/\\])|[^/\\\s:;,*?"'`<>|()]+))rx"),
        QRegularExpression::CaseInsensitiveOption);
}

QRegularExpression identifier()
{
    return QRegularExpression(
        QStringLiteral(R"(\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b)"),
        QRegularExpression::CaseInsensitiveOption);
}

// A short secret is not named as such: there is no room.
QString longMask(const QString& secret)
{
    const QString word = secret.size() < maskedText().size() ? QString() : maskedText();
    return word.leftJustified(secret.size(), QLatin1Char('x'));
}

bool mayHoldSecret(QStringView line, bool hasHeader)
{
    return hasHeader || line.contains(QLatin1Char('=')) || line.contains(QLatin1Char('@'));
}

// A secret ends with its line.
QString withoutSecretsOnEachLine(const QString& text, bool keepsLength)
{
    const bool hasHeader = text.contains(QLatin1String("authorization"), Qt::CaseInsensitive);
    QString result;
    result.reserve(text.size());
    qsizetype begin = 0;
    while (begin <= text.size()) {
        const qsizetype lineBreak = text.indexOf(QLatin1Char('\n'), begin);
        const qsizetype end = lineBreak < 0 ? text.size() : lineBreak;
        const QStringView line = QStringView(text).mid(begin, end - begin);
        if (!mayHoldSecret(line, hasHeader))
            result += line;
        else
            result
                += keepsLength ? withoutSecrets(line.toString(), longMask) : withoutSecrets(line.toString());
        if (lineBreak >= 0)
            result += QLatin1Char('\n');
        begin = end + 1;
    }
    return result;
}

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
    return name.toUtf8().size() < 3 || common.contains(name.toLower());
}

PrivacyFilter::PrivacyFilter(const PrivateNames& names)
{
    addHome(names.home);
    m_forms.append({ folderOfUser(), 2, userMask, QLatin1Char('x'), QStringLiteral("public") });
    for (const QString& user : names.users)
        addWord(user, userMask);
    for (const QString& host : names.hosts)
        addWord(host, QStringLiteral("(computer)"));
    m_forms.append({ identifier(), 0, QStringLiteral("(id)") });
    for (const Form& form : std::as_const(m_forms))
        form.expression.optimize();
}

PrivacyFilter PrivacyFilter::secretsOnly()
{
    return {};
}

void PrivacyFilter::addHome(const QString& home)
{
    const QString path = QDir::cleanPath(home);
    if (path.size() < 4 || !path.contains(QLatin1Char('/')))
        return;
    m_forms.append(
        { QRegularExpression(patternOfPath(path) + QLatin1String(R"((?![\p{L}\p{N}_.-]))"),
              QRegularExpression::CaseInsensitiveOption | QRegularExpression::UseUnicodePropertiesOption),
            0, QStringLiteral("~"), QLatin1Char('~') });
}

void PrivacyFilter::addWord(const QString& word, const QString& mask)
{
    if (tellsNothing(word))
        return;
    const QString form
        = isOfHan(word) ? QStringLiteral("%1") : QStringLiteral(R"((?<![\p{L}\p{N}])%1(?![\p{L}\p{N}]))");
    m_forms.append(
        { QRegularExpression(form.arg(QRegularExpression::escape(word)),
              QRegularExpression::CaseInsensitiveOption | QRegularExpression::UseUnicodePropertiesOption),
            0, mask });
}

QString PrivacyFilter::withoutForm(const QString& text, const Form& form, bool keepsLength)
{
    QString result;
    qsizetype done = 0;
    for (auto match = form.expression.globalMatch(text); match.hasNext();) {
        const auto found = match.next();
        if (found.capturedView(form.group).compare(form.harmless, Qt::CaseInsensitive) == 0)
            continue;
        const qsizetype begin = found.capturedStart(form.group);
        const qsizetype length = found.capturedLength(form.group);
        result += QStringView(text).mid(done, begin - done);
        result += keepsLength ? QString(form.longMask).leftJustified(length, QLatin1Char('x')) : form.mask;
        done = begin + length;
    }
    if (done == 0)
        return text;
    return result += QStringView(text).mid(done);
}

QString PrivacyFilter::masked(QString text, bool keepsLength) const
{
    text = withoutSecretsOnEachLine(text, keepsLength);
    for (const Form& form : m_forms)
        text = withoutForm(text, form, keepsLength);
    return text;
}

QString PrivacyFilter::shown(const QString& text) const
{
    return masked(text, false);
}

QString PrivacyFilter::sameLength(const QString& text) const
{
    return masked(text, true);
}

}
