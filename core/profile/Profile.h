// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Json.h"
#include "core/base/Platform.h"
#include "core/base/Units.h"
#include "core/request/Configuration.h"
#include "core/request/SourcePatch.h"
#include "core/request/SourceSpec.h"

#include <QString>
#include <QStringList>
#include <QVector>

#include <optional>

namespace torchmason {

enum class ProfileStatus {
    Current, // expected to work
    Historical, // kept because it is known not to work; statusReason says why
};

// What a machine must have for a profile. Versions are dotted text ("12.8"); empty means no demand.
struct ProfileNeeds {
    QStringList computeCapabilities; // what the flags compile for: "12.0", "9.0+PTX"; empty for CPU builds
    QString cudaMinimum;
    QString cudaMaximum;
    QString pythonMinimum;
    QString pythonMaximum;
    QString cmakeMinimum;
    QString visualStudio; // "2019", "2022"
    QString gccMaximum;
    QString cudnn;
    std::optional<Bytes> memory; // below this: warning
    std::optional<Bytes> disk; // below this: fail
    bool python = false; // a Python with the build packages is needed
    bool debianSource = false; // apt-get and dpkg-source are needed
};

// The virtual environment that a profile asks for.
struct ProfilePython {
    bool venv = false;
    QStringList packages; // "numpy==1.21.6"
    QString wheels; // folder; empty: pip asks its index
};

// One way to build, read from one JSON file.
struct Profile {
    QString id; // file name without .json
    QString name; // "RTX 5070 · CUDA 12.9 · Windows"
    QString summary; // one sentence
    QString audience; // for whom, one sentence
    ProfileStatus status = ProfileStatus::Current;
    QString statusReason;
    QStringList fixes; // Historical: what to change so that it would work
    QVector<Platform> platforms;
    SourceSpec source;
    ProfileNeeds needs;
    Configuration configuration;
    QString generator = QStringLiteral("Ninja");
    QString backend = QStringLiteral("cmake"); // "cmake" or "wheel" (detected per tree when run)
    ProfilePython python;
    QStringList targets; // empty: all
    QVector<SourcePatch> patches; // made by the patch stage, in this order
    std::optional<int> jobs; // what the author used; nullopt: computed for the machine
    QString notes; // Markdown
    QStringList references; // where the facts come from
    Json extras = Json::object(); // members that are only kept, "x-..." and "$schema", by their JSON pointer
    QString file; // where it was read, ":/..." for shipped ones
    bool userOwned = false;
};

// One mistake in a profile's file.
struct ProfileProblem {
    int line = 0; // from 1; 0: the file as a whole
    int column = 0;
    QString field; // "flags[3].name"; empty: the file as a whole
    QString sentence; // "must be a version such as \"12.8\"."
    bool goesOnAfterField = false; // the sentence reads on after the name of the field
};

// A profile file that could not be read: listed with its errors, never hiding the others.
struct BrokenProfile {
    QString id;
    QString file;
    QString error; // the first one, as a whole sentence
    QVector<ProfileProblem> errors = {}; // all of them, as they stand in the file
    // The name of the profile that ships with the program under this id. It is not taken instead: the
    // build would be another one than the file describes, without a word.
    QString shadowed = {};
};

}
