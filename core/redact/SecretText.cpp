// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redact/SecretText.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <utility>

namespace torchmason {

namespace {

using Spans = QVector<TextSpan>;

// ON, no, 1 or nothing: whatever the name says, there is nothing to hide.
bool isPlainSwitch(const QString& value)
{
    static const QStringList words { QString(), QStringLiteral("on"), QStringLiteral("off"),
        QStringLiteral("true"), QStringLiteral("false"), QStringLiteral("yes"), QStringLiteral("no"),
        QStringLiteral("0"), QStringLiteral("1") };
    return words.contains(value.toLower());
}

// A token may stand where the user's name does: https://ghp_16C7e42F292c@github.com. Names are shorter or of
// letters alone.
bool looksLikeToken(const QString& user)
{
    static const QRegularExpression known(QStringLiteral("^(gh[pousr]_|github_pat_|gl(pat|dt|rt|cbt|ptt|ft)-|"
                                                         "hf_|npm_|pypi-|xox[a-z]-|dop_v1_|ATBB|ATCTT|eyJ)"));
    static const QRegularExpression random(QStringLiteral("^(?=.*[0-9])(?=.*[A-Za-z])[A-Za-z0-9_-]{20,}$"));
    return known.match(user).hasMatch() || random.match(user).hasMatch();
}

QRegularExpression expression(const QString& pattern)
{
    return QRegularExpression(pattern, QRegularExpression::CaseInsensitiveOption);
}

// Group 1 is a name, group 2 the value: secret where the name says so, or where there is no name.
std::array<QRegularExpression, 6> namedValues()
{
    const QString assigned = QStringLiteral(R"((?:[-/](?-i:D)|--?)?([A-Z_][\w.-]*)(?::[A-Z]+)?=)");
    return {
        // https://host/file?access_token=y, and ccache's http://cache|bearer-token=z
        expression(QStringLiteral(R"([?&|]([A-Z][\w.-]*)=([^?&|#\s]+))")),
        // http://host/file?sig=x, X-Amz-Signature=y
        expression(QStringLiteral(R"([?&|]()(?:[\w.-]+-)?sig(?:nature)?=([^?&|#\s]+))")),
        // Authorization: Bearer x
        expression(QStringLiteral(R"((authorization)\h*[:=]\h*(?:basic|bearer|token)\h+(\S+))")),
        // "NAME=a b", 'NAME=a b'
        expression(QLatin1Char('"') + assigned + QStringLiteral(R"(([^"\n]+))")),
        expression(QLatin1Char('\'') + assigned + QStringLiteral(R"(([^'\n]+))")),
        // NAME=a, NAME="a b", -DNAME=a; not what is a parameter above
        expression(QStringLiteral(R"((?<![\w.-])(?<![?&|](?=[A-Z_])))") + assigned
            + QStringLiteral(R"((?|"([^"\n]*)|'([^'\n]*)|([^\s"']+)))")),
    };
}

void addNamedValues(Spans& spans, const QString& text)
{
    static const auto expressions = namedValues();
    for (const QRegularExpression& expression : expressions) {
        for (auto matches = expression.globalMatch(text); matches.hasNext();) {
            const QRegularExpressionMatch match = matches.next();
            const QString name = match.captured(1).replace(QLatin1Char('-'), QLatin1Char('_'));
            if ((name.isEmpty() || namesSecret(name)) && !isPlainSwitch(match.captured(2)))
                spans << TextSpan { match.capturedStart(2), match.capturedEnd(2) };
        }
    }
}

// https://me:pw@proxy.example:3128: the login is all up to the last @ before a slash.
void addLogins(Spans& spans, const QString& text)
{
    static const auto login = expression(QStringLiteral(R"((rediss?|[A-Z0-9+.-])://([^\s/]+)@)"));
    for (auto matches = login.globalMatch(text); matches.hasNext();) {
        const QRegularExpressionMatch match = matches.next();
        const qsizetype begin = match.capturedStart(2);
        for (const TextSpan& span : secretsOfLogin(match.captured(1), match.captured(2)))
            spans << TextSpan { begin + span.begin, begin + span.end };
    }
}

// In order, and those that overlap as one.
Spans joined(Spans spans)
{
    std::sort(
        spans.begin(), spans.end(), [](const TextSpan& a, const TextSpan& b) { return a.begin < b.begin; });
    Spans result;
    for (const TextSpan& span : std::as_const(spans)) {
        if (result.isEmpty() || span.begin >= result.last().end)
            result << span;
        else
            result.last().end = std::max(result.last().end, span.end);
    }
    return result;
}

Spans spansOfValue(const QString& name, const QString& value)
{
    static const QString scheme = QStringLiteral("http://");
    if (namesSecret(name) && !isPlainSwitch(value.trimmed()))
        return { { 0, value.size() } };
    const bool lacksScheme
        = name.endsWith(QLatin1String("proxy"), Qt::CaseInsensitive) && !value.contains(QLatin1String("://"));
    Spans spans = secretSpans(lacksScheme ? scheme + value : value);
    for (TextSpan& span : spans) {
        span.begin -= lacksScheme ? scheme.size() : 0;
        span.end -= lacksScheme ? scheme.size() : 0;
    }
    return spans;
}

QString masked(const QString& text, const Spans& spans)
{
    return replaced(text, spans, [](qsizetype) { return maskedText(); });
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

QVector<TextSpan> secretsOfLogin(const QString& scheme, const QString& login)
{
    const qsizetype colon = login.indexOf(QLatin1Char(':'));
    const qsizetype userEnd = colon < 0 ? login.size() : colon;
    const bool isRedis = scheme.endsWith(QLatin1String("redis"), Qt::CaseInsensitive)
        || scheme.endsWith(QLatin1String("rediss"), Qt::CaseInsensitive);
    // Where the login goes on behind an "@", it may have ended there already.
    const QString user = login.left(userEnd).section(QLatin1Char('@'), 0, 0);
    const bool isPassword = isRedis && (colon < 0 || user.size() < userEnd);
    Spans spans;
    if (isPassword || looksLikeToken(user))
        spans << TextSpan { 0, userEnd };
    if (userEnd + 1 < login.size())
        spans << TextSpan { userEnd + 1, login.size() };
    return spans;
}

QVector<TextSpan> secretSpans(const QString& text)
{
    Spans spans;
    if (text.contains(QLatin1Char('@')))
        addLogins(spans, text);
    addNamedValues(spans, text);
    spans.removeIf([&text](const TextSpan& span) {
        return QStringView(text).sliced(span.begin).startsWith(maskedText());
    });
    return joined(spans);
}

QString withoutSecrets(const QString& text)
{
    return masked(text, secretSpans(text));
}

QString withoutSecretsOf(const QString& name, const QString& value)
{
    return masked(value, spansOfValue(name, value));
}

QStringList secretsOf(const QString& name, const QString& value)
{
    QStringList secrets;
    for (const TextSpan& span : spansOfValue(name, value))
        secrets << value.sliced(span.begin, span.end - span.begin);
    secrets.removeAll(maskedText());
    return secrets;
}

}
