// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/RequestMaker.h"
#include "core/detect/Detection.h"

namespace torchmason {

// What to look for on this machine before a build of this profile with these wishes: the programs that the
// user chose, and the interpreters and compilers that flags name, besides those that are found anyway. Names
// with placeholders are left out: they stand for what is found. So is what the profile names on another
// computer and in the folders of the build.
DetectionWishes detectionFor(const Profile& profile, const RequestWishes& wishes);

// The same before a request is done again: the programs that the user had chosen for it, as its facts tell,
// its Python, and what its flags name. `wishes` are what the user wants otherwise this time.
DetectionWishes detectionForRetry(const BuildRequest& request, const RequestWishes& wishes = {});

// The programs that the user had chosen: "cxx", "python"... -> path.
QMap<QString, QString> chosenPrograms(const HostFacts& facts);

}
