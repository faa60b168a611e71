// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace torchmason {

// The Python environment that a packed wheel is installed into, which the user names; or where an earlier
// install is taken back.
struct InstallTarget {
    QString environment; // folder of a virtual or conda environment, or its interpreter; empty: none
    bool dependencies = true; // pip also installs what the wheel requires
    QString wheel = {}; // of an earlier attempt; empty: what this one packs
    int takesBack = 0; // the attempt whose install goes; 0: a wheel is installed

    bool isWanted() const { return !environment.isEmpty(); }
    bool operator==(const InstallTarget&) const = default;
};

}
