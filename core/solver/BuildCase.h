// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/Change.h"
#include "core/config/RequestMaker.h"

namespace torchmason {

// One wish to build on one machine: what checks look at and changes act on.
struct BuildCase {
    HostFacts facts;
    Profile profile;
    RequestWishes wishes;
};

// The case after the change. What has to be installed is taken as if it were there, at its usual place.
BuildCase changed(const BuildCase& before, const Change& change);

// The facts, where the user takes that program: "nvcc", "cxx" or "python". One that is not in them changes
// nothing.
void chooseProgram(HostFacts& facts, const QString& key, const QString& path);

// What the user named on the facts of another machine: what is not in them is taken as not there. `named` is
// "cxx" -> path and so on.
void chooseNamed(HostFacts& facts, const QMap<QString, QString>& named);

// The facts with that program at a place where detection did not look: "nvcc", "cxx", "python", "cmake",
// "ninja" or "git". The user takes it.
void nameProgram(HostFacts& facts, const QString& key, const QString& path);

}
