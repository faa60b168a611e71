// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redact/NeedleSet.h"

#include <QByteArray>
#include <QProcessEnvironment>
#include <QStringList>
#include <QVector>

#include <memory>

namespace torchmason {

// A variable as a child will see it, in the bytes that it will see.
struct NamedBytes {
    QString name;
    QByteArray value;
};
// What children inherit from us.
QVector<NamedBytes> ownEnvironment();

// The secrets in an environment, as secretsOf() finds them, but for paths of files that are there
// (SSH_AUTH_SOCK).
QVector<QByteArray> secretsIn(const QVector<NamedBytes>& environment);

// All forms in which these may come out of a program; see SecretForms.h. Null where there are none, not
// even one that is too short to be looked for: then only addresses are left to be looked at.
// Passwords that are words of small letters, or names of folders that `paths` go through, count only where
// they stand alone: masking them everywhere would hide what a log has to say.
std::shared_ptr<const NeedleSet> needlesFor(
    const QVector<QByteArray>& secrets, const QStringList& paths = {});

// For programs that know addresses with logins from elsewhere than the environment, such as git from its
// settings and pip from its own: nothing is looked for but these.
std::shared_ptr<const NeedleSet> onlyLogins();

}
