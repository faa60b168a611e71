// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/LogDiagnosis.h"

#include "core/base/CannotRead.h"
#include "core/base/Core.h"
#include "core/base/GzipFile.h"
#include "core/base/RegularFile.h"
#include "core/findings/LogBlocks.h"
#include "core/parse/LogMarks.h"
#include "core/process/LineSplitter.h"

#include <QStringDecoder>

namespace torchmason {

namespace {

constexpr qint64 beginning = 1 << 12; // bytes
constexpr qsizetype enoughToTell = 4; // bytes: the encoding
constexpr qint64 pieceOfWide = 1 << 20;
constexpr qint64 longLog = 4 << 20; // bytes; below, a second thread costs more than it saves
constexpr int schema = 1;

// A pipe may deliver byte by byte.
QByteArray readBeginning(QIODevice& device)
{
    QByteArray begin;
    while (begin.size() < beginning) {
        const QByteArray piece = device.read(beginning - begin.size());
        if (piece.isEmpty())
            break;
        begin += piece;
    }
    return begin;
}

QString encodingName(std::optional<QStringDecoder::Encoding> wide)
{
    if (!wide)
        return QStringLiteral("UTF-8");
    return wide == QStringDecoder::Utf16LE ? QStringLiteral("UTF-16LE") : QStringLiteral("UTF-16BE");
}

Result<void> readWide(QIODevice& device, const QByteArray& begin, QStringDecoder::Encoding encoding,
    FailureMatcher& matcher, DiagnosisReport& report)
{
    LineSplitter splitter;
    const auto take
        = [&](const SplitLine& line) { matcher.addLine(line.text, line.number, line.byteOffset); };
    QStringDecoder decoder(encoding);
    QByteArray piece = begin;
    while (!piece.isEmpty()) {
        report.bytes += piece.size();
        splitter.add(QString(decoder.decode(piece)).toUtf8(), take);
        piece.resize(pieceOfWide);
        const qint64 size = device.read(piece.data(), piece.size());
        if (size < 0)
            return Error { Core::tr("Cannot read the log: %1.").arg(device.errorString()) };
        piece.truncate(size);
    }
    splitter.finish(take);
    report.lines = splitter.lines();
    return {};
}

}

std::optional<QStringDecoder::Encoding> wideEncoding(QByteArrayView begin)
{
    if (begin.startsWith("\xff\xfe"))
        return QStringDecoder::Utf16LE;
    if (begin.startsWith("\xfe\xff"))
        return QStringDecoder::Utf16BE;
    if (begin.size() < enoughToTell)
        return std::nullopt;
    if (begin[0] && !begin[1] && begin[2] && !begin[3])
        return QStringDecoder::Utf16LE;
    if (!begin[0] && begin[1] && !begin[2] && begin[3])
        return QStringDecoder::Utf16BE;
    return std::nullopt;
}

bool isNoText(QByteArrayView begin)
{
    qsizetype controls = 0;
    for (const char c : begin)
        controls
            += uchar(c) < 32 && c != '\n' && c != '\r' && c != '\t' && c != '\x1b' && c != '\b' && c != '\f';
    return controls * 100 > begin.size();
}

Result<DiagnosisReport> diagnose(
    QIODevice& device, std::shared_ptr<const RuleSet> rules, StageOutcome outcome)
{
    DiagnosisReport report;
    FailureMatcher matcher(rules, [&report](ParsedLine& line) {
        if (!report.knowsLines)
            report.knowsLines
                = line.kind == ParsedLine::Kind::Progress || stageMark(line.line.text).has_value();
    });
    const QByteArray begin = readBeginning(device);
    const std::optional<QStringDecoder::Encoding> wide = wideEncoding(begin);
    report.encoding = encodingName(wide);
    report.isText = wide || !isNoText(begin);
    if (wide) {
        if (const auto read = readWide(device, begin, *wide, matcher, report); !read)
            return read.error();
    } else {
        LogBlocks blocks(device, *rules, matcher);
        const bool isLong = device.isSequential() || device.size() > longLog;
        if (const auto read = blocks.run(begin, isLong); !read)
            return read.error();
        report.bytes = begin.size() + blocks.bytes();
        report.lines = blocks.lines();
    }
    matcher.finish(outcome);
    report.findings = matcher.findings();
    report.knowsLines = report.knowsLines || !report.findings.isEmpty();
    report.failed = matcher.failed();
    report.interrupted = matcher.interrupted();
    report.facts = factsOf(matcher);
    report.problem = matcher.problem();
    return report;
}

Result<DiagnosisReport> diagnoseFile(
    const QString& path, std::shared_ptr<const RuleSet> rules, StageOutcome outcome)
{
    RegularFile file(path);
    if (!file.open(QIODevice::ReadOnly | QIODevice::Unbuffered))
        return cannotRead(path, file);
    if (!isGzip(file))
        return diagnose(file, std::move(rules), outcome);
    GzipFile unpacked(file.handle(), mostUnpackedLog);
    auto report = diagnose(unpacked, std::move(rules), outcome);
    if (report && !unpacked.problem().isEmpty()) {
        report->isCut = true;
        const QString cut = Core::tr("%1 was not read to its end: %2.").arg(path, unpacked.problem());
        report->problem = QStringLiteral("%1 %2").arg(cut, report->problem).trimmed();
    }
    return report;
}

Json toJson(const DiagnosisReport& report)
{
    Json json = Json::object();
    json["schema"] = schema;
    json["findings"] = toJson(report.findings);
    json["failed"] = report.failed;
    json["interrupted"] = report.interrupted;
    json["knowsLines"] = report.knowsLines;
    json["lines"] = report.lines;
    json["bytes"] = report.bytes;
    if (!report.problem.isEmpty())
        json["problem"] = toJson(report.problem);
    json["encoding"] = toJson(report.encoding);
    return json;
}

}
