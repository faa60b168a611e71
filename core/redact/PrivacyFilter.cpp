// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redact/PrivacyFilter.h"

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

// Of a mask that is as long as what it hides; a short secret is not named as such, there is no room.
QString filled(const QString& begin, qsizetype length)
{
    return (begin.size() > length ? QString() : begin).leftJustified(length, QLatin1Char('x'));
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
    m_forms.append({ folderOfUser(), 2, userMask, {}, QStringLiteral("public") });
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
            0, QStringLiteral("~"), QStringLiteral("~") });
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

QVector<TextSpan> PrivacyFilter::Form::placesIn(const QString& text) const
{
    QVector<TextSpan> places;
    for (auto matches = expression.globalMatch(text); matches.hasNext();) {
        const auto match = matches.next();
        if (match.capturedView(group).compare(harmless, Qt::CaseInsensitive) != 0)
            places << TextSpan { match.capturedStart(group), match.capturedEnd(group) };
    }
    return places;
}

QString PrivacyFilter::masked(QString text, bool keepsLength) const
{
    const auto hide = [&](const QVector<TextSpan>& spans, const QString& mask, const QString& longMask) {
        text = replaced(
            text, spans, [&](qsizetype length) { return keepsLength ? filled(longMask, length) : mask; });
    };
    hide(secretSpans(text), maskedText(), maskedText());
    for (const Form& form : m_forms)
        hide(form.placesIn(text), form.mask, form.longMask);
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
