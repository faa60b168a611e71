// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/LogSteps.h"

#include "core/base/ControlCharacters.h"
#include "core/parse/LogMarks.h"
#include "core/progress/NinjaLogReader.h"
#include "core/redact/SecretText.h"
#include "core/request/StageCatalogue.h"
#include "core/store/AttemptWriter.h"
#include "core/store/EventNames.h"

#include <QRegularExpression>

namespace torchmason {

namespace {

constexpr qint64 leastBetween = 250; // ms, as the runner writes it
constexpr qsizetype longestOutput = 4096;

// "Building CXX object a.cpp.o", "Linking CXX shared library lib/a.so", "Generating a.h, b.h", and with -v
// the command: "c++ ... -o a.o -c a.cpp". Empty where the line names no file.
QString outputOf(const QString& description)
{
    static const QRegularExpression made(QStringLiteral(
        R"(^(?:Building (?:\w+ )?object|Linking \w+ (?:static|shared|executable)(?: library| module)?|)"
        R"(Building NVCC \(Device\) object|Generating|Creating library symlink)\s+([^\s,]+))"));
    if (const auto match = made.match(description); match.hasMatch())
        return match.captured(1);
    static const QRegularExpression behind(QStringLiteral(R"((?:\s-o\s|\s/Fo|\s/out:)(\S+))"));
    return behind.match(description).captured(1);
}

// "ninja -n c10", "cmake --build . -- -nv"
bool isDryRun(QByteArrayView command)
{
    static const QRegularExpression form(
        QStringLiteral(R"(\b(?:ninja(?:\.exe)?|cmake\b.*\s--build)\b[^;&|]*\s-v?nv?(?:\s|$))"));
    return form.match(QString::fromUtf8(command)).hasMatch();
}

}

void LogSteps::addLine(QByteArrayView line, const std::optional<LineTime>& time)
{
    if (time && !m_begin)
        m_begin = time->milliseconds;
    if (line.startsWith("FAILED: ")) {
        m_failed = m_failed.value_or(0) + 1;
        if (m_edge && failedOutput(line) == m_edge->output)
            m_edge->failed = true;
        return;
    }
    m_hasStopped |= line.startsWith("ninja: build stopped");
    while (line.startsWith(' '))
        line = line.sliced(1);
    if (const QByteArrayView command = echoedCommand(line); !command.isEmpty())
        m_isDryRun = isDryRun(command);
    const auto count = m_isDryRun ? std::nullopt : ninjaCount(line);
    if (!count)
        return;
    give();
    beginRunWith(*count);
    m_done = count->done;
    m_total = count->total;
    if (!time)
        return;
    const auto status = parseNinjaStatus(line);
    const QString description = status ? withoutSecrets(withoutControls(status->description)) : QString();
    const QString output = outputOf(description).left(longestOutput);
    const qint64 elapsed = time->milliseconds - *m_begin;
    if (!output.isEmpty() && elapsed >= 0)
        m_edge = EdgeRecord { output,
            linkedOutput(description).isEmpty() ? languageOfOutput(output) : QStringLiteral("link"), elapsed,
            elapsed, false, {} };
    if (!time->isUtc || time->milliseconds - m_lastProgress < leastBetween)
        return;
    m_lastProgress = time->milliseconds;
    BuildProgress progress;
    progress.done = count->done;
    progress.total = count->total;
    progress.description = description.left(longestOutput);
    (void)m_writer.append(AttemptEvent {
        time->milliseconds, eventName::progress, stageKindId(StageKind::Compile), toJson(progress) });
}

// A count that goes back is another run's. After a stop it may be the same one: [1/1] and [1/1].
void LogSteps::beginRunWith(const NinjaCount& count)
{
    const bool isNew = m_done && (count.done < *m_done || (m_hasStopped && count.done == *m_done));
    if (isNew && m_failed)
        m_failed = 0;
    if (isNew)
        m_hasStopped = false;
}

void LogSteps::give()
{
    if (m_edge)
        (void)m_writer.append(*m_edge);
    m_edge.reset();
}

}
