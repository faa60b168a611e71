// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

namespace torchmason {

// The table of symbol names of a library, read without any tool and without the rest of the file: of an ELF
// library what it offers and asks the loader for, of an archive (.a, .lib, import libraries) its index.
// Empty where the file is of no such kind, or damaged.
QByteArray symbolNames(const QString& library);

// Whether one of the names is of that C++ namespace: "c10d".
bool mentionsNamespace(const QString& library, const QByteArray& name);

}
