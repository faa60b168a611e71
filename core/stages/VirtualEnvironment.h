// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/knowledge/Requirement.h"
#include "core/request/Configuration.h"
#include "core/request/PythonEnvironment.h"
#include "core/stages/Print.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace torchmason {

// What the build of a tree requires of Python, as pip takes it: "setuptools>=70.1.0,<80". The tree says it in
// requirements-build.txt (2.8 and later) and in [build-system] of pyproject.toml; what a tree of PyTorch
// leaves open is filled up, NumPy too where it is wanted. CMake and Ninja are left out: a build takes those
// of the machine. Another project that says nothing requires nothing.
QStringList treeRequirements(const QString& sourceFolder, const QString& backend, bool wantsNumpy);

// `pins` ("numpy==1.26.4") in place of what is required under the same names.
QStringList withPins(QStringList requirements, const QStringList& pins);

// Makes the virtual environment and installs `requirements` and its packages, unless it was made by the same
// interpreter and holds the same packages. A folder that this program did not make is refused; one that it
// made is emptied where another interpreter is wanted or an earlier attempt ended before pip, or renamed
// ("NAME.old") where the user has installed a torch there. Answers a closing line.
Result<QString> prepareVirtualEnvironment(
    const PythonEnvironment& python, const QStringList& requirements, const Print& print);

// What keeps an interpreter to the packages of its own environment: without those of the user's home and of
// folders that variables name.
QVector<EnvironmentValue> isolatedEnvironment();

// Arguments of python and environment of pip, for scripts as well. pip installs into that environment only,
// and where a folder of wheels is named, from that only.
QStringList venvArguments(const PythonEnvironment& python);
QStringList pipArguments(const PythonEnvironment& python);
QVector<EnvironmentValue> pipEnvironment(const PythonEnvironment& python, Platform platform);

// Prints the command and runs it; its output goes to ours. `problem` is the error where it does not end well.
Result<void> runInTheOpen(const QString& program, const QStringList& arguments,
    const QVector<EnvironmentValue>& environment, const Print& print, const QString& problem);
// The same with "pip install" of that interpreter. `wheels`: the only folder that pip takes packages from;
// empty: its index.
Result<void> runPipInstall(const QString& python, const QString& wheels, const QStringList& words,
    const Print& print, const QString& problem);

}
