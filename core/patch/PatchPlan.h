// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/patch/GitDiff.h"
#include "core/patch/Replacement.h"
#include "core/request/SourcePatch.h"

#include <QHash>

#include <optional>

namespace torchmason {

// One change to one file: what it is for and whether there is something to do.
struct PatchStep {
    QString file;
    QString why;
    PatchState state = PatchState::Applies;
};

// A file that all changes together alter. nullopt: it is not there.
struct PatchedFile {
    QString file; // relative to the source tree
    FileContent before;
    FileContent after;
    bool executable = false;
    std::optional<int> mode; // before, see SourceFile.h
};

// What patches would do to a source tree.
struct PatchPlan {
    QVector<PatchStep> steps; // in the order of the patches
    QVector<PatchedFile> files; // only those that change
};

// Their states are "already", "absent", and `applies` for the others: before it is done and after it is
// another word.
Json stepsJson(const PatchPlan& plan, const char* applies);

// Reads the tree and changes nothing. Fails with file, line and expectation where one of the patches neither
// applies nor is applied already, and where one leads out of the tree. Files in `contents` are taken to be
// so.
Result<PatchPlan> planPatches(const QString& sourceFolder, const QVector<SourcePatch>& patches,
    const QHash<QString, FileContent>& contents = {});

// What the patches make of the content of one file of the tree.
Result<FileContent> patchedContent(
    const QVector<SourcePatch>& patches, const QString& file, const FileContent& content);

// What the plan would change, as a diff that patch and git can apply.
Result<QByteArray> diffOf(const PatchPlan& plan);

}
