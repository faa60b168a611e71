// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/stages/MadeWheels.h"
#include "core/stages/Print.h"

#include <QByteArray>
#include <QMap>
#include <QString>
#include <QStringList>
#include <QVector>

namespace torchmason {

enum class ProductKind {
    SharedLibrary,
    StaticLibrary,
    Program,
};

// One file that the linker makes.
struct BuiltProduct {
    ProductKind kind = ProductKind::Program;
    QString path; // absolute
};

// What the build of a folder makes for `targets` (empty: everything that build.ninja links), read from the
// build.ninja that CMake wrote. Targets that link nothing, such as code generation, are listed in `others`.
struct ProductList {
    QVector<BuiltProduct> products;
    QStringList others;
};
Result<ProductList> readBuiltProducts(const QString& buildFolder, const QStringList& targets);

// The same for other generators: what lies in the folder's lib and bin folders.
ProductList findBuiltProducts(const QString& buildFolder);

struct ProductCheckWishes {
    QString buildFolder;
    QString sourceFolder;
    QStringList targets; // empty: all
    QString python; // to load Python modules with; empty where none
    QVector<MadeWheel> wheels; // what this build has packed: unpacked beside it and looked at, too
    QString archList; // what the package must have code for: TORCH_CUDA_ARCH_LIST of a build with CUDA
    QString wheelFolder; // that pip takes from what the package requires; empty: its index
    QString helper; // torchmason-runner, which loads one library in a process of its own
};

// Checks that what the build linked is there and loads, each file in a child process so that a crash while
// loading is reported. `print` gets a line per file. Answers a closing line, or the first problem.
Result<QString> checkProducts(const ProductCheckWishes& wishes, const Print& print);

// The architectures that verifying found in each wheel, by its path, read in the log of that stage.
QMap<QString, QStringList> wheelArchsInLog(const QString& logFile);

// Loads one library into this very process: the child's side. Where the system does not name what is missing,
// the error does so as far as it can be found.
Result<QString> loadLibrary(const QString& path);

// How a program of this system is asked for its libraries without being run; empty where there is no way.
// The first word is the program to start.
QStringList programLoadCommand(const QString& program);
// The same for a library, which names no loader.
QStringList libraryLoadCommand(const QString& library);

}
