// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTest>

// Five seconds, as Qt has it, are too short for disks, threads and processes of a machine that is busy. Where
// a test passes this costs nothing.
#undef QTRY_VERIFY
#undef QTRY_VERIFY2
#undef QTRY_COMPARE
#define QTRY_VERIFY(expr) QTRY_VERIFY_WITH_TIMEOUT((expr), 30'000)
#define QTRY_VERIFY2(expr, text) QTRY_VERIFY2_WITH_TIMEOUT((expr), text, 30'000)
#define QTRY_COMPARE(expr, expected) QTRY_COMPARE_WITH_TIMEOUT((expr), expected, 30'000)
