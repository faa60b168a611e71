// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptLines.h"

#include <QStringList>

namespace torchmason {

// What one process makes, as far as its arguments tell.
struct RecognisedEdge {
    QString output; // as ninja's log has it, see ninjaPath(); the source's name where no output is named
    QString language; // "C++", "C", "CUDA", "link", "other"
};

// Compilers, linkers, archivers and Python code generators; nullopt for everything else. Launchers such as
// ccache are looked through.
std::optional<RecognisedEdge> recogniseEdge(const QStringList& arguments);

// One process of a build, with what was read about it.
struct BuildMember {
    qint64 pid = 0;
    qint64 parent = 0;
    Milliseconds age { 0 };
    Bytes memory = 0; // what it has for itself
    QStringList arguments;
};

// One edge per command that the build tool started: a driver and the compiler below it count once, with
// their memory together; what runs a build tool (setup.py, cmake --build) is no edge. Oldest first.
QVector<RunningEdge> runningEdges(const QVector<BuildMember>& members);

}
