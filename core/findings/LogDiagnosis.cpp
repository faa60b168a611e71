// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/LogDiagnosis.h"

#include "core/base/Core.h"
#include "core/process/LineSplitter.h"

#include <QFile>
#include <QStringDecoder>

#include <algorithm>

namespace torchmason {

namespace {

constexpr qint64 largestPiece = 1 << 20;
constexpr qint64 smallestPiece = 1 << 12;
constexpr int schema = 1;

// A byte order mark, or text in which every second byte is zero.
std::optional<QStringDecoder::Encoding> wideEncoding(QByteArrayView begin)
{
    if (begin.startsWith("\xff\xfe"))
        return QStringDecoder::Utf16LE;
    if (begin.startsWith("\xfe\xff"))
        return QStringDecoder::Utf16BE;
    if (begin.size() < 4)
        return std::nullopt;
    if (begin[0] && !begin[1] && begin[2] && !begin[3])
        return QStringDecoder::Utf16LE;
    if (!begin[0] && begin[1] && !begin[2] && begin[3])
        return QStringDecoder::Utf16BE;
    return std::nullopt;
}

QString encodingName(std::optional<QStringDecoder::Encoding> wide)
{
    if (!wide)
        return QStringLiteral("UTF-8");
    return wide == QStringDecoder::Utf16LE ? QStringLiteral("UTF-16LE") : QStringLiteral("UTF-16BE");
}

}

Result<DiagnosisReport> diagnose(
    QIODevice& device, std::shared_ptr<const RuleSet> rules, StageOutcome outcome)
{
    FailureMatcher matcher(std::move(rules));
    // The same lines as while a build runs, so that both find the same.
    LineSplitter splitter;
    const auto take
        = [&](const SplitLine& line) { matcher.addLine(line.text, line.number, line.byteOffset); };
    DiagnosisReport report;
    std::optional<QStringDecoder> decoder;
    const qint64 wanted = device.isSequential() ? largestPiece : device.size() + 1; // so that the end is seen
    QByteArray piece(std::clamp<qint64>(wanted, smallestPiece, largestPiece), Qt::Uninitialized);
    for (;;) {
        const qint64 size = device.read(piece.data(), piece.size());
        if (size < 0)
            return Error { Core::tr("Cannot read the log: %1.").arg(device.errorString()) };
        if (size == 0)
            break;
        QByteArrayView bytes = QByteArrayView(piece).first(size);
        if (report.bytes == 0) {
            const std::optional<QStringDecoder::Encoding> wide = wideEncoding(bytes);
            report.encoding = encodingName(wide);
            if (wide)
                decoder.emplace(*wide);
            else if (bytes.startsWith("\xef\xbb\xbf"))
                bytes = bytes.sliced(3);
        }
        report.bytes += size;
        if (decoder)
            splitter.add(QString(decoder->decode(bytes)).toUtf8(), take);
        else
            splitter.add(bytes, take);
    }
    splitter.finish(take);
    matcher.finish(outcome);
    report.findings = matcher.findings();
    report.lines = splitter.lines();
    report.failed = matcher.failed();
    report.interrupted = matcher.interrupted();
    report.facts = factsOf(matcher);
    return report;
}

Result<DiagnosisReport> diagnoseFile(
    const QString& path, std::shared_ptr<const RuleSet> rules, StageOutcome outcome)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return Error { Core::tr("Cannot read %1: %2.").arg(path, file.errorString()) };
    return diagnose(file, std::move(rules), outcome);
}

Json toJson(const DiagnosisReport& report)
{
    Json json = Json::object();
    json["schema"] = schema;
    json["findings"] = Json::array();
    for (const Finding& finding : report.findings)
        json["findings"].push_back(toJson(finding));
    json["failed"] = report.failed;
    json["interrupted"] = report.interrupted;
    json["lines"] = report.lines;
    json["bytes"] = report.bytes;
    json["encoding"] = toJson(report.encoding);
    return json;
}

}
