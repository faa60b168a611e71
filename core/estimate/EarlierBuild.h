// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/detect/HostFacts.h"
#include "core/store/AttemptStore.h"

namespace torchmason {

// A build of this machine that ended well and compiled everything, alone or together with the attempts that
// it went on with; or, where isUnfinished, one that failed or was stopped after at least half of its steps.
struct EarlierBuild {
    int number = 0; // of the attempt that ended it
    BuildRequest request;
    QString work; // workKey() of the request
    Milliseconds compile { 0 };
    Milliseconds rest { 0 }; // all else, without what was downloaded
    bool hasFetched = false; // it downloaded, see hasDownloaded()
    qint64 steps = 0; // that ninja did
    bool isUnfinished = false;
    double done = 1; // the share of its steps
    std::optional<Bytes> peakMemory;
    std::optional<Bytes> folderSize; // of the build folder, when the attempt ended
    std::optional<Bytes> productsSize;
    bool isChain = false; // of attempts that went on with each other
    std::optional<CacheUse> cache;
    QVector<WheelRecord> wheels;

    Milliseconds time() const { return compile + rest; }
    // Of all compilations, those that came out of a cache: 0 to 1.
    double cachedShare() const;
    Bytes sizeOfWheels() const;
};

enum class Unfinished { LeaveOut, Take };

// Those of the same tree and targets, the newest first, of the last sixty attempts. Ones that found most of
// their work done before are left out. Reads attempts' folders: for a worker thread.
QVector<EarlierBuild> earlierBuilds(
    const AttemptStore& store, const BuildRequest& request, Unfinished unfinished = Unfinished::LeaveOut);
QVector<EarlierBuild> earlierBuilds(const AttemptStore& store); // of all trees

// What their folders took, by their work: of the newest that was measured.
QHash<QString, BuiltFolder> builtFolders(const QVector<EarlierBuild>& builds);

// The same for requests of one tree, targets, processor and compiler without differingOptions().
QString workKey(const BuildRequest& request);

// Whether two attempts are parts of one build: the later one did what the other one had left to do, in its
// folder, with nothing cleaned and no other options. Outlines have no options to tell.
bool goesOnWith(const AttemptRecord& later, const AttemptRecord& before);

// The options that decide on what is compiled and differ, sorted; none: the same files are compiled by the
// same compiler.
QStringList differingOptions(const BuildRequest& one, const BuildRequest& other);

}
