// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parse/DiagnosticCount.h"

namespace torchmason {

namespace {

constexpr qsizetype longestError = 500; // characters

QString inWords(const Diagnostic& diagnostic)
{
    QString place = diagnostic.file;
    if (!place.isEmpty() && diagnostic.line > 0)
        place += QLatin1Char(':') + QString::number(diagnostic.line);
    const QString first = diagnostic.text.section(QLatin1Char('\n'), 0, 0);
    return (place.isEmpty() ? first : place + QStringLiteral(": ") + first).left(longestError);
}

}

void DiagnosticCount::add(const Diagnostic& diagnostic)
{
    switch (diagnostic.severity) {
    case DiagnosticSeverity::Note:
        return;
    case DiagnosticSeverity::Warning:
        ++warnings;
        return;
    case DiagnosticSeverity::Error:
    case DiagnosticSeverity::Fatal:
        if (errors++ == 0)
            firstError = inWords(diagnostic);
        return;
    }
}

}
