// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <QVector>

namespace torchmason {

// What a secret looks like: by the name it goes by, or by its place inside a longer text.

QString maskedText(); // "(masked)"

// HF_TOKEN, AWS_SECRET_ACCESS_KEY, MYSQL_PWD...; neither TOKENIZERS_PARALLELISM nor OLDPWD.
bool namesSecret(const QString& variable);

// A part of a text.
struct TextSpan {
    qsizetype begin = 0;
    qsizetype end = 0;
};

// Puts what `mask` answers for the length of each span in its place; in order, and none overlaps another.
template <typename Mask> QString replaced(const QString& text, const QVector<TextSpan>& spans, Mask mask)
{
    QString result;
    qsizetype done = 0;
    for (const TextSpan& span : spans) {
        result += QStringView(text).sliced(done, span.begin - done);
        result += mask(span.end - span.begin);
        done = span.end;
    }
    return spans.isEmpty() ? text : result += QStringView(text).sliced(done);
}

// What is secret in the "me:pw" that an address has in front of its "@": the password, and a token where the
// name should be. `scheme` is what stands before "://": redis://PASSWORD@HOST has no name.
QVector<TextSpan> secretsOfLogin(const QString& scheme, const QString& login);

// The secrets in a text, for what is kept or shown to others. Those in addresses, and what follows a name of
// a secret: https://me:pw@host, http://cache|bearer-token=x, Authorization: Bearer x, MY_TOKEN=abc,
// -DX_TOKEN:STRING=abc, --api-key=abc, 'MY_TOKEN=a b'. Each ends with its line. What is masked already is
// none. In order, and none overlaps another.
QVector<TextSpan> secretSpans(const QString& text);
QString withoutSecrets(const QString& text);

// The value of a variable or a flag: all of it is secret where the name says so, else what secretSpans()
// finds in it, and the login of a proxy without a scheme: https_proxy=me:pw@proxy:3128.
QString withoutSecretsOf(const QString& name, const QString& value);
// What that masks, piece by piece.
QStringList secretsOf(const QString& name, const QString& value);

}
