// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redact/SecretText.h"

#include <QRegularExpression>
#include <QStringList>

namespace torchmason {

namespace {

QString usualMask(const QString&)
{
    return maskedText();
}

// What stands in the place of a secret, and all that were found.
struct Masking {
    SecretMask mask = usualMask;
    QStringList found;

    QString operator()(const QString& secret)
    {
        found << secret;
        return mask(secret);
    }
};

// Puts what `replacement` makes of each match in its place.
template <typename Replacement>
QString replaced(const QString& text, const QRegularExpression& form, Replacement replacement)
{
    QString result;
    qsizetype end = 0;
    for (auto matches = form.globalMatch(text); matches.hasNext();) {
        const QRegularExpressionMatch match = matches.next();
        result += text.mid(end, match.capturedStart() - end) + replacement(match);
        end = match.capturedEnd();
    }
    return result + text.mid(end);
}

// redis://PASSWORD@HOST, as ccache and others write it.
bool takesLonePassword(const QString& scheme)
{
    static const QRegularExpression redis(
        QStringLiteral("^rediss?(\\+[a-z]+)?://$"), QRegularExpression::CaseInsensitiveOption);
    return redis.match(scheme).hasMatch();
}

QString withoutPassword(const QRegularExpressionMatch& address, Masking& masking)
{
    const QString login = address.captured(2);
    const qsizetype colon = login.indexOf(QLatin1Char(':'));
    const QString user = login.left(colon < 0 ? login.size() : colon);
    const bool hasPassword = colon >= 0 && colon + 1 < login.size();
    const bool isToken = looksLikeToken(user) || (colon < 0 && takesLonePassword(address.captured(1)));
    const QString shownUser = isToken ? masking(user) : user;
    const QString rest
        = hasPassword ? QLatin1Char(':') + masking(login.mid(colon + 1)) : login.mid(user.size());
    return address.captured(1) + shownUser + rest + QLatin1Char('@');
}

QString withoutParameter(const QRegularExpressionMatch& parameter, Masking& masking)
{
    static const QRegularExpression signature(
        QStringLiteral("(^|-)sig(nature)?$"), QRegularExpression::CaseInsensitiveOption);
    const QString name = parameter.captured(2);
    const bool isSecret = namesSecret(QString(name).replace(QLatin1Char('-'), QLatin1Char('_')))
        || signature.match(name).hasMatch();
    if (!isSecret || isPlainSwitch(parameter.captured(3)))
        return parameter.captured();
    return parameter.captured(1) + name + QLatin1Char('=') + masking(parameter.captured(3));
}

QString unquoted(const QString& text)
{
    static const QRegularExpression quotes(QStringLiteral(R"(^["']|["']$)"));
    return QString(text).remove(quotes);
}

QString maskedInUrls(const QString& text, Masking& masking)
{
    // https://me:pw@proxy.example:3128, redis://:pw@cache; the login is all up to the last @ of the
    // authority.
    static const QRegularExpression address(QStringLiteral(R"(([A-Za-z][A-Za-z0-9+.-]*://)([^\s/]+)@)"));
    // https://host/file?sig=x&access_token=y, and ccache's http://cache|bearer-token=z
    static const QRegularExpression parameter(
        QStringLiteral(R"(([?&|])([A-Za-z][A-Za-z0-9_.-]*)=([^?&|#\s]+))"));
    // Authorization: Bearer x
    static const QRegularExpression header(
        QStringLiteral(R"((authorization\s*[:=]\s*(?:basic|bearer|token)\s+)(\S+))"),
        QRegularExpression::CaseInsensitiveOption);
    using Match = const QRegularExpressionMatch&;
    // In long words without a login its expression would begin at every letter.
    const QString logins = text.contains(QLatin1Char('@'))
        ? replaced(text, address, [&masking](Match match) { return withoutPassword(match, masking); })
        : text;
    const QString parameters
        = replaced(logins, parameter, [&masking](Match match) { return withoutParameter(match, masking); });
    return replaced(parameters, header,
        [&masking](Match match) { return match.captured(1) + masking(match.captured(2)); });
}

// These, and what follows a name of a secret.
QString maskedInText(const QString& text, Masking& masking)
{
    // The quote may stand before the name or before the value.
    static const QRegularExpression quoted(
        QStringLiteral(R"re((["'])((?:-D)?([A-Za-z_][\w.-]*)(?::[A-Z]+)?=)((?:(?!\1).)++))re"));
    static const QRegularExpression plain(QStringLiteral(
        R"re((?<![\w.-])((?:[-/]D|--?)?([A-Za-z_][\w.-]*)(?::[A-Z]+)?=)("[^"]*"?|'[^']*'?|[^\s"']+))re"));
    const auto isSecret = [](QString name, const QString& value) {
        return namesSecret(name.replace(QLatin1Char('-'), QLatin1Char('_'))) && !isPlainSwitch(value)
            && !value.startsWith(maskedText()); // in an address, already
    };
    const QString once
        = replaced(maskedInUrls(text, masking), quoted, [&](const QRegularExpressionMatch& match) {
              if (!isSecret(match.captured(3), match.captured(4)))
                  return match.captured();
              return match.captured(1) + match.captured(2) + masking(match.captured(4));
          });
    return replaced(once, plain, [&](const QRegularExpressionMatch& match) {
        if (!isSecret(match.captured(2), match.captured(3)))
            return match.captured();
        masking.found << unquoted(match.captured(3));
        return match.captured(1) + masking.mask(match.captured(3));
    });
}

QString maskedValue(const QString& name, const QString& value, Masking& masking)
{
    static const QString scheme = QStringLiteral("http://");
    if (namesSecret(name) && !isPlainSwitch(value.trimmed()))
        return masking(value);
    const bool lacksScheme
        = name.endsWith(QLatin1String("proxy"), Qt::CaseInsensitive) && !value.contains(QLatin1String("://"));
    return lacksScheme ? maskedInText(scheme + value, masking).sliced(scheme.size())
                       : maskedInText(value, masking);
}

}

QString maskedText()
{
    return QStringLiteral("(masked)");
}

bool namesSecret(const QString& variable)
{
    // PWD is also the working folder, and git's settings have keys that are names; AUTH_TYPE is a kind.
    static const QRegularExpression harmless(
        QStringLiteral("^((CMAKE_\\w*|(OLD|INIT|HOST|DOCKER_HOST|BUILD|SOURCE|SRC|WORK|START|ORIGINAL)_?)PWD|"
                       "GIT_CONFIG_KEY_[0-9]+|\\w*_(MODE|TYPE|METHOD))$"),
        QRegularExpression::CaseInsensitiveOption);
    // HF_TOKEN, GITHUB_PAT, SIGNING_KEY, KEYFILE_PASSPHRASE, NEXUS_PSW (Jenkins); neither MONKEY nor
    // KEYBOARD nor PATH.
    static const QRegularExpression words(
        QStringLiteral("TOKEN(?!I[SZ])|SECRET|PASSWO?R?D|PASSPHRASE|PASSCODE|CREDENTIAL|AUTHORIZATION|"
                       "APIKEY|AUTHKEY|WEBHOOK|JWT(_|$)|CONNECTION_?STRING|"
                       "(^|_)(API|ACCESS|PRIVATE)?KEY(_|$)|(^|_)(PAT|AUTH|CREDS?|COOKIES?)(_|$)|"
                       "(^|_|^SSH|^PG|DB)PASS$|_(PWD|PSW|PW)$"),
        QRegularExpression::CaseInsensitiveOption);
    return words.match(variable).hasMatch() && !harmless.match(variable).hasMatch();
}

bool isPlainSwitch(const QString& value)
{
    static const QStringList words { QString(), QStringLiteral("on"), QStringLiteral("off"),
        QStringLiteral("true"), QStringLiteral("false"), QStringLiteral("yes"), QStringLiteral("no"),
        QStringLiteral("0"), QStringLiteral("1") };
    return words.contains(value.toLower());
}

bool looksLikeToken(const QString& user)
{
    static const QRegularExpression known(QStringLiteral("^(gh[pousr]_|github_pat_|gl(pat|dt|rt|cbt|ptt|ft)-|"
                                                         "hf_|npm_|pypi-|xox[a-z]-|dop_v1_|ATBB|ATCTT|eyJ)"));
    static const QRegularExpression random(QStringLiteral("^(?=.*[0-9])(?=.*[A-Za-z])[A-Za-z0-9_-]{20,}$"));
    return known.match(user).hasMatch() || random.match(user).hasMatch();
}

QString withoutUrlPasswords(const QString& text)
{
    Masking masking;
    return maskedInUrls(text, masking);
}

QString withoutSecrets(const QString& text)
{
    return withoutSecrets(text, usualMask);
}

QString withoutSecrets(const QString& text, SecretMask mask)
{
    Masking masking { mask, {} };
    return maskedInText(text, masking);
}

QString withoutSecretsOf(const QString& name, const QString& value)
{
    Masking masking;
    return maskedValue(name, value, masking);
}

QStringList secretsOf(const QString& name, const QString& value)
{
    Masking masking;
    maskedValue(name, value, masking);
    masking.found.removeAll(maskedText());
    return masking.found;
}

}
