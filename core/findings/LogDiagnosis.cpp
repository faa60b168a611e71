// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/LogDiagnosis.h"

#include "core/parse/LineCleaner.h"

#include <QFile>
#include <QStringDecoder>

#include <cstring>

namespace torchmason {

namespace {

constexpr qsizetype pieceSize = 1 << 20;
constexpr int schema = 1;

// Feeds lines out of pieces of bytes. What a line has beyond the cleaner's limit is passed over.
class LineFeeder {
public:
    explicit LineFeeder(FailureMatcher& matcher)
        : m_matcher(matcher)
    {
    }

    void add(QByteArrayView piece)
    {
        while (!piece.isEmpty()) {
            const void* end = std::memchr(piece.data(), '\n', size_t(piece.size()));
            if (!end) {
                keep(piece);
                return;
            }
            const qsizetype length = static_cast<const char*>(end) - piece.data();
            if (m_begun.isEmpty() && m_length == 0) {
                tell(piece.first(length), length + 1);
            } else {
                keep(piece.first(length));
                tell(m_begun, m_length + 1);
                m_begun.truncate(0);
            }
            m_length = 0;
            piece = piece.sliced(length + 1);
        }
    }

    void finish()
    {
        if (m_length > 0)
            tell(m_begun, m_length);
    }

    qint64 lines() const { return m_lines; }

private:
    void keep(QByteArrayView piece)
    {
        m_length += piece.size();
        const qsizetype room = LineCleaner::longestLine - m_begun.size();
        m_begun.append(piece.first(std::min(room, piece.size())));
    }

    void tell(QByteArrayView line, qint64 length)
    {
        m_matcher.addLine(line, ++m_lines, m_offset);
        m_offset += length;
    }

    FailureMatcher& m_matcher;
    QByteArray m_begun; // a line whose end has not come yet
    qint64 m_length = 0; // its whole length
    qint64 m_offset = 0; // where it begins
    qint64 m_lines = 0;
};

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
    LineFeeder feeder(matcher);
    DiagnosisReport report;
    std::optional<QStringDecoder> decoder;
    QByteArray piece(pieceSize, Qt::Uninitialized);
    for (;;) {
        const qint64 size = device.read(piece.data(), piece.size());
        if (size < 0)
            return Error { QStringLiteral("Cannot read the log: %1.").arg(device.errorString()) };
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
            feeder.add(QString(decoder->decode(bytes)).toUtf8());
        else
            feeder.add(bytes);
    }
    feeder.finish();
    matcher.finish(outcome);
    report.findings = matcher.findings();
    report.lines = feeder.lines();
    report.failed = matcher.failed();
    report.interrupted = matcher.interrupted();
    report.cudaVersion = matcher.markerValue(QStringLiteral("nvcc-release"));
    return report;
}

Result<DiagnosisReport> diagnoseFile(
    const QString& path, std::shared_ptr<const RuleSet> rules, StageOutcome outcome)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return Error { QStringLiteral("Cannot read %1: %2.").arg(path, file.errorString()) };
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
