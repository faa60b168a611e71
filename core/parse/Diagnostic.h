// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/parse/LineSeverity.h"

#include <QString>
#include <QtGlobal>

namespace torchmason {

// One message of a tool.
struct Diagnostic {
    Severity severity = Severity::Error;
    QString tool; // "cmake", "gcc", "msvc", "nvcc", "linker", "ninja", "python"; empty: not known
    QString file; // as the tool wrote it, empty where it named none
    int line = 0; // 1-based, 0 where not told
    QString code; // "C2065", "LNK2019", "-Wunused", the command of CMake; empty where the tool has none
    QString text; // the message without file and severity
    qint64 logLine = 0; // 1-based line of the log; of several lines, the one that tells the severity
};

// How many messages a log has, and the first error in words: what is kept of them.
struct DiagnosticCount {
    qint64 errors = 0; // fatal ones, too
    qint64 warnings = 0;
    QString firstError; // "c10/util/x.cpp:12: expected ';'", cut where it is very long

    void add(const Diagnostic& diagnostic);
};

// An error as a list of them tells it.
struct LogError {
    QString stage; // filled in by who reads it from an attempt's folder
    qint64 line = 0; // 1-based, of the stage's log
    QString place; // "c10/util/x.cpp:12", "a.o"; empty where the tool named none
    QString text;
    QString step; // first output of the step that failed; empty where none did
};

}
