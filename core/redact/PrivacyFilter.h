// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/CodePages.h"
#include "core/redact/SecretText.h"

#include <QByteArray>
#include <QRegularExpression>
#include <QString>
#include <QStringList>
#include <QVector>

#include <functional>

namespace torchmason {

// What identifies a person or a machine, beside secrets.
struct PrivateNames {
    QString home; // "/home/anna", "C:/Users/Anna Lind"
    QStringList users; // "anna"
    QStringList hosts; // "annas-laptop"
};

PrivateNames ownPrivateNames();

// Masks names and secrets in text that others will read; see docs/privacy.md. Its expressions are made once
// for many texts. Threads may share one.
class PrivacyFilter {
public:
    // The bytes in which programs of this system write a name, beside UTF-8.
    using OtherForms = std::function<QVector<QByteArray>(const QString& name)>;

    explicit PrivacyFilter(const PrivateNames& names, const OtherForms& otherForms = inSystemCodePages);
    static PrivacyFilter secretsOnly(); // names stay

    QString shown(const QString& text) const;
    // Bytes of a log, of any encoding. Every mask is as long as what it hides, so that the rest stays where
    // it is: "~xxxxxxxxx/src" for /home/anna/src, "xxxx" for a name, "(masked)xxx" for a secret.
    QByteArray sameLength(const QByteArray& bytes) const;

private:
    PrivacyFilter() = default;

    struct Form {
        QRegularExpression expression; // over bytes, each of which is a letter of Latin-1
        int group = 0; // of the expression: what is hidden
        QString mask;
        QString longMask = {}; // what a mask of the same length begins with
        QString harmless = {}; // stays
        bool isForeign = false; // of a code page: its bytes may be the end of another letter of UTF-8

        QVector<TextSpan> placesIn(const QString& text) const;
    };
    void addHome(const QString& home);
    void addWords(const QStringList& words, const QString& mask, const OtherForms& otherForms);
    QString masked(QString text, bool keepsLength, bool isUtf8) const;

    QVector<Form> m_forms; // in the order in which they are applied
};

// The home folder becomes ~, names become (user) and (computer) where they stand as words of their own, also
// behind /home, C:\Users and /mnt/c/Users whichever user they belong to, identifiers of cards and disks
// become (id), and secrets are masked. Names that many machines have (root, admin, ubuntu) stay.
QString publishable(const QString& text, const PrivateNames& names = ownPrivateNames());

}
