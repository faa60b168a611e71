// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>
#include <QString>
#include <QtGlobal>

#include <chrono>
#include <optional>

namespace torchmason {

// Sizes are always whole bytes. Comparisons happen in bytes; only text is rounded.
using Bytes = quint64;
using Milliseconds = std::chrono::milliseconds;

constexpr Bytes kibibyte = 1024;
constexpr Bytes mebibyte = 1024 * kibibyte;
constexpr Bytes gibibyte = 1024 * mebibyte;

// "12.4 GB", "640 MB", "1.4 MB", "12 bytes": binary steps with the names that people see elsewhere.
QString formatBytes(Bytes bytes);
// "12.4 GB", or "unknown" where there is no number.
QString formatBytes(std::optional<Bytes> bytes);
// How long something took or takes: "1 h 50 min", "3 min 20 s", "42 s", "0.8 s". Negative durations (a clock
// that jumped) read as "0 s". What still runs is given in whole seconds.
QString formatDuration(Milliseconds duration);
// A moment of an attempt, as the axes of its charts have it: "0:41:12", "1:41:12"; with hours always, so that
// nobody reads a time of the day.
QString formatClock(Milliseconds elapsed);
// "5 Nov 2026", local time: a month of letters, which nobody takes for a day. `time` in milliseconds UTC.
QString formatDate(qint64 time);
// "5 Nov 2026, 06:31:07"
QString formatMoment(qint64 time);
// "16G", "512M", "1048576", "1.5 GiB". nullopt where it is not a size.
std::optional<Bytes> parseBytes(const QString& text);
// Whether programs write this word behind a number for a time or a size: "ms", "MiB".
bool isUnit(QByteArrayView word);

}
