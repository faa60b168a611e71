// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/Patience.h"

#include <QTest>

namespace torchmason {

// A row of test data on as few lines as it needs: newRow("two cores", 2, "-j 2").
template <typename... Values> void newRow(const char* name, const Values&... values)
{
    QTestData& row = QTest::newRow(name);
    (row << ... << values);
}

}
