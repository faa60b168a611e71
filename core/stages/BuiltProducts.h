// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

#include <QByteArray>
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

}
