// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Platform.h"
#include "core/detect/HostFacts.h"
#include "core/profile/Profile.h"

#include <QMap>
#include <QString>

namespace torchmason {

// Where things usually lie on a machine that was not looked at. `version` is "12.9"; empty: the place without
// a version.
QString usualCuda(const QString& version, Platform platform);
QString usualPython(Platform platform);
QString usualVenv(Platform platform);
// A folder for builds of a profile: `last` is "source", "build"...
QString usualFolder(const QString& profileId, const QString& last, Platform platform);

// g++-11 -> gcc-11, clang++ -> clang, c++ -> cc: the C compiler of the same family that lies beside it; empty
// where there is none.
QString sisterCompiler(const QString& path);

// vcvars64.bat of the Visual Studio that holds the compiler
// ROOT/VC/Tools/MSVC/14.29.30133/bin/Hostx64/x64/cl.exe; empty for any other compiler.
QString vcvarsOfCompiler(const QString& path);

// What ${cuda}, ${python}, ${venv}, ${source}, ${build} and ${jobs} stand for on one machine. What is not
// known there has its usual place as value and a sentence in `assumptions` that says so; a build that needs
// it cannot begin where `problems` has a sentence that says what to do.
struct Placeholders {
    QMap<QString, QString> values;
    QMap<QString, QString> assumptions;
    QMap<QString, QString> problems;

    // Fills in all names of `text`. Names that have no value stay; they and those whose value is only assumed
    // are added to `unresolved`.
    QString fill(const QString& text, QStringList& unresolved) const;
};

// cuda, python and venv; `configuration` is the profile's with what the user changed, and `source` what is
// built. Where the facts are of the profile's platform but empty (a plan for another machine), the usual
// places of that platform are taken.
Placeholders machinePlaceholders(const Profile& profile, const Configuration& configuration,
    const HostFacts& facts, const SourceSpec& source = {});

}
