// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>

namespace torchmason {

enum class SourceKind {
    ExistingTree, // a folder that is there already
    Git, // git clone --recursive at a tag
    DebianSource, // apt-get source, for machines with no other network
    Sample, // the tour project that ships inside the program
};

// Where the source tree comes from. Unused members are empty.
struct SourceSpec {
    SourceKind kind = SourceKind::ExistingTree;
    QString url; // Git
    QString tag; // Git: tag, branch or commit. DebianSource: the suite ("trixie"), empty: the machine's own
    QString package; // DebianSource: "pytorch" or "pytorch=2.6.0+dfsg-7"
    QString version; // the PyTorch release that the tree is, "2.6.0"; empty where not known

    bool operator==(const SourceSpec&) const = default;
};

// Why git must not be given this address or revision, one sentence; empty where it may. What begins with a
// dash is an option for git, and "ext::", "fd::" and the like start programs or wait for ever.
QString refusalOfAddress(const QString& url);
QString refusalOfRevision(const QString& tag);

QString sourceKindId(SourceKind kind); // "existing", "git", "debian", "sample"
QString sourceKindText(SourceKind kind); // "a Git repository"
std::optional<SourceKind> sourceKindFromId(const QString& id);

}
