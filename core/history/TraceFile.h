// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/EdgeTimeline.h"
#include "core/store/AttemptStore.h"

#include <QByteArray>

#include <functional>

namespace torchmason {

// Takes the next piece of a text; its error ends the writing.
using TextSink = std::function<Result<void>(const QByteArray& piece)>;

// Stages, steps by lane, and memory and cores over time, as Chrome's trace events (the JSON array format),
// which Perfetto opens: https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU (as
// of 2026-11)
Result<void> writeTrace(const AttemptSummary& attempt, const EdgeTimeline& timeline, const TextSink& sink);

// One step a line, by RFC 4180. Text that a spreadsheet would take for a formula gets an apostrophe before
// it.
Result<void> writeStepsCsv(const EdgeTimeline& timeline, const TextSink& sink);

// One field of such a file, without what a terminal would act upon.
QByteArray csvField(QString text);

}
