// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/base/Units.h"
#include "core/stages/Print.h"

#include <QString>
#include <QStringList>
#include <QVector>

#include <optional>

namespace torchmason {

struct PythonCard {
    QString name;
    QString capability; // "12.0"
    bool tried = false; // matrices were multiplied on it; not where the package has no code for it
    QString busy = {}; // why they could not be: other programs have its memory; empty: there was room
};

// What resources/verify/verify.py says about a torch package.
struct PythonVerdict {
    QString version; // "2.6.0a0+git1234"
    QString file;
    std::optional<QStringList>
        archList; // "sm_120", "compute_90"; empty without CUDA, none where it cannot be known
    QVector<PythonCard> cards; // those that this torch can use
    QString config; // torch.__config__.show(): what it was compiled with
    QString numpyProblem; // why arrays of NumPy cannot be used; empty where they can, or none is here to try
    QString untried; // of torch.compile: what is missing to try it
    bool isElsewhere = false; // it lies outside of the interpreter's environment
    bool isAbsent = false; // there is no torch at all
    QString step; // where it failed
    QString error; // empty where all is well
};

// From everything that the script printed; fails where its line is not there, as after a crash.
Result<PythonVerdict> readVerdict(const QByteArray& output);
// Architectures that were asked for ("8.6;12.0+PTX") and are not in the package: "sm_120".
QStringList missingArchitectures(const QString& asked, const QStringList& archList);

struct PythonCheckWishes {
    QString python;
    QString packageFolder; // the folder that holds torch/, put before all others; empty: what is installed
                           // in the interpreter's environment, and nothing else
    QString archList = {}; // TORCH_CUDA_ARCH_LIST; empty: whatever is in is right
    Milliseconds timeout { 300000 };
    QString alsoFrom = {}; // a folder with what torch requires; empty: none
    QString shownAs = {}; // what sentences name, such as the wheel; empty: the folder
    bool mayBeAbsent = false; // then that there is no torch is told, and is no failure
};
// Imports the package in a process of its own; matrices, derivatives, saving and loading, a training step;
// matrices on those graphics cards that it was compiled for; compares architectures; tries torch.compile,
// whose failure is a warning, for it needs what no wheel brings. Where torch needs a driver that a build
// machine lacks, that is told and is no failure. `print` gets what was found.
Result<QString> checkPythonPackage(const PythonCheckWishes& wishes, const Print& print);

// "compiled for sm_80, compute_90", as checkPythonPackage() prints it; "compiled for no graphics card".
std::optional<QStringList> archsFromLine(const QByteArray& line);

// torch/_C.cpython-311-x86_64-linux-gnu.so: only then can it be imported.
bool hasPythonPackage(const QString& folder);

}
