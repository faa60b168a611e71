// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parse/NvccParser.h"

#include "core/base/TextDecoding.h"

#include <QRegularExpression>

namespace torchmason {

namespace {

DiagnosticSeverity severityOf(QStringView word)
{
    if (word == QLatin1String("fatal") || word == QLatin1String("catastrophic error"))
        return DiagnosticSeverity::Fatal;
    return word == QLatin1String("warning") || word == QLatin1String("remark") ? DiagnosticSeverity::Warning
                                                                               : DiagnosticSeverity::Error;
}

// nvcc fatal   : Unsupported gpu architecture 'compute_89'
// nvcc error   : 'cicc' died due to signal 9 (Kill signal)
// ptxas fatal   : Ptx assembly aborted due to errors
// nvlink fatal : Input file 'a.o' newer than toolkit
// ptxas /tmp/x.ptx, line 402; error   : Unknown modifier '.pavam'
const QRegularExpression& programMessage()
{
    static const QRegularExpression expression(QStringLiteral(
        "^\\s*(?:nvcc|ptxas|nvlink|fatbinary|cicc|cudafe\\+\\+)\\s*(\\S.*?)?(?:, line (\\d+);)?\\s*"
        "(fatal|error|warning)\\s*: (.*)$"));
    return expression;
}

// SparseCUDABlas.cu(564): error: "caffe2::cuda" is ambiguous
// math_gpu.cu(568): warning #12-D: parsing restarts here after previous syntax error
// C:/CUDA/v11.8/include\thrust/agent_launcher.h(524): error: namespace "thrust::cub" has no member
const QRegularExpression& sourceMessage()
{
    static const QRegularExpression expression(
        QStringLiteral("^\\s*(\\S.*?)\\((\\d+)\\): (catastrophic error|error|warning|remark)(?: "
                       "#(\\d+(?:-D)?))?:(?: (.*))?$"));
    return expression;
}

}

QVector<QByteArray> NvccParser::hintWords() const
{
    return { "error", "warning", "fatal", "remark" };
}

LineAnswer NvccParser::addLine(const LogLine& line)
{
    const QString text = plainToolText(line.text);
    Diagnostic diagnostic;
    diagnostic.tool = QStringLiteral("nvcc");
    diagnostic.firstLine = diagnostic.lastLine = line.number;
    diagnostic.byteOffset = line.byteOffset;
    if (const QRegularExpressionMatch match = programMessage().match(text); match.hasMatch()) {
        diagnostic.file = match.captured(1);
        diagnostic.line = match.capturedView(2).toInt();
        diagnostic.severity = severityOf(match.capturedView(3));
        diagnostic.text = match.captured(4);
    } else if (const QRegularExpressionMatch source = sourceMessage().match(text); source.hasMatch()) {
        diagnostic.file = source.captured(1);
        diagnostic.line = source.capturedView(2).toInt();
        diagnostic.severity = severityOf(source.capturedView(3));
        diagnostic.code = source.captured(4);
        diagnostic.text = source.captured(5);
    } else {
        return LineAnswer::NotHandled;
    }
    tell(std::move(diagnostic));
    return LineAnswer::Done;
}

}
