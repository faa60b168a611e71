// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redact/SecretForms.h"

#include "core/base/CodePages.h"
#include "core/redact/SecretText.h"

#include <QRegularExpression>
#include <QSet>
#include <QString>
#include <QStringEncoder>

#include <cstring>

namespace torchmason {

namespace {

QByteArray backslashed(const QByteArray& bytes, const char* special)
{
    QByteArray result;
    for (const char byte : bytes) {
        if (byte && std::strchr(special, byte))
            result += '\\';
        result += byte;
    }
    return result;
}

QByteArray escapedForJson(const QByteArray& bytes)
{
    return backslashed(bytes, "\"\\").replace('\n', "\\n").replace('\r', "\\r").replace('\t', "\\t");
}

// The characters of base64 that depend on nothing but these bytes, where `before` others (0 to 2) stand in
// front of them in their group of three.
QByteArray base64Inside(const QByteArray& bytes, int before)
{
    const QByteArray whole = (QByteArray(before, '\0') + bytes)
                                 .toBase64(QByteArray::Base64Encoding | QByteArray::OmitTrailingEquals);
    const qsizetype unsureAtFront = before == 0 ? 0 : before + 1;
    const qsizetype sure = (before + bytes.size()) * 8 / 6;
    return whole.mid(unsureAtFront, sure - unsureAtFront);
}

// Of a JSON document the strings whose names say that they are secret; of others, or where there are none,
// all.
QVector<QByteArray> partsOf(const QByteArray& secret)
{
    static const QRegularExpression member(QStringLiteral(R"re("([\w-]+)"\s*:\s*"([^"]+)")re"));
    QVector<QByteArray> parts;
    const QString document = secret.startsWith('{') ? QString::fromUtf8(secret) : QString();
    for (auto matches = member.globalMatch(document); matches.hasNext();) {
        const QRegularExpressionMatch match = matches.next();
        if (namesSecret(match.captured(1)))
            parts << match.captured(2).toUtf8().replace("\\n", "\n");
    }
    return parts.isEmpty() ? QVector<QByteArray> { secret } : parts;
}

// Without the short ones, and each once.
QVector<QByteArray> worthLooking(const QVector<QByteArray>& forms)
{
    QVector<QByteArray> worth;
    QSet<QByteArray> known;
    for (const QByteArray& form : forms) {
        if (form.size() < shortestSecret || known.contains(form))
            continue;
        worth << form;
        known << form;
    }
    return worth;
}

}

QVector<QByteArray> plainForms(const QByteArray& secret)
{
    const QByteArray whole = QByteArray(secret).replace("\r\n", "\n").replace('\r', '\n').trimmed();
    QVector<QByteArray> forms { whole };
    for (const QByteArray& part : partsOf(whole)) {
        forms << part.trimmed();
        for (const QByteArray& line : part.split('\n'))
            forms << line.trimmed();
    }
    return worthLooking(forms);
}

QVector<QByteArray> writtenForms(const QByteArray& plain)
{
    QVector<QByteArray> forms;
    for (int before = 0; before < 3; ++before) {
        const QByteArray base64 = base64Inside(plain, before);
        forms << base64 << QByteArray(base64).replace('+', '-').replace('/', '_');
    }
    forms << plain.toPercentEncoding() << plain.toPercentEncoding("/"); // the second one in paths
    // In double quotes, in single quotes, and in single quotes as Python writes them.
    forms << escapedForJson(plain) << backslashed(plain, "\"$`\\") << QByteArray(plain).replace('\'', "'\\''")
          << QByteArray(plain).replace('\'', "'\"'\"'");
    forms += inSystemCodePages(QString::fromUtf8(plain));
    // As programs of Windows write into files.
    for (const auto encoding : { QStringEncoder::Utf16LE, QStringEncoder::Utf16BE })
        forms << QByteArray(QStringEncoder(encoding).encode(QString::fromUtf8(plain)));
    forms.removeAll(plain);
    return worthLooking(forms);
}

}
