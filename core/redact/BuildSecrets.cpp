// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redact/BuildSecrets.h"

#include "core/redact/SecretForms.h"
#include "core/redact/SecretText.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSet>

#include <algorithm>
#include <utility>

namespace torchmason {

namespace {

bool isPathOfFile(const QByteArray& value)
{
    const QString path = QFile::decodeName(value);
    return QDir::isAbsolutePath(path) && QFileInfo::exists(path);
}

bool isPlainWord(const QByteArray& value)
{
    return std::all_of(value.begin(), value.end(), [](char byte) { return byte >= 'a' && byte <= 'z'; });
}

QSet<QByteArray> foldersOf(const QStringList& paths)
{
    QSet<QByteArray> names;
    for (const QString& path : paths) {
        for (const QString& name : QDir::fromNativeSeparators(path).split(QLatin1Char('/')))
            names << name.toUtf8() << QFile::encodeName(name);
    }
    return names;
}

}

QVector<NamedBytes> ownEnvironment()
{
    QVector<NamedBytes> environment;
    const QProcessEnvironment system = QProcessEnvironment::systemEnvironment();
    for (const QString& name : system.keys()) {
        const QByteArray bytes = qgetenv(name.toUtf8().constData()); // on Linux not changed by any decoding
        environment.append({ name, bytes });
        // Programs on Windows write in one of two code pages, or in UTF-8.
        if (const QByteArray text = system.value(name).toUtf8(); text != bytes)
            environment.append({ name, text });
    }
    return environment;
}

QVector<QByteArray> secretsIn(const QVector<NamedBytes>& environment)
{
    QVector<QByteArray> secrets;
    for (const NamedBytes& variable : environment) {
        const QString text = QString::fromUtf8(variable.value);
        for (const QString& part : secretsOf(variable.name, text)) {
            // As a whole it is taken in its own bytes, which may be no UTF-8.
            const QByteArray secret = part == text ? variable.value : part.toUtf8();
            if (!isPathOfFile(secret))
                secrets << secret;
            if (const QByteArray plain = QByteArray::fromPercentEncoding(secret); plain != secret)
                secrets << plain;
        }
    }
    return secrets;
}

std::shared_ptr<const NeedleSet> needlesFor(const QVector<QByteArray>& secrets, const QStringList& paths)
{
    if (secrets.isEmpty())
        return {};
    const QSet<QByteArray> folders = foldersOf(paths);
    QVector<QByteArray> plain;
    for (const QByteArray& secret : secrets)
        plain += plainForms(secret);
    QVector<QByteArray> needles;
    QVector<QByteArray> words;
    for (const QByteArray& form : std::as_const(plain))
        (folders.contains(form) || isPlainWord(form) ? words : needles) << form;
    for (const QByteArray& form : std::as_const(plain))
        needles += writtenForms(form);
    return std::make_shared<const NeedleSet>(needles, words);
}

std::shared_ptr<const NeedleSet> onlyLogins()
{
    return std::make_shared<const NeedleSet>(QVector<QByteArray>());
}

}
