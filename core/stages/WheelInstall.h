// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"

#include <QMap>
#include <QString>
#include <QStringList>

#include <functional>

namespace torchmason {

struct WheelInstallWishes {
    QString wheel; // absolute
    QString environment; // see lookAtInstallPlace()
    QString python; // makes a new environment
    bool dependencies = true; // what the wheel requires is installed, too, where it is missing
    QString wheels; // folder that pip takes those from; empty: its index
    QString noteFile; // gets what was there before and after; empty: none
};

// Installs a wheel with the environment's own pip. First what it requires, so that nothing was replaced where
// that cannot be had; then the wheel, in place of a torch that is there; then torch is imported from there and
// tried. What was there before, and how to take it back, is printed. Answers a closing line.
Result<QString> installWheel(
    const WheelInstallWishes& wishes, const std::function<void(const QString&)>& print);

// What a wheel requires of its environment, as pip takes it ("sympy==1.13.1"), without optional parts: asked
// of `python`, which reads the wheel and weighs the conditions. `onlyMissing`: what is not there in that version.
Result<QStringList> wheelRequirements(const QString& python, const QString& wheel, bool onlyMissing);

// "torch-2.6.0-cp311-cp311-linux_x86_64.whl" -> "cp311"; empty where the name has no such part.
QString pythonTagOf(const QString& wheelFile);

// pip lines that lead back: what came goes, what was replaced comes again in its version. Names and versions.
QStringList undoLines(
    const QString& python, const QMap<QString, QString>& before, const QMap<QString, QString>& after);

}
