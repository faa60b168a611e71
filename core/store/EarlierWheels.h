// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptRecord.h"

#include <QString>
#include <QVector>

namespace torchmason {

struct BuildWheels {
    QVector<WheelRecord> wheels;
    int attempt = 0; // the one that has them in its log or record; 0: there are none
};

// The wheels that belong to what lies in the attempt's build folder: those that the attempt itself has
// packed, or, where it began after that stage, those of the attempt that it goes on with, else of the last
// one that compiled there. None where that one made none, whatever lies in dist. Where an install names its
// wheel: that one alone.
BuildWheels wheelsOfBuild(const QString& attemptFolder);

// The note (InstallNote) of the last install among the attempts that this one goes on with. Empty: none of
// them installed anything, or that was taken back since.
QString continuedInstallNote(const QString& attemptFolder);

}
