// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redact/NeedleSet.h"

#include <QByteArray>
#include <QProcessEnvironment>
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

// The secrets in an environment: values of variables whose names speak of secrets, but for switches and
// paths of files that are there (SSH_AUTH_SOCK); and passwords inside addresses, whatever the name.
QVector<QByteArray> secretsIn(const QVector<NamedBytes>& environment);

// All forms in which these may come out of a program; see SecretForms.h. Null where there are none, not
// even one that is too short to be looked for: then addresses need not be looked at either.
std::shared_ptr<const NeedleSet> needlesFor(const QVector<QByteArray>& secrets);

}
