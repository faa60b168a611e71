// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stages/InstallNote.h"
#include "core/stages/Print.h"

namespace torchmason {

// What taking an install back does to its environment. Only packages that are still as the install left them
// change: new ones are removed unless another package requires them, replaced ones are installed again.
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

// Refuses where another torch was installed since.
InstallUndo planInstallUndo(const InstallNote& note, const InstalledPackages& now);
// For the attempt whose note this is; `wheels` as in undoCommands(). Runs the environment's interpreter, so
// it may take seconds.
InstallUndo lookAtInstallUndo(const QString& notePath, const QString& wheels = {});

// Arguments for the interpreter, "-m" and "pip" first. Replaced packages are installed before others are
// removed, so that nothing is removed where that fails. `wheels`: the folder that pip takes them from; empty:
// their origin or the index, of which PyTorch has one for each variant ("+cu126").
QVector<QStringList> undoCommands(
    const QVector<InstallChange>& again, const QStringList& gone, const QString& wheels);
// The same as lines to copy, where nothing has changed since.
QStringList undoLines(const InstallNote& note);

// The command that builds a package again that had come from a folder or a repository, for users to copy.
QString sourceLine(const QString& interpreter, const QStringList& source);

// Takes the install of an attempt back with the environment's own pip. Answers a closing line.
Result<QString> takeInstallBack(const QString& notePath, const QString& wheels, const Print& print);

}
