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

struct FolderUse {
    QString folder;
    QString tool; // of a cache: "ccache", "sccache"; "environment": of Python; empty: a build folder
    QVector<int> attempts; // that name it, newest first
    Bytes bytes = 0;
    quint64 files = 0;
};

struct DiskUse {
    QVector<AttemptUse> attempts; // newest first
    // That are there, each once, the largest first; among them environments of Python that were made for a
    // build, beside its folder.
    QVector<FolderUse> buildFolders;
    QVector<FolderUse> caches; // at the place that the variables of this process and of the attempt say
    bool isComplete = true; // it was not stopped, and everything could be read
};

// Sizes of files as they say them; links are neither followed nor counted. Attempts that were imported name
// folders of another machine, which are passed over.
DiskUse diskUseOf(const QVector<AttemptSummary>& attempts, const std::stop_token& stop = {});
// Of one folder.
FolderUse folderUse(const QString& folder, const std::stop_token& stop, bool& isComplete);

}
