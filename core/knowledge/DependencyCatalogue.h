// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

#include <QString>
#include <QStringList>
#include <QVector>

namespace torchmason {

// Something that builds need from the system: a library, a program. Package names are lists with blanks
// between them, as the installer takes them; empty where there is no package.
struct Dependency {
    QString name; // "OpenBLAS"
    QStringList headers; // "mpi.h", "google/protobuf/message.h"
    QStringList libraries; // "openblas", without lib, -l and endings
    QStringList cmake; // names for find_package
    QStringList programs;
    QString debian;
    QString fedora;
    QString suse;
    QString arch;
    QString conda;
    QString winget;
    QString option; // "USE_MPI": PyTorch builds without it where this is OFF
};

// Which versions a distribution packages. A member left out is not known.
struct PackagedVersions {
    QString system; // beginning of HostFacts::osName: "Rocky Linux 9"
    QString cmake; // "3.26"; an update may bring a newer one
    QString python; // "3.9", of its python3
    QStringList morePythons; // "3.12", as packages of their own
    QStringList gcc; // "14", those that can be installed
};

// From resources/knowledge/dependencies.json, which is parsed once.
class DependencyCatalogue {
public:
    static Result<DependencyCatalogue> load();

    // By HostFacts::osName; nullptr where the table lacks the system.
    const PackagedVersions* packagedBy(const QString& osName) const;
    const Dependency* named(const QString& name) const;
    // What brings the thing that a tool did not find: a header with folders before it, "-lmpi",
    // "libmpi.so.40", "mpi.lib", a CMake package, a program. nullptr where none is known to.
    const Dependency* bringing(const QString& missing) const;

private:
    QVector<Dependency> m_dependencies;
    QVector<PackagedVersions> m_systems;
};

}
