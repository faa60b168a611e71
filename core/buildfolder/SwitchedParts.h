// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/buildfolder/BuildFolderState.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace torchmason {

// The table of symbol names of a library, read without any tool and without the rest of the file: of an ELF
// library what it offers and asks the loader for, of an archive (.a, .lib, import libraries) its index.
// Empty where the file is of no such kind, or damaged.
QByteArray symbolNames(const QString& library);

// Whether one of the names is of that C++ namespace: "c10d".
bool mentionsNamespace(const QString& library, const QByteArray& name);

// Parts of PyTorch whose outputs can be told by name: the flags that switch them.
QStringList switchedParts();

enum class OutputChoice {
    All, // by name, and libraries by the symbols in them
    UnplannedOnly, // by name, and only what the folder's build.ninja makes no more
    ObjectsOnly, // by name, objects alone
};

// What the folder holds of a part, relative to it.
QStringList outputsOfPart(const BuildFolderState& state, const QString& flag, OutputChoice choice);

}
