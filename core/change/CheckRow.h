// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/Change.h"

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

// What a build is told besides flags: where the review before it lets a check be mended.
enum class BuildField {
    None,
    Result,
    SourceFolder,
    BuildFolder,
    CleanFirst,
    Python,
    Wheels,
    Release,
    Install
};

// A value that a check looked at, and who says so: "TORCH_CUDA_ARCH_LIST" is "8.9", by the profile.
struct CheckValue {
    QString name;
    QString value;
    QString from; // "profile", "you", "nvcc --version"...

    bool operator==(const CheckValue&) const = default;
};

// One prerequisite or preflight finding, ready to be shown as a row or printed as a line.
struct CheckRow {
    QString id; // "gpu", "cuda-toolkit", "arch-not-in-toolkit"... "#2" follows where it stands twice
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
    BuildField field = BuildField::None; // that mends it, too
    QVector<CheckValue> values;
    QString reference; // where the rule itself is from: "CUDA release notes"; empty for what was looked at
    bool isSoft = false; // sources differ, or one person told it
    bool preventsBuild = false; // no build gets past it before it is mended; see markWhatPrevents()
    QVector<Change> changes; // each makes this row go away; the smallest first
    QVector<Change> proposed; // not tried yet: they may not help

    bool operator==(const CheckRow&) const = default;
};

// What is to fix, to know, and not known.
struct CheckVerdict {
    int failures = 0;
    int warnings = 0;
    int unknowns = 0;
};

// The second row of one id becomes "gpu#2", the third "gpu#3": ids name one row each.
void numberRepeatedIds(QVector<CheckRow>& rows);
QString ruleOf(const CheckRow& row); // its id without the number

// What need not be there and is not: neither good nor bad.
bool isLeftOut(const CheckRow& row);
// Of these rows, those that no build gets past: what fails, but for what is not sure and for what only keeps
// the result from running here. A rule that knows better has said so in its row.
void markWhatPrevents(QVector<CheckRow>& rows);
QVector<CheckRow> failedRows(QVector<CheckRow> rows); // what stands in the way
CheckVerdict verdictOf(const QVector<CheckRow>& rows);
// "Ready for RTX 5070: 1 thing to know", "For RTX 5070: 2 things to fix, 1 to know"; without a name the
// counts alone.
QString verdictText(const CheckVerdict& verdict, const QString& name = {});
QString countsText(const CheckVerdict& verdict); // "2 things to fix, 1 to know"; empty where there is nothing
QString checkGroupTitle(const QString& group); // "Graphics" of "graphics"
QString checkStateId(CheckState state); // "pass", "warning", "fail", "unknown"

// A row about something that is not as it must be.
CheckRow problemRow(const char* id, CheckState state, const QString& title, const QString& found);

}
