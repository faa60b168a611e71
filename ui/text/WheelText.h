// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptRecord.h"

#include <QString>

#include <optional>

namespace torchmason {

// The parts of the name of a wheel as text: torch-2.6.0-cp311-cp311-linux_x86_64.whl is for "Python 3.11" on
// "Linux x86-64".
struct WheelName {
    QString package;
    QString version;
    QString python;
    QString platform;
};
// nullopt where the name does not follow PEP 427.
std::optional<WheelName> wheelName(const QString& fileName);

// "182.4 MB · Python 3.11 · Linux x86-64 · has code for sm_120 · v2.7.1", as far as it is known.
QString wheelFacts(const WheelRecord& wheel, const BuildRequest& request);
// Command lines that install the wheel with the Python that built it. For the Python of the system they
// create a virtual environment first, as lookAtInstallPlace() demands.
QString installCommand(const AttemptRecord& record, const WheelRecord& wheel);

}
