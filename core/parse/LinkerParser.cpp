// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parse/LinkerParser.h"

#include "core/base/TextDecoding.h"

#include <QRegularExpression>

namespace torchmason {

namespace {

// main.obj : error LNK2019: unresolved external symbol "void f(void)" referenced in function main
// LINK : fatal error LNK1102: out of memory
// 1>b.obj : Fehler LNK2001: Nicht aufgelöstes externes Symbol "x".
const QRegularExpression& microsoftMessage()
{
    static const QRegularExpression expression(
        QStringLiteral("^\\s*(?:\\d+>)?\\s*(\\S.*?)\\s*: ?((?:\\S+ ){0,4})(LNK\\d{4})\\s?: ?(.*)$"));
    return expression;
}

// /usr/bin/ld: a.o: in function `main': a.cpp:(.text+0x5): undefined reference to `f()'
// ../lib/libtorch.so: undefined reference to `gloo::getCudaPCIBusID(int)'
// a.o:a.cpp:function main: error: undefined reference to 'f()'
// b.cpp:(.text+0x0): multiple definition of `g'; a.o:(.text+0x0): first defined here
// x.so: error: relocation R_X86_64_PC32 against symbol `s' can not be used; recompile with -fPIC
const QRegularExpression& gnuMessage()
{
    static const QRegularExpression expression(
        QStringLiteral("^\\s*(\\S.*?)?(?:: |^)(?:error: )?((?:undefined reference to|multiple definition "
                       "of|relocation(?: truncated| R_))\\s?.*)$"));
    return expression;
}

// ld.lld: error: undefined symbol: c10d::Work::wait()
// mold: error: undefined symbol: f()
// /usr/bin/ld: cannot find -lcudart: No such file or directory
// lld-link: error: undefined symbol: void __cdecl f(void)
// ld: warning: librt.so.1, needed by libtorch_cpu.so, not found
const QRegularExpression& programMessage()
{
    static const QRegularExpression expression(QStringLiteral(
        "^\\s*(?:[^\\s:]*/)?(?:[\\w.-]*-)?(?:ld(?:\\.\\w+)?|ld64\\.lld|lld-link|mold|collect2)(?:\\.exe)?: "
        "(?:(fatal error|error|warning|fatal): )?(.*)$"));
    return expression;
}

bool isCarrier(QStringView text)
{
    return text.startsWith(QLatin1String("ld returned "))
        || text.startsWith(QLatin1String("final link failed"))
        || text.contains(QLatin1String("link errors found")) || text.contains(QLatin1String("in function `"));
}

DiagnosticSeverity severityOf(QStringView words)
{
    if (words.contains(QLatin1String("fatal")))
        return DiagnosticSeverity::Fatal;
    return words.contains(QLatin1String("warning"), Qt::CaseInsensitive) ? DiagnosticSeverity::Warning
                                                                         : DiagnosticSeverity::Error;
}

}

QVector<QByteArray> LinkerParser::hintWords() const
{
    return { "LNK", "undefined reference", "undefined symbol", "multiple definition", "relocation ",
        "ld: ", "ld.bfd: ", "error", "warning", "fatal" };
}

LineAnswer LinkerParser::addLine(const LogLine& line)
{
    const QString text = plainToolText(line.text);
    Diagnostic diagnostic;
    diagnostic.tool = QStringLiteral("linker");
    diagnostic.firstLine = diagnostic.lastLine = line.number;
    diagnostic.byteOffset = line.byteOffset;
    if (const QRegularExpressionMatch microsoft = microsoftMessage().match(text); microsoft.hasMatch()) {
        diagnostic.file = microsoft.captured(1);
        diagnostic.severity = severityOf(microsoft.capturedView(2));
        diagnostic.code = microsoft.captured(3);
        diagnostic.text = microsoft.captured(4);
    } else if (const QRegularExpressionMatch gnu = gnuMessage().match(text); gnu.hasMatch()) {
        diagnostic.file = gnu.captured(1);
        diagnostic.text = gnu.captured(2);
    } else if (const QRegularExpressionMatch program = programMessage().match(text); program.hasMatch()) {
        if (isCarrier(program.capturedView(2)))
            return LineAnswer::Done;
        diagnostic.severity = severityOf(program.capturedView(1));
        diagnostic.text = program.captured(2);
    } else {
        return LineAnswer::NotHandled;
    }
    tell(std::move(diagnostic));
    return LineAnswer::Done;
}

}
