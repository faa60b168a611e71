// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace torchmason {

// A Python environment as the place for a wheel.
struct InstallPlace {
    QString interpreter; // absolute; of one that is not made yet: where it will be
    QString version; // "3.11.2"; empty for one that is not made yet
    QString kind; // "venv", "conda", "system", "new"
    QString torchThere; // the version of torch that would be replaced; empty: none
    QString refusal; // why no wheel is put there, one sentence; empty: it may be
};

// `environment` is the folder of a virtual or conda environment, or an interpreter; a folder that does not
// exist or is empty is where a new virtual environment will be made. Runs the interpreter, so it may take
// seconds. A Python of the system itself is refused.
InstallPlace lookAtInstallPlace(const QString& environment);

}
