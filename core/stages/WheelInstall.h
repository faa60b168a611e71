// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/stages/Print.h"

#include <QStringList>

namespace torchmason {

struct WheelInstallWishes {
    QStringList files; // the wheels, absolute
    QString environment; // see lookAtInstallPlace()
    QString python; // makes a new environment
    bool dependencies = true; // what the wheel requires is installed, too, where it is missing
    QString wheels; // folder that pip takes those from; empty: its index
    QString notePath; // gets what was there before and after: see InstallNote
    QString continuedNote = {}; // of the install that this one goes on with; empty: none
};

// Installs wheels with the environment's own pip: first what they require, so that nothing is replaced where
// that fails, then the wheels; then torch is imported and tried. That there is none fails only where a wheel
// is torch. What was there before, and how to take the install back, is printed and noted, also where pip
// failed half-way. Answers a closing line.
Result<QString> installWheels(const WheelInstallWishes& wishes, const Print& print);

}
