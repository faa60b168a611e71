// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/detect/HostFacts.h"
#include "core/profile/Profile.h"
#include "core/request/BuildRequest.h"
#include "core/request/Configuration.h"

#include <QString>
#include <QStringList>

namespace torchmason {

// The interpreter that a build takes everywhere: checks, configuring, the wheel, verifying and fixes.
struct PythonChoice {
    QString path; // empty: none is named, and none was found
    QString from; // who says so: "you", "profile", "active environment", "found"
    const PythonFacts* facts = nullptr; // what is known about it; nullptr: it is not among the facts
};

// The order, the first one wins: a flag of the user (Python_EXECUTABLE and its older names), the program that
// the user chose (`--use python=PATH`, the Machine page), a flag of the profile, the active virtual or conda
// environment, the best one found that the profile takes, any that was found. A virtual environment of the
// build's own is made of that one. `facts` must outlive the answer.
PythonChoice choosePython(
    const HostFacts& facts, const ProfileNeeds& needs, const Configuration& configuration);

// What is known about the interpreter that a request has settled on; nullptr where the facts do not have it.
const PythonFacts* pythonOf(const HostFacts& facts, const BuildRequest& request);

// The configuration as it was before an environment of the build's own took the interpreter's place.
Configuration withBasePython(Configuration configuration, const PythonEnvironment& python, Platform platform);

// All names by which CMake's and PyTorch's files ask for the interpreter.
const QStringList& pythonFlagNames();
// What such a flag names on this machine: "python3.11" as PATH finds it, and paths from the working folder.
// What is not found stays as it is.
QString wholePythonPath(const QString& named);
// Makes `base` the Python of the request; every flag that names an interpreter names the one that builds,
// and Python_EXECUTABLE always does. Answers whether something changed.
bool settlePython(BuildRequest& request, const QString& base, Platform platform, ValueOrigin origin);

// The Python modules that building PyTorch imports, by their import names. Its code generation needs some
// even for a build without Python. `backend` as in BuildRequest. NumPy is not among them: see wantsNumpy().
QStringList neededModules(const QString& backend);
// With those that "python -m build" asks for: all that [build-system] names, also numpy.
QStringList neededModules(const Configuration& configuration, const QString& backend);

// Whether the build is to work with NumPy's arrays: USE_NUMPY, ON unless switched off. From PyTorch 2.14 on
// CMake puts the variable of that name over the flag whenever it configures.
bool wantsNumpy(const Configuration& configuration, const QString& backend);

// What pip installs for them where a tree does not say itself what it requires: "setuptools<80".
QStringList packagesFor(const QStringList& modules);

}
