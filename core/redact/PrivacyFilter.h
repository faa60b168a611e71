// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redact/PrivateNames.h"
#include "core/redact/SecretText.h"

#include <QRegularExpression>
#include <QString>
#include <QVector>

namespace torchmason {

// Whether a name is too short or too common to be hidden: "root", "user", "pc".
bool tellsNothing(const QString& name);

// What publishable() does, with its expressions made once for many texts. Threads may share one.
class PrivacyFilter {
public:
    explicit PrivacyFilter(const PrivateNames& names);
    // For one's own other machine: names stay.
    static PrivacyFilter secretsOnly();

    QString shown(const QString& text) const;
    // The same, but every mask is exactly as long as what it hides, so that the rest of the text stays where
    // it is: "~xxxxxxxxx/src" for /home/anna/src, "xxxx" for a name, "(masked)xxx" for a secret.
    QString sameLength(const QString& text) const;

private:
    PrivacyFilter() = default;

    struct Form {
        QRegularExpression expression;
        int group = 0; // of the expression: what is hidden
        QString mask;
        QString longMask = {}; // what a mask of the same length begins with
        QString harmless = {}; // stays

        QVector<TextSpan> placesIn(const QString& text) const;
    };
    void addHome(const QString& home);
    void addWord(const QString& word, const QString& mask);
    QString masked(QString text, bool keepsLength) const;

    QVector<Form> m_forms; // in the order in which they act
};

}
