// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/AttemptStore.h"

#include <QString>
#include <QVector>

#include <stop_token>

namespace torchmason {

// How much room attempts take, and what they name on this machine.

struct AttemptUse {
    int number = 0;
    Bytes logs = 0;
    Bytes samples = 0; // samples.jsonl
    Bytes rest = 0;

    Bytes total() const { return logs + samples + rest; }
};

enum class FolderKind { Build, Environment, Source, Cache };

struct FolderUse {
    QString folder;
    FolderKind kind = FolderKind::Build;
    QString tool; // of a cache: "ccache", "sccache"
    QVector<int> attempts; // that name it, newest first
    Bytes bytes = 0;
    quint64 files = 0;
};

struct DiskUse {
    QVector<AttemptUse> attempts; // newest first
    // That are there, each once, the largest first: build folders, the environments of Python that were made
    // for them, sources, and caches at the place that the variables of this process and of the attempt say.
    // What one of them holds is not counted in the one around it.
    QVector<FolderUse> folders;
    bool isComplete = true; // it was not stopped, and everything could be read

    QVector<FolderUse> of(FolderKind kind) const;
};

// What files take on the disk (FileRoom.h); links are neither followed nor counted. Attempts that were
// imported name folders of another machine, which are passed over.
DiskUse diskUseOf(const QVector<AttemptSummary>& attempts, const std::stop_token& stop = {});
// Of one folder.
FolderUse folderUse(const QString& folder, const std::stop_token& stop, bool& isComplete);
// "build folder", "Python environment", "source", "ccache".
QString folderKindText(const FolderUse& folder);

}
