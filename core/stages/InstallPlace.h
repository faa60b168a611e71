// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/CheckRow.h"
#include "core/request/BuildRequest.h"
#include "core/stages/FolderMark.h"

#include <QVector>

namespace torchmason {

// Lies in a new environment until it is whole. One whose making was ended on its way counts as not made yet.
inline constexpr FolderMark halfMadeMark { ".torchmason-half-made",
    "Torchmason is making this environment, or was stopped on its way. The next install empties it.\n" };

// A Python environment as the place for a wheel.
struct InstallPlace {
    QString interpreter; // absolute; of one that is not made yet: where it will be
    QString version; // "3.11.2"; empty for one that is not made yet
    QString tag; // "cp311"; "cp313t" for a free-threaded one; empty for one that is not made yet
    QString kind; // "venv", "conda", "system", "new"
    QString torchThere; // the version of torch that would be replaced; empty: none
    QString refusal; // why no wheel is put there, one sentence; empty: it may be
    QString caution; // what speaks against it all the same, in sentences; empty: nothing
};

// `environment` is the folder of a virtual or conda environment, an interpreter, or a missing or empty folder
// for a new virtual environment. Runs the interpreter, so it may take seconds. Refuses the system's own
// Python, one without pip, and a new environment inside another one; not conda's base, often a container's
// only one.
InstallPlace lookAtInstallPlace(const QString& environment);

// Lines to copy that install `what` with `python`, both as a shell of that platform takes them. For the
// system's own Python they make an environment first, as lookAtInstallPlace() demands.
QString pipInstallLines(const QString& python, const QString& kind, const QString& what, Platform platform);

// Why this wheel is not for the Python that is there, one sentence; empty where it is. A wheel with compiled
// modules is for one version of Python, free-threaded or not, which its name says.
QString refusalOfWheel(const InstallPlace& place, const QString& wheel);
// "torch-2.6.0-cp311-cp311-linux_x86_64.whl" -> "cp311", "...-cp313-cp313t-..." -> "cp313t"; empty where the
// name has no such part.
QString pythonTagOf(const QString& wheelFile);
// "Python 3.13.1", or "free-threaded Python 3.13.1" where the tag says so.
QString pythonName(const QString& version, const QString& tag);

// What the install stage would refuse about the environment for the wheel, another version of Python than the
// wheel's, and conda's base environment. Runs its interpreter, so it may take seconds.
QVector<CheckRow> installPlaceRows(const BuildRequest& request);

// That the folder with wheels is not there, where pip will need it: for a virtual environment that is not
// made yet, and for what the installed wheel requires.
QVector<CheckRow> wheelsFolderRows(const BuildRequest& request);

}
