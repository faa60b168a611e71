// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/detect/HostFacts.h"
#include "core/knowledge/WheelCatalogue.h"

namespace torchmason {

// What a wheel must do.
struct WheelWish {
    Platform platform = Platform::Linux;
    QString machine; // "x86_64", "aarch64"
    QStringList capabilities; // of the cards; empty: a wheel without CUDA will do
    QString driver; // oldest of the cards' drivers; empty: not known
    QVector<PythonFacts> pythons; // the one to take first; empty: none is known
    QString release; // "2.8": looked at first; empty: the newest
};

// What was found, or why nothing was.
struct WheelChoice {
    enum class Outcome {
        Found,
        NotCovered, // no wheel has code for a card
        DriverTooOld, // for every wheel that has
        PythonOutside, // of every wheel that is left
        NoneForMachine, // no wheels for this platform and processor at all
    };
    Outcome outcome = Outcome::NoneForMachine;
    OfficialWheel wheel;
    ArchCoverage coverage = ArchCoverage::None;
    PythonFacts python; // path is empty where none is known
    bool pythonIsExperimental = false;
    QString needed; // DriverTooOld: "525.60.13". PythonOutside: "3.10 to 3.14"
};
WheelChoice chooseWheel(const WheelWish& wish);
QString driverOfWheel(const OfficialWheel& wheel, ArchCoverage coverage); // the oldest that runs it

}
