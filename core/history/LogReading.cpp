// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/LogReading.h"

#include "core/base/CannotRead.h"
#include "core/base/Core.h"
#include "core/findings/LogDiagnosis.h"
#include "core/history/LogImport.h"
#include "core/history/LogStages.h"
#include "core/history/LogSteps.h"
#include "core/parse/LineCleaner.h"
#include "core/parse/LineDecoder.h"
#include "core/parse/LogParser.h"
#include "core/process/LineSplitter.h"

#include <QCryptographicHash>
#include <QFile>
#include <QStringDecoder>

#include <algorithm>

namespace torchmason {

namespace {

constexpr qint64 pieceSize = 1 << 20;

class Reader {
public:
    Reader(LogStages& stages, AttemptWriter& writer)
        : m_stages(stages)
        , m_steps(writer)
    {
    }

    void add(QByteArrayView bytes)
    {
        m_splitter.add(bytes, [this](const SplitLine& line) { take(line); });
    }

    void finish(LogReading& reading)
    {
        m_splitter.finish([this](const SplitLine& line) { take(line); });
        m_parser.finish([this](ParsedLine& parsed) { count(parsed); });
        m_steps.finish();
        reading.messages = m_messages;
        reading.statements = m_statements;
        reading.edgesDone = m_steps.done();
        reading.edgesTotal = m_steps.total();
        reading.edgesFailed = m_steps.failed();
    }

private:
    void take(const SplitLine& line)
    {
        QByteArrayView raw
            = m_decoder.toUtf8(line.text.first(std::min(line.text.size(), LineCleaner::longestLine)));
        if (line.byteOffset == 0 && raw.startsWith("\xef\xbb\xbf"))
            raw = raw.sliced(3); // GitHub's logs begin so
        const auto time = lineTime(raw);
        const QByteArrayView text = m_cleaner.clean(raw);
        m_stages.addLine(text, line.byteOffset, time);
        m_parser.addClean(
            cleanLine({ text, line.number, line.byteOffset }), [this](ParsedLine& parsed) { count(parsed); });
        m_steps.addLine(text, time);
        m_statements.addLine(text);
    }

    // As the watcher of a build counts them, where LogMessages leaves out what says which step failed.
    void count(ParsedLine& line)
    {
        if (line.kind == ParsedLine::Kind::Progress || !failedOutput(line.line.text).isEmpty()
            || !line.message())
            return;
        m_messages.resize(std::max(m_messages.size(), m_stages.place() + 1));
        m_messages[m_stages.place()].add(*line.message());
    }

    LogStages& m_stages;
    LogParser m_parser;
    QVector<DiagnosticCount> m_messages;
    LogSteps m_steps;
    LogStatements m_statements;
    LineSplitter m_splitter;
    LineDecoder m_decoder;
    LineCleaner m_cleaner;
};

Result<void> checkText(QByteArrayView begin, bool isWide, const QString& name)
{
    if (begin.isEmpty())
        return Error { Core::tr("%1 is empty.").arg(name) };
    if (isPacked(begin))
        return Error { Core::tr("%1 is packed; unpack it first and take the log that is in it.").arg(name) };
    if (!isWide && isNoText(begin))
        return Error { Core::tr("%1 is not text; a log of a build is needed.").arg(name) };
    return {};
}

}

bool isPacked(QByteArrayView begin)
{
    for (const QByteArrayView magic :
        { QByteArrayView("\x1f\x8b"), QByteArrayView("PK\x03\x04"), QByteArrayView("BZh9"),
            QByteArrayView("\xfd"
                           "7zXZ"),
            QByteArrayView("\x28\xb5\x2f\xfd"), QByteArrayView("7z\xbc\xaf"),
            QByteArrayView("bundle.json") }) {
        if (begin.startsWith(magic))
            return true;
    }
    return false;
}

Result<LogReading> readLog(
    QIODevice& log, const QString& name, const QString& copy, LogStages& stages, AttemptWriter& writer)
{
    QFile file(copy);
    if (!file.open(QIODevice::WriteOnly))
        return Error { Core::tr("Cannot write %1: %2.").arg(copy, file.errorString()) };
    LogReading reading;
    QCryptographicHash hash(QCryptographicHash::Sha256);
    Reader reader(stages, writer);
    std::optional<QStringDecoder> decoder;
    for (bool isFirst = true;; isFirst = false) {
        QByteArray piece(pieceSize, Qt::Uninitialized);
        const qint64 size = log.read(piece.data(), piece.size());
        if (size < 0)
            return cannotRead(name, log);
        piece.truncate(size);
        if (isFirst) {
            const auto wide = wideEncoding(piece.first(std::min<qsizetype>(piece.size(), 4096)));
            const auto begin = QByteArrayView(piece).first(std::min<qsizetype>(piece.size(), 4096));
            if (const auto checked = checkText(begin, wide.has_value(), name); !checked)
                return checked.error();
            if (wide)
                decoder.emplace(*wide);
        }
        if (piece.isEmpty())
            break;
        hash.addData(piece);
        if (decoder)
            piece = QString(decoder->decode(piece)).toUtf8();
        if (file.write(piece) != piece.size())
            return Error { Core::tr("Cannot write %1: %2.").arg(copy, file.errorString()) };
        reading.bytes += piece.size();
        reader.add(piece);
    }
    if (!file.flush())
        return Error { Core::tr("Cannot write %1: %2.").arg(copy, file.errorString()) };
    reader.finish(reading);
    reading.digest = QString::fromLatin1(hash.result().toHex());
    return reading;
}

}
