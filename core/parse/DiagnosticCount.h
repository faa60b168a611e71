// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/parse/Diagnostic.h"

namespace torchmason {

// How many messages a log has, and the first error in words: what is kept of them.
struct DiagnosticCount {
    qint64 errors = 0; // fatal ones, too
    qint64 warnings = 0;
    QString firstError; // "c10/util/x.cpp:12: expected ';'", cut where it is very long

    void add(const Diagnostic& diagnostic);
};

}
