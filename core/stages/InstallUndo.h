// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stages/InstallNote.h"
#include "core/stages/Print.h"

namespace torchmason {

// What taking an install back does to its environment as that is now. Only what still is as the install left
// it is touched: what came goes, unless something else there requires it; what was replaced comes again.
struct InstallUndo {
    QString interpreter;
    QStringList gone; // names of packages; also the wheel's own where conda had the one before, which pip
                      // cannot bring
    QVector<InstallChange> again;
    QStringList effects; // a sentence for each of these
    QStringList leftAlone; // sentences: what stays as it is, and why
    QString note; // a sentence about the environment itself; may be empty
    QString refusal; // why nothing is done, one sentence; empty: it can be
};

// Where another torch has come since the install, what came with ours may be that one's: all is refused.
InstallUndo planInstallUndo(const InstallNote& note, const InstalledPackages& now);
// For the attempt whose note this is; `wheels` as in undoCommands(). Runs the environment's interpreter, so
// it may take seconds.
InstallUndo lookAtInstallUndo(const QString& notePath, const QString& wheels = {});

// The words for the interpreter, "-m" and "pip" first: what was replaced comes first, so that nothing has
// gone where that cannot be had. `wheels`: the folder that pip takes it from; empty: where it had come from,
// or the index, of which PyTorch has one for each variant ("+cu126").
QVector<QStringList> undoCommands(
    const QVector<InstallChange>& again, const QStringList& gone, const QString& wheels);
// The same as lines to copy, where nothing has changed since.
QStringList undoLines(const InstallNote& note);

// What builds a package again that was there as a folder or a repository (see InstalledPackage), as a line to
// copy: we build nothing in an environment.
QString sourceLine(const QString& interpreter, const QStringList& source);

// Takes the install of an attempt back with the environment's own pip. Answers a closing line.
Result<QString> takeInstallBack(const QString& notePath, const QString& wheels, const Print& print);

}
