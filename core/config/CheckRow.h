// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <QVector>

namespace torchmason {

enum class CheckState {
    Pass,
    Warning,
    Fail,
    Unknown, // could not be found out; `found` says why
};

// One prerequisite or preflight finding, ready to be shown as a row or printed as a line.
struct CheckRow {
    QString id; // "gpu", "cuda-toolkit", "arch-not-in-toolkit"...
    QString group; // "graphics", "cuda", "compiler", "python", "tools", "space", "configuration"
    QString title; // "CUDA toolkit"
    CheckState state = CheckState::Unknown;
    QString found; // "12.9.86"
    QString where; // path, may be long
    QString source; // how it was found: "nvcc --version", "/proc/meminfo"
    QString need; // "12.8 or newer for compute capability 12.0"
    QString fixText; // one sentence; empty for Pass
    QString fixCommand; // for the copy box; may be empty
    QString overrideKey; // key for a path override ("nvcc", "python"...); empty: not overridable

    bool operator==(const CheckRow&) const = default;
};

// "2 blockers, 1 warning"
struct CheckVerdict {
    int failures = 0;
    int warnings = 0;
    int unknowns = 0;
};

CheckVerdict verdictOf(const QVector<CheckRow>& rows);
QString verdictText(const CheckVerdict& verdict); // "Ready", "2 blockers, 1 warning"
QString checkStateId(CheckState state); // "pass", "warning", "fail", "unknown"

}
