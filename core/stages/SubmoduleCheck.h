// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace torchmason {

struct SubmoduleState {
    int count = 0;
    QStringList there; // paths of those that git has checked out
    QStringList problems; // "third_party/fmt is not there", one per submodule
};

// What `git submodule status --recursive` printed:
//  " 4a1b... third_party/fmt (v9)" good, "-4a1b... path" not there, "+..." another commit, "U..." conflict.
SubmoduleState parseSubmoduleStatus(const QByteArray& output);

// Asks git about every submodule of the tree, nested ones included, and looks whether each folder holds
// files. Answers one line, or an error that names what is missing.
Result<QString> verifySubmodules(const QString& sourceFolder, const QString& git);

}
