// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace torchmason {

// What a secret looks like: by the name it goes by, or by its place inside a longer text.

QString maskedText(); // "(masked)"

// HF_TOKEN, AWS_SECRET_ACCESS_KEY, MYSQL_PWD...; neither TOKENIZERS_PARALLELISM nor OLDPWD.
bool namesSecret(const QString& variable);

// ON, no, 1 or nothing: whatever the name says, there is nothing to hide.
bool isPlainSwitch(const QString& value);

// Masks passwords and tokens inside addresses, parameters of addresses and HTTP headers:
// https://me:pw@host -> https://me:(masked)@host, http://cache|bearer-token=x ->
// http://cache|bearer-token=(masked)
QString withoutUrlPasswords(const QString& text);

// https://ghp_16C7e42F292c@github.com: a token may stand where the user's name does. Names are shorter or
// of letters alone.
bool looksLikeToken(const QString& user);

// For lines of a log that are shown to others: masks these, and what follows a name of a secret:
// MY_TOKEN=abc -> MY_TOKEN=(masked), -DX_TOKEN:STRING=abc, --api-key=abc, 'MY_TOKEN=a b'
QString withoutSecrets(const QString& text);

// The same with what `mask` answers for a secret in its place.
using SecretMask = QString (*)(const QString& secret);
QString withoutSecrets(const QString& text, SecretMask mask);

// The value of a variable or a flag: all of it is masked where the name says so, else what withoutSecrets
// finds in it, and the login of a proxy without a scheme: https_proxy=me:pw@proxy:3128.
QString withoutSecretsOf(const QString& name, const QString& value);

// What that masks, piece by piece.
QStringList secretsOf(const QString& name, const QString& value);

}
