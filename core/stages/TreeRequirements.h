// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace torchmason {

// What the build of a tree requires of Python, as pip takes it: "setuptools>=70.1.0,<80". The tree says it in
// requirements-build.txt (2.8 and later) and in [build-system] of pyproject.toml; what a tree of PyTorch
// leaves open is filled up, NumPy too where it is wanted. CMake and Ninja are left out: a build takes those
// of the machine. Another project that says nothing requires nothing.
QStringList treeRequirements(const QString& sourceFolder, const QString& backend, bool wantsNumpy);

// The lines of a requirements file that name a package, without comments, options and addresses.
QStringList requirementLines(const QByteArray& file);
// `requires` of the table [build-system].
QStringList buildSystemRequires(const QByteArray& pyproject);
// Whether pip may be asked for it: a name with versions and a condition, never an option or an address.
bool isRequirement(const QString& text);

// `pins` ("numpy==1.26.4") in place of what is required under the same names.
QStringList withPins(QStringList requirements, const QStringList& pins);

}
