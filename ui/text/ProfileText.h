// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/CheckRow.h"
#include "core/estimate/Estimate.h"
#include "core/solver/ProfileRanking.h"

#include <QByteArray>
#include <QString>
#include <QVector>
#include <optional>

namespace torchmason {

struct ProfileFact {
    QString name;
    QString value;
};

// What the detail pane lists, in reading order; facts without a value are left out. `disk`: what it takes on
// this machine, nullopt while that is worked out; what the profile names stands in for one that is not known.
// `taken`: the source of a build with the user's changes, which may be another release.
QVector<ProfileFact> profileFacts(
    const Profile& profile, const std::optional<Estimate>& disk, const SourceSpec& taken);
// Why it fits or not; for a historical one why it failed and what would help.
QStringList profileReasons(const RankedProfile& ranked);
// "CPU only: fits after fixes"; of one that fits the name alone.
QString nameWithFit(const RankedProfile& ranked);
// The head of the machine's page: "CPU only: 2 things to fix", "Ready for CPU only", or where nothing is to
// fix on the machine, how the profile fits, as the list of profiles says it. nullptr: of no profile.
QString readinessText(const CheckVerdict& machine, const RankedProfile* ranked);
// One line per entry with a bullet before it; a single entry stands alone.
QString bulletList(const QStringList& lines);
// In one line: "GPU 12.0 · CUDA 12.8 to 12.9 · PyTorch 2.7.0 · Python 3.9 to 3.13".
QString profileLine(const Profile& profile);
// One side of a comparison: a dash for a missing value, "(empty)" for an empty one.
QString comparedValue(const std::optional<QString>& value);
// What a flag or a variable is, "TORCH_CUDA_ARCH_LIST" or "$MAX_JOBS", where this profile does not set it.
// Empty where that is not known, where the profile sets it, and where what it builds does not read it.
QString unsetValue(const QString& field, const Profile& profile);
// Whole, but of a text that no profile should have its beginning.
QString withoutFlood(const QString& text);
QString sourceText(const SourceSpec& source); // "git, tag v2.7.0"

// A line of a file with its neighbours, numbered, and a mark below the column: for fixed-width letters, about
// `room` of them in a line. What is left out of a line has a "…". Empty where there is no such line.
QString fileExcerpt(const QByteArray& text, int line, int column, int room = 100);

}
