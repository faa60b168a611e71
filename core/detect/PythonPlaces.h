// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/detect/Probe.h"

namespace torchmason {

struct PythonPlace {
    QString path;
    QString kind; // "venv", "conda"; empty: the interpreter is asked
    QString source; // "VIRTUAL_ENV", "PATH"...
};

// Where interpreters may be, the one that a build would take first. Only places that are there.
struct PythonPlaces {
    QVector<PythonPlace> found;
    QVector<UnknownFact> unknown; // variables that name nothing
};
PythonPlaces pythonPlaces(const ProbeContext& context);

}
