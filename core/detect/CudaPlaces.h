// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/detect/Probe.h"

namespace torchmason {

struct CudaPlace {
    QString nvcc;
    QStringList namedBy; // variables that name it, in the order that a build follows
    QString source; // the folder in which it lies, where no variable names it
};

// Every nvcc of the machine, each once however many links and variables lead to it: the user's choice,
// then what the environment and PATH name, then the usual places.
struct CudaPlaces {
    QVector<CudaPlace> found;
    QVector<UnknownFact> unknown; // variables that name nothing
};
CudaPlaces cudaPlaces(const ProbeContext& context);

// Headers of a toolkit: conda and NVIDIA's packages for other systems have a folder per target.
QStringList includeFoldersOf(const QString& root);
// What PyTorch looks at first for cuDNN.
QStringList namedCudnnFolders(const ProbeContext& context);

// Where toolkits are installed by default on this system, and where cuDNN headers may lie beside them.
QStringList usualCudaRoots(const ProbeContext& context);
QStringList usualCudnnFolders(const ProbeContext& context);
QString nvccName(); // "nvcc" or "nvcc.exe"

}
