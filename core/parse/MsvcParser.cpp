// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parse/MsvcParser.h"

#include "core/base/TextDecoding.h"

#include <QRegularExpression>

namespace torchmason {

namespace {

// C1xxx ends the compiler, C2xxx and C3xxx are errors, C4xxx and C5xxx are warnings unless /WX says
// otherwise, D8xxx are the driver's errors and D9xxx its warnings.
DiagnosticSeverity severityOf(QStringView words, QStringView code)
{
    if (code.startsWith(QLatin1String("C1")))
        return DiagnosticSeverity::Fatal;
    if (words.contains(QLatin1String("error"), Qt::CaseInsensitive))
        return DiagnosticSeverity::Error;
    const bool isWarning = code.startsWith(QLatin1String("C4")) || code.startsWith(QLatin1String("C5"))
        || code.startsWith(QLatin1String("D9"))
        || words.contains(QLatin1String("warning"), Qt::CaseInsensitive);
    return isWarning ? DiagnosticSeverity::Warning : DiagnosticSeverity::Error;
}

}

QVector<QByteArray> MsvcParser::hintWords() const
{
    // Codes alone: the words before them are in any language.
    return { " C1", " C2", " C3", " C4", " C5", " D8", " D9", "MSB" };
}

LineAnswer MsvcParser::addLine(const LogLine& line)
{
    // deform_conv2d.cpp(86,24): error C2065: 'torchvision': undeclared identifier
    // 1>E:\libs\a.cpp(86): fatal error C1083: Cannot open include file: 'x.h': No such file or directory
    // C:\src\b.cpp(12,3): Fehler C2065: "x": nichtdeklarierter Bezeichner
    // cl : Command line error D8016 : '/ZI' and '/GL' command-line options are incompatible
    // C:\VC\Microsoft.CppCommon.targets(171,5): error MSB6006: "cmd.exe" exited with code 1.
    static const QRegularExpression message(QStringLiteral(
        "^\\s*(?:\\d+>)?\\s*(?:(\\S.*?)\\((\\d+)(?:,(\\d+))?\\)|cl|c1xx|c1)\\s*: ?((?:\\S+ ){0,4})"
        "((?:C[1-5]|D[89])\\d{3}|MSB\\d{4})\\s?: ?(.*)$"));
    const QRegularExpressionMatch match = message.match(plainToolText(line.text));
    if (!match.hasMatch())
        return LineAnswer::NotHandled;
    Diagnostic diagnostic;
    diagnostic.tool = QStringLiteral("msvc");
    diagnostic.file = match.captured(1);
    diagnostic.line = match.capturedView(2).toInt();
    diagnostic.column = match.capturedView(3).toInt();
    diagnostic.code = match.captured(5);
    diagnostic.severity = severityOf(match.capturedView(4), diagnostic.code);
    diagnostic.text = match.captured(6);
    diagnostic.firstLine = diagnostic.lastLine = line.number;
    diagnostic.byteOffset = line.byteOffset;
    tell(std::move(diagnostic));
    return LineAnswer::Done;
}

}
