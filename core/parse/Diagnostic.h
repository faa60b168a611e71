// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QtGlobal>

namespace torchmason {

enum class DiagnosticSeverity {
    Note,
    Warning,
    Error,
    Fatal,
};

// One message of a tool, as the tool meant it: several lines of text may belong to it.
struct Diagnostic {
    DiagnosticSeverity severity = DiagnosticSeverity::Error;
    QString tool; // "cmake", "gcc", "msvc", "nvcc", "linker", "ninja", "python"
    QString file; // as the tool wrote it, empty where it named none
    int line = 0; // 1-based, 0 where not told
    int column = 0; // 1-based, 0 where not told
    QString code; // "C2065", "LNK2019", "-Wunused"; empty where the tool has none
    QString text; // the message without file and severity
    qint64 firstLine = 0; // 1-based lines of the log
    qint64 lastLine = 0;
    qint64 byteOffset = 0; // where firstLine begins
};

}
